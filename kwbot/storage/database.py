"""The connection: one transaction at a time on SQLite, none of them ever half done."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from kwbot.storage.errors import (
    DamagedDatabase,
    NotWritable,
    StorageError,
    StoreClosed,
    StoreLocked,
    UnusableUrl,
)
from kwbot.storage.schema import migrate

T = TypeVar("T")

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

# EXCLUSIVE comes first: WAL then needs no shared memory, and a second bot finds a locked file.
_PRAGMAS = (
    "locking_mode = EXCLUSIVE",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
)

_SENTENCES: dict[int | str | None, tuple[type[StorageError], str]] = {
    sqlite3.SQLITE_BUSY: (
        StoreLocked,
        "Another bot already uses the database {where}: stop it first, or give this one its own.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        NotWritable,
        "The database {where} cannot be opened: may the bot write to that folder?",
    ),
    sqlite3.SQLITE_READONLY: (
        NotWritable,
        "The database {where} cannot be written: give the bot write access to it.",
    ),
    sqlite3.SQLITE_PERM: (
        NotWritable,
        "The database {where} cannot be written: give the bot write access to it.",
    ),
    sqlite3.SQLITE_FULL: (NotWritable, "The disk that holds the database {where} is full."),
    sqlite3.SQLITE_IOERR: (NotWritable, "The disk that holds the database {where} has failed."),
    sqlite3.SQLITE_NOTADB: (
        DamagedDatabase,
        "The file {where} is not a database: restore a backup, or name another file.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        DamagedDatabase,
        "The database {where} is damaged: restore a backup.",
    ),
    # What PostgreSQL says when its lock is not free in time.
    "55P03": (
        StoreLocked,
        "Another bot already uses the database {where}: stop it first, or give this one its own.",
    ),
}

# Advisory locks are per database: any number that other programs do not take by accident.
_POSTGRESQL_LOCK = 0x4B77626F74


def parse_url(url: str) -> URL:
    """`url` with its asynchronous driver filled in.

    Raises UnusableUrl.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise UnusableUrl(
            "The database URL cannot be read: it looks like "
            "sqlite+aiosqlite:///data/kwbot.sqlite3 or postgresql+asyncpg://user@host/name."
        ) from None
    if parsed.drivername not in _DRIVERS:
        raise UnusableUrl(f"No such database as {parsed.drivername}: use sqlite or postgresql.")
    return parsed.set(drivername=_DRIVERS[parsed.drivername])


def sqlite_path(url: URL) -> Path | None:
    """The file of an SQLite database; None for one in memory and for PostgreSQL."""
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return None
    return Path(url.database or "")


def explain(error: Exception, where: str) -> StorageError:
    """`error` of the database as one sentence that holds no stored value."""
    original = getattr(error, "orig", None) or error
    # Only the first line: the second one of PostgreSQL quotes the row.
    reason = (str(original).strip() or type(original).__name__).splitlines()[0].rstrip(".")
    code = getattr(original, "sqlite_errorcode", 0) & 0xFF or getattr(original, "sqlstate", None)
    if isinstance(original, OSError):
        reason = original.strerror or reason
        return NotWritable(f"The database {where} cannot be reached: {reason}.")
    unknown = (StorageError, "The database {where} refused: {reason}.")
    kind, sentence = _SENTENCES.get(code, unknown)
    return kind(sentence.format(where=where, reason=reason))


class Database:
    """An open database. Made by `Database.open`."""

    def __init__(self, url: URL, *, wait: float) -> None:
        self.path = sqlite_path(url)
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self._where = str(self.path or url.render_as_string())
        self._wait = wait
        self._engine = _engine(url, wait)
        self._turn: AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if self.is_sqlite else nullcontext()
        )
        self._running: set[asyncio.Task[Any]] = set()
        self._guard: AsyncConnection | None = None
        self._closed = False

    @classmethod
    async def open(cls, url: str, *, wait: float) -> Database:
        """Connect, keep other bots out and bring the tables up to date.

        `wait`: how many seconds a bot that is just stopping gets to let go of the database.
        Raises StorageError.
        """
        database = cls(parse_url(url), wait=wait)
        try:
            await database._prepare()
        except BaseException:
            await database.close()
            raise
        return database

    async def run(
        self, work: Callable[[AsyncConnection], Awaitable[T]], *, begin: bool = True
    ) -> T:
        """Do `work` as one transaction: all of it is stored when this returns, none if it raises.

        If the caller is cancelled the transaction still goes on to its end by itself.
        `begin` False is for the statements that SQLite wants outside a transaction.
        Raises StorageError.
        """
        if self._closed:
            raise StoreClosed("The database is closed: the bot is stopping.")
        task = asyncio.create_task(self._transaction(work, begin=begin))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Wait for the transactions under way, then let go of the database."""
        self._closed = True
        while self._running:
            await asyncio.wait(self._running)
        if self._guard is not None:
            await self._guard.close()
        await self._engine.dispose()

    async def _transaction(
        self, work: Callable[[AsyncConnection], Awaitable[T]], *, begin: bool
    ) -> T:
        try:
            async with self._turn, self._engine.connect() as connection:
                if begin and self.is_sqlite:
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                result = await work(connection)
                await connection.commit()
                return result
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            # `from None`: a driver's error may quote what was to be stored.
            raise explain(error, self._where) from None

    async def _prepare(self) -> None:
        if not self.is_sqlite:
            await self._keep_others_out()
            await self.run(_migrate)
            return
        if self.path is not None:
            self._make_file(self.path)
        # Migrations rebuild tables, and dropping the old one would delete what refers to it.
        await self.run(_foreign_keys("OFF"), begin=False)
        await self.run(_migrate)
        await self.run(_foreign_keys("ON"), begin=False)

    def _make_file(self, path: Path) -> None:
        """Readable by its owner alone: it holds the secrets of running deals."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.touch(mode=0o600)
            # A first look: where aiosqlite cannot connect it leaves a thread behind that complains.
            sqlite3.connect(path).close()
        except (OSError, sqlite3.Error) as error:
            raise explain(error, self._where) from None

    async def _keep_others_out(self) -> None:
        """Hold PostgreSQL's advisory lock on a connection of its own, for as long as we run."""
        try:
            connection = await self._engine.connect()
            self._guard = await connection.execution_options(isolation_level="AUTOCOMMIT")
            milliseconds = max(1, round(self._wait * 1000))
            await self._guard.exec_driver_sql(f"SET lock_timeout = {milliseconds}")
            await self._guard.execute(select(func.pg_advisory_lock(_POSTGRESQL_LOCK)))
        except (SQLAlchemyError, OSError) as error:
            raise explain(error, self._where) from None


async def _migrate(connection: AsyncConnection) -> None:
    await connection.run_sync(migrate)


def _foreign_keys(value: str) -> Callable[[AsyncConnection], Awaitable[None]]:
    async def switch(connection: AsyncConnection) -> None:
        await connection.exec_driver_sql(f"PRAGMA foreign_keys = {value}")

    return switch


def _engine(url: URL, wait: float) -> AsyncEngine:
    # hide_parameters: what is stored (cards, secrets) stays out of errors and logs.
    if url.get_backend_name() != "sqlite":
        try:
            return create_async_engine(url, hide_parameters=True, pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise UnusableUrl(
                f"PostgreSQL needs {error.name}: install requirements-postgres.txt."
            ) from None
    one = {} if sqlite_path(url) is None else {"pool_size": 1, "max_overflow": 0}
    engine = create_async_engine(url, hide_parameters=True, connect_args={"timeout": wait}, **one)
    event.listen(engine.sync_engine, "connect", _on_connect)
    return engine


def _on_connect(connection: Any, _record: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
