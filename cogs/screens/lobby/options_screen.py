"""The options of a table in its lobby: forms by topic, and a private message that leads to them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby

from discord import ui

from cogs.screens.parts import components
from cogs.screens.parts.components import FIRST_FORM, OPTIONS, Press, Screen, text_screen
from cogs.screens.parts.form import FIELDS, form
from cogs.screens.parts.option_field import TIME_LIMITS, OptionField, option_field
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import TableId
from kwbot.tables.play.presets import Preset
from kwbot.tables.state.pace import PACES
from kwbot.tables.state.table_options import (
    ALL_CLOCKS_OPTION,
    CLAIMS_ON,
    CLAIMS_OPTION,
    HINTS_OPTION,
    LEVEL_CHOICES,
    LEVEL_OPTION,
    PACE_OPTION,
    PRESET_OPTION,
    REMARKS_ALONE,
    REMARKS_OPTION,
    SEAT_LEVEL_PREFIX,
)
from kwbot.tables.state.table_state import LobbyTable
from kwbot.tables.state.time_limits import time_options
from kwbot.text.table.lobby_text import preset_in_words
from kwbot.text.words import labels, lines
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import escape

RULES, POINTS, CLOCKS, COMPUTERS = "rules", "points", "clocks", "computers"
"""The topics after the first; if one has more fields than a form holds, the next is ``rules2``."""
NO_CHANGE = "-"
"""Stands for no value; Discord takes no empty one."""
SAVE = "save"
"""Stands for a topic: the button that saves the settings as a preset."""
_TITLE = N_("Options for this table; everyone sees them.")
_TOPICS = {
    FIRST_FORM: Term("The table", "form"),
    RULES: Term("Rules", "form"),
    POINTS: Term("Points", "form"),
    CLOCKS: Term("Clocks", "form"),
    COMPUTERS: Term("Computers", "form"),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server offers: presets and defaults; `may_save`: whether the reader may add one."""

    presets: Sequence[Preset]
    usual: Mapping[str, str]
    may_save: bool = False


@dataclass(frozen=True, slots=True)
class Topic:
    """The fields of one form; `about`: the topic that they belong to."""

    key: str
    name: str
    about: str
    fields: Sequence[OptionField]

    def in_words(self) -> Iterable[str]:
        """Return the present values."""
        said = (
            (one.name, lines.without_breaks(one.word))
            for one in self.fields
            if one.now != NO_CHANGE
        )
        return (f"{name}\u00a0**{escape(word)}**" for name, word in said)

    def form(self, table_id: TableId) -> ui.Modal:
        press = Press(OPTIONS, table_id, argument=self.key)
        return form(self.name, press, [one.field() for one in self.fields])


def topics(table: LobbyTable, language: Language, offer: Offer) -> list[Topic]:
    """Return everything that can be set now."""
    usual, options = offer.usual, table.options

    def field(option: Option, usual_value: str) -> OptionField:
        now = options.get(option.key, usual_value)
        return option_field(option, now, language, usual_value)

    fields = {
        FIRST_FORM: [
            _preset(table, language, offer.presets),
            field(_LEVEL, usual[LEVEL_OPTION]),
            field(_PACE, usual[PACE_OPTION]),
            *_of_game(table, "first", language),
            field(_HINTS, usual[HINTS_OPTION]),
        ],
        RULES: [*_of_game(table, "rules", language), field(_CLAIMS, CLAIMS_ON)],
        POINTS: _of_game(table, "points", language),
        CLOCKS: [
            option_field(_ALL_CLOCKS, NO_CHANGE, language),
            *(field(_CLOCKS[key], usual[key]) for key in time_options(table.variant)),
        ],
        COMPUTERS: _computers(table, language, usual),
    }
    return [topic for key, of_it in fields.items() for topic in _split(key, of_it, language)]


def _split(key: str, fields: Sequence[OptionField], language: Language) -> Iterable[Topic]:
    """Return the forms for a topic's fields, all but the first named after their first field."""
    forms = [fields[at : at + FIELDS] for at in range(0, len(fields), FIELDS)]
    about = language.term(_TOPICS[key])
    for number, part in enumerate(forms, start=1):
        first, *more = part
        name = about if number == 1 else f"{first.name} …" if more else first.name
        yield Topic(key if number == 1 else f"{key}{number}", name, about, part)


def options_screen(table: LobbyTable, language: Language, offer: Offer) -> Screen:
    """Draw the present settings of the table, and a button for each form."""
    offered = topics(table, language, offer)
    told = [
        f"**{about}**: {lines.DOT.join(chain.from_iterable(one.in_words() for one in parts))}"
        for about, parts in groupby(offered, key=lambda one: one.about)
    ]
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

_SWITCH = (("on", labels.ON), ("off", labels.OFF))
_LEVEL = Option(
    LEVEL_OPTION,
    labels.COMPUTER_LEVEL,
    values=tuple((level, labels.LEVELS[level]) for level in LEVEL_CHOICES),
    effects=tuple(labels.LEVEL_EFFECTS.items()),
)
_PACE = Option(
    PACE_OPTION,
    labels.PACE,
    values=tuple((pace, labels.PACE_LABELS[pace]) for pace in PACES),
    effects=tuple(labels.PACE_EFFECTS.items()),
)
_HINTS = Option(HINTS_OPTION, labels.HINTS, labels.HINTS_EFFECT, _SWITCH)
_CLAIMS = Option(CLAIMS_OPTION, labels.CLAIMS, labels.CLAIMS_EFFECT, _SWITCH)
_REMARKS = Option(
    REMARKS_OPTION,
    labels.REMARKS,
    labels.REMARKS_EFFECT,
    ((REMARKS_ALONE, labels.REMARKS_ALONE), *_SWITCH),
)
_ALL_CLOCKS = Option(
    ALL_CLOCKS_OPTION,
    labels.ALL_CLOCKS,
    labels.ALL_CLOCKS_EFFECT,
    ((NO_CHANGE, labels.CLOCKS_BELOW), ("0", labels.NO_CLOCKS)),
)
_CLOCKS = {
    key: Option(key, name, numbers=TIME_LIMITS, measure="seconds")
    for key, name in labels.TIMES.items()
}


def _preset(table: LobbyTable, language: Language, presets: Sequence[Preset]) -> OptionField:
    now = table.options.get(PRESET_OPTION, "")
    values = {one.key: (preset_in_words(one.key, language), "") for one in presets}
    if now not in values:
        now = NO_CHANGE
        values = {NO_CHANGE: (language.term(labels.AS_IT_IS), ""), **values}
    name, about = language.term(labels.PRESET), language.term(labels.PRESET_EFFECT)
    return OptionField(PRESET_OPTION, name, about, now, values)


def _computers(
    table: LobbyTable, language: Language, usual: Mapping[str, str]
) -> list[OptionField]:
    seats = [
        replace(
            option_field(_LEVEL, one.level, language, usual[LEVEL_OPTION]),
            key=f"{SEAT_LEVEL_PREFIX}{seat}",
            name=f"🤖 {one.name}",
        )
        for seat, one in enumerate(table.seated)
        if one.user is None
    ]
    now = table.options.get(REMARKS_OPTION, REMARKS_ALONE)
    return [*seats, option_field(_REMARKS, now, language, REMARKS_ALONE)] if seats else []


def _of_game(table: LobbyTable, topic: str, language: Language) -> list[OptionField]:
    """Return the fields of the game's own options that have an effect."""
    return [
        option_field(one, table.options[one.key], language, one.usual_with(table.options))
        for one in table.variant.options
        if one.topic == topic and one.matters(table.options)
    ]
