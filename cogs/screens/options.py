"""The options of a table in its lobby: a private message with a menu for each.

Where there are too many for that, one menu chooses the option, another its value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from discord import ui

from cogs.screens import components
from cogs.screens.components import OPTION, WHICH, Press, text_screen
from cogs.screens.picking import MENU
from kwbot.engine.variant import Option
from kwbot.engine.wording import N_
from kwbot.tables.state import HINTS_OFF, HINTS_ON, HINTS_OPTION, TableState
from kwbot.tables.time_limits import TIME_OPTIONS, time_options
from kwbot.text import labels
from kwbot.text.language import Language
from kwbot.text.lobby_message import seconds_in_words

MENUS = 11
"""Menus in a message, at most."""
SECONDS = (0, 10, 20, 30, 45, 60, 120, 300, 600, 1800, 3600, 6 * 3600, 24 * 3600)
"""Time limits to choose from; 0 is none."""
ROUND_NUMBERS = (
    0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500, 1000,
)  # fmt: skip
"""What a menu offers if it cannot hold every number."""
_TITLE = N_("Options for this table; everyone sees them.")


@dataclass(frozen=True, slots=True)
class OptionMenu:
    """The menu of one option, in a reader's language. `words`: what each value is called."""

    key: str
    icon: str
    name: str
    now: str
    words: Mapping[str, str]
    effect: str = ""
    value_effect: str = ""

    @property
    def title(self) -> str:
        return f"{self.icon}{self.name}"

    def row(self, table: TableState, *, named: bool = True) -> ui.ActionRow[Any]:
        """Return the menu. `named`: each value has the option's name before it."""
        before = f"{self.title}: " if named else ""
        options = [
            components.option(
                f"{before}{word}", value, self.value_effect, default=value == self.now
            )
            for value, word in self.words.items()
        ]
        return components.menu(self.name, Press(OPTION, table.id, rest=self.key), options[:MENU])


def options_screen(table: TableState, language: Language, which: str = "") -> ui.LayoutView:
    """Draw every option that matters now and each time limit, with its present value.

    `which`: the key of the one to choose a value of, if not all are shown at once.
    """
    mattering = (one for one in table.variant.options if one.matters(table.options))
    menus = [
        *(_game(option, table, language) for option in mattering),
        *(_time(key, table, language) for key in time_options(table.variant)),
        _hints(table, language),
    ]
    title = f"### ⚙️ {language.text(_TITLE)}"
    if len(menus) <= MENUS:
        return text_screen(title, *(one.row(table) for one in menus))
    shown = next((one for one in menus if one.key == which), menus[0])
    explained = f"**{shown.title}**\n{shown.effect}".rstrip()
    values = shown.row(table, named=shown.key == HINTS_OPTION)
    return text_screen(f"{title}\n{explained}", _which(table, menus, shown, language), values)


def _which(
    table: TableState, menus: list[OptionMenu], shown: OptionMenu, language: Language
) -> ui.ActionRow[Any]:
    """Return the menu of all options; each says what it is set to."""
    options = [
        components.option(
            f"⚙️ {one.title}: {one.words.get(one.now, one.now)}",
            one.key,
            one.effect,
            default=one is shown,
        )
        for one in menus[:MENU]
    ]
    return components.menu(language.term(labels.CHOOSE_OPTION), Press(WHICH, table.id), options)


def _game(option: Option, table: TableState, language: Language) -> OptionMenu:
    now, effect = table.options[option.key], language.term(option.effect)
    words = {value: language.term(term) for value, term in option.values}
    words |= {str(number): str(number) for number in _some(option, now)}
    return OptionMenu(option.key, "", language.term(option.name), now, words, effect, effect)


def _some(option: Option, now: str) -> list[int]:
    """Return all numbers if a menu holds them, else round ones, the default and the present one."""
    numbers = option.numbers or range(0)
    if len(numbers) + len(option.values) <= MENU:
        return list(numbers)
    mentioned = {int(text) for text in (now, option.standard) if text.isdecimal()}
    return sorted(number for number in {*ROUND_NUMBERS, *mentioned} if number in numbers)


def _time(key: str, table: TableState, language: Language) -> OptionMenu:
    now = int(table.options.get(key, TIME_OPTIONS[key]))
    words = {str(one): seconds_in_words(one, language) for one in sorted({*SECONDS, now})}
    return OptionMenu(key, "⏱️ ", language.term(labels.TIMES[key]), str(now), words)


def _hints(table: TableState, language: Language) -> OptionMenu:
    words = {HINTS_OFF: language.term(labels.OFF), HINTS_ON: language.term(labels.ON)}
    now = HINTS_ON if table.gives_hints else HINTS_OFF
    effect = language.term(labels.HINTS_EFFECT)
    name = language.term(labels.HINTS)
    return OptionMenu(HINTS_OPTION, "💡 ", name, now, words, value_effect=effect)
