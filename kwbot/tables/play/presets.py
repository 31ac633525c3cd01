"""Presets: named settings of a table, and the settings of an earlier table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.wording import N_
from kwbot.storage.values.documents import MAX_PRESETS, GuildSettings, ServerPreset
from kwbot.storage.values.stored_tables import StoredTable
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.state.pace import CALM_AT_FIRST
from kwbot.tables.state.table_options import (
    CLOCKS_OPTION,
    HINTS_OFF,
    HINTS_ON,
    HINTS_OPTION,
    LEVEL_OPTION,
    OWN_CLOCKS,
    PACE_OPTION,
    PRESET_OPTION,
    SEATS_OPTION,
    SERVER_CLOCKS,
    USUAL_LEVEL,
)
from kwbot.tables.state.table_state import BaseTable
from kwbot.tables.state.time_limits import TIME_OPTIONS


def usual(settings: GuildSettings) -> dict[str, str]:
    """Return the usual options of tables on a server, apart from the game's and the time limits."""
    return {LEVEL_OPTION: USUAL_LEVEL, PACE_OPTION: settings.pace, HINTS_OPTION: HINTS_OFF}


_SERVER_PRESET_MARK = "="
"""Prefix of a server preset's name in the option of a table."""
LAST_TIME = "last"
_BESIDE = frozenset({LEVEL_OPTION, PACE_OPTION, HINTS_OPTION})


@dataclass(frozen=True, slots=True)
class Preset:
    """Named settings of a table. Options that a game does not have are ignored."""

    key: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Values other than the usual ones, for game options, level, pace, hints, time limits."""
    by_server: bool = False
    """Whether moderators made it. Then its time limits take precedence over the server's own."""
    needs: str = ""
    """An option that a game must have for this preset; empty: none."""

    def suits(self, variant: Variant) -> bool:
        """Whether a game has the option that this preset needs."""
        return not self.needs or self.needs in _known_options(variant, self.options)


FIRST_EVENING = Preset(
    "first",
    {
        "bids": "plain",
        "winning": "limited",
        "rounds": "1",
        "target": "9",
        "deals": "6",
        LEVEL_OPTION: "easy",
        PACE_OPTION: CALM_AT_FIRST,
        HINTS_OPTION: HINTS_ON,
        **dict.fromkeys(TIME_OPTIONS, "0"),
    },
)
"""The gentlest preset: a short game, rarely longer than 20 minutes."""
BUILT_IN_PRESETS = (
    FIRST_EVENING,
    Preset("rulebook"),
    Preset("edition-1.5", {"edition": "1.5"}, needs="edition"),
    Preset("club", {LEVEL_OPTION: "hard", PACE_OPTION: "quick"}),
)


def server_time_limits(settings: GuildSettings) -> dict[str, str]:
    card = settings.other_seconds if settings.card_seconds is None else settings.card_seconds
    return {
        "time_first_bid": str(settings.first_bid_seconds),
        "time_bid": str(settings.bid_seconds),
        "time_choice": str(settings.other_seconds),
        "time_card": str(card),
    }


def bid_time_limits(variant: Variant, options: Mapping[str, str]) -> dict[str, str]:
    """Return the time limits for bids by the rules of a game with these options."""
    first, other = variant.bid_seconds(options)
    return {"time_first_bid": str(first), "time_bid": str(other)}


def game_time_limits(
    variant: Variant, options: Mapping[str, str], settings: GuildSettings
) -> dict[str, str]:
    """Return the time limits of a game on a server. Bids have those of the rules unless the server
    has set its own."""
    found, usual = server_time_limits(settings), bid_time_limits(variant, {})
    return found | bid_time_limits(variant, options) if usual.items() <= found.items() else found


def options_of(preset: Preset, variant: Variant, settings: GuildSettings) -> dict[str, str]:
    """Return all options that a preset settles. A server's own time limits stay."""
    times = {key: value for key, value in preset.options.items() if key in TIME_OPTIONS}
    if not preset.by_server and server_time_limits(settings) != server_time_limits(GuildSettings()):
        times = {}
    options = variant.values_at_new_tables(_known_options(variant, preset.options))
    return {
        **options,
        **{key: preset.options.get(key, value) for key, value in usual(settings).items()},
        **game_time_limits(variant, options, settings),
        **times,
        CLOCKS_OPTION: OWN_CLOCKS if times else SERVER_CLOCKS,
        PRESET_OPTION: preset.key,
    }


def last_time(row: StoredTable, variant: Variant) -> dict[str, str]:
    """Return the settings of an earlier table for a new one of the same game. They include its time
    limits only if somebody chose them; otherwise the server's apply."""
    computers = [seat.level for seat in row.seats if seat.user_id is None]
    level = row.options.get(LEVEL_OPTION) or next(filter(None, computers), USUAL_LEVEL)
    beside = {*_BESIDE, SEATS_OPTION, CLOCKS_OPTION, PRESET_OPTION}
    if row.options.get(CLOCKS_OPTION) == OWN_CLOCKS:
        beside |= set(TIME_OPTIONS)
    return {
        **variant.option_values(_known_options(variant, row.options)),
        **{key: value for key, value in row.options.items() if key in beside},
        LEVEL_OPTION: level,
        SEATS_OPTION: str(len(row.seats)),
    }


def as_last_time(row: StoredTable, variant: Variant, settings: GuildSettings) -> dict[str, str]:
    """Return all options of a new table that is to be like an earlier one."""
    settled = last_time(row, variant)
    return {
        **usual(settings),
        **game_time_limits(variant, settled, settings),
        CLOCKS_OPTION: SERVER_CLOCKS,
        PRESET_OPTION: "",
        **settled,
    }


def server_presets(settings: GuildSettings, variant: Variant) -> list[Preset]:
    """Return the presets of a server for a game."""
    return [
        Preset(f"{_SERVER_PRESET_MARK}{one.name}", one.options, by_server=True)
        for one in settings.presets
        if one.game == variant.key
    ]


def presets_of(variants: Iterable[Variant], settings: GuildSettings) -> list[Preset]:
    """Return the presets that suit any of these games, the server's first."""
    games = [*variants]
    of_server = [one for game in games for one in server_presets(settings, game)]
    return [*of_server, *(one for one in BUILT_IN_PRESETS if any(map(one.suits, games)))]


def settled_by(key: str, variant: Variant, settings: GuildSettings) -> dict[str, str] | None:
    """Return all options that the preset of a key settles for a game; None if there is none."""
    found = next((one for one in presets_of([variant], settings) if one.key == key), None)
    return None if found is None else options_of(found, variant, settings)


def with_preset(settings: GuildSettings, name: str, table: BaseTable) -> GuildSettings:
    """Return a server's settings with a table's settings as a preset, replacing one of that name.
    Raise Refused if there are too many."""
    known = {option.key for option in table.variant.options} | _BESIDE | {*TIME_OPTIONS}
    options = {key: value for key, value in table.options.items() if key in known}
    game = table.variant.key
    others = tuple(one for one in settings.presets if (one.name, one.game) != (name, game))
    if len(others) >= MAX_PRESETS:
        raise Refused(N_("A server can keep {most} presets. Delete one first."), most=MAX_PRESETS)
    new = ServerPreset(name=name, game=game, options=options)
    return settings.model_copy(update={"presets": (*others, new)})


def _known_options(variant: Variant, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options that a game knows, with values that it accepts."""
    known = {option.key: option for option in variant.options}
    accepted = {}
    for key, value in options.items():
        try:
            accepted[key] = known[key].accept(value)
        except (KeyError, IllegalAction):
            continue
    return accepted
