"""Changes of a lobby: its seats and options. All but `check_ban` are pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.names import fold_name, told_apart
from kwbot.engine.values.wording import N_
from kwbot.ids import NO_TABLE, GuildId, UserId
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.errors.refusals import HostOnly, Refused, Stale, check_fresh
from kwbot.tables.play import presets
from kwbot.tables.state.computer_seats import free_name
from kwbot.tables.state.pace import PACES
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_options import (
    ALL_CLOCKS_OPTION,
    CLAIMS_OFF,
    CLAIMS_ON,
    CLAIMS_OPTION,
    CLOCKS_OPTION,
    HAND_OPTION,
    HINTS_OFF,
    HINTS_ON,
    HINTS_OPTION,
    LEVEL_CHOICES,
    LEVEL_OPTION,
    LOOK_OPTION,
    OWN_CLOCKS,
    PACE_OPTION,
    PRESET_OPTION,
    REMARKS_ALONE,
    REMARKS_OFF,
    REMARKS_ON,
    REMARKS_OPTION,
    SEAT_LEVEL_PREFIX,
    SEATS_OPTION,
    TAKE_BACK_OFF,
    TAKE_BACK_ON,
    TAKE_BACK_OPTION,
    USUAL_LEVEL,
    USUAL_SEATS,
)
from kwbot.tables.state.table_state import ClosedTable, LobbyTable, PlannedTable
from kwbot.tables.state.time_limits import CLOSE_OPTION, TIME_OPTIONS, accept_seconds, time_options

NO_OPTIONS: Mapping[str, str] = {}
_CHOICES: Mapping[str, Collection[str]] = {
    HINTS_OPTION: (HINTS_OFF, HINTS_ON),
    CLAIMS_OPTION: (CLAIMS_ON, CLAIMS_OFF),
    REMARKS_OPTION: (REMARKS_ALONE, REMARKS_ON, REMARKS_OFF),
    PACE_OPTION: PACES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLobby:
    """A table to open: where, for which game and with whom. The first person is the host."""

    guild: GuildId
    channel: int
    parent_channel: int | None = None
    seated: tuple[Seated, ...]
    game: str
    language: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Options that differ from the defaults, time limits included."""

    @property
    def host(self) -> Seated:
        """The first person among the seated."""
        return next(one for one in self.seated if one.user is not None)


def open_lobby(
    new: NewLobby, variant: Variant, settings: GuildSettings, now: datetime
) -> LobbyTable:
    """Return a new lobby on a server with these settings; it is not stored."""
    options = {
        **variant.values_at_new_tables({}),
        **presets.usual(settings),
        **presets.game_time_limits(variant, new.options, settings),
        CLOSE_OPTION: str(settings.close_after_hours),
        SEATS_OPTION: str(min(USUAL_SEATS, settings.max_players)),
        **new.options,
        LOOK_OPTION: settings.look,
        HAND_OPTION: settings.hand,
        TAKE_BACK_OPTION: TAKE_BACK_ON if settings.take_back else TAKE_BACK_OFF,
    }
    host = new.host.user
    assert host is not None
    table = LobbyTable(
        id=NO_TABLE,
        guild=new.guild,
        channel=new.channel,
        parent_channel=new.parent_channel,
        host=host,
        variant=variant,
        options=options,
        language=new.language,
        created_at=now,
        last_human_at=now,
        seated=new.seated,
    )
    return _with_own_names(table, new.seated)


async def check_ban(store: Store, guild_id: GuildId, user_id: UserId, game: str) -> None:
    """Raise Refused if a user is banned from a game on a server."""
    if await store.settings.ban(guild_id, user_id, game):
        raise Refused(N_("This server's moderators have banned you from this game."))


def check_host(table: LobbyTable, user_id: UserId) -> None:
    """Raise HostOnly for anyone but the host."""
    if table.host != user_id:
        raise HostOnly


def _check_starter(table: LobbyTable, user_id: UserId) -> None:
    """Raise HostOnly unless a user may start the game: the host, or anybody at a planned table."""
    if table.starts is None or not table.has(user_id):
        check_host(table, user_id)


def room(table: LobbyTable, most: int) -> int:
    """Return the number of free seats; `most`: how many the server allows."""
    limit = table.variant.most_players
    return min(most, limit or most) - len(table.seated)


def join(table: LobbyTable, user_id: UserId, seated: Seated, most: int) -> LobbyTable:
    """Return the lobby with one more person, in a computer's seat if it is full. Raises Refused."""
    if table.has(user_id):
        raise Refused(N_("You're already at this table."))
    if room(table, most) > 0:
        return _with_own_names(table, (*table.seated, seated))
    # People come before computers: the last computer player makes room.
    if not table.computers:
        raise Refused(N_("All seats are taken."))
    seats = list(table.seated)
    seats[table.computers[-1]] = seated
    return _with_own_names(table, seats)


def _with_own_names(table: LobbyTable, seats: Sequence[Seated]) -> LobbyTable:
    """Return the lobby with these players under distinct names. A person whose name is taken gets a
    number, a computer another name."""
    people = told_apart(tuple(one.name for one in seats if one.user is not None))
    called, taken = iter(people), set(map(fold_name, people))
    names = [one.name if one.user is None else next(called) for one in seats]
    for seat, one in enumerate(seats):
        if one.user is None and fold_name(one.name) in taken:
            names[seat] = free_name(names)
    renamed = (replace(one, name=name) for one, name in zip(seats, names, strict=True))
    return replace(table, seated=tuple(renamed))


def leave(table: LobbyTable, user_id: UserId) -> LobbyTable | ClosedTable:
    """Return the lobby without a user. The next person is the host; without one it closes."""
    seat = table.seat_of(user_id)
    seated = table.seated[:seat] + table.seated[seat + 1 :]
    humans = [other.user for other in seated if other.user is not None]
    if not humans:
        return replace(table, seated=seated).as_closed("empty")
    if table.host in humans:
        return replace(table, seated=seated)
    # The host has the first seat, so the new one moves there.
    first = next(other for other in seated if other.user == humans[0])
    rest = tuple(other for other in seated if other is not first)
    return replace(table, seated=(first, *rest), host=humans[0])


def with_computer(table: LobbyTable, user_id: UserId, most: int, level: str = "") -> LobbyTable:
    """Return the lobby with one more computer; `level` "" is that of the last. Raises Refused."""
    table.seat_of(user_id)
    if room(table, most) <= 0:
        raise Refused(N_("All seats are taken."))
    level = level or next(
        (one.level for one in reversed(table.seated) if one.user is None),
        table.options.get(LEVEL_OPTION, USUAL_LEVEL),
    )
    computer = Seated(free_name(table.names), None, level)
    return replace(table, seated=(*table.seated, computer))


def fill(table: LobbyTable, user_id: UserId) -> LobbyTable:
    """Return the lobby filled up with computers by a user who may start it. Raises HostOnly."""
    _check_starter(table, user_id)
    players = table.players
    while len(table.seated) < players:
        table = with_computer(table, user_id, players)
    return table


def with_level(table: LobbyTable, user_id: UserId, seat: Seat | None, level: str) -> LobbyTable:
    """Return the lobby with a new level for the computer on a seat (None: all). Raises Stale."""
    table.seat_of(user_id)
    computers = table.computers
    if level not in LEVEL_CHOICES or (seat is not None and seat not in computers):
        raise Stale
    options = table.options if seat is not None else {**table.options, LEVEL_OPTION: level}
    return replace(
        table,
        options=options,
        seated=tuple(
            replace(other, level=level) if at in computers and seat in (None, at) else other
            for at, other in enumerate(table.seated)
        ),
    )


def without_computer(table: LobbyTable, user_id: UserId) -> LobbyTable:
    """Return the lobby without the computer that came last. Raises Refused."""
    table.seat_of(user_id)
    if not table.computers:
        raise Refused(N_("There's no computer to remove."))
    at = table.computers[-1]
    return replace(table, seated=table.seated[:at] + table.seated[at + 1 :])


def with_option(table: LobbyTable, user_id: UserId, key: str, value: str) -> LobbyTable:
    """Return the lobby with an option of the game or the table set by its host. Raises HostOnly,
    and IllegalAction or Stale for an unknown value."""
    check_host(table, user_id)
    if key.startswith(SEAT_LEVEL_PREFIX):
        seat = key.removeprefix(SEAT_LEVEL_PREFIX)
        return with_level(table, user_id, int(seat) if seat.isdecimal() else -1, value)
    if key == LEVEL_OPTION:
        return _without_preset(with_level(table, user_id, None, value))
    if key in TIME_OPTIONS or key == ALL_CLOCKS_OPTION:
        keys = time_options(table.variant) if key == ALL_CLOCKS_OPTION else [key]
        times = dict.fromkeys(keys, accept_seconds(value))
        own = {**table.options, **times, CLOCKS_OPTION: OWN_CLOCKS}
        return _without_preset(replace(table, options=own))
    if key in _CHOICES:
        accepted = _one_of(value, _CHOICES[key])
    else:
        accepted = table.variant.option_values({key: value})[key]
    options = _with_defaults(table, {**table.options, key: accepted})
    return _without_preset(replace(table, options=options))


def _with_defaults(table: LobbyTable, options: Mapping[str, str]) -> Mapping[str, str]:
    """Return the options after a change. An option that had its default, which depends on the
    others, takes its new default."""
    variant, before, after = table.variant, table.options, dict(options)
    for option in variant.options:
        if after[option.key] == option.standard_with(before):
            after[option.key] = option.standard_with(after)
    if after.get(CLOCKS_OPTION) != OWN_CLOCKS:
        seconds = presets.bid_time_limits(variant, before), presets.bid_time_limits(variant, after)
        if seconds[0].items() <= after.items():
            after |= seconds[1]
    return after


def _one_of(value: str, values: Collection[str]) -> str:
    if value not in values:
        raise IllegalAction(N_("That can't be chosen here."))
    return value


def _without_preset(table: LobbyTable) -> LobbyTable:
    return replace(table, options={**table.options, PRESET_OPTION: ""})


def with_options(table: LobbyTable, user_id: UserId, changes: Mapping[str, str]) -> LobbyTable:
    """Return the lobby with several options set one by one; see `with_option`."""
    for key, value in changes.items():
        table = with_option(table, user_id, key, value)
    return table


def with_preset(
    table: LobbyTable, user_id: UserId, settled: Mapping[str, str], changes: Mapping[str, str]
) -> LobbyTable:
    """Return the lobby with all options that a preset has `settled`, except for `changes`."""
    check_host(table, user_id)
    table = replace(table, options={**table.options, **settled})
    table = with_level(table, user_id, None, table.options.get(LEVEL_OPTION, USUAL_LEVEL))
    return with_options(table, user_id, changes)


def with_game(
    table: LobbyTable, user_id: UserId, variant: Variant, settled: Mapping[str, str] = NO_OPTIONS
) -> LobbyTable:
    """Return the lobby with another game. `settled`: options by the table's preset instead of the
    defaults. Time limits stay; computers without a seat go. Raises HostOnly."""
    check_host(table, user_id)
    known = {option.key for option in table.variant.options}
    kept = {key: value for key, value in table.options.items() if key not in known}
    if PRESET_OPTION in kept:
        kept[PRESET_OPTION] = ""  # unless `settled` has it
    seats = list(table.seated)
    for at, other in reversed(list(enumerate(table.seated))):
        if other.user is None and len(seats) > (variant.most_players or len(seats)):
            del seats[at]
    options = {**variant.values_at_new_tables({}), **kept, **settled}
    return replace(table, variant=variant, options=options, seated=tuple(seats))


def cancel(table: LobbyTable, user_id: UserId) -> ClosedTable:
    """Return the lobby closed by its host. Raises HostOnly."""
    check_host(table, user_id)
    return table.as_closed("cancelled")


def check_start(table: LobbyTable, user_id: UserId, asked_at: int) -> None:
    """Check that a user may start the game now. Raises HostOnly, Refused if too few or too many sit
    here, and Stale if the table is still planned or its seal no longer has the mark `asked_at`,
    which was shown beside the button."""
    if isinstance(table, PlannedTable):
        raise Stale
    _check_starter(table, user_id)
    check_fresh(asked_at, table.standing_seal().mark)
    missing = table.variant.least_players - len(table.seated)
    if missing > 0:
        raise Refused(
            N_("This game needs {least} players: find {missing} more, or add computers."),
            least=table.variant.least_players, missing=missing,
        )  # fmt: skip
    table.variant.check_players(len(table.seated))
