"""The options of a table in its lobby: forms by topic, and a private message that leads to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from discord import ui

from cogs.screens.parts import components
from cogs.screens.parts.components import (
    FIRST_FORM,
    MAX_OPTIONS,
    OPTIONS,
    Press,
    Screen,
    text_screen,
)
from cogs.screens.parts.form import FIELDS, choice, form
from kwbot.engine.deals.variant import Option
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import TableId
from kwbot.tables.play.presets import Preset
from kwbot.tables.state.pace import PACES, pace_of
from kwbot.tables.state.table_options import (
    ALL_CLOCKS_OPTION,
    CLAIMS_OFF,
    CLAIMS_ON,
    CLAIMS_OPTION,
    HINTS_OFF,
    HINTS_ON,
    HINTS_OPTION,
    LEVEL_CHOICES,
    LEVEL_OPTION,
    PACE_OPTION,
    PRESET_OPTION,
    REMARKS_ALONE,
    REMARKS_OFF,
    REMARKS_ON,
    REMARKS_OPTION,
    SEAT_LEVEL_PREFIX,
    USUAL_LEVEL,
)
from kwbot.tables.state.table_state import LobbyTable
from kwbot.tables.state.time_limits import time_options
from kwbot.text.table.lobby_text import option_in_words, preset_in_words, seconds_in_words
from kwbot.text.words import labels, lines
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import escape

RULES, POINTS, CLOCKS, COMPUTERS = "rules", "points", "clocks", "computers"
"""The topics after the first; if one has more than a form holds, the next is ``rules2``."""
AS_IT_IS = "-"
"""In place of a value: none; Discord takes no empty one."""
SAVE = "save"
"""In place of a topic: the button to keep the settings as a preset."""
SECONDS = (0, 10, 20, 30, 45, 60, 120, 300, 600, 1800, 3600, 6 * 3600, 24 * 3600)
"""Time limits to choose from; 0 is none."""
ROUND_NUMBERS = (
    0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500, 1000,
)  # fmt: skip
ROUND_AMOUNTS = (5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
"""What a menu offers if it cannot hold every number, or every amount of money."""
_TITLE = N_("Options for this table; everyone sees them.")
_USUAL = Term("default", "option")
_TOPICS = {
    FIRST_FORM: Term("The table", "form"),
    RULES: Term("Rules", "form"),
    POINTS: Term("Points", "form"),
    CLOCKS: Term("Clocks", "form"),
    COMPUTERS: Term("Computers", "form"),
}


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option in a reader's language. `values`: what each is called, and what it does."""

    key: str
    name: str
    about: str
    now: str
    values: Mapping[str, tuple[str, str]]

    @property
    def is_set(self) -> bool:
        return self.now != AS_IT_IS

    @property
    def word(self) -> str:
        """What the present value is called."""
        return lines.capitalise(self.values.get(self.now, (self.now, ""))[0])

    def field(self) -> ui.Label[ui.Modal]:
        options = [
            components.option(lines.capitalise(word), value, effect, default=value == self.now)
            for value, (word, effect) in self.values.items()
        ]
        return choice(self.key, self.name, self.about, options[:MAX_OPTIONS])


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server offers: presets and what is usual there; `may_save`: whether the reader may add
    a preset to them."""

    presets: Sequence[Preset]
    usual: Mapping[str, str]
    may_save: bool = False


@dataclass(frozen=True, slots=True)
class Topic:
    """What one form asks."""

    key: str
    name: str
    fields: Sequence[OptionField]

    def told(self) -> str:
        """Return what holds now."""
        values = [f"{one.name} **{escape(one.word)}**" for one in self.fields if one.is_set]
        return f"**{self.name}**: {lines.DOT.join(values)}"

    def form(self, table_id: TableId) -> ui.Modal:
        press = Press(OPTIONS, table_id, argument=self.key)
        return form(self.name, press, [one.field() for one in self.fields])


def topics(table: LobbyTable, language: Language, offer: Offer) -> list[Topic]:
    """Return all that can be set now."""
    mattering = [one for one in table.variant.options if one.matters(table.options)]
    fields = {
        FIRST_FORM: [
            _preset(table, language, offer.presets),
            _level(table, language, offer.usual),
            _pace(table, language, offer.usual),
            *_game(mattering, "first", table, language),
            _hints(table, language, offer.usual),
        ],
        RULES: [*_game(mattering, "rules", table, language), _claims(table, language)],
        POINTS: _game(mattering, "points", table, language),
        CLOCKS: [_all_clocks(language), *_clocks(table, language, offer.usual)],
        COMPUTERS: _computers(table, language, offer.usual),
    }
    return [topic for key, of_it in fields.items() for topic in _split(key, of_it, language)]


def _split(key: str, fields: Sequence[OptionField], language: Language) -> Iterable[Topic]:
    """Return as many forms as the fields of a topic take."""
    forms = [fields[at : at + FIELDS] for at in range(0, len(fields), FIELDS)]
    for number, part in enumerate(forms, start=1):
        name = language.term(_TOPICS[key])
        numbered = f"{name} {number}" if number > 1 else name
        yield Topic(key if number == 1 else f"{key}{number}", numbered, part)


def options_screen(table: LobbyTable, language: Language, offer: Offer) -> Screen:
    """Draw what holds at the table, and a button for each form."""
    offered = topics(table, language, offer)
    told = [one.told() for one in offered]
    buttons = [
        components.button(f"⚙️ {topic.name}", Press(OPTIONS, table.id, argument=topic.key))
        for topic in offered
    ]
    if offer.may_save:
        press = Press(OPTIONS, table.id, argument=SAVE)
        buttons.append(components.button(f"💾 {language.term(labels.SAVE_PRESET)}", press))
    title = f"### ⚙️ {language.text(_TITLE)}"
    return text_screen("\n".join([title, *told]), *components.rows(buttons))


# --- the fields -------------------------------------------------------------------------------


def _preset(table: LobbyTable, language: Language, presets: Sequence[Preset]) -> OptionField:
    now = table.options.get(PRESET_OPTION, "")
    values = {one.key: (preset_in_words(one.key, language), "") for one in presets}
    if now not in values:
        now = ""
        values = {"": (language.term(labels.AS_IT_IS), ""), **values}
    named = {key or AS_IT_IS: words for key, words in values.items()}
    name, about = language.term(labels.PRESET), language.term(labels.PRESET_EFFECT)
    return OptionField(PRESET_OPTION, name, about, now or AS_IT_IS, named)


def _with_mark(
    values: Mapping[str, tuple[str, str]], usual: str, language: Language
) -> dict[str, tuple[str, str]]:
    """Return the values of an option with the usual one marked."""
    word, about = values[usual]
    marked = lines.DOT.join(filter(None, (language.term(_USUAL), about)))
    return {**values, usual: (word, marked)}


def _level(table: LobbyTable, language: Language, usual: Mapping[str, str]) -> OptionField:
    name, now = (
        language.term(labels.COMPUTER_LEVEL),
        table.options.get(LEVEL_OPTION, USUAL_LEVEL),
    )
    return OptionField(LEVEL_OPTION, name, "", now, _levels(language, usual))


def _levels(language: Language, usual: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    values = {
        level: (language.term(labels.LEVELS[level]), language.term(labels.LEVEL_EFFECTS[level]))
        for level in LEVEL_CHOICES
    }
    return _with_mark(values, usual[LEVEL_OPTION], language)


def _computers(
    table: LobbyTable, language: Language, usual: Mapping[str, str]
) -> list[OptionField]:
    levels = _levels(language, usual)
    seats = [
        OptionField(f"{SEAT_LEVEL_PREFIX}{seat}", f"🤖 {one.name}", "", one.level, levels)
        for seat, one in enumerate(table.seated)
        if one.user is None
    ]
    return [*seats, _remarks_field(table, language)] if seats else []


def _remarks_field(table: LobbyTable, language: Language) -> OptionField:
    values = {
        REMARKS_ALONE: (language.term(labels.REMARKS_ALONE), ""),
        REMARKS_ON: (language.term(labels.ON), ""),
        REMARKS_OFF: (language.term(labels.OFF), ""),
    }
    now = table.options.get(REMARKS_OPTION, REMARKS_ALONE)
    name, about = language.term(labels.REMARKS), language.term(labels.REMARKS_EFFECT)
    marked = _with_mark(values, REMARKS_ALONE, language)
    return OptionField(REMARKS_OPTION, name, about, now, marked)


def _pace(table: LobbyTable, language: Language, usual: Mapping[str, str]) -> OptionField:
    values = {
        pace: (language.term(labels.PACE_LABELS[pace]), language.term(labels.PACE_EFFECTS[pace]))
        for pace in PACES
    }
    marked = _with_mark(values, usual[PACE_OPTION], language)
    return OptionField(PACE_OPTION, language.term(labels.PACE), "", pace_of(table), marked)


def _hints(table: LobbyTable, language: Language, usual: Mapping[str, str]) -> OptionField:
    values = {HINTS_OFF: (language.term(labels.OFF), ""), HINTS_ON: (language.term(labels.ON), "")}
    now = HINTS_ON if table.gives_hints else HINTS_OFF
    name, about = language.term(labels.HINTS), language.term(labels.HINTS_EFFECT)
    marked = _with_mark(values, usual[HINTS_OPTION], language)
    return OptionField(HINTS_OPTION, name, about, now, marked)


def _claims(table: LobbyTable, language: Language) -> OptionField:
    values = {
        CLAIMS_ON: (language.term(labels.ON), ""),
        CLAIMS_OFF: (language.term(labels.OFF), ""),
    }
    now = table.options.get(CLAIMS_OPTION, CLAIMS_ON)
    name, about = language.term(labels.CLAIMS), language.term(labels.CLAIMS_EFFECT)
    return OptionField(CLAIMS_OPTION, name, about, now, _with_mark(values, CLAIMS_ON, language))


def _game(
    options: Sequence[Option], topic: str, table: LobbyTable, language: Language
) -> list[OptionField]:
    return [_option(one, table, language) for one in options if one.topic == topic]


def _option(option: Option, table: LobbyTable, language: Language) -> OptionField:
    now = table.options[option.key]
    offered = [*dict(option.values), *map(str, _some(option, now))]
    values = {value: (option_in_words(option, value, language), "") for value in offered}
    name, about = language.term(option.name), language.term(option.effect)
    marked = _with_mark(values, option.usual_with(table.options), language)
    return OptionField(option.key, name, about, now, marked)


def _some(option: Option, now: str) -> list[int]:
    """Return all numbers if a menu holds them, else round ones, the default and the present one."""
    numbers = option.numbers or range(0)
    if len(numbers) + len(option.values) <= MAX_OPTIONS:
        return list(numbers)
    mentioned = {int(text) for text in (now, option.standard) if text.isdecimal()}
    offered = ROUND_AMOUNTS if option.money else ROUND_NUMBERS
    return sorted(number for number in {*offered, *mentioned} if number in numbers)


def _all_clocks(language: Language) -> OptionField:
    values = {
        AS_IT_IS: (language.term(labels.CLOCKS_BELOW), ""),
        "0": (language.term(labels.NO_CLOCKS), ""),
    }
    name, about = language.term(labels.ALL_CLOCKS), language.term(labels.ALL_CLOCKS_EFFECT)
    return OptionField(ALL_CLOCKS_OPTION, name, about, AS_IT_IS, values)


def _clocks(table: LobbyTable, language: Language, usual: Mapping[str, str]) -> list[OptionField]:
    return [
        _clock(key, int(table.options.get(key, usual[key])), usual[key], language)
        for key in time_options(table.variant)
    ]


def _clock(key: str, now: int, usual: str, language: Language) -> OptionField:
    values = {
        str(one): (seconds_in_words(one, language), "")
        for one in sorted({*SECONDS, now, int(usual)})
    }
    marked = _with_mark(values, usual, language)
    return OptionField(key, language.term(labels.TIMES[key]), "", str(now), marked)
