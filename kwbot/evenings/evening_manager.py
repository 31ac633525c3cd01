"""All evenings of the bot: what people do at them and what happens by the clock.

Nothing of an evening is kept in memory. Every change is a transaction, and the stored state shows
what is due, so a bot that is killed at any moment goes on from there.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from random import Random

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.wording import N_
from kwbot.evenings.evening import (
    CHECK_IN_LEAD,
    MAX_DURATION,
    NEWS_PERIOD,
    Evening,
    EveningStage,
    room_at,
)
from kwbot.evenings.evening_notes import EveningNotes
from kwbot.evenings.evening_rows import OPEN_STAGES, OVER_STAGES, from_row, to_row
from kwbot.evenings.evening_venue import EveningVenue
from kwbot.evenings.round_changes import add_table, close_room
from kwbot.evenings.rounds import Rounds
from kwbot.ids import GuildId, TableId, UserId
from kwbot.storage.backend.failures import UnknownEvening
from kwbot.storage.store import Store
from kwbot.storage.values.stored_evenings import StoredEvening
from kwbot.tables.errors.delivery_errors import Unreachable
from kwbot.tables.errors.refusals import BeforeRestore, Refused
from kwbot.tables.play import lobby
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.round_limits import deals_left
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import running_of
from kwbot.tables.state.time_limits import CLOSING_GRACE
from kwbot.tables.time import clock_times
from kwbot.tables.time.clock import Clock
from kwbot.tables.time.due_dates import DueDates

_log = logging.getLogger(__name__)

_RETRY_DELAY = timedelta(seconds=30)
"""Time until something that failed is tried again."""
ROUND_LOOK_INTERVAL, EVENINGS_LOOK_INTERVAL = timedelta(minutes=1), timedelta(seconds=5)
"""Time between two looks at a round under way, even if none of its tables reports its end, and at
all evenings in a cluster, where other processes may change them."""
_MAX_AT_ONCE = 1000
"""Most evenings that are advanced at the same time, as each may have to wait for Discord."""
_NO_EVENING = N_("There's no such evening.")


class Evenings:
    """All evenings. Methods about one raise a RuleViolation with one sentence, or StorageError."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tables: Tables,
        venue: EveningVenue,
        games: Mapping[str, Variant],
        *,
        rng: Random | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._tables = tables
        self._venue = venue
        self._games = games
        self.notes = EveningNotes(self._change)
        self._rounds = Rounds(store, clock, tables, venue, games, self._change, rng)
        self.due = DueDates(
            store, clock, "evening", self._find, self._try_advance,
            at_once=_MAX_AT_ONCE, retry_delay=_RETRY_DELAY, cluster_interval=EVENINGS_LOOK_INTERVAL,
        )  # fmt: skip
        tables.close_listeners.append(self._note_close)
        tables.downtime.listeners.append(self.due.look_at_all)
        self._over: set[int] = set()
        """The ids of past evenings that may have rooms to close."""
        self._led = False
        """Whether this process led its cluster at the last look."""
        self._in_turn = asyncio.Lock()
        """Held during a change: PostgreSQL's answers may come in the wrong order, and then the
        older state would be shown last."""

    # --- start and stop -----------------------------------------------------------------------

    async def resume(self) -> None:
        """Show all evenings, and begin to advance the open ones; a second call only shows them."""
        await self.due.resume()
        async with self._in_turn:
            for evening in (*await self.open_in(), *await self._over_lately()):
                self._venue.show(evening)

    async def open_in(self, guild_id: GuildId | None = None) -> list[Evening]:
        """Return the evenings of a server (None: of all) that are not over, by their start."""
        rows = await self._store.evenings.in_states(OPEN_STAGES, guild_id)
        return [from_row(row) for row in rows if row.game in self._games]

    async def _over_lately(self) -> list[Evening]:
        """Return recently ended evenings, whose end a killed bot may not have shown."""
        now = self._clock.now()
        lately = (now - NEWS_PERIOD - MAX_DURATION, now + clock_times.MAX_LEAD)
        rows = await self._store.evenings.in_states(OVER_STAGES, between=lately)
        return [from_row(row) for row in rows if row.game in self._games]

    async def _find(self) -> set[int]:
        """Return the ids of all open evenings and of those with rooms to close. A new leader looks
        for the latter once."""
        found = {one.id for one in await self.open_in()}
        if self.due.leads and not self._led:
            self._over |= {one.id for one in await self._over_lately() if one.spent_rooms}
        self._led = self.due.leads
        return found | self._over

    # --- what people do -----------------------------------------------------------------------

    async def evening(self, number: int) -> Evening:
        """Return an evening; raise Refused or BeforeRestore if there is none."""
        row = await self._store.evenings.load(number)
        if row is None or row.game not in self._games:
            if await self._store.is_before_restore(number):
                raise BeforeRestore
            raise Refused(_NO_EVENING)
        return from_row(row)

    @property
    def are_in_cluster(self) -> bool:
        """Whether other processes of a cluster may also change and show evenings."""
        return self._store.cluster is not None

    async def latest(self, evening: Evening) -> Evening:
        """Return the current state of an evening, whichever process has changed it."""
        return await self.evening(evening.id) if self.are_in_cluster else evening

    async def open(self, new: Evening) -> Evening:
        """Announce an evening."""
        evening = replace(new, id=await self._store.evenings.create(to_row(new)))
        self.due.look_at(evening.id)
        return evening

    async def arrive(self, number: int, seated: Seated, press: int) -> Evening:
        """Sign a person up or check them in. Whoever comes late gets a seat as soon as there is
        one, and then the id of the `press` goes into the shuffle. Whoever has left the private
        channel of their table is let in again."""
        user, before = seated.user, await self.evening(number)
        assert user is not None
        await lobby.check_ban(self._store, before.guild, user, before.game)
        evening = before
        room, was_here = _private_room(before, user), before.is_here(before.number_of(user))
        if not (room and was_here) and not await self._waits_for_seat(before, user):
            evening = await self._change(number, lambda now: now.with_arrival(user, seated.name))
        if room is not None:
            await self._venue.let_in(room, [user])
        if evening.stage is EveningStage.PLAYING:
            await self._seat_late(evening, seated, press)
        self.due.look_at(number)
        return await self.evening(number)

    async def leave(self, number: int, user_id: UserId) -> Evening:
        """Take a user off the list; a computer plays on in their place. They leave their table
        first: if the bot is killed in between, it finds them away at the end of the table."""
        before = await self.evening(number)
        before.without_person(user_id)  # raises if they are not on the list
        await self._leave_tables(before, user_id)
        evening = await self._change(number, lambda now: _without(now, user_id))
        await self._leave_tables(evening, user_id)  # which may have opened meanwhile
        return evening

    async def _leave_tables(self, evening: Evening, user_id: UserId) -> None:
        for live in await self._rounds.playing(evening):
            if live.state.has(user_id):
                with contextlib.suppress(RuleViolation):  # already gone
                    await live.leave(user_id)

    async def room_of(self, evening: Evening, user_id: UserId) -> int | None:
        """Return the channel of the table where a user sits or waits for a seat, if any."""
        for live in await self._rounds.playing(evening):
            table = running_of(live.state)
            if table.has(user_id) or any(one.user == user_id for one in table.newcomers):
                return table.channel
        return None

    async def cancel(self, number: int) -> Evening:
        """Call an evening off, or make the running deals the last ones."""
        now = self._clock.now()

        def step(evening: Evening) -> Evening:
            playing = evening.stage is EveningStage.PLAYING
            return evening.with_end(now) if playing else evening.call_off()

        evening = await self._change(number, step)
        self.due.look_at(number)
        return evening

    async def _waits_for_seat(self, evening: Evening, user_id: UserId) -> bool:
        """Whether a late user has no seat yet, as the bot may have been killed in between."""
        at = evening.number_of(user_id)
        late = evening.stage is EveningStage.PLAYING and evening.is_here(at)
        drawn = at is not None and any(sitting.has(at) for sitting in evening.round)
        return late and not drawn and await self.room_of(evening, user_id) is None

    async def _seat_late(self, evening: Evening, seated: Seated, press: int) -> None:
        """Give a person who comes late a computer's seat, or a table of their own. If the round is
        nearly over they wait for the next one."""
        user, playing = seated.user, await self._rounds.playing(evening)
        assert user is not None
        if own := next((live for live in playing if live.state.has(user)), None):
            with contextlib.suppress(RuleViolation):  # not away there
                await own.back(user)
            return
        if evening.is_duplicate:
            return  # they play from their table's next deal on, or from the next round
        for live in sorted(playing, key=lambda live: -len(running_of(live.state).computers)):
            with contextlib.suppress(RuleViolation):
                await live.take_computers_seat(seated, press)
                return
        left = max((deals_left(running_of(live.state)) for live in playing), default=0)
        if left > 0 and self._clock.now() < evening.ends:
            await self._change(evening.id, lambda now: add_table(now, user, left))

    # --- changes ------------------------------------------------------------------------------

    async def _change(
        self, number: int, step: Callable[[Evening], Evening], *, show: bool = True
    ) -> Evening:
        """Store what `step` makes of an evening, and show and return it."""

        def change(row: StoredEvening) -> StoredEvening:
            return to_row(step(from_row(row)))

        async with self._in_turn:
            try:
                evening = from_row(await self._store.evenings.change(number, change))
            except UnknownEvening:
                raise Refused(_NO_EVENING) from None
            if show:
                self._venue.show(evening)
        return evening

    # --- what happens by itself ---------------------------------------------------------------

    def _note_close(self, table_id: TableId) -> None:
        """Look at all evenings after a table has closed, as a round may be over."""
        self.due.look_at_all()

    async def _try_advance(self, number: int) -> datetime | None:
        """Do all that is due at an evening; return when to look there next (None: never)."""
        try:
            until = self._next_look(await self.advance(number))
        except Unreachable as refusal:
            _log.info("evening %d: no room for a table: %s", number, refusal)
            return self._clock.now() + ROUND_LOOK_INTERVAL
        if until is None:
            self._over.discard(number)
        return until

    def _next_look(self, evening: Evening) -> datetime | None:
        """Return when an evening may have something to do again; None: never."""
        now = self._clock.now()
        if not evening.is_open:
            return (
                now + ROUND_LOOK_INTERVAL
                if evening.spent_rooms and self._is_news(evening)
                else None
            )
        until = evening.due_at(now)
        if until <= now:
            return now + ROUND_LOOK_INTERVAL
        if evening.stage is EveningStage.PLAYING:
            return min(until, now + ROUND_LOOK_INTERVAL)
        return until

    def _is_news(self, evening: Evening) -> bool:
        """Whether an evening is not over or ended recently."""
        return evening.is_open or self._clock.now() < evening.ends + NEWS_PERIOD

    async def advance(self, number: int) -> Evening:
        """Do all that is due at an evening, and return it."""
        evening = await self.evening(number)
        spent = evening.spent_rooms
        if evening.stage is EveningStage.PLAYING:
            evening = await self._without_barred(evening)
        evening = await self._rounds.tend(evening)
        while due := evening.due(self._clock.now()):
            if self._is_early(evening, due):
                break
            evening = await self._rounds.tend(await self._do_step(evening, due))
        return await self._closed_rooms(spent, evening) if self._is_news(evening) else evening

    async def _closed_rooms(self, rooms: Sequence[int], evening: Evening) -> Evening:
        """Close the rooms in which the last messages of tables are out; return the new evening."""
        busy = await self._store.tables.busy_channels(evening.guild, rooms) if rooms else ()
        for room in rooms:
            if room not in busy:
                await self._venue.close(room)
                closed = partial(close_room, channel_id=room)
                evening = await self._change(evening.id, closed, show=False)
        return evening

    def _is_early(self, evening: Evening, due: str) -> bool:
        """Whether a step waits for people to make up for a gap, by checking in or playing."""
        match due, evening.stage:
            case "end", _:
                at, most = evening.ends, CLOSING_GRACE
            case "draw", EveningStage.CHECK_IN:
                at, most = evening.starts, CHECK_IN_LEAD
            case _:
                return False
        return self._tables.downtime.grace(evening.guild, at, most) is not None

    async def _do_step(self, evening: Evening, due: str) -> Evening:
        """Do the due step of an evening, unless it is no longer due when stored: the evening may
        have just been called off."""
        step: Callable[[Evening], Evening] = Evening.with_check_in
        if due == "end":
            self._over.add(evening.id)
            step = Evening.as_over
        elif due == "draw":
            before = await self._without_barred(evening)
            draw = await asyncio.to_thread(self._rounds.draw, before)

            def step(now: Evening) -> Evening:  # draw again if somebody came or left meanwhile
                drawn = now.with_round(draw.tables, draw.units, draw.secrets)
                return drawn if now.entrants == before.entrants else now

        return await self._change(
            evening.id, lambda now: step(now) if now.due(self._clock.now()) == due else now
        )

    async def _without_barred(self, evening: Evening) -> Evening:
        """Take those off the list who have been banned from the game since they came."""
        bans = await self._store.settings.bans(evening.guild)
        barred = {ban.user_id for ban in bans if ban.game == evening.game}
        if not any(evening.entrants[at].user in barred for at in evening.here):
            return evening
        return await self._change(evening.id, lambda now: now.with_presence("gone", barred))


def _without(evening: Evening, user_id: UserId) -> Evening:
    """Return the evening without a user, who may be gone already as their table has ended."""
    entrant = evening.entrant(user_id)
    gone = entrant is not None and entrant.presence == "gone"
    return evening if gone else evening.without_person(user_id)


def _private_room(evening: Evening, user_id: UserId) -> int | None:
    """Return the channel of the duplicate table at which a user sits; None without one."""
    at = evening.number_of(user_id)
    numbers = evening.under_way if evening.is_duplicate and at is not None else ()
    rooms = (room_at(evening, number) for number in numbers if at in evening.round[number].seats)
    return next(rooms, None)
