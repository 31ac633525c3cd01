"""PostgreSQL: a pool of connections, and a lock that keeps a second bot out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from kwbot.storage.failures import UnusableUrl

T = TypeVar("T")

# Advisory locks are per database: any number that other programs do not take by accident.
_LOCK = 0x4B77626F74


class Postgresql:
    """The same methods as Sqlite's."""

    def __init__(self, url: URL, wait: float) -> None:
        self._wait = wait
        self._guard: AsyncConnection | None = None
        self._running: set[asyncio.Task[Any]] = set()
        try:
            # hide_parameters: what is stored (cards, secrets) stays out of errors and logs.
            self._engine = create_async_engine(url, hide_parameters=True, pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise UnusableUrl(
                f"PostgreSQL needs {error.name}: install requirements-postgres.txt."
            ) from None

    async def open(self) -> None:
        """Hold the lock on a connection of its own, for as long as we run."""
        connection = await self._engine.connect()
        self._guard = await connection.execution_options(isolation_level="AUTOCOMMIT")
        milliseconds = max(1, round(self._wait * 1000))
        await self._guard.exec_driver_sql(f"SET lock_timeout = {milliseconds}")
        await self._guard.execute(select(func.pg_advisory_lock(_LOCK)))

    async def run(self, work: Callable[[Connection], T], *, begin: bool) -> T:
        """`begin` makes no difference here."""
        task = asyncio.create_task(self._committed(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    @property
    def busy(self) -> bool:
        return bool(self._running)

    async def _committed(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        while self._running:
            await asyncio.wait(self._running)
        if self._guard is not None:
            await self._guard.close()
        await self._engine.dispose()
