"""The options of a table in its lobby: a private message with a menu for each."""

from __future__ import annotations

from discord import SelectOption, ui

from cogs import parts
from cogs.answers import text_screen
from cogs.router import Press
from kwbot.engine.variant import Option
from kwbot.engine.wording import N_
from kwbot.tables.limits import TIME_OPTIONS
from kwbot.tables.state import TableState
from kwbot.text import labels
from kwbot.text.language import Language
from kwbot.text.lobby import seconds_in_words

OPTION = "option"
"""The area of these menus; `rest` is the option's key."""
SECONDS = (0, 10, 20, 30, 45, 60, 120, 300, 600, 1800, 3600, 6 * 3600, 24 * 3600)
"""Time limits to choose from; 0 is none."""
_TITLE = N_("Options of this table; everybody sees them in the lobby.")


def options_screen(table: TableState, language: Language) -> ui.LayoutView:
    """One menu for each option that matters now and each time limit, with its present value."""
    shown = [one for one in table.variant.options if one.matters(table.options)]
    game = [_game_option(table, option, language) for option in shown]
    times = [_time_option(table, key, language) for key in TIME_OPTIONS]
    return text_screen(f"### ⚙️ {language.text(_TITLE)}", *game, *times)


def _game_option(
    table: TableState, option: Option, language: Language
) -> ui.ActionRow[ui.LayoutView]:
    name, now = language.term(option.name), table.options[option.key]
    named = {value: language.term(term) for value, term in option.values}
    named |= {str(number): str(number) for number in _some(option.numbers or range(0), now)}
    options = [
        parts.option(f"{name}: {words}", value, language.term(option.effect), default=value == now)
        for value, words in named.items()
    ]
    return parts.menu(name, Press(OPTION, table.id, rest=option.key), options)


def _some(numbers: range, now: str) -> list[int]:
    """As many as a menu holds, closer together where they are small; the present one is in."""
    chosen = list(numbers[:10])
    for number in numbers[10:]:
        step = 5 if number <= 30 else 10
        if number % step == 0:
            chosen.append(number)
    here = {int(now)} if now.isdecimal() and int(now) in numbers else set()
    return sorted({*chosen[: parts.MENU - 1], *here})


def _time_option(table: TableState, key: str, language: Language) -> ui.ActionRow[ui.LayoutView]:
    name, now = language.term(labels.TIMES[key]), int(table.options.get(key, TIME_OPTIONS[key]))
    options: list[SelectOption] = [
        parts.option(
            f"⏱️ {name}: {seconds_in_words(seconds, language)}",
            str(seconds),
            default=seconds == now,
        )
        for seconds in sorted({*SECONDS, now})
    ]
    return parts.menu(name, Press(OPTION, table.id, rest=key), options)
