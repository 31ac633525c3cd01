"""A queue of tables to bring up to date after a start, some in each second."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import timedelta

from kwbot.ids import TableId
from kwbot.storage.backend.failures import StorageError, UnknownTable
from kwbot.tables.errors.refusals import NoTable
from kwbot.tables.time.clock import Clock, sleep

REDRAWN_AT_ONCE = 20
"""Most tables redrawn in each second after a start."""
REDRAW_RETRY_DELAY = timedelta(seconds=1)
"""Delay before a table that could not be read is tried again."""

Redraw = Callable[[TableId], Awaitable[None]]
Part = Callable[[], AsyncIterator[None]]


class RedrawQueue:
    """Redraws tables at a limited pace. `redraw` brings one table up to date; `part`, one a step,
    closed ones whose last messages may not have been sent. Both raise StorageError to be tried
    again."""

    def __init__(self, clock: Clock, redraw: Redraw, part: Part) -> None:
        self._clock = clock
        self._redraw = redraw
        self._part = part
        self._outdated: dict[TableId, None] = {}
        """Tables to be redrawn, in order."""
        self._parting = False
        """Whether closed tables may have last messages to send."""
        self._redrawn = 0
        self._task: asyncio.Task[None] | None = None

    def add(self, tables: Iterable[TableId]) -> None:
        """Redraw these tables soon, after those that have closed."""
        self._outdated |= dict.fromkeys(tables)
        self._parting = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="redrawing")

    def remove(self, table_id: TableId) -> None:
        """Take a table off the queue."""
        self._outdated.pop(table_id, None)

    def stop(self) -> None:
        """Redraw nothing more."""
        if self._task is not None:
            self._task.cancel()

    async def _work(self) -> None:
        while self._parting or self._outdated:
            try:
                await (self._part_all() if self._parting else self._redraw_next())
            except StorageError:
                await sleep(self._clock, self._clock.now() + REDRAW_RETRY_DELAY)

    async def _part_all(self) -> None:
        self._parting = False
        try:
            async for _ in self._part():
                await self._pace()
        except StorageError:
            self._parting = True
            raise

    async def _redraw_next(self) -> None:
        table = next(iter(self._outdated))
        del self._outdated[table]
        try:
            await self._redraw(table)
        except (NoTable, UnknownTable):  # it is gone
            pass
        except StorageError:  # or whoever is asked there might never see it
            self._outdated[table] = None
            raise
        await self._pace()

    async def _pace(self) -> None:
        """Wait so that at most REDRAWN_AT_ONCE tables are redrawn in a second."""
        self._redrawn += 1
        if self._redrawn % REDRAWN_AT_ONCE == 0:
            await sleep(self._clock, self._clock.now() + timedelta(seconds=1))
