"""SQLite: one connection, whose transactions are done one after another in its own thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

import aiosqlite
from sqlalchemy import URL, Connection, StaticPool, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

T = TypeVar("T")
Work = Callable[[Connection], T]
"""What is to be done in a transaction: with the database alone, as it may be done once more."""

# EXCLUSIVE comes first: WAL then needs no shared memory, and a second bot finds a locked file.
# Foreign keys are enforced once migrations are done: those rebuild tables, and dropping the old
# one would delete what refers to it.
_PRAGMAS = (
    "locking_mode = EXCLUSIVE",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = OFF",
    "secure_delete = ON",  # what is deleted is overwritten, and does not lie in the file until then
)

TOGETHER = 32
"""So many transactions are stored as one at most."""
MANY = 130.0
"""So many transactions in a second are many."""
GATHER = 0.02
"""Seconds in which they gather then. Who waits for them hardly notices, and more than half of what
waiting for the disk costs is spared."""
LATELY, QUIET = 1 / 32, 0.1
"""The weight of the newest gap between two in their mean; seconds that a gap counts at most."""


@dataclass(slots=True)
class _Wish:
    """A transaction that somebody waits for, and what becomes of it."""

    work: Work[Any]
    begin: bool
    told: asyncio.Future[None]
    """Whether they have been told."""
    result: Any = None
    error: BaseException | None = field(
        default_factory=lambda: sqlite3.OperationalError("it was not done")
    )


class TransactionRate:
    """How often transactions come. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._gap, self._came = QUIET, 0.0

    def comes(self, now: float) -> None:
        """Note one."""
        self._gap += LATELY * (min(now - self._came, QUIET) - self._gap)
        self._came = now

    @property
    def is_high(self) -> bool:
        """Whether many come lately."""
        return self._gap * MANY < 1


def sqlite_path(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for one in memory and for PostgreSQL."""
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return None
    return Path(url.database or "")


class Sqlite:
    """A backend, whose methods raise what its driver does. A whole transaction is one errand to
    aiosqlite's thread, or several are.

    SQLAlchemy's own way there makes an errand of every statement, cursor and result, a dozen for
    a click, which costs four times as much. What has come in while the disk was busy is stored
    together: waiting for the disk is most of what a transaction costs. Where many come some more is
    waited for, as PostgreSQL does by its commit_delay.
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
        self._waiting: deque[_Wish] = deque()
        self._callers = 0
        self._called_by: asyncio.AbstractEventLoop | None = None
        """Who has called the thread, or is about to: it will come for all that waits now."""
        self._at_work = False
        self._rate = TransactionRate()
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

    async def run(self, work: Work[T], *, begin: bool, single_statement: bool) -> T:
        """Do `work` as one transaction; `begin` False: outside of any. `single_statement` makes no
        difference here.

        It is done to its end, even if the caller is cancelled.
        """
        loop = asyncio.get_running_loop()
        wish = _Wish(work, begin, loop.create_future())
        self._waiting.append(wish)
        self._rate.comes(loop.time())
        if self._called_by is None or self._called_by.is_closed():
            self._called_by = loop
            if self._path is not None and self._rate.is_high:  # else no disk is spared
                loop.call_later(GATHER, self._call)
            else:
                self._call()
        self._callers += 1
        try:
            await wish.told
        except BaseException:
            self._call()  # the event loop that was to call later may be closing
            raise
        finally:
            self._callers -= 1
        if wish.error is not None:
            raise wish.error
        return cast(T, wish.result)

    @property
    def busy(self) -> bool:
        return bool(self._callers or self._waiting or self._at_work)

    async def close(self) -> None:
        """Close the connection, once the thread has done what it was given before."""
        connection = self._connection
        if connection is not None:
            self._call()  # for what was to be gathered
            await self._errand(connection.close)
            self._connection = None
            await self._thread.close()

    def _call(self) -> None:
        """Have the thread come; nobody waits for all that it does then."""
        self._thread._tx.put_nowait((None, self._serve))

    async def _errand(self, do: Callable[[], T]) -> T:
        return cast(T, await self._thread._execute(do))  # type: ignore[no-untyped-call]

    def _connect(self) -> sqlite3.Connection:
        self._connection = self.engine.connect()
        return driver_of(self._connection)

    # --- in the thread ------------------------------------------------------------------------

    def _serve(self) -> None:
        """Do all that waits: what has waited longest with what can be one transaction with it."""
        self._called_by = None  # what comes from now on calls again
        while self._waiting and self._called_by is None:
            self._at_work = True
            batch = self._batch()
            with suppress(BaseException):  # whoever wished it gets it, even if nothing is undone
                self._store(batch)
            self._at_work = False
            for loop in {wish.told.get_loop() for wish in batch}:
                with suppress(RuntimeError):  # it is closed: nobody waits there
                    loop.call_soon_threadsafe(_tell, loop, batch)

    def _batch(self) -> list[_Wish]:
        """Return what to store together."""
        batch: list[_Wish] = []
        while self._waiting and len(batch) < TOGETHER:
            if batch and not (batch[0].begin and self._waiting[0].begin):
                break
            batch.append(self._waiting.popleft())
        return batch

    def _store(self, batch: Sequence[_Wish]) -> None:
        """Store `batch` as one transaction, or if one of them fails, each by itself."""
        connection = self._connection
        assert connection is not None
        driver = driver_of(connection)
        try:
            if batch[0].begin:  # not by SQLAlchemy, for which it is a statement like any other
                driver.execute("BEGIN IMMEDIATE")
            results = [wish.work(connection) for wish in batch]
        except BaseException as error:  # noqa: BLE001 - whoever wished it gets it
            self._refuse(batch, error)
            if len(batch) > 1:
                for wish in batch:
                    self._store([wish])
            return
        try:
            connection.commit()
            if driver.in_transaction:  # what was done went round SQLAlchemy
                driver.commit()
        except BaseException as error:  # noqa: BLE001 - it may have been stored: not once more
            self._refuse(batch, error)
            return
        for wish, result in zip(batch, results, strict=True):
            wish.result, wish.error = result, None

    def _refuse(self, batch: Sequence[_Wish], error: BaseException) -> None:
        """Note the error, then roll back: that may fail too."""
        for wish in batch:
            wish.error = error
        assert self._connection is not None
        driver = driver_of(self._connection)
        if driver.in_transaction:
            driver.rollback()
        self._connection.rollback()


def _tell(loop: asyncio.AbstractEventLoop, batch: Sequence[_Wish]) -> None:
    for wish in batch:
        if wish.told.get_loop() is loop and not wish.told.done():  # who waited may be gone
            wish.told.set_result(None)


def driver_of(connection: Connection) -> sqlite3.Connection:
    """Return what SQLAlchemy's connection to SQLite is made of."""
    return cast(sqlite3.Connection, connection.connection.driver_connection)


def enforce_keys(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA foreign_keys = ON")


def checkpoint(connection: Connection) -> None:
    """Bring all that is stored from the log into the file."""
    busy, in_log, written = connection.exec_driver_sql("PRAGMA wal_checkpoint(FULL)").one()
    if busy or in_log != written:
        raise sqlite3.OperationalError("the log could not be emptied")


def empty_log(connection: Connection) -> None:
    """Bring all that is stored into the file, and leave nothing of it, nor of what was there
    before, in the log."""
    busy, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
    if busy:
        raise sqlite3.OperationalError("the log could not be emptied")


def hold_checkpoints(connection: Connection) -> None:
    """Bring all that is stored into the file, then write to the log alone."""
    connection.exec_driver_sql("PRAGMA wal_autocheckpoint = 0")
    checkpoint(connection)


def allow_checkpoints(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA wal_autocheckpoint = 1000")  # pages: SQLite's default


def _on_connect(connection: Any, _record: ConnectionPoolEntry) -> None:
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
