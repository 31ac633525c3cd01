"""All tables of a process: opening, resuming and ringing them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Container, Mapping
from dataclasses import replace
from datetime import timedelta

from kwbot.engine.deals.variant import Variant
from kwbot.ids import TableId, UserId
from kwbot.storage.backend.failures import ChannelTaken, NotOwner, StorageError, UnknownTable
from kwbot.storage.store import Store
from kwbot.storage.values.display_notes import DisplayNotes
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.errors.refusals import ChannelInUse, NoTable, OwnedElsewhere
from kwbot.tables.log.archive import Archive
from kwbot.tables.log.table_rows import new_row, row_change
from kwbot.tables.play import lobby
from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.play.services import Display, Services
from kwbot.tables.serving.downtime import Downtime
from kwbot.tables.serving.resumption import Resumption
from kwbot.tables.serving.table_index import TableIndex
from kwbot.tables.serving.table_ownership import TableOwnership
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

LOG_RETENTION = timedelta(days=365)
"""Time that the log of a closed table is kept, for verifying it and reading its record."""
_TIDY_ALARM, _SERVING_ALARM = TableId(0), TableId(-1)
"""Ids of alarms that do not belong to a table."""
_SERVING_INTERVAL = timedelta(minutes=1)
"""Time between two notes in the store that the bot serves."""
DOUBTFUL_GAP = timedelta(days=1)
"""After a gap this long nothing is forgotten for a day, as the clock may be wrong."""
CHANNEL_RETRY_DELAY = timedelta(minutes=1)
"""Time until a planned table looks again whether its channel is free."""


class Tables:
    """The open tables of this process. `index` finds them; `ownership` knows those of others.
    Methods about a table raise RuleViolation with one sentence."""

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
        self.archive = Archive(store, games)
        self.computers = computers
        self._alarms = Alarms(clock, self._ring, self._make_good, self._is_unheard)
        self._services = Services(
            store, clock, display, computers, games, self.archive, self._alarms, pause,
            forget=self._forget, lose=self.lose,
        )  # fmt: skip
        self.index = TableIndex()
        self._resumption = Resumption(self._services, self.index, self._live_table)
        self._opening: set[int] = set()
        """Channels in which a table is being opened."""
        self.downtime = Downtime(self._services, self.index, self._resumption.note_gap)
        self._warming_up: asyncio.Task[None] | None = None
        self.open_listeners: list[Callable[[], object]] = []
        """Called after a table has come into memory here."""
        self.close_listeners: list[Callable[[TableId], object]] = []
        """Called with the id of each table that closes here."""
        self.ownership = TableOwnership(
            self._services, self.index, self._resumption.enter, self._resumption.follow
        )

    # --- start and stop -----------------------------------------------------------------------

    async def resume(self) -> None:
        """Find all open tables and start their time. From then on people are served, and each table
        is read when somebody needs it; see `resume_table`."""
        restore = await self._services.store.last_restore()
        self.index.first = restore.first if restore else 0
        now = self._services.clock.now()
        gap = Gap.between(await self._services.store.served_until(), now)
        if self.ownership.membership is None:
            self.downtime.note_gap(gap)
            await self._resumption.begin(gap, now)
        else:
            await self.ownership.membership.join()
        if self.index:
            await asyncio.shield(self._warm_up())
        await self._serve()
        self._alarms.set(_TIDY_ALARM, now)
        self._put_off_tidying(gap)
        self._alarms.start()

    async def resume_table(self, table_id: TableId) -> None:
        """Bring a table into memory. Raises StorageError if it cannot be read now."""
        await self.ownership.take([table_id])
        await self._resumption.resume(table_id)

    async def resume_around(self, user_id: UserId, channel_id: int | None = None) -> None:
        """Bring into memory the tables of a user, and those of a channel and its threads."""
        await self.ownership.take_around(user_id, channel_id)
        for table in list(self.index.dormant.values()):
            if table.has(user_id) or table.is_in(channel_id):
                await self._resumption.resume(table.id)

    async def resume_about(
        self, table_id: TableId, user_id: UserId, channel_id: int | None
    ) -> None:
        """Bring into memory all tables that a user's press at a table may concern."""
        await self.resume_table(table_id)
        if self.ownership.membership is None or table_id not in self.index:
            await self.resume_around(user_id, channel_id)

    async def all_resumed(self) -> None:
        """Wait until all tables are in memory, except those that cannot be read now."""
        await self._resumption.wait()

    def _live_table(self, table: OpenTable) -> LiveTable:
        live = LiveTable(table, self._services)
        self.index.live[table.id] = live
        self.index.dormant.pop(table.id, None)
        self._warm_up()
        for listener in self.open_listeners:
            listener()
        return live

    def _warm_up(self) -> asyncio.Task[None]:
        """Return the task that fills the games' caches, which take 4 MB. It starts with the first
        table, or before people are served if there are tables at the start."""
        if self._warming_up is None:
            self._warming_up = asyncio.create_task(asyncio.to_thread(self._fill_caches))
        return self._warming_up

    def _fill_caches(self) -> None:
        for game in self._services.games.values():
            game.warm_up()

    def _forget(self, table_id: TableId) -> None:
        """Forget a table that is closed."""
        self.index.live.pop(table_id, None)  # missing if this process has just left all tables
        for listener in self.close_listeners:
            listener(table_id)

    def lose(self, table_id: TableId) -> None:
        """Leave a table to another process, which now serves it."""
        self.index.drop(table_id)
        self._alarms.set(table_id, None)
        self._services.display.forget(table_id)

    # --- time ---------------------------------------------------------------------------------

    async def _tidy(self) -> None:
        """Delete the logs of long closed tables, once a day. Results stay."""
        now = self._services.clock.now()
        self._alarms.set(_TIDY_ALARM, now + timedelta(days=1))
        if self.ownership.membership is None or self.ownership.membership.cluster.leads:
            await self._services.store.purge_closed(now - LOG_RETENTION)

    def _put_off_tidying(self, gap: Gap) -> None:
        if max(abs(gap.jump), gap.lost) > DOUBTFUL_GAP:
            self._alarms.set(_TIDY_ALARM, self._services.clock.now() + timedelta(days=1))

    async def _serve(self) -> None:
        """Store that the bot serves now. The time from here to the next start is lost time."""
        now = self._services.clock.now()
        self._alarms.set(_SERVING_ALARM, now + _SERVING_INTERVAL)
        await self._services.store.note_serving(now)

    def _is_unheard(self, table_id: TableId) -> bool:
        return self.downtime.is_unheard(table_id)

    async def _make_good(self, gap: Gap) -> None:
        self._put_off_tidying(self.downtime.outside_outages(gap))
        self._alarms.set(_SERVING_ALARM, self._services.clock.now())
        await self.downtime.make_good(gap)

    async def stop(self) -> None:
        """Stop the time. There is nothing to save, as tables are stored at each change."""
        await self._alarms.stop()
        await self._resumption.stop()
        if self._warming_up is not None:
            await self._warming_up
        await self.ownership.leave()

    async def _ring(self, table_id: TableId) -> None:
        if table_id == _TIDY_ALARM:
            await self._tidy()
        elif table_id == _SERVING_ALARM:
            await self._serve()
        await self._resumption.resume_in_turn(table_id)
        live = self.index.live.get(table_id)
        if live:
            with contextlib.suppress(NoTable):  # closed while the alarm waited for its turn
                if await self._is_kept_out(live.state):
                    await self._keep_out(live)
                else:
                    await live.clock.ring()

    async def _is_kept_out(self, table: TableState) -> bool:
        """Whether a planned table is due but its channel has another table."""
        if not isinstance(table, PlannedTable) or self._services.clock.now() < table.opens:
            return False
        others = (*self.index, *await self.ownership.elsewhere(table.guild))
        return any(one.channel == table.channel and not is_planned(one) for one in others)

    async def _keep_out(self, live: LiveTable) -> None:
        """Look again soon whether a planned table can open; close it if that takes too long."""
        now, closes = self._services.clock.now(), closing_time(live.state)
        if closes <= now:
            await live.clock.close_missed()
        else:
            self._alarms.set(live.state.id, min(now + CHANNEL_RETRY_DELAY, closes))

    # --- opening, and what the display asks for -----------------------------------------------

    async def open(self, new: NewLobby, settings: GuildSettings) -> LobbyTable:
        """Open a lobby on a server with these settings. Raises ChannelInUse for a second table."""
        self._check_free(new.channel)
        self._opening.add(new.channel)
        try:
            return await self._open(new, settings)
        finally:
            self._opening.discard(new.channel)

    def _check_free(self, channel_id: int) -> None:
        """Raise ChannelInUse if a channel has a table, apart from planned ones."""
        taken = any(table.channel == channel_id for table in self.index if not is_planned(table))
        if taken or channel_id in self._opening:
            raise ChannelInUse

    async def _open(self, new: NewLobby, settings: GuildSettings) -> LobbyTable:
        host = new.host
        assert host.user is not None
        store = self._services.store
        await lobby.check_ban(store, new.guild, host.user, new.game)
        # In a rematch some people may be banned, or too many for the server.
        barred = {
            ban.user_id for ban in await store.settings.bans(new.guild) if ban.game == new.game
        }
        welcome = [one for one in new.seated if one is host or one.user not in barred]
        new = replace(new, seated=tuple(welcome[: settings.max_players]))
        opened = lobby.open_lobby(
            new, self._services.games[new.game], settings, self._services.clock.now()
        )
        try:
            table = replace(opened, id=await store.create_table(new_row(opened)))
        except ChannelTaken:
            raise ChannelInUse from None
        live = self._live_table(table)
        try:
            await live.seal()
        except StorageError:
            if (cluster := store.cluster) is not None:  # otherwise its alarm tries again
                self.lose(table.id)
                cluster.in_doubt = True
            raise
        return lobby_of(live.state)

    async def pause(self, table_id: TableId, *, paused: bool) -> None:
        """Stop a table's time while its channel is out of reach, or let it run on."""
        live = self.index.live.get(table_id)
        if live and live.state.running and live.state.running.paused != paused:
            await live.clock.pause(paused=paused)

    async def note(self, table_id: TableId, **values: object) -> None:
        """Store what the display must remember about a table: `message`, `display`, `channel`,
        `seated`. Raises OwnedElsewhere if another process has the table."""
        live = self.index.live.get(table_id)
        if live:
            await live.change(**values)
        else:  # closed: its last messages must be remembered, too
            try:
                with contextlib.suppress(UnknownTable):
                    await self._services.store.update_table(table_id, row_change(values))
            except NotOwner:
                raise OwnedElsewhere from None

    async def notes_of(self, table_id: TableId) -> tuple[int | None, DisplayNotes]:
        """Return a table's message and notes, as stored by the process that has the table."""
        row = await self._services.store.tables.load(table_id)
        if row is None:
            return None, DisplayNotes()
        return row.message_id, DisplayNotes.read(row.display)

    async def closing_messages(self, besides: Container[TableId]) -> AsyncIterator[ClosedTable]:
        """Yield the closed tables whose last messages may not be out, except those in `besides`.
        One that cannot be read any more is dropped."""
        for table in await self._services.store.closing_messages():
            if table in besides:
                continue
            try:
                closed = await self.archive.closed_table(table)
            except UnknownTable:  # somebody had it deleted
                closed = None
            if closed is None:
                await self.drop_closing_messages(table)
            else:
                yield closed

    async def drop_closing_messages(self, table_id: TableId) -> None:
        """Store that a closed table's last messages are out, or never will be."""
        with contextlib.suppress(UnknownTable, NotOwner):  # somebody had it deleted
            await self._services.store.update_table(table_id, {"closing_messages_due": False})
