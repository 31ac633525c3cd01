"""The layout of a panel: a deal and everything around it, as it fits a phone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cogs.screens.hand import phone
from cogs.screens.hand.draft import BID, Draft
from cogs.screens.hand.panel import panel_text
from cogs.screens.hand.pressable_cards import rest_of_hand
from cogs.screens.hand.text_height import text_height
from cogs.screens.parts import components
from cogs.screens.parts.components import ROW, ActionRow, Button, Part, Picture, Screen, Section
from kwbot.engine.views.view import View
from kwbot.text.words import lines
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Voice


@dataclass(frozen=True, slots=True)
class Around:
    """The parts of a panel around the deal: notes above it; below it, a text about the buttons,
    suggested bids (in longer and shorter versions), a line on passing instead, and the buttons. The
    last row depends on what is folded away. `vote`: the proposal with its buttons, before
    everything else."""

    notes: Sequence[str]
    below: str
    offered: Iterable[Sequence[Section]]
    rows: Sequence[ActionRow]
    small_row: Callable[[Sequence[str]], Sequence[Button]]
    passing: str = ""
    vote: Sequence[Part] = ()


def panel_box(
    seen: View, voice: Voice, facts: Facts, draft: Draft, around: Around, picture: Picture | None
) -> Screen:
    """Draw a deal as a player sees it, with what is around it, as it fits a phone."""
    shown, draft = picture, replace(draft, in_picture=picture is not None)
    items, fits = _laid_out(seen, voice, facts, draft, around, shown)
    if not (fits or picture is None or around.offered):  # words take less room
        shown, in_words = None, replace(draft, in_picture=False)
        items, _ = _laid_out(seen, voice, facts, in_words, around, shown)
    colour = components.TURN_COLOUR if seen.my_turn else components.WAITING_COLOUR
    return components.box(items, colour, picture_files(shown))


def _laid_out(
    seen: View, voice: Voice, facts: Facts, draft: Draft, around: Around, picture: Picture | None
) -> tuple[list[Part], bool]:
    """Return the parts of a panel, and whether they fit a phone."""
    notes, rest = around.notes, rest_of_hand(seen, voice)
    pressed = [part for part in around.vote if isinstance(part, ActionRow)]
    asked = [part for part in around.vote if not isinstance(part, ActionRow)]
    room = phone.ROOM - phone.rows_height([*around.rows, *pressed]) - phone.parts_height(asked)
    above = "\n".join([*notes, ""])  # and a blank line, if there are any
    room -= text_height("\n".join(filter(None, (above, around.below, around.passing, rest))))
    if picture is not None:
        room -= phone.picture_height(picture.png) + phone.PART_GAP
    shortest, _ = panel_text(seen, voice, facts, draft, 0) if around.offered else ("", ())
    offered = phone.fitting(around.offered, room - text_height(shortest))
    room -= phone.sections_height(offered)
    text, folded = panel_text(seen, voice, facts, draft, room)
    items = [
        *around.vote,
        *_above(lines.together([notes, (text,)]), text.partition("\n")[2], picture),
        *([components.words(around.below)] if around.below else []),
        *offered,
        *([components.words(around.passing)] if around.passing else []),
        *around.rows,
        *([components.words(rest)] if rest else []),
        *_small_rows(around.small_row(folded)),
    ]
    if draft.unfolded == BID or (picture is None and text_height(text) <= room):
        return items, True  # a player who unfolds the bid will scroll
    return items, phone.box_height(items, picture.png if picture else b"") <= phone.SCREEN


def _small_rows(buttons: Sequence[Button]) -> list[ActionRow]:
    """Return small buttons in one row, or in two of equal length if they do not fit: a phone breaks
    a full row in two anyway."""
    return components.rows(buttons, ROW if len(buttons) <= ROW else (len(buttons) + 1) // 2)


def _above(text: str, below: str, picture: Picture | None) -> list[Part]:
    """Return the parts above the buttons; a picture comes before `below`, the end of `text`."""
    if picture is None:
        return [components.words(text)]
    first = components.words(text.removesuffix(below).rstrip())
    shown = components.gallery(*picture)
    return [first, shown, components.words(below)] if below else [first, shown]


def picture_files(picture: Picture | None) -> Mapping[str, bytes]:
    return {components.file_name(picture.png): picture.png} if picture else {}
