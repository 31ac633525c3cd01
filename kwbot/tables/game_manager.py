"""All tables of the bot: opening, finding, resuming, and what people do at them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from kwbot.engine.actions import Action, Seat
from kwbot.engine.variant import Variant
from kwbot.engine.wording import N_
from kwbot.storage.documents import GuildSettings
from kwbot.storage.failures import StorageError
from kwbot.storage.store import Store
from kwbot.storage.stored import StoredTable, TableChange
from kwbot.tables import lobby, time_limits
from kwbot.tables.alarms import Alarms
from kwbot.tables.archive import Archive
from kwbot.tables.clock import Clock
from kwbot.tables.live_table import LiveTable
from kwbot.tables.refusals import NoTable, Refused
from kwbot.tables.services import Computers, Display, Services
from kwbot.tables.state import NewLobby, Person, Seated, TableState
from kwbot.tables.table_rows import from_row, new_row
from kwbot.tables.time_limits import CLOSING_GRACE, GRACE

_log = logging.getLogger(__name__)

KEPT = timedelta(days=365)
"""How long a closed table can be verified and its record be had."""
_TIDYING = 0
"""The alarm that is no table's."""


class Tables:
    """The async game manager. Methods about a table raise RuleViolation with one sentence."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        display: Display,
        computers: Computers,
        games: Mapping[str, Variant],
        *,
        pause: float = 0.0,
    ) -> None:
        """`pause`: see kwbot.tables.services."""
        self._games = games
        self.archive = Archive(store, games)
        self._alarms = Alarms(clock, self._ring)
        self._services = Services(
            store, clock, display, computers, pause, self._alarms, self.archive
        )
        self._live: dict[int, LiveTable] = {}
        self._opening: set[int] = set()
        """Channels in which a table is being opened."""

    # --- start and stop -----------------------------------------------------------------------

    async def resume(self) -> list[TableState]:
        """Bring all open tables back and start their time; gives those that go on.

        A table whose log does not fit this version of the rules is closed, with the reason.
        """
        now = self._services.clock.now()
        for game in self._games.values():
            await asyncio.to_thread(game.warm_up)
        with _uncollected():
            await self._resume_open(now)
        await self._tidy()
        self._alarms.start()
        return [live.state for live in self._live.values()]

    async def _resume_open(self, now: datetime) -> None:
        for row, events in await self._services.store.open_tables():
            try:
                table = self.archive.replayed(row, events)
            except Exception as error:  # noqa: BLE001 - one table must not keep the others shut
                _log.error("table %d is closed: its log: %s", row.id, type(error).__name__)
                await self._close_unreadable(row)
                continue
            live = LiveTable(_after_absence(table, now), self._services)
            self._live[row.id] = live
            live.set_alarm()

    async def _close_unreadable(self, row: StoredTable) -> None:
        variant = self._games.get(row.game)
        if variant is None:  # nothing can be shown of a game that is gone
            change = TableChange(state="closed", closed_reason="rules", deadline=None)
            await self._services.store.update_table(row.id, change)
            return
        live = LiveTable(replace(from_row(row, variant), seq=row.seq), self._services)
        await live.close("rules")

    async def _tidy(self) -> None:
        """Once a day: forget the logs of tables that were closed long ago. Results stay."""
        now = self._services.clock.now()
        self._alarms.set(_TIDYING, now + timedelta(days=1))
        await self._services.store.purge_closed(now - KEPT)

    def suspend(self) -> None:
        """Stop everybody's time: the connection to Discord is gone."""
        self._alarms.suspend()

    async def proceed(self) -> None:
        """The connection is back: nobody loses by its loss. Time runs on whatever can be stored."""
        try:
            given = [_given_grace(live) for live in self._live.values() if self._is_due(live)]
            failed = [one for one in await asyncio.gather(*given) if one is not None]
            if failed:
                _log.warning("%d tables were given no time to catch up: %s", len(failed), failed[0])
        finally:
            self._alarms.proceed()

    def _is_due(self, live: LiveTable) -> bool:
        """Whether time runs out there before anybody can have caught up."""
        vote = live.state.vote
        times = [live.state.deadline, vote.until if vote else None]
        soon = self._services.clock.now() + GRACE
        return any(time is not None and time < soon for time in times)

    async def stop(self) -> None:
        """Stop the time. Tables are stored already; there is nothing to save."""
        await self._alarms.stop()

    async def _ring(self, table: int) -> None:
        if table == _TIDYING:
            await self._tidy()
        live = self._live.get(table)
        if live:
            try:
                await live.ring()
            except NoTable:
                pass  # it was closed while the alarm waited for its turn
            finally:
                self._forget_closed(table)

    @property
    def computers(self) -> Computers:
        """The computer players, to ask them for advice."""
        return self._services.computers

    # --- finding ------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[TableState]:
        return (live.state for live in list(self._live.values()))

    def __len__(self) -> int:
        return len(self._live)

    def get(self, table: int) -> TableState | None:
        """An open table, or None."""
        live = self._live.get(table)
        return live.state if live else None

    def in_channel(self, channel: int) -> TableState | None:
        """The open table that shows in a channel or thread."""
        return next((table for table in self if table.channel == channel), None)

    def of_user(self, user: int) -> list[TableState]:
        """The open tables at which a user sits."""
        return [table for table in self if table.has(user)]

    def _find(self, table: int) -> LiveTable:
        live = self._live.get(table)
        if live is None:
            raise NoTable
        return live

    @contextlib.contextmanager
    def _at(self, table: int) -> Iterator[LiveTable]:
        """The live table of a number; afterwards it is forgotten if it is closed. Or NoTable."""
        live = self._find(table)
        try:
            yield live
        finally:
            self._forget_closed(table)

    def _forget_closed(self, table: int) -> None:
        live = self._live.get(table)
        if live and live.state.state == "closed":
            del self._live[table]

    # --- the lobby ----------------------------------------------------------------------------

    async def open(self, new: NewLobby, settings: GuildSettings) -> TableState:
        """Open a lobby; `settings` give the time limits. Refuses a second table in a channel."""
        if self.in_channel(new.channel) or new.channel in self._opening:
            raise Refused(N_("There is a table in this channel already."))
        self._opening.add(new.channel)
        try:
            return await self._open(new, settings)
        finally:
            self._opening.discard(new.channel)

    async def _open(self, new: NewLobby, settings: GuildSettings) -> TableState:
        await self.check_ban(new.guild, new.host.id, new.game)
        new = replace(new, others=await self._welcome(new, settings.max_players - 1))
        opened = lobby.opened(new, self._games[new.game], settings, self._services.clock.now())
        table = replace(opened, id=await self._services.store.create_table(new_row(opened)))
        live = self._live[table.id] = LiveTable(table, self._services)
        live.set_alarm()
        self._services.display.show(table, [table])
        return table

    async def _welcome(self, new: NewLobby, most: int) -> tuple[Seated, ...]:
        """Those of a rematch who may still play, no more than the server has seats for."""
        bans = await self._services.store.bans(new.guild)
        barred = {ban.user_id for ban in bans if ban.game == new.game}
        return tuple(seated for seated in new.others if seated.user not in barred)[:most]

    async def check_ban(self, guild: int, user: int, game: str) -> None:
        """Refuses whoever is barred from a game on a server."""
        if await self._services.store.ban(guild, user, game):
            raise Refused(N_("The moderators of this server have barred you from this game."))

    async def _lobby(
        self, table: int, user: int, change: Callable[[TableState], TableState]
    ) -> TableState:
        with self._at(table) as live:
            await live.rearrange(user, change)
            return live.state

    async def join(
        self, table: int, person: Person, most: int, *, dm_channel: int | None, dm_open: bool
    ) -> TableState:
        """Sit down in a lobby; `most` seats are allowed on this server."""
        state = self._find(table).state
        await self.check_ban(state.guild, person.id, state.variant.key)
        return await self._lobby(
            table,
            person.id,
            lambda now: lobby.joined(now, person, most, dm_channel, dm_open=dm_open),
        )

    async def leave(self, table: int, user: int) -> TableState:
        """Leave a lobby, or leave a running game to a computer player."""
        if self._find(table).state.state == "lobby":
            return await self._lobby(table, user, lambda now: lobby.left(now, user))
        with self._at(table) as live:
            await live.leave(user)
            return live.state

    async def add_computer(self, table: int, user: int, most: int, level: str = "") -> TableState:
        return await self._lobby(
            table, user, lambda now: lobby.with_computer(now, user, most, level)
        )

    async def set_level(self, table: int, user: int, seat: Seat | None, level: str) -> TableState:
        """How well a computer player plays; None: all of them."""
        return await self._lobby(table, user, lambda now: lobby.with_level(now, user, seat, level))

    async def remove_computer(self, table: int, user: int) -> TableState:
        return await self._lobby(table, user, lambda now: lobby.without_computer(now, user))

    async def set_option(self, table: int, user: int, key: str, value: str) -> TableState:
        return await self._lobby(table, user, lambda now: lobby.with_option(now, user, key, value))

    async def set_game(self, table: int, user: int, game: str) -> TableState:
        """The host chooses another game; refused where somebody here is barred from it."""
        variant, state = self._games[game], self._find(table).state
        lobby.with_game(state, user, variant)  # whoever may not do this learns nothing of bans
        barred = {b.user_id for b in await self._services.store.bans(state.guild) if b.game == game}
        if any(state.has(one) for one in barred):
            raise Refused(N_("Somebody at this table is barred from that game."))
        return await self._lobby(table, user, lambda now: lobby.with_game(now, user, variant))

    async def cancel(self, table: int, user: int) -> TableState:
        """The host closes the lobby."""
        return await self._lobby(table, user, lambda now: lobby.cancelled(now, user))

    async def start(self, table: int, user: int) -> TableState:
        """The host starts the game."""
        with self._at(table) as live:
            lobby.check_start(live.state, user)
            await live.start(user)
            return live.state

    # --- the game -----------------------------------------------------------------------------

    async def submit(
        self, table: int, user: int, action: Action, asked_at: int | None = None
    ) -> TableState:
        """What a player does; see LiveTable.submit. Gives the table after it is stored."""
        with self._at(table) as live:
            await live.submit(user, action, asked_at)
            return live.state

    async def ready(self, table: int, user: int, interaction: int) -> TableState:
        with self._at(table) as live:
            await live.ready(user, interaction)
            return live.state

    async def back(self, table: int, user: int) -> TableState:
        with self._at(table) as live:
            await live.back(user)
            return live.state

    async def finish(self, table: int, user: int) -> TableState:
        """The host ends a game that has no end of its own."""
        with self._at(table) as live:
            await live.finish(user)
            return live.state

    async def call_foul(self, table: int, user: int, offender: Seat, undo: int = 0) -> TableState:
        with self._at(table) as live:
            await live.call_foul(user, offender, undo)
            return live.state

    async def ask_undo(self, table: int, user: int, count: int) -> TableState:
        with self._at(table) as live:
            await live.ask_undo(user, count)
            return live.state

    async def vote(
        self, table: int, user: int, *, agree: bool, seen: int | None = None
    ) -> TableState:
        with self._at(table) as live:
            await live.vote(user, agree=agree, seen=seen)
            return live.state

    # --- looking after tables -----------------------------------------------------------------

    async def close(self, table: int, reason: str) -> None:
        """Close a table for good ("moderator", "gone", …)."""
        with self._at(table) as live:
            await live.close(reason)

    async def pause(self, table: int, *, paused: bool) -> None:
        """Stop a table's time while its channel is out of reach, or let it go on."""
        live = self._live.get(table)
        if live and live.state.paused != paused:
            await live.pause(paused=paused)

    async def note(self, table: int, **values: object) -> None:
        """Keep what the display must remember: `message`, `display`, `channel`, `seated`."""
        live = self._live.get(table)
        if live:
            await live.change(**values)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for garbage, as there is none while very much is built up that stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.freeze()


def _after_absence(table: TableState, now: datetime) -> TableState:
    """Nobody's time ran out while the bot was away, neither a vote's nor the whole table's.

    How long that was is known where somebody's time should have run out meanwhile.
    """
    hours = time_limits.closing_time(table) - table.last_human_at
    heard = max(table.last_human_at, now + CLOSING_GRACE - hours)
    vote = table.vote and replace(table.vote, until=max(table.vote.until, now + GRACE))
    deadline = table.deadline or time_limits.deadline(table, now)
    if deadline is None:
        return replace(table, last_human_at=heard, vote=vote)
    late = max(0, int((now - deadline).total_seconds()))
    deadline = max(deadline, now + GRACE)
    return replace(table, last_human_at=heard, vote=vote, deadline=deadline, absence=late)


async def _given_grace(live: LiveTable) -> StorageError | None:
    """Why it could not be, where it was not; a table that was closed meanwhile needs none."""
    try:
        with contextlib.suppress(NoTable):
            await live.give_grace()
    except StorageError as error:
        return error
    return None
