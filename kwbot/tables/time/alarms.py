"""The alarms of tables, one each. One task waits for their times, and rings each in a new task.

Before it rings any, it looks for gaps in time and has them made good.
"""

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from kwbot.ids import TableId
from kwbot.metrics import count_error
from kwbot.tables.time.clock import GAP_CHECK_INTERVAL, Clock, Gap

_log = logging.getLogger(__name__)

ALARM_RETRY_DELAY = timedelta(seconds=30)
"""Time until a failed alarm rings again; the disk may have been full."""


class Alarms:
    """The times at which `ring` is awaited with a table's id, at most one for each table."""

    def __init__(
        self,
        clock: Clock,
        ring: Callable[[TableId], Awaitable[None]],
        make_good: Callable[[Gap], Awaitable[None]],
        is_held: Callable[[TableId], bool],
    ) -> None:
        """`make_good` is awaited after each gap. A due alarm that `is_held` waits for `proceed`."""
        self._clock = clock
        self._ring = ring
        self._make_good = make_good
        self._is_held = is_held
        self._heap: list[tuple[datetime, TableId]] = []
        self._due: dict[TableId, datetime] = {}
        self._wake = asyncio.Event()
        self._held_back: list[tuple[datetime, TableId]] = []
        self._task: asyncio.Task[None] | None = None
        self._ringing: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start the task that rings alarms."""
        self._task = asyncio.create_task(self._run(), name="alarms")

    async def stop(self) -> None:
        """Stop the task and all ringing alarms. Transactions under way are still stored."""
        if self._task:
            tasks = (self._task, *self._ringing)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def set(self, table_id: TableId, when: datetime | None) -> None:
        """Set or replace the alarm of a table; None removes it."""
        if when is None:
            self._due.pop(table_id, None)
        elif self._due.get(table_id) != when:
            self._due[table_id] = when
            heapq.heappush(self._heap, (when, table_id))
            if len(self._heap) > 100 + 2 * len(self._due):  # mostly replaced times
                self._heap = [(due, of) for of, due in self._due.items()]
                heapq.heapify(self._heap)
            if self._heap[0] == (when, table_id):  # it is the first
                self._wake.set()

    def set_at_latest(self, table_id: TableId, when: datetime) -> None:
        """Set the alarm of a table unless it has an earlier one."""
        due = self._due.get(table_id)
        if due is None or when < due:
            self.set(table_id, when)

    def proceed(self) -> None:
        """Ring the held alarms, unless they are still held."""
        for one in self._held_back:
            heapq.heappush(self._heap, one)
        self._held_back.clear()
        self._wake.set()

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            await self._make_gap_good()
            now = self._clock.now()
            if self._ring_next(now):
                await asyncio.sleep(0)  # many may be due: serve others in between
            else:
                next_due = self._heap[0][0] if self._heap else now + GAP_CHECK_INTERVAL
                await self._clock.wait(min(next_due, now + GAP_CHECK_INTERVAL), self._wake)

    def _ring_next(self, now: datetime) -> bool:
        """Ring the next due table that is not held. Return whether there was one."""
        while self._heap and self._heap[0][0] <= now:
            when, table = heapq.heappop(self._heap)
            if self._due.get(table) != when:
                continue
            if self._is_held(table):
                self._held_back.append((when, table))
                continue
            del self._due[table]
            self._start_ringing(table)
            return True
        return False

    async def _make_gap_good(self) -> None:
        gap = self._clock.gap()
        if not gap:
            return
        _log.warning("nobody was served for %s, the clock has jumped by %s", gap.lost, gap.jump)
        try:
            await self._make_good(gap)
        except Exception as error:  # noqa: BLE001 - all tables' time depends on this task
            _log.error("what was lost by that is not made good: %s", count_error(error))

    def _start_ringing(self, table_id: TableId) -> None:
        task = asyncio.create_task(self._try_ring(table_id), name=f"alarm of table {table_id}")
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _try_ring(self, table_id: TableId) -> None:
        try:
            await self._ring(table_id)
        except Exception as error:  # noqa: BLE001 - it must not stop the others' time
            # Log the type alone, as a message could hold cards.
            _log.error("alarm of table %d failed: %s", table_id, count_error(error))
            self.set(table_id, self._clock.now() + ALARM_RETRY_DELAY)
