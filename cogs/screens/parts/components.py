"""Messages, rows, buttons and menus as plain values, and the Press that each carries.

A control's custom_id says everything about it, so that it works after a restart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from math import ceil
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import discord
from discord import ButtonStyle, ComponentType, PartialEmoji, SelectOption, ui

from kwbot.ids import NO_TABLE, TableId
from kwbot.text.table.seal_lines import first_digits
from kwbot.text.words import labels
from kwbot.text.words.card_symbols import CARD_SEPARATOR
from kwbot.text.words.language import Language
from kwbot.text.words.lines import DOT
from kwbot.text.words.markdown import cut

LONGEST = 100
"""Most characters of a custom_id, an option's label and description; Discord's limit, as below."""
MAX_TEXT = 4000
"""Most characters of all texts of a message."""
MAX_LABEL = 80
"""Most characters of a button's label."""
MAX_ALTERNATIVE = 1024
"""Most characters of a picture's alternative text."""
ROW, NARROW_ROW, ROW_OF_WORDS = 5, 4, 3
"""Most buttons in a row, and in a row that no phone breaks: of cards, of words."""
MAX_OPTIONS = 25
"""Most options of a menu; longer lists come on pages."""
LAST_TABLE = 2**63 - 1
"""The largest number of a table, an evening and so on that every database accepts: they grow far
beyond 32 bits when a backup is restored."""
_UNBROKEN = re.compile(
    r"((?:(?<![\w·])[a-zåäöæø]\w*|·|,) \d+\.?(?= [^\W\d])|\w \d+(?= [A-Z])|\*\*\d+(?= [^\W\d])"
    r"|(?<!\w)[a-zåäöæø]\w*(?= −?\d+(?:$|[,.;)]))|:(?= \*{0,2}[+−]\d+\.?\*{0,2}$)|\w(?= \(\d+\))"
    r"|\w(?= \d+:)|[\w*](?= <:\w+:\d+>| [♠♥♣♦🤖])) ",
    re.MULTILINE,
)
"""Spaces at which no line breaks: between a number and its noun (but not in ``Deal 1 again``),
before points that end a line, a bid's value, and a card or mark behind a name."""
_PREFIX = "kw"
_PRESS = re.compile(_PREFIX + r":([^:]*):([0-9]+):([0-9]+):(.*)", re.DOTALL)

ACT, PICK = "act", "pick"
"""The areas of presses that answer a question, and that only choose on the way."""
LOBBY, OPTIONS = "lobby", "options"
TABLE, MORE, AGAIN, STIR, SEAL = "table", "more", "again", "stir", "seal"
LEADERBOARD, OPEN = "leaderboard", "open"
"""A leaderboard, and a question about it whose answer only the asking user gets."""
HINT, REVIEW, RULES = "hint", "review", "rules"
PANEL, LEAVE, PLAN, INVITATION = "panel", "leave", "plan", "invitation"
PINGS, EVENING = "ring", "evening"
GAMES, REPLAY, RECORD, SHARE = "games", "replay", "record", "share"
RERUN = "rerun"
"""Areas of presses that several modules name."""
ME, NOT_ME, OTHERS = "me", "not me", "others"
"""Whom to ping, in the area `PINGS`."""
FIRST_FORM = "first"
"""The options that beginners want to know, in the area `OPTIONS`."""


@dataclass(frozen=True, slots=True)
class Press:
    """The content of a custom_id: ``kw:area:table:asked_at:argument``. `asked_at` is the question
    that the control answers (a table's `asked_at`, or the deal's number); 0 where that does not
    matter. `argument`: anything else, read and written by the area's class, often one word."""

    area: str
    table: TableId = NO_TABLE
    asked_at: int = 0
    argument: str = ""

    def __str__(self) -> str:
        text = f"{_PREFIX}:{self.area}:{self.table}:{self.asked_at}:{self.argument}"
        assert len(text) <= LONGEST, f"a custom_id of the area {self.area} is too long"
        return text

    @classmethod
    def parse(cls, custom_id: str) -> Press | None:
        """Return the press of a custom_id; None if not ours. An impossible table counts as none."""
        found = _PRESS.fullmatch(custom_id)
        if found is None:
            return None
        return cls(found[1], TableId(number_in(found[2])), number_in(found[3]), found[4])


def number_in(text: str) -> int:
    """Return the number in a part of a custom_id; 0 where no database accepts it."""
    number = int(text) if text.isdecimal() else 0
    return number if number <= LAST_TABLE else 0


TURN_COLOUR, WAITING_COLOUR, MADE_COLOUR, LOST_COLOUR = 0xFFD166, 0x6B7280, 0x4FAE6B, 0xD9534F
"""The colours beside a message: somebody is in turn, all wait, a deal was made or lost."""

NO_PICTURES: Mapping[str, bytes] = MappingProxyType({})
_ROW = ComponentType.action_row.value
_BUTTON = ComponentType.button.value
_MENU = ComponentType.select.value
_SECTION = ComponentType.section.value
_WORDS = ComponentType.text_display.value
_THUMBNAIL = ComponentType.thumbnail.value
_GALLERY = ComponentType.media_gallery.value
_BOX = ComponentType.container.value


# discord.py's own components wait to be pressed, which costs a fifth of the time of drawing a hand.
# Nobody waits for these: their custom_ids say what they mean.


class Part(Protocol):
    """Any part of a message; discord.py's components qualify, too."""

    def to_component_dict(self) -> Any: ...


@dataclass(slots=True)
class TextDisplay:
    """A text in markdown. A dot at which a line breaks ends that line, a number stays with its
    noun, and a card with the word before it. `as_typed`: all spaces stay as they are, in a text to
    be compared with a file or copied into a command."""

    content: str
    as_typed: bool = False

    def to_component_dict(self) -> dict[str, Any]:
        if self.as_typed:
            return {"type": _WORDS, "content": self.content}
        content = _UNBROKEN.sub("\\1\u00a0", self.content)
        return {"type": _WORDS, "content": content.replace(DOT, CARD_SEPARATOR)}


@dataclass(slots=True)
class MediaGallery:
    """A picture: a file of the same message, by its `name`."""

    name: str
    alternative: str

    def to_component_dict(self) -> dict[str, Any]:
        media = {"url": f"attachment://{self.name}"}
        told = {"description": self.alternative} if self.alternative else {}
        return {"type": _GALLERY, "items": [{"media": media, **told}]}


@dataclass(slots=True)
class Button:
    """A button; with an `emoji` it needs no label."""

    label: str
    custom_id: str
    style: ButtonStyle = ButtonStyle.secondary
    disabled: bool = False
    emoji: str = ""

    def to_component_dict(self) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "type": _BUTTON,
            "style": self.style.value,
            "disabled": self.disabled,
            "custom_id": self.custom_id,
        }
        if self.label:
            shown["label"] = self.label
        if self.emoji:
            shown["emoji"] = _emoji(self.emoji)
        return shown


@lru_cache
def _emoji(text: str) -> Mapping[str, Any]:
    return PartialEmoji.from_str(text).to_dict()


@dataclass(slots=True)
class Select:
    """A menu, from which `least` to `most` of the options are chosen."""

    custom_id: str
    placeholder: str
    options: Sequence[SelectOption]
    least: int
    most: int

    def to_component_dict(self) -> dict[str, Any]:
        return {
            "type": _MENU,
            "custom_id": self.custom_id,
            "placeholder": self.placeholder,
            "min_values": self.least,
            "max_values": self.most,
            "options": [one.to_dict() for one in self.options],
        }


class ActionRow:
    """Buttons beside each other, or one menu."""

    __slots__ = ("children",)

    def __init__(self, *children: Part) -> None:
        self.children = children

    def to_component_dict(self) -> dict[str, Any]:
        return {"type": _ROW, "components": [one.to_component_dict() for one in self.children]}


@dataclass(slots=True)
class Thumbnail:
    """A small picture beside a text: a file of the same message, by its `name`."""

    name: str
    alternative: str

    def to_component_dict(self) -> dict[str, Any]:
        media = {"url": f"attachment://{self.name}"}
        return {"type": _THUMBNAIL, "media": media, "description": self.alternative}


@dataclass(slots=True)
class Section:
    """A text with a button or a picture beside it."""

    told: TextDisplay
    accessory: Button | Thumbnail

    def to_component_dict(self) -> dict[str, Any]:
        return {
            "type": _SECTION,
            "components": [self.told.to_component_dict()],
            "accessory": self.accessory.to_component_dict(),
        }

    @property
    def children(self) -> Sequence[Part]:
        return (self.told, self.accessory)


@dataclass(slots=True)
class Container:
    """Parts in a frame with a colour at its side."""

    children: Sequence[Part]
    colour: int

    def to_component_dict(self) -> dict[str, Any]:
        return {
            "type": _BOX,
            "accent_color": self.colour,
            "components": [one.to_component_dict() for one in self.children],
        }


def walk(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield each part, followed by the parts in it."""
    for one in parts:
        yield one
        yield from walk(getattr(one, "children", ()))


class Screen(ui.LayoutView):
    """The content of a message: its parts, and their pictures by file name. For discord.py it is a
    view that has ended: it is sent, but not kept."""

    timeout = None

    def __init__(self, parts: Sequence[Part], pictures: Mapping[str, bytes] = NO_PICTURES) -> None:
        # Skips the view's own, which makes a secret and a future to wait by.
        self.parts, self.pictures = parts, pictures

    def is_finished(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        return False

    def to_components(self) -> list[Any]:
        return [one.to_component_dict() for one in self.parts]

    def has_components_v2(self) -> bool:
        return True

    def files(self) -> list[discord.File]:
        """Return the pictures as files to send along, once."""
        return [discord.File(BytesIO(png), name) for name, png in self.pictures.items()]


def screen(*items: Part) -> Screen:
    """Return a message of texts and rows."""
    return Screen(items)


def box(items: Sequence[Part], colour: int, pictures: Mapping[str, bytes] = NO_PICTURES) -> Screen:
    """Return a message in a frame with a colour at its side. If its texts are too long together,
    the longest is cut."""
    return Screen([Container(_cut(items), colour)], pictures)


def picture_above_box(
    items: Sequence[Part], colour: int, pictures: Mapping[str, bytes] = NO_PICTURES
) -> Screen:
    """Return a message as from `box`, with its picture and what precedes it above the frame, where
    the picture is as wide as the message."""
    parts = _cut(items)
    at = next((at + 1 for at, one in enumerate(parts) if isinstance(one, MediaGallery)), 0)
    framed = [Container(parts[at:], colour)] if parts[at:] else []
    return Screen([*parts[:at], *framed], pictures)


def _cut(items: Sequence[Part]) -> Sequence[Part]:
    """Cut the longest text of a message if its texts are too long together."""
    texts = [one for one in items if isinstance(one, TextDisplay)]
    over = sum([len(one.content) for one in texts]) - MAX_TEXT
    if over > 0:
        longest = max(texts, key=lambda one: len(one.content))
        longest.content = cut(longest.content, len(longest.content) - over)
    return items


def file_name(png: bytes) -> str:
    """Return the file name under which a picture is sent, different for each picture."""
    return f"{sha256(png).hexdigest()[:16]}.png"


def gallery(png: bytes, alternative: str) -> MediaGallery:
    """Return a picture as a component; the screen must have it under its `file_name`."""
    return MediaGallery(file_name(png), cut(alternative, MAX_ALTERNATIVE))


def text_screen(text: str, *items: Part) -> Screen:
    """Return a message of a text above rows."""
    return screen(words(text), *items)


def drawing(screen: Screen) -> Hashable:
    """Return what a message shows, for comparison."""
    return json.dumps(screen.to_components())


class Picture(NamedTuple):
    """A picture and its alternative text."""

    png: bytes
    alternative: str


def words(text: str, *, as_typed: bool = False) -> TextDisplay:
    return TextDisplay(cut(text, MAX_TEXT) or "\u200b", as_typed)


def button(
    label: str,
    press: Press,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str = "",
) -> Button:
    return Button(cut(label, MAX_LABEL), str(press), style, disabled, emoji)


def rules_buttons(table_id: TableId, language: Language) -> list[Button]:
    """Return the button to the rulebook of the game at `table_id`; no button without a table."""
    return [button(language.term(labels.RULES), Press(RULES, table_id))] if table_id else []


def stir_button(table_id: TableId, asked_at: int, language: Language) -> Button:
    """Return the button to type a line for the shuffle of deal `asked_at`, or of a lobby's seal."""
    return button(language.term(labels.STIR), Press(STIR, table_id, asked_at))


def seal_button(
    table_id: TableId,
    deal_number: int,
    commitment: str,
    language: Language,
    *,
    shows_digits: bool = False,
) -> Button:
    """Return the button to the whole commitment to a deal, which its custom_id holds.
    `shows_digits`: its label has the first digits, as no line does."""
    press = Press(SEAL, table_id, deal_number, commitment)
    digits = f" {first_digits(commitment)}" if shows_digits else ""
    return button(f"🔒 {language.term(labels.SEAL)}{digits}", press)


def option(
    label: str, value: str, description: str = "", *, default: bool = False, emoji: str = ""
) -> SelectOption:
    return SelectOption(
        label=cut(label, LONGEST),
        value=value,
        description=cut(description, LONGEST) or None,
        default=default,
        emoji=emoji or None,
    )


def menu(
    placeholder: str, press: Press, options: Sequence[SelectOption], least: int = 1, most: int = 1
) -> ActionRow:
    """Return a row with a menu, from which `least` to `most` of the options are chosen; a forged
    press may have chosen more, which Discord would refuse to show."""
    most = max(1, min(most, len(options)))
    for option in [one for one in options if one.default][most:]:
        option.default = False
    least = min(least, len(options))
    return ActionRow(Select(str(press), cut(placeholder, LONGEST), options, least, most))


def rows(buttons: Sequence[Button], wide: int = 0) -> list[ActionRow]:
    """Return buttons in rows of `wide`, at most five; 0: evenly in the fewest rows with at most
    one of five, which a narrow phone breaks in two."""
    count = len(buttons)
    if wide:
        return [ActionRow(*buttons[at : at + wide]) for at in range(0, count, wide)]
    fewest = ceil(count / ROW)
    if count > NARROW_ROW * fewest + 1:
        fewest = ceil(count / NARROW_ROW)
    starts = [ceil(count * row / fewest) for row in range(fewest + 1)] if count else []
    return [ActionRow(*buttons[at:end]) for at, end in pairwise(starts)]
