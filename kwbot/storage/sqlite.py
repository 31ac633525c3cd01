"""SQLite: one connection, whose transactions are done one after another in its own thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import aiosqlite
from sqlalchemy import URL, Connection, StaticPool, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

T = TypeVar("T")
Work = Callable[[Connection], T]
"""What is to be done in a transaction: with the database alone, as it may be done once more."""

_Waiting = tuple[Work[Any], asyncio.Future[Any]]

# EXCLUSIVE comes first: WAL then needs no shared memory, and a second bot finds a locked file.
# Foreign keys are enforced once migrations are done: those rebuild tables, and dropping the old
# one would delete what refers to it.
_PRAGMAS = (
    "locking_mode = EXCLUSIVE",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = OFF",
)


TOGETHER = 8
"""So many transactions at most: the event loop goes on with all of them at the same time."""


def sqlite_path(url: URL) -> Path | None:
    """The file of an SQLite database; None for one in memory and for PostgreSQL."""
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return None
    return Path(url.database or "")


class Sqlite:
    """A Backend. A whole transaction is one errand to aiosqlite's thread.

    SQLAlchemy's own way there makes an errand of every statement, cursor and result, a dozen for
    a click, which costs four times as much. What has come in while the disk was busy is stored
    together: waiting for the disk is most of what a transaction costs.
    """

    def __init__(self, url: URL, wait: float) -> None:
        self._path = sqlite_path(url)
        # hide_parameters: what is stored (cards, secrets) stays out of errors and logs.
        self.engine = create_engine(
            url.set(drivername="sqlite"),
            poolclass=StaticPool,
            hide_parameters=True,
            connect_args={"timeout": wait, "isolation_level": None},  # we say BEGIN ourselves
        )
        event.listen(self.engine, "connect", _on_connect)
        self._connection: Connection | None = None
        self._waiting: list[_Waiting] = []
        self._storing: asyncio.Task[None] | None = None
        self._thread = aiosqlite.Connection(self._connect, iter_chunk_size=1)
        self._thread._thread.daemon = True  # it must not outlive a bot that fails to close

    async def open(self) -> None:
        if self._path is not None:
            # Readable by its owner alone: it holds the secrets of running deals.
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if not self._path.exists():
                self._path.touch(mode=0o600)
        try:
            await self._thread
        except BaseException:
            # It still tells this event loop that it ends.
            await asyncio.to_thread(self._thread._thread.join)
            raise

    async def run(self, work: Work[T], *, begin: bool) -> T:
        if not begin:
            return await self._errand(lambda: self._committed([work], begin=False)[0])
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._storing is None:
            self._storing = asyncio.create_task(self._store(), name="storing")
        return await done

    @property
    def busy(self) -> bool:
        return self._storing is not None

    async def close(self) -> None:
        if self._storing is not None:
            await asyncio.wait({self._storing})
        connection, self._connection = self._connection, None
        if connection is not None:
            await self._errand(connection.close)
            await self._thread.close()

    async def _errand(self, do: Callable[[], T]) -> T:
        return cast(T, await self._thread._execute(do))  # type: ignore[no-untyped-call]

    def _connect(self) -> sqlite3.Connection:
        self._connection = self.engine.connect()
        return cast(sqlite3.Connection, self._connection.connection.driver_connection)

    async def _store(self) -> None:
        """Do what waits, until nothing does."""
        batch: list[_Waiting] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
                await self._store_batch(batch)
        except asyncio.CancelledError:  # the event loop ends; the batch is done all the same
            for _, done in (*batch, *self._waiting):
                done.cancel()
            self._waiting = []
            raise
        finally:
            self._storing = None

    async def _store_batch(self, batch: Sequence[_Waiting]) -> None:
        works = [work for work, _ in batch]
        try:
            outcomes = await self._errand(lambda: self._outcomes(works))
        except Exception as error:  # noqa: BLE001 - handed to all who wait
            outcomes = [error] * len(batch)
        for (_, done), outcome in zip(batch, outcomes, strict=True):
            if done.done():
                continue  # nobody waits any more
            if isinstance(outcome, Exception):
                done.set_exception(outcome)
            else:
                done.set_result(outcome)

    def _outcomes(self, works: Sequence[Work[Any]]) -> list[Any]:
        """What each returns or raises. If one of them raises, each is a transaction of its own."""
        if len(works) > 1:
            with suppress(Exception):
                return self._committed(works)
        return [self._outcome(work) for work in works]

    def _outcome(self, work: Work[Any]) -> Any:
        try:
            return self._committed([work])[0]
        except Exception as error:  # noqa: BLE001 - handed to who waits
            return error

    def _committed(self, works: Sequence[Work[T]], *, begin: bool = True) -> list[T]:
        """What `works` return, done as one transaction."""
        connection = self._connection
        assert connection is not None
        try:
            if begin:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            results = [work(connection) for work in works]
            connection.commit()
        except BaseException:
            connection.rollback()
            raise
        return results


def enforce_keys(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA foreign_keys = ON")


def _on_connect(connection: Any, _record: ConnectionPoolEntry) -> None:
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
