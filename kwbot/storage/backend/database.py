"""The database, SQLite or PostgreSQL, with transactions that are done entirely or not at all."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Awaitable
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from kwbot.storage.backend.failures import (
    DamagedDatabase,
    NewerSchema,
    NotWritable,
    StorageError,
    StoreClosed,
    StoreLocked,
    UnusableUrl,
)
from kwbot.storage.backend.kept_copies import copy_before_migration
from kwbot.storage.backend.postgresql import NoticeListener, Postgresql
from kwbot.storage.backend.schema import is_compatible, migrate, next_revision
from kwbot.storage.backend.sqlite import Sqlite, Work, enforce_keys, sqlite_path

_T = TypeVar("_T")

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

ANSWER_PATIENCE = 10.0
"""Most seconds of a transaction in a cluster: by then whoever pressed has given up."""

_LOCKED = (
    StoreLocked,
    "Another bot already uses the database {where}: stop it first, or give this one its own.",
)
_READ_ONLY = (
    NotWritable,
    "The database {where} cannot be written: give the bot write access to it.",
)
_SENTENCES: dict[int | str | None, tuple[type[StorageError], str]] = {
    sqlite3.SQLITE_BUSY: _LOCKED,
    "55P03": _LOCKED,  # PostgreSQL's lock was not free in time
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: (
        NotWritable,
        "The database {where} cannot be opened: may the bot write to that folder?",
    ),
    sqlite3.SQLITE_FULL: (NotWritable, "The disk that holds the database {where} is full."),
    sqlite3.SQLITE_IOERR: (NotWritable, "The disk that holds the database {where} has failed."),
    sqlite3.SQLITE_NOTADB: (
        DamagedDatabase,
        "The file {where} is not a database: restore a backup, or name another file.",
    ),
    sqlite3.SQLITE_CORRUPT: (DamagedDatabase, "The database {where} is damaged: restore a backup."),
}


_MAYBE_ACCESS = {
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_IOERR,
}
"""SQLite's errors if a file or its folder belongs to another user."""


def parse_url(url: str) -> URL:
    """Return `url` with the driver that we use. Raises UnusableUrl, which quotes nothing of it, as
    any part of a mistyped one may be the password."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise UnusableUrl(
            "The database URL cannot be read: it looks like "
            "sqlite:///data/kwbot.sqlite3 or postgresql+asyncpg://user@host/name."
        ) from None
    if "@" in (parsed.host or ""):
        raise UnusableUrl(
            "The database URL cannot be read: in a password, write %40 for @ and %25 for %."
        )
    if parsed.drivername not in _DRIVERS:
        raise UnusableUrl(f"No such database as {parsed.drivername}: use sqlite or postgresql.")
    return parsed.set(drivername=_DRIVERS[parsed.drivername])


def explain(error: Exception, where: str) -> StorageError:
    """Return an error of the database as a StorageError with a sentence without stored values."""
    original = getattr(error, "orig", None) or error
    # Only the first line, as PostgreSQL's second one quotes the row.
    reason = (str(original).strip() or type(original).__name__).splitlines()[0].rstrip(".")
    code = getattr(original, "sqlite_errorcode", 0) & 0xFF or getattr(original, "sqlstate", None)
    if isinstance(original, OSError):
        refused = isinstance(original, ConnectionRefusedError)
        reason = "nothing listens there" if refused else original.strerror or reason
        return NotWritable(f"The database {where} cannot be reached: {reason}.")
    if code in _MAYBE_ACCESS and (sentence := _explain_access(Path(where))):
        return NotWritable(sentence)
    unknown = (StorageError, "The database {where} refused: {reason}.")
    kind, sentence = _SENTENCES.get(code, unknown)
    return kind(sentence.format(where=where, reason=reason))


def _explain_access(file: Path) -> str | None:
    """Return a sentence on which of a database's file and folder this user may not write."""
    for one in (file, file.absolute().parent):
        if one.exists() and not os.access(one, os.R_OK | os.W_OK):
            return (
                f"This user may not write {one}: run this as the user whose database it is, "
                "or give it to this one (chown)."
            )
    return None


class Database:
    """An open database, made by `Database.open`."""

    def __init__(self, url: URL, *, wait: float, shared: bool = False) -> None:
        self.path = sqlite_path(url)
        self.is_sqlite = url.get_backend_name() == "sqlite"
        shown = url.difference_update_query(["password"])
        self.where = str(self.path or shown.render_as_string())
        self._backend: Sqlite | Postgresql = (
            Sqlite(url, wait) if self.is_sqlite else Postgresql(url, wait, shared=shared)
        )
        self._shared = shared
        self._closed = False

    @classmethod
    async def open(cls, url: str, *, wait: float, shared: bool = False) -> Database:
        """Connect, keep other bots out and bring the tables up to date. `wait`: seconds that a
        stopping bot gets to let go of the database; `shared`: the processes of a cluster may use it
        together, which needs PostgreSQL. Raises StorageError."""
        parsed = parse_url(url)
        if shared and parsed.get_backend_name() == "sqlite":
            raise UnusableUrl("Only a PostgreSQL database can be shared: set KWBOT_DATABASE_URL.")
        database = cls(parsed, wait=wait, shared=shared)
        try:
            await database._prepare()
        except BaseException:
            await database.close()
            raise
        return database

    async def run(
        self, work: Work[_T], *, begin: bool = True, single_statement: bool = False
    ) -> _T:
        """Do `work` as one transaction: all of it is stored when this returns, none if it raises.

        If the caller is cancelled the transaction still runs to its end. `begin` is False for
        statements that SQLite wants outside a transaction. `single_statement`: the work writes in
        one statement or not at all, which saves PostgreSQL round trips. Raises StorageError, in a
        cluster also after `ANSWER_PATIENCE` without an answer.
        """
        if self._closed:
            raise StoreClosed("The database is closed: the bot is stopping.")
        return await self._explain(
            self._backend.run(work, begin=begin, single_statement=single_statement)
        )

    async def run_with_locks(self, work: Work[_T], patience: timedelta) -> _T:
        """Do `work` on the connection to PostgreSQL that holds this process's locks. Raises
        StorageError, also without an answer within `patience`; the next call then reconnects."""
        assert isinstance(self._backend, Postgresql)
        return await self._explain(self._backend.run_with_locks(work, patience.total_seconds()))

    @property
    def lock_session(self) -> object | None:
        """The session of the lock connection; None if it is known to be broken."""
        return self._backend.lock_session if isinstance(self._backend, Postgresql) else None

    async def listen(self, channel: str, listener: NoticeListener) -> None:
        """Call `listener` with each notice on a channel of PostgreSQL."""
        assert isinstance(self._backend, Postgresql)
        await self._explain(self._backend.listen(channel, listener))

    @property
    def busy(self) -> bool:
        """Whether transactions are under way."""
        return self._backend.busy

    async def close(self) -> None:
        """Wait for the transactions under way, then let go of the database."""
        self._closed = True
        await self._backend.close()

    async def _explain(self, doing: Awaitable[_T]) -> _T:
        """Await an operation on the database, and raise its errors as StorageError."""
        try:
            return await doing
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            # `from None`, as a driver's error may quote values.
            raise explain(error, self.where) from None

    def _keep_copy(self, connection: Connection) -> None:
        """Copy the database's file if it is about to be migrated."""
        assert self.path is not None
        if revision := next_revision(connection):
            copy_before_migration(connection, self.path, revision)

    async def _prepare(self) -> None:
        """Connect, migrate, and only then enforce foreign keys or limit transactions' time."""
        await self._explain(self._backend.open())
        if self.path is not None:
            await self.run(self._keep_copy, begin=False)
        try:
            await self.run(migrate)
        except NewerSchema:  # both versions run while a cluster is updated
            if not (self._shared and await self.run(is_compatible)):
                raise
        if isinstance(self._backend, Sqlite):
            await self.run(enforce_keys, begin=False)
        elif self._shared:
            self._backend.patience = ANSWER_PATIENCE
