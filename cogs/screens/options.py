"""The options of a table in its lobby: a private message with a menu for each.

Where they are too many for that, a menu of the options comes first, then that of one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from discord import SelectOption, ui

from cogs.screens import components
from cogs.screens.components import OPTION, WHICH, Press, text_screen
from cogs.screens.picking import MENU
from kwbot.engine.variant import Option
from kwbot.engine.wording import N_
from kwbot.tables.state import HINTS_OFF, HINTS_ON, HINTS_OPTION, TableState
from kwbot.tables.time_limits import TIME_OPTIONS
from kwbot.text import labels
from kwbot.text.language import Language
from kwbot.text.lobby_message import option_in_words, seconds_in_words

MENUS = 11
"""So many menus at most stand below each other."""
SECONDS = (0, 10, 20, 30, 45, 60, 120, 300, 600, 1800, 3600, 6 * 3600, 24 * 3600)
"""Time limits to choose from; 0 is none."""
ROUND_NUMBERS = (
    0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500, 1000,
)  # fmt: skip
"""What a menu offers where it cannot hold every number."""
_TITLE = N_("Options of this table; everybody sees them in the lobby.")


def options_screen(table: TableState, language: Language, which: str = "") -> ui.LayoutView:
    """Every option that matters now and each time limit, with its present value.

    `which`: the key of the one to choose a value of, where not all are shown at once.
    """
    title = f"### ⚙️ {language.text(_TITLE)}"
    shown = [one for one in table.variant.options if one.matters(table.options)]
    if len(_keys(shown)) <= MENUS:
        game = [_game_option(table, option, language) for option in shown]
        times = [_time_option(table, key, language) for key in TIME_OPTIONS]
        return text_screen(title, *game, *times, _hints_option(table, language))
    which = which if which in _keys(shown) else shown[0].key
    effect = next((language.term(one.effect) for one in shown if one.key == which), "")
    chosen = next((one for one in shown if one.key == which), None)
    if chosen:
        values = _game_option(table, chosen, language, named=False)
    elif which == HINTS_OPTION:
        values = _hints_option(table, language)
    else:
        values = _time_option(table, which, language, named=False)
    explained = f"**{_name(table, which, language)}**\n{effect}".rstrip()
    return text_screen(f"{title}\n{explained}", _which(table, shown, which, language), values)


def _keys(shown: Iterable[Option]) -> list[str]:
    return [*(option.key for option in shown), *TIME_OPTIONS, HINTS_OPTION]


def _which(
    table: TableState, shown: Iterable[Option], which: str, language: Language
) -> ui.ActionRow[Any]:
    """The menu of all options; each says what it is set to."""
    effects = {option.key: language.term(option.effect) for option in shown}
    options = [
        components.option(
            f"⚙️ {_name(table, key, language)}: {_value(table, key, language)}",
            key,
            effects.get(key, ""),
            default=key == which,
        )
        for key in _keys(shown)[:MENU]
    ]
    return components.menu(language.term(labels.CHOOSE_OPTION), Press(WHICH, table.id), options)


def _name(table: TableState, key: str, language: Language) -> str:
    if key in TIME_OPTIONS:
        return f"⏱️ {language.term(labels.TIMES[key])}"
    if key == HINTS_OPTION:
        return f"💡 {language.term(labels.HINTS)}"
    return next(language.term(one.name) for one in table.variant.options if one.key == key)


def _value(table: TableState, key: str, language: Language) -> str:
    if key in TIME_OPTIONS:
        return seconds_in_words(_seconds(table, key), language)
    if key == HINTS_OPTION:
        return language.term(labels.ON if table.gives_hints else labels.OFF)
    option = next(one for one in table.variant.options if one.key == key)
    return option_in_words(option, table.options[key], language)


def _game_option(
    table: TableState, option: Option, language: Language, *, named: bool = True
) -> ui.ActionRow[Any]:
    """The values of an option; `named`: each with the option's name before it."""
    name, now = language.term(option.name), table.options[option.key]
    before = f"{name}: " if named else ""
    words = {value: language.term(term) for value, term in option.values}
    words |= {str(number): str(number) for number in _some(option, now)}
    options = [
        components.option(
            f"{before}{word}", value, language.term(option.effect), default=value == now
        )
        for value, word in words.items()
    ]
    return components.menu(name, Press(OPTION, table.id, rest=option.key), options[:MENU])


def _some(option: Option, now: str) -> list[int]:
    """As many numbers as a menu holds: all, or round ones; the usual and the present one are in."""
    numbers = option.numbers or range(0)
    if len(numbers) + len(option.values) <= MENU:
        return list(numbers)
    mentioned = {int(text) for text in (now, option.standard) if text.isdecimal()}
    return sorted(number for number in {*ROUND_NUMBERS, *mentioned} if number in numbers)


def _seconds(table: TableState, key: str) -> int:
    return int(table.options.get(key, TIME_OPTIONS[key]))


def _time_option(
    table: TableState, key: str, language: Language, *, named: bool = True
) -> ui.ActionRow[Any]:
    name, now = language.term(labels.TIMES[key]), _seconds(table, key)
    before = f"⏱️ {name}: " if named else ""
    options: list[SelectOption] = [
        components.option(
            f"{before}{seconds_in_words(seconds, language)}",
            str(seconds),
            default=seconds == now,
        )
        for seconds in sorted({*SECONDS, now})
    ]
    return components.menu(name, Press(OPTION, table.id, rest=key), options)


def _hints_option(table: TableState, language: Language) -> ui.ActionRow[Any]:
    name = language.term(labels.HINTS)
    options = [
        components.option(
            f"💡 {name}: {language.term(label)}",
            value,
            language.term(labels.HINTS_EFFECT),
            default=on is table.gives_hints,
        )
        for value, label, on in (
            (HINTS_OFF, labels.OFF, False),
            (HINTS_ON, labels.ON, True),
        )
    ]
    return components.menu(name, Press(OPTION, table.id, rest=HINTS_OPTION), options)
