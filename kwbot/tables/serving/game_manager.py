"""All tables of the bot: opening, finding, resuming, and what people do at them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import (
    AsyncIterator,
    Callable,
    Collection,
    Container,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import replace
from datetime import timedelta

from kwbot.engine.deals.variant import Variant
from kwbot.storage.backend.failures import ChannelTaken, NotOwner, StorageError, UnknownTable
from kwbot.storage.cluster import TakenTable, limited_with
from kwbot.storage.store import Store
from kwbot.storage.values.display_notes import DisplayNotes
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.log.archive import Archive
from kwbot.tables.log.table_rows import from_entry, new_row, row_change
from kwbot.tables.play import lobby
from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.play.services import Display, Services
from kwbot.tables.serving.downtime import Downtime
from kwbot.tables.serving.membership import Membership
from kwbot.tables.serving.resumption import Resumption
from kwbot.tables.serving.table_index import TableIndex
from kwbot.tables.state.seated import IndexedTable
from kwbot.tables.state.table_state import (
    ClosedTable,
    LobbyTable,
    OpenTable,
    PlannedTable,
    TableState,
    is_planned,
    lobby_of,
)
from kwbot.tables.state.time_limits import closing_time
from kwbot.tables.thinking.computer_protocol import Computers
from kwbot.tables.time.alarms import Alarms
from kwbot.tables.time.clock import Clock, Gap
from kwbot.tables.time.refusals import BeforeRestore, ChannelInUse, NoTable, OwnedElsewhere

_log = logging.getLogger(__name__)

KEPT = timedelta(days=365)
"""How long a closed table can be verified and its record be had."""
_TIDYING, _SERVED = 0, -1
"""The alarms that are no table's."""
_SERVED_INTERVAL = timedelta(minutes=1)
"""How often it is stored that the bot serves."""
DOUBTFUL = timedelta(days=1)
"""After a gap this long, nothing is forgotten for a day: the clock may be wrong."""
TRIED_AGAIN = timedelta(minutes=1)
"""When a planned table looks again whether its channel is free."""


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
        """`pause`: see kwbot.tables.play.services."""
        self._games = games
        self.archive = Archive(store, games)
        self._alarms = Alarms(clock, self._ring, self._make_good, self._is_unheard)
        self._services = Services(store, clock, display, computers, pause, self._alarms)
        self._index = TableIndex()
        self._resumption = Resumption(
            self._services, self.archive, games, self._index, self._live_table
        )
        self._first = 0
        """The lowest id of tables since a backup was restored."""
        self._opening: set[int] = set()
        """Channels in which a table is being opened."""
        self.downtime = Downtime(self._services, self._index, self._resumption.lost)
        self.on_close: Callable[[int], object] = _nobody_listens
        """Told the number of each table that closes here."""
        self._taking = asyncio.Lock()
        self.membership = (
            None if store.cluster is None
            else Membership(
                store.cluster, clock.steady,
                keep=self._keep, lose=self._lose, enter=self._enter, follow=self._follow,
                serves=self.serves,
            )
        )  # fmt: skip

    # --- start and stop -----------------------------------------------------------------------

    async def resume(self) -> None:
        """Find all open tables and start their time. From now on people are served: a table comes
        back when somebody needs it; see `resume_table`."""
        for game in self._games.values():
            await asyncio.to_thread(game.warm_up)
        restore = await self._services.store.last_restore()
        self._first = restore.first if restore else 0
        now = self._services.clock.now()
        gap = Gap.between(await self._services.store.served_until(), now)
        if self.membership is None:
            self.downtime.note_gap(gap)
            await self._resumption.begin(gap, now)
        else:
            await self.membership.join()
        await self._serve()
        self._alarms.set(_TIDYING, now)
        self._put_off_tidying(gap)
        self._alarms.start()

    async def resume_table(self, table: int) -> None:
        """Bring a table into memory. Raises StorageError if it cannot be read now."""
        await self._take([table])
        await self._resumption.resume(table)

    async def resume_around(self, user: int, channel: int | None = None) -> None:
        """Bring the tables of a user into memory, and those of a channel with its threads."""
        if self.membership is not None:
            await self._take(list(await self.membership.owners_around(user, channel)))
        for table in list(self._index.dormant.values()):
            if table.has(user) or table.is_in(channel):
                await self._resumption.resume(table.id)

    async def resume_about(self, table: int, user: int, channel: int | None) -> None:
        """Bring into memory what a user may mean who presses a control of a table in a channel."""
        await self.resume_table(table)
        if self.membership is None or table not in self._index:
            await self.resume_around(user, channel)

    async def all_resumed(self) -> None:
        """Wait until all tables are in memory, but for those that cannot be read now."""
        await self._resumption.finished()

    def _live_table(self, table: OpenTable) -> LiveTable:
        live = LiveTable(table, self._services, self.archive, self._forget, self._lose)
        self._index.live[table.id] = live
        self._index.dormant.pop(table.id, None)
        return live

    def _forget(self, table: int) -> None:
        """Forget a table that is closed."""
        self._index.live.pop(table, None)  # this process may just have left all tables
        self.on_close(table)

    # --- in a cluster -------------------------------------------------------------------------

    async def _take(self, tables: Sequence[int]) -> None:
        """Serve open tables from now on, whosever they were."""
        if self.membership is None or all(table in self._index for table in tables):
            return
        async with self._taking:  # once for all who need it
            await self.membership.take([table for table in tables if table not in self._index])

    async def elsewhere(self, guild: int, user: int = 0) -> list[IndexedTable]:
        """Return the open tables of a server, and those that a user has opened, which are other
        processes'."""
        if self.membership is None:
            return []
        entries = await self.membership.cluster.open_tables(limited_with(user, guild))
        known = [one for one in entries if one.id not in self._index and one.game in self._games]
        return [from_entry(entry, self._games[entry.game]) for entry in known]

    async def count_elsewhere(self) -> int:
        """Return how many tables of other processes are open."""
        if self.membership is None:
            return 0
        return max(0, await self.membership.cluster.count_open() - len(self))

    def _lose(self, table: int) -> None:
        """Another process serves a table from now on."""
        self._index.drop(table)
        self._alarms.set(table, None)
        self._services.display.forget(table)

    def _keep(self, tables: Collection[int]) -> None:
        """All others than these are other processes' now."""
        for table in list(self._index):
            if table.id not in tables:
                self._lose(table.id)

    async def _enter(self, taken: Sequence[TakenTable]) -> None:
        """Serve tables that are this process's from now on."""
        now = self._services.clock.now()
        for one in taken:
            self._lose(one.entry.id)
            await self._resumption.enter(one.entry, Gap(lost=one.unserved), now)

    def _follow(self, taken: Sequence[TakenTable]) -> None:
        """Bring tables that were entered back, and show them."""
        self._resumption.follow()
        self._services.display.show_all(self._index.among(one.entry.id for one in taken))

    # --- time ---------------------------------------------------------------------------------

    async def _tidy(self) -> None:
        """Once a day: forget the logs of tables that were closed long ago. Results stay."""
        now = self._services.clock.now()
        self._alarms.set(_TIDYING, now + timedelta(days=1))
        if self.membership is None or self.membership.cluster.leads:
            await self._services.store.purge_closed(now - KEPT)

    def _put_off_tidying(self, gap: Gap) -> None:
        if max(abs(gap.put_on), gap.lost) > DOUBTFUL:
            self._alarms.set(_TIDYING, self._services.clock.now() + timedelta(days=1))

    async def _serve(self) -> None:
        """Store that the bot serves now: what lies between this and a restart is lost time."""
        now = self._services.clock.now()
        self._alarms.set(_SERVED, now + _SERVED_INTERVAL)
        await self._services.store.serve(now)

    def _is_unheard(self, table: int) -> bool:
        return self.downtime.is_unheard(table)

    async def _make_good(self, gap: Gap) -> None:
        self._put_off_tidying(self.downtime.outside_outages(gap))
        self._alarms.set(_SERVED, self._services.clock.now())
        await self.downtime.make_good(gap)

    async def stop(self) -> None:
        """Stop the time. Tables are stored already; there is nothing to save."""
        await self._alarms.stop()
        await self._resumption.stop()
        await self.leave()

    async def leave(self) -> None:
        """Leave all tables to the other processes of a cluster."""
        if self.membership is not None:
            with contextlib.suppress(StorageError):  # the others find out by themselves
                await self.membership.leave()

    async def _ring(self, table: int) -> None:
        if table == _TIDYING:
            await self._tidy()
        elif table == _SERVED:
            await self._serve()
        await self._resumption.resume_in_turn(table)
        live = self._index.live.get(table)
        if live:
            with contextlib.suppress(NoTable):  # closed while the alarm waited for its turn
                if await self._is_kept_out(live.state):
                    await self._keep_out(live)
                else:
                    await live.clock.ring()

    async def _is_kept_out(self, table: TableState) -> bool:
        """Whether a planned table cannot open yet, since another one is open in its channel."""
        if not isinstance(table, PlannedTable) or self._services.clock.now() < table.opens:
            return False
        others = (*self, *await self.elsewhere(table.guild))
        return any(one.channel == table.channel and not is_planned(one) for one in others)

    async def _keep_out(self, live: LiveTable) -> None:
        """Look again soon whether a planned table can open; close it where that takes too long."""
        now, closes = self._services.clock.now(), closing_time(live.state)
        if closes <= now:
            await live.clock.close_missed()
        else:
            self._alarms.set(live.state.id, min(now + TRIED_AGAIN, closes))

    @property
    def computers(self) -> Computers:
        """The computer players, to ask them for advice."""
        return self._services.computers

    # --- finding ------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[IndexedTable]:
        return iter(self._index)

    @property
    def in_memory(self) -> list[OpenTable]:
        """The open tables that have been resumed or opened since the start."""
        return self._index.in_memory

    def __len__(self) -> int:
        return len(self._index)

    def serves(self, table: int) -> bool:
        """Whether a table is open here, in memory yet or not."""
        return table in self._index

    def at(self, table: int) -> LiveTable:
        """Return an open table to do something at it; raise NoTable where there is none, or
        BeforeRestore if it may have gone when a backup was restored."""
        try:
            return self._index.at(table)
        except NoTable:
            raise (BeforeRestore if table < self._first else NoTable) from None

    def get(self, table: int) -> OpenTable | None:
        """Return an open table, or None."""
        return self._index.get(table)

    def in_channel(self, channel: int) -> OpenTable | None:
        """Return the open table that shows in a channel or thread."""
        return self._index.in_channel(channel)

    def of_user(self, user: int) -> list[OpenTable]:
        """Return the open tables at which a user sits."""
        return self._index.of_user(user)

    # --- opening, and what the display asks for -----------------------------------------------

    async def open(self, new: NewLobby, settings: GuildSettings) -> LobbyTable:
        """Open a lobby; `settings` give the time limits. Raises ChannelInUse for a second table."""
        self._check_free(new.channel)
        self._opening.add(new.channel)
        try:
            return await self._open(new, settings)
        finally:
            self._opening.discard(new.channel)

    def _check_free(self, channel: int) -> None:
        """Raise ChannelInUse if a table is open in a channel, planned ones aside."""
        taken = any(table.channel == channel for table in self if not is_planned(table))
        if taken or channel in self._opening:
            raise ChannelInUse

    async def _open(self, new: NewLobby, settings: GuildSettings) -> LobbyTable:
        host = new.host
        assert host.user is not None
        store = self._services.store
        await lobby.check_ban(store, new.guild, host.user, new.game)
        # Those of a rematch who may still play, no more than the server has seats for.
        barred = {
            ban.user_id for ban in await store.settings.bans(new.guild) if ban.game == new.game
        }
        welcome = [one for one in new.seated if one is host or one.user not in barred]
        new = replace(new, seated=tuple(welcome[: settings.max_players]))
        opened = lobby.open_lobby(new, self._games[new.game], settings, self._services.clock.now())
        try:
            table = replace(opened, id=await store.create_table(new_row(opened)))
        except ChannelTaken:  # another process was quicker
            raise ChannelInUse from None
        live = self._live_table(table)
        try:
            await live.seal()
        except StorageError:
            self._lose(table.id)
            if (cluster := store.cluster) is not None:
                cluster.in_doubt = True  # nobody else would serve it
            raise
        return lobby_of(live.state)

    async def pause(self, table: int, *, paused: bool) -> None:
        """Stop a table's time while its channel is out of reach, or let it go on."""
        live = self._index.live.get(table)
        if live and live.state.game and live.state.game.paused != paused:
            await live.clock.pause(paused=paused)

    async def note(self, table: int, **values: object) -> None:
        """Keep what the display must remember: `message`, `display`, `channel`, `seated`. Raises
        OwnedElsewhere if another process has the table."""
        live = self._index.live.get(table)
        if live:
            await live.change(**values)
        else:  # closed: what its last messages are must not be forgotten either
            try:
                with contextlib.suppress(UnknownTable):
                    await self._services.store.update_table(table, row_change(values))
            except NotOwner:
                raise OwnedElsewhere from None

    async def notes_of(self, table: int) -> tuple[int | None, DisplayNotes]:
        """Return the message of a table, and its notes, as whichever process has it left them."""
        row = await self._services.store.tables.load(table)
        return (
            (None, DisplayNotes())
            if row is None
            else (row.message_id, DisplayNotes.read(row.display))
        )

    async def closing_messages(self, besides: Container[int]) -> AsyncIterator[ClosedTable]:
        """Yield the closed tables whose last messages may not be out, but for those `besides`.

        One that cannot be read any more is forgotten.
        """
        for table in await self._services.store.closing_messages():
            if table in besides:
                continue
            try:
                closed = await self.archive.at_end(table)
            except UnknownTable:  # somebody had it deleted
                closed = None
            if closed is None:
                await self.seen_off(table)
            else:
                yield closed

    async def seen_off(self, table: int) -> None:
        """Store that a closed table's last messages are out, or never will be."""
        with contextlib.suppress(UnknownTable, NotOwner):  # somebody had it deleted
            await self._services.store.update_table(table, {"farewell": False})


def _nobody_listens(table: int) -> None:
    """Nobody wants to know."""
