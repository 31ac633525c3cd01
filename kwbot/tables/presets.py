"""Presets: named settings of a table, and how somebody played last time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kwbot.engine.errors import IllegalAction
from kwbot.engine.variant import Variant
from kwbot.storage.documents import GuildSettings
from kwbot.storage.stored import StoredTable
from kwbot.tables.computers import USUAL_LEVEL
from kwbot.tables.state import (
    CLOCKS_OPTION,
    HINTS_OFF,
    HINTS_ON,
    HINTS_OPTION,
    LEVEL_OPTION,
    OWN_CLOCKS,
    PRESET_OPTION,
    SEATS_OPTION,
    SERVER_CLOCKS,
)
from kwbot.tables.time_limits import TIME_OPTIONS

USUAL: Mapping[str, str] = {LEVEL_OPTION: USUAL_LEVEL, HINTS_OPTION: HINTS_OFF}
"""What holds beside the game's own options where a preset says nothing else."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings under a name (see kwbot.text.labels). What a game does not have is passed over."""

    key: str
    options: Mapping[str, str] = field(default_factory=dict)
    """What is not as usual: options of games, `USUAL`, time limits."""
    by_server: bool = False
    """Whether moderators made it: its time limits hold even where the server has set others."""
    needs: str = ""
    """An option without whose value here there is no such preset; empty: for every game."""

    def suits(self, variant: Variant) -> bool:
        """Whether a game has what this preset is about."""
        return not self.needs or self.needs in _accepted(variant, self.options)


FIRST_EVENING = Preset(
    "first",
    {
        "bids": "plain",
        LEVEL_OPTION: "easy",
        HINTS_OPTION: HINTS_ON,
        **dict.fromkeys(TIME_OPTIONS, "0"),
    },
)
"""The gentlest."""
PRESETS = (
    FIRST_EVENING,
    Preset("rulebook"),
    Preset("edition-1.5", {"edition": "1.5"}, needs="edition"),
    Preset("club", {LEVEL_OPTION: "hard"}),
)


def clocks(settings: GuildSettings) -> dict[str, str]:
    """Return the time limits of a server."""
    return {
        "time_first_bid": str(settings.first_bid_seconds),
        "time_bid": str(settings.bid_seconds),
        "time_choice": str(settings.other_seconds),
        "time_card": str(settings.other_seconds),
    }


def bid_clocks(variant: Variant, options: Mapping[str, str]) -> dict[str, str]:
    """Return the time to bid that the rules of a game with these options name."""
    first, other = variant.bid_seconds(options)
    return {"time_first_bid": str(first), "time_bid": str(other)}


def clocks_of(
    variant: Variant, options: Mapping[str, str], settings: GuildSettings
) -> dict[str, str]:
    """Return the time limits of a game on a server: those of the rules, but where it has set others
    for bids."""
    found, usual = clocks(settings), bid_clocks(variant, {})
    return found | bid_clocks(variant, options) if usual.items() <= found.items() else found


def settled(preset: Preset, variant: Variant, settings: GuildSettings) -> dict[str, str]:
    """Return all that a preset settles of a table. Time limits that a server has set stay."""
    times = {key: value for key, value in preset.options.items() if key in TIME_OPTIONS}
    if not preset.by_server and clocks(settings) != clocks(GuildSettings()):
        times = {}
    options = variant.option_values(_accepted(variant, preset.options))
    return {
        **options,
        **{key: preset.options.get(key, value) for key, value in USUAL.items()},
        **clocks_of(variant, options, settings),
        **times,
        CLOCKS_OPTION: OWN_CLOCKS if times else SERVER_CLOCKS,
        PRESET_OPTION: preset.key,
    }


def last_time(row: StoredTable, variant: Variant) -> dict[str, str]:
    """Return the settings of an earlier table, for a new one of the same game. Its time limits come
    along only if somebody chose them: else the server's hold."""
    computers = [seat.level for seat in row.seats if seat.user_id is None]
    level = row.options.get(LEVEL_OPTION) or next(filter(None, computers), USUAL_LEVEL)
    beside = {*USUAL, SEATS_OPTION, CLOCKS_OPTION, PRESET_OPTION}
    if row.options.get(CLOCKS_OPTION) == OWN_CLOCKS:
        beside |= set(TIME_OPTIONS)
    return {
        **variant.option_values(_accepted(variant, row.options)),
        **{key: value for key, value in row.options.items() if key in beside},
        LEVEL_OPTION: level,
        SEATS_OPTION: str(len(row.seats)),
    }


def _accepted(variant: Variant, options: Mapping[str, str]) -> dict[str, str]:
    """Return those of `options` that a game has, with values that it has."""
    known = {option.key: option for option in variant.options}
    accepted = {}
    for key, value in options.items():
        try:
            accepted[key] = known[key].accept(value)
        except (KeyError, IllegalAction):
            continue
    return accepted
