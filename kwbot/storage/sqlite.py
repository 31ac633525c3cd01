"""SQLite: one connection, whose transactions are done one after another in its own thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import aiosqlite
from sqlalchemy import URL, Connection, StaticPool, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

T = TypeVar("T")

# EXCLUSIVE comes first: WAL then needs no shared memory, and a second bot finds a locked file.
# Foreign keys are enforced once migrations are done: those rebuild tables, and dropping the old
# one would delete what refers to it.
_PRAGMAS = (
    "locking_mode = EXCLUSIVE",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = OFF",
)


def sqlite_path(url: URL) -> Path | None:
    """The file of an SQLite database; None for one in memory and for PostgreSQL."""
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return None
    return Path(url.database or "")


class Sqlite:
    """A Backend. A whole transaction is one errand to aiosqlite's thread.

    SQLAlchemy's own way there makes an errand of every statement, cursor and result, a dozen for
    a click, which costs four times as much.
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

    async def run(self, work: Callable[[Connection], T], *, begin: bool) -> T:
        return await self._errand(lambda: self._transaction(work, begin=begin))

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await self._errand(connection.close)
            await self._thread.close()

    async def _errand(self, do: Callable[[], T]) -> T:
        return cast(T, await self._thread._execute(do))  # type: ignore[no-untyped-call]

    def _connect(self) -> sqlite3.Connection:
        self._connection = self.engine.connect()
        return cast(sqlite3.Connection, self._connection.connection.driver_connection)

    def _transaction(self, work: Callable[[Connection], T], *, begin: bool) -> T:
        connection = self._connection
        assert connection is not None
        try:
            if begin:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            result = work(connection)
            connection.commit()
        except BaseException:
            connection.rollback()
            raise
        return result


def enforce_keys(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA foreign_keys = ON")


def _on_connect(connection: Any, _record: ConnectionPoolEntry) -> None:
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
