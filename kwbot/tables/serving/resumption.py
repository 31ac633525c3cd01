"""Resumption: bringing into memory the tables that were open when the bot started.

At the start only their index is read. A table is read when somebody needs it or its alarm rings.
All others follow one by one, so that everybody is served in between.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from kwbot.ids import TableId
from kwbot.metrics import count_error
from kwbot.storage.values.stored_tables import TableChange, TableEntry
from kwbot.tables.log.archive import REPLAY_BATCH_SIZE
from kwbot.tables.log.table_rows import from_entry, from_row
from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.play.services import Services
from kwbot.tables.serving.table_index import TableIndex
from kwbot.tables.state import time_limits
from kwbot.tables.state.table_state import ClosedTable, LobbyTable, OpenTable, RunningTable
from kwbot.tables.state.time_limits import CLOSING_GRACE, GRACE, after_gap
from kwbot.tables.time.alarms import ALARM_RETRY_DELAY
from kwbot.tables.time.clock import Gap

_log = logging.getLogger(__name__)


class Resumption:
    """Brings dormant tables into memory, each once. `admit` takes in a table that was read."""

    def __init__(
        self, services: Services, index: TableIndex, admit: Callable[[OpenTable], LiveTable]
    ) -> None:
        self._services = services
        self._index = index
        self._admit = admit
        self._gaps: dict[TableId, Gap] = {}
        """For each dormant table, the time that nobody served it and that it has not got back."""
        self._under_way: dict[TableId, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        self._rest: asyncio.Task[None] | None = None

    async def begin(self, gap: Gap, now: datetime) -> None:
        """Read the index of all open tables; `gap`: the time that the bot was away."""
        for number, entry in enumerate(await self._services.store.tables.index_open(), start=1):
            await self.enter(entry, gap, now)
            if number % REPLAY_BATCH_SIZE == 0:
                await asyncio.sleep(0)
        self.follow()

    def follow(self) -> None:
        """Bring all dormant tables back in the background."""
        if self._rest is None or self._rest.done():
            self._rest = asyncio.create_task(self._resume_rest(), name="resumption")

    async def enter(self, entry: TableEntry, gap: Gap, now: datetime) -> None:
        """Enter an open table into the index; `gap`: the time that nobody served it."""
        variant = self._services.games.get(entry.game)
        if variant is None:  # a removed game cannot be shown
            change = TableChange(state="closed", closed_reason="rules", deadline=None)
            await self._services.store.update_table(entry.id, change)
            return
        self._index.dormant[entry.id] = from_entry(entry, variant)
        self._gaps[entry.id] = gap
        if entry.deadline is not None:
            self._services.alarms.set(entry.id, max(entry.deadline, now + GRACE))

    def note_gap(self, gap: Gap) -> None:
        """Note more time in which nobody was served."""
        for table in self._index.dormant:
            self._gaps[table] += gap

    async def resume(self, table_id: TableId) -> None:
        """Bring a dormant table back; no effect on any other. A table whose log does not fit this
        version of the rules is closed for that reason."""
        while table_id in self._index.dormant:
            if table_id not in self._under_way:
                self._under_way[table_id] = asyncio.create_task(
                    self._resume_once(table_id), name=f"resumption of table {table_id}"
                )
            # Shielded, because others may wait for it, too.
            await asyncio.shield(self._under_way[table_id])

    async def resume_in_turn(self, table_id: TableId) -> None:
        """Bring back a dormant table for which nobody waits, one table at a time."""
        if table_id in self._index.dormant:
            async with self._turn:
                await self.resume(table_id)

    async def wait(self) -> None:
        """Wait until all tables are in memory, except those that could not be read."""
        if self._rest is not None:
            await self._rest

    async def stop(self) -> None:
        tasks = [*self._under_way.values(), *([self._rest] if self._rest else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _resume_rest(self) -> None:
        failed = set[TableId]()
        while waiting := self._index.dormant.keys() - failed:
            for table in [table for table in self._index.dormant if table in waiting]:
                try:
                    await self.resume_in_turn(table)
                except Exception as error:  # noqa: BLE001 - the others still follow
                    _log.warning("table %d cannot be read yet: %s", table, count_error(error))
                    failed.add(table)
                    self._services.alarms.set(table, self._services.clock.now() + ALARM_RETRY_DELAY)

    async def _resume_once(self, table_id: TableId) -> None:
        try:
            await self._resume(table_id)
        finally:  # at once, so that the next caller starts another one
            del self._under_way[table_id]

    async def _resume(self, table_id: TableId) -> None:
        entry = self._index.dormant[table_id]
        row, events = await self._services.store.tables.load_log(table_id)
        try:
            state = await self._services.archive.replay(row, events)
        except Exception as error:  # noqa: BLE001 - one table must not block the others
            _log.error("table %d is closed: its log: %s", table_id, count_error(error))
            lobby = from_row(row, self._services.games[row.game])
            await self._admit(replace(lobby, seq=row.seq)).close("rules")
            return
        if self._index.dormant.get(table_id) is not entry:
            return  # another process has taken it, and may have played on
        if isinstance(state, ClosedTable):  # by another process
            self._index.drop(table_id)
            return
        gap = self._gaps.pop(table_id)
        self._admit(_after_absence(state, gap, self._services.clock.now())).clock.set_alarm()


def _after_absence(table: OpenTable, gap: Gap, now: datetime) -> OpenTable:
    """Return the table after a gap in which no time ran out for its players, its vote or itself.
    `absence` is set if a player's time would have run out meanwhile."""
    after = after_gap(table, gap, now)
    hours = time_limits.closing_time(after) - after.last_human_at
    after = replace(after, last_human_at=max(after.last_human_at, now + CLOSING_GRACE - hours))
    if isinstance(after, LobbyTable):
        return after
    whole = time_limits.deadline(after, now)
    deadline = after.deadline or whole
    if deadline and whole:  # if no gap is known the clock may have been set back
        deadline = min(deadline, max(whole, now + GRACE))
    asked_until = table.deadline if isinstance(table, RunningTable) else None
    late = max(0, int((now - asked_until).total_seconds())) if asked_until else 0
    return replace(after, deadline=deadline, absence=late)
