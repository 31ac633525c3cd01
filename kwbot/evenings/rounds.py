"""The tables of a round: drawing, opening and ending them, and entering their results."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from random import Random, SystemRandom

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.errors import RuleViolation
from kwbot.evenings.draw import Seating, draw
from kwbot.evenings.duplicate_deals import (
    duplicate_options,
    duplicate_result,
    duplicate_seats,
    has_people,
    own_options,
)
from kwbot.evenings.evening import Evening, room_at
from kwbot.evenings.evening_notes import ChangeEvening
from kwbot.evenings.evening_venue import EveningVenue
from kwbot.evenings.movement import Unit, line_up, seatings
from kwbot.evenings.round_changes import (
    abandon_table,
    drop_gone,
    enter_duplicate_result,
    enter_result,
    next_secret,
    play_on,
    set_room,
)
from kwbot.evenings.shares import user_shares
from kwbot.evenings.sitting import DuplicateResult, Sitting
from kwbot.ids import NO_USER, TableId, UserId
from kwbot.storage.store import Store
from kwbot.storage.values.stored_results import ScoredDeal
from kwbot.tables.errors.delivery_errors import Unreachable
from kwbot.tables.errors.refusals import NoTable
from kwbot.tables.log.events import newcomers_of
from kwbot.tables.past.leaderboard_entries import last_scored_deal
from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.computer_seats import another_computer
from kwbot.tables.state.round_limits import ROUND_OVER, deals_left, round_options
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.shuffle import new_secret
from kwbot.tables.state.table_options import LEVEL_OPTION, USUAL_LEVEL
from kwbot.tables.state.table_state import LobbyTable, OpenTable, RunningTable, running_of
from kwbot.tables.state.time_limits import CLOSING_GRACE
from kwbot.tables.time.clock import Clock
from kwbot.tables.time.time_zones import zone_of

STALL_PATIENCE = timedelta(minutes=10)
"""Time after which a table at which nobody does anything is closed while others wait for it."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The tables of a round; in a duplicate also the line-up, and a secret for each deal."""

    tables: list[Seating]
    units: tuple[Unit, ...] = ()
    secrets: tuple[bytes, ...] = field(default=(), repr=False)


class Rounds:
    """The rounds of all evenings. `change` stores a change of an evening. Each method may raise a
    RuleViolation, a StorageError or what `venue` raises."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tables: Tables,
        venue: EveningVenue,
        games: Mapping[str, Variant],
        change: ChangeEvening,
        rng: Random | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._tables = tables
        self._venue = venue
        self._games = games
        self._change = change
        self._rng = rng or SystemRandom()

    def draw(self, evening: Evening) -> Draw:
        """Return the tables of a new round for all people who are here."""
        if evening.is_duplicate:
            return self._draw_by_plan(evening)
        variant = self._games[evening.game]
        sheet = variant.opening(own_options(variant, evening.options), evening.seats)
        sides = variant.sides(sheet)
        return Draw(draw(evening.here, evening.seats, evening.past, self._rng, sides))

    def _draw_by_plan(self, evening: Evening) -> Draw:
        """Return the tables of a new round of a duplicate, by its movement."""
        here = self._rng.sample(evening.here, len(evening.here))
        units = line_up(evening.units, here, 2 if evening.in_pairs else 1)
        secrets = tuple(new_secret() for _ in range(evening.deals))
        return Draw(seatings(units, len(evening.rounds)), units, secrets)

    async def playing(self, evening: Evening) -> list[LiveTable]:
        """Return the tables of the current round whose games are running."""
        found = [await self._open(evening, number) for number in evening.under_way]
        return [live for live in found if live and isinstance(live.state, RunningTable)]

    async def tend(self, evening: Evening) -> Evening:
        """Open the current round's tables that are not open yet, and enter the results of closed
        ones. Return the evening after that."""
        for number in evening.under_way:
            evening = await self._tend(evening, number)
        over = bool(evening.round) and not evening.under_way
        if evening.is_duplicate and over and evening.shown < len(evening.rounds):
            evening = await self._show_deals(evening)
        return evening

    async def _show_deals(self, evening: Evening) -> Evening:
        """Let everybody see a duplicate round's deals, which are over at all tables, and enter them
        into the standings."""
        settings = await self._store.settings.guild_settings(evening.guild)
        now, zone = self._clock.now(), zone_of(settings, evening.language)
        scores: dict[TableId, ScoredDeal | None] = {}
        for result in (result for sitting in evening.round for result in sitting.results):
            if result.table is not None:
                table = await self._running_at_end(result.table) if result.points else None
                counts = table is not None and table.match.deals[0].result.played
                scores[result.table] = (
                    replace(last_scored_deal(table, now), day=now.astimezone(zone).date())
                    if table is not None and counts
                    else None
                )
        await self._store.release_deals(scores)
        rounds = len(evening.rounds)
        return await self._change(evening.id, lambda one: replace(one, shown=rounds))

    async def _tend(self, evening: Evening, number: int) -> Evening:
        """Do for one table of the current round what `tend` does for all."""
        if evening.round[number].table is None:
            return await self._try_open(evening, number)
        live = await self._open(evening, number)
        if live is not None:
            with contextlib.suppress(NoTable):  # it closed meanwhile
                await self._end_in_time(evening, live)
            if isinstance(live.state, OpenTable):
                return evening
        return await self._enter(evening, number)

    async def _try_open(self, evening: Evening, number: int) -> Evening:
        """Open a table unless nobody is left there, it is too late, or its deal may be known."""
        if evening.is_duplicate and not next_secret(evening, number):
            return await self._enter_duplicate(evening, number, DuplicateResult(None), None)
        late = self._is_late(evening)
        if has_people(evening, evening.round[number]) and (evening.is_duplicate or not late):
            try:
                return await self._open_table(evening, number)
            except Unreachable:
                if not late:
                    raise
        return await self._change(evening.id, lambda now: abandon_table(now, number))

    async def _open(self, evening: Evening, number: int) -> LiveTable | None:
        table = evening.round[number].table
        if table is None:
            return None
        await self._tables.resume_table(table)
        try:
            return self._tables.index.at(table)
        except NoTable:
            return None

    def _is_late(self, evening: Evening) -> bool:
        """Whether an evening's end has passed and people have made up for gaps."""
        grace = self._tables.downtime.grace(evening.guild, evening.ends, CLOSING_GRACE)
        return self._clock.now() >= evening.ends and grace is None

    async def _end_in_time(self, evening: Evening, live: LiveTable) -> None:
        """End a table after the evening's end, or if nobody acts there while others wait."""
        now, late = self._clock.now(), self._is_late(evening)
        if late and not evening.is_duplicate:
            await live.end_round()
        table, others = live.state, len(evening.under_way) < len(evening.round)
        stalled = isinstance(table, RunningTable) and now >= table.last_human_at + STALL_PATIENCE
        if stalled and (others or late):
            await live.close(ROUND_OVER)

    # --- opening --------------------------------------------------------------------------------

    async def _open_table(self, evening: Evening, number: int) -> Evening:
        """Open a table in its room; after a kill, go on with what is there already."""
        here = await self._in_room(evening, number)
        if here is None or here.evening_id != evening.id:
            old = room_at(evening, number) if here is None else None
            channel = await self._venue.room(evening, number, old)
            evening = await self._change(
                evening.id, lambda now: drop_gone(set_room(now, number, channel), number)
            )
            sitting = evening.round[number]
            if not sitting.results:
                seats = sitting.seats if evening.is_duplicate else ()
                users = (evening.entrants[at].user for at in seats if at is not None)
                await self._venue.let_in(channel, [user for user in users if user is not None])
            settings = await self._store.settings.guild_settings(evening.guild)
            here = await self._tables.open(self._new_lobby(evening, number), settings)
        if isinstance(here, LobbyTable):
            secret = next_secret(evening, number) if evening.is_duplicate else b""
            await self._tables.index.at(here.id).begin_round(secret)
        table = here.id
        evening = await self._change(
            evening.id, lambda now: now.with_sitting(number, lambda one: replace(one, table=table))
        )
        await self._take_out_gone(evening, self._tables.index.at(table))
        return evening

    async def _take_out_gone(self, evening: Evening, live: LiveTable) -> None:
        """Let computers play for those who left while their table was being opened."""
        for user in _present_users(running_of(live.state)):
            entrant = evening.entrant(user)
            if entrant is not None and entrant.presence == "gone":
                with contextlib.suppress(RuleViolation):  # gone already
                    await live.leave(user)

    async def _in_room(self, evening: Evening, number: int) -> OpenTable | None:
        """Return the open table in the room of a number, whatever it belongs to."""
        if (room := room_at(evening, number)) is None:
            return None
        await self._tables.resume_around(NO_USER, room)
        return self._tables.index.in_channel(room)

    def _new_lobby(self, evening: Evening, number: int) -> NewLobby:
        sitting, variant = evening.round[number], self._games[evening.game]
        options: Mapping[str, str]
        if evening.is_duplicate:
            seats = duplicate_seats(evening, sitting)
            options = duplicate_options(evening, number)
        else:
            seats = _seats(evening, sitting)
            options = round_options(evening.id, sitting.deals, evening.ends)
        return NewLobby(
            guild=evening.guild,
            channel=evening.rooms[number],
            parent_channel=evening.channel,
            seated=seats,
            game=evening.game,
            language=evening.language,
            options={
                **evening.options,
                **without_partner_draw(variant, evening.options),
                **options,
            },
        )

    # --- entering -------------------------------------------------------------------------------

    async def _enter(self, evening: Evening, number: int) -> Evening:
        """Enter the result of a closed table. If its match was won before the round's last deal,
        another match follows."""
        table_id = evening.round[number].table
        assert table_id is not None
        table = await self._running_at_end(table_id)
        if evening.is_duplicate:
            result = duplicate_result(table_id, table)
            return await self._enter_duplicate(evening, number, result, table)
        if table is None:  # closed by a moderator or deleted: nothing counts
            return await self._change(evening.id, lambda now: enter_result(now, number, {}))
        return await self._enter_match(evening, number, table)

    async def _enter_match(self, evening: Evening, number: int, table: RunningTable) -> Evening:
        sitting = evening.round[number]
        first = [None if at is None else evening.entrants[at].user for at in sitting.seats]
        brought = user_shares(table, first, newcomers_of(await self._store.tables.events(table.id)))
        users = [seated.user for seated in table.seated]
        away, here = _away(table), _present_users(table)
        goes_on = self._goes_on(evening, table)

        def enter(now: Evening) -> Evening:
            if now.round[number].table != table.id or now.round[number].over:
                return now
            after = enter_result(now, number, brought)
            after = after.with_presence("gone", away).with_presence("here", here)
            left = goes_on and any(after.number_of(user) is not None for user in here)
            return play_on(after, number, users, deals_left(table)) if left else after

        evening = await self._change(evening.id, enter)
        return evening if evening.round[number].over else await self._tend(evening, number)

    async def _enter_duplicate(
        self, evening: Evening, number: int, result: DuplicateResult, table: RunningTable | None
    ) -> Evening:
        """Enter the result of a duplicate deal at a table, and go on to its next deal."""

        def enter(now: Evening) -> Evening:
            if now.round[number].table != result.table or now.round[number].over:
                return now
            after = enter_duplicate_result(now, number, result)
            return (
                after.with_presence("gone", _away(table)).with_presence(
                    "here", _present_users(table)
                )
                if table
                else after
            )

        evening = await self._change(evening.id, enter)
        return evening if evening.round[number].over else await self._tend(evening, number)

    async def _running_at_end(self, table_id: TableId) -> RunningTable | None:
        """Return a closed table as it last ran; None if it doesn't count or can't be read."""
        if await self._store.tables.load(table_id) is None:
            return None
        closed = await self._tables.archive.closed_table(table_id)
        return closed.running if closed is not None and closed.reason != "moderator" else None

    def _goes_on(self, evening: Evening, table: RunningTable) -> bool:
        """Whether another match follows, because one was won before the round's last deal."""
        won = table.match.is_won and table.match.ended_by is None
        return won and deals_left(table) > 0 and self._clock.now() < evening.ends


def _seats(evening: Evening, sitting: Sitting) -> tuple[Seated, ...]:
    """Return the players of a table, with computers in empty seats."""
    level = evening.options.get(LEVEL_OPTION, USUAL_LEVEL)
    seated: list[Seated] = []
    for at in sitting.seats:
        entrant = None if at is None else evening.entrants[at]
        if entrant is not None and entrant.user is not None:
            seated.append(Seated(entrant.name, entrant.user, ""))
        else:
            seated.append(replace(another_computer(seated), level=level))
    return tuple(seated)


def without_partner_draw(variant: Variant, options: Mapping[str, str]) -> dict[str, str]:
    """Return the option that keeps the sides but draws no partners, because the evening has drawn
    the seats; empty if partners are not drawn anyway."""
    values, players = own_options(variant, options), variant.least_players
    if not variant.draws(values):
        return {}
    others = ({option.key: value} for option in variant.options for value, _ in option.values)
    sides = variant.sides(variant.opening(values, players))
    return next(
        other
        for other in others
        if not variant.draws({**values, **other})
        and variant.sides(variant.opening({**values, **other}, players)) == sides
    )


def _away(table: RunningTable) -> list[UserId]:
    return [user for seat in table.away if (user := table.seated[seat].user) is not None]


def _present_users(table: RunningTable) -> list[UserId]:
    return [user for seat in table.present if (user := table.seated[seat].user) is not None]
