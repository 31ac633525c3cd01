"""SQLite: one connection of aiosqlite, on which transactions run one by one.

They run on an event loop in a thread of its own, so that a transaction runs to its end even while
the bot's event loop is busy, cancels the caller or is gone.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlalchemy import URL, AdaptedConnection, Connection, StaticPool, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

_T = TypeVar("_T")
Work = Callable[[Connection], _T]
"""The work of a transaction. It may run twice, so it must do nothing but use the database."""

# EXCLUSIVE comes first, so that WAL needs no shared memory and a second bot finds a locked file.
# Foreign keys are enforced after migrations, which rebuild tables: dropping the old one would
# delete the rows that refer to it.
_PRAGMAS = (
    "locking_mode = EXCLUSIVE",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = OFF",
    "secure_delete = ON",  # overwrites deleted data at once
)

BATCH_SIZE = 32
"""Most transactions that are stored as one."""


@dataclass(slots=True)
class QueuedTransaction:
    """A transaction that waits for the thread, with its result."""

    work: Work[Any]
    begin: bool
    done: asyncio.Future[None]
    result: Any = None
    error: BaseException | None = field(
        default_factory=lambda: sqlite3.OperationalError("it was not done")
    )


def sqlite_path(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for one in memory or for PostgreSQL."""
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return None
    return Path(url.database or "")


class Sqlite:
    """The backend for SQLite. Its methods raise the driver's errors.

    Transactions that arrive while the disk is busy are stored together, because waiting for the
    disk is most of their cost. None waits for others to arrive.
    """

    def __init__(self, url: URL, wait: float) -> None:
        self._path = sqlite_path(url)
        # hide_parameters keeps stored values (cards, secrets) out of errors and logs.
        self.engine = create_async_engine(
            url,
            poolclass=StaticPool,
            hide_parameters=True,
            connect_args={"timeout": wait, "isolation_level": None},  # we send BEGIN ourselves
        )
        event.listen(self.engine.sync_engine, "connect", _on_connect)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sqlite")
        self._runner = asyncio.Runner()
        """The event loop of the thread."""
        self._connection: AsyncConnection | None = None
        self._queue: deque[QueuedTransaction] = deque()
        self._callers = 0
        self._called = False
        """Whether the thread has been called and will do all that is queued now."""
        self._at_work = False
        self._closed = False

    async def open(self) -> None:
        """Open the file; a new one is created for its owner alone."""
        if self._path is not None:
            # Readable by its owner alone, as it holds the secrets of running deals.
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if not self._path.exists():
                self._path.touch(mode=0o600)
        await self._do(self._connect)

    async def run(self, work: Work[_T], *, begin: bool, single_statement: bool) -> _T:
        """Do `work` as one transaction, to its end even if the caller is cancelled, or outside any
        if `begin` is False. `single_statement` has no effect here."""
        queued = QueuedTransaction(work, begin, asyncio.get_running_loop().create_future())
        self._queue.append(queued)
        if not self._called:
            self._called = True
            self._thread.submit(self._serve)
        self._callers += 1
        try:
            await queued.done
        finally:
            self._callers -= 1
        if queued.error is not None:
            raise queued.error
        return cast(_T, queued.result)

    @property
    def busy(self) -> bool:
        """Whether a transaction is under way or waiting."""
        return bool(self._callers or self._queue or self._at_work)

    async def close(self) -> None:
        """Close the connection once the thread has done all that is queued."""
        if not self._closed:
            self._closed = True
            await self._do(self._disconnect)
            self._thread.shutdown(wait=False)

    async def _do(self, work: Callable[[], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, work)

    # --- in the thread ------------------------------------------------------------------------

    def _connect(self) -> None:
        if self._path is not None:
            # Raises if the file cannot be opened. In that case aiosqlite would end its own thread,
            # and nobody could wait for that.
            sqlite3.connect(self._path).close()
        self._runner.run(self._open_connection())

    async def _open_connection(self) -> None:
        self._connection = await self.engine.connect()

    def _disconnect(self) -> None:
        self._runner.run(self._close_connection())
        self._runner.close()

    async def _close_connection(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None
        await self.engine.dispose()

    def _serve(self) -> None:
        """Do all that is queued, in batches."""
        self._called = False  # whatever comes from now on calls again
        while self._queue and not self._called:
            self._at_work = True
            batch = self._next_batch()
            with suppress(BaseException):  # the callers get it, even if the rollback failed
                assert self._connection is not None
                self._runner.run(self._connection.run_sync(_store, batch))
            self._at_work = False
            for loop in {queued.done.get_loop() for queued in batch}:
                with suppress(RuntimeError):  # closed, so nobody waits there
                    loop.call_soon_threadsafe(_wake, loop, batch)

    def _next_batch(self) -> list[QueuedTransaction]:
        """Return the next transactions that can be stored together."""
        batch: list[QueuedTransaction] = []
        while self._queue and len(batch) < BATCH_SIZE:
            if batch and not (batch[0].begin and self._queue[0].begin):
                break
            batch.append(self._queue.popleft())
        return batch


def _store(connection: Connection, batch: Sequence[QueuedTransaction]) -> None:
    """Store a batch as one transaction, or each by itself if any fails."""
    try:
        if batch[0].begin:
            _begin(connection)
        results = [queued.work(connection) for queued in batch]
    except BaseException as error:  # noqa: BLE001 - raised in the callers
        _refuse(connection, batch, error)
        if len(batch) > 1:
            for queued in batch:
                _store(connection, [queued])
        return
    try:
        connection.commit()
    except BaseException as error:  # noqa: BLE001 - no retry: it may be stored
        _refuse(connection, batch, error)
        return
    for queued, result in zip(batch, results, strict=True):
        queued.result, queued.error = result, None


def _begin(connection: Connection) -> None:
    """Begin a transaction by one call to aiosqlite's thread. A cursor would need three, each
    costlier than its work there."""
    connection.begin()
    adapted = cast(AdaptedConnection, connection.connection.dbapi_connection)
    adapted.run_async(lambda driver: driver.execute("BEGIN IMMEDIATE"))


def _refuse(
    connection: Connection, batch: Sequence[QueuedTransaction], error: BaseException
) -> None:
    """Note an error for a whole batch, then roll back, which may fail, too."""
    for queued in batch:
        queued.error = error
    connection.connection.rollback()  # SQLAlchemy does not, after a failed commit
    connection.rollback()


def _wake(loop: asyncio.AbstractEventLoop, batch: Sequence[QueuedTransaction]) -> None:
    for queued in batch:
        if queued.done.get_loop() is loop and not queued.done.done():  # the caller may be gone
            queued.done.set_result(None)


def enforce_keys(connection: Connection) -> None:
    """Let SQLite enforce foreign keys on a connection."""
    connection.exec_driver_sql("PRAGMA foreign_keys = ON")


def checkpoint(connection: Connection) -> None:
    """Move everything from the log into the file."""
    busy, in_log, written = connection.exec_driver_sql("PRAGMA wal_checkpoint(FULL)").one()
    if busy or in_log != written:
        raise sqlite3.OperationalError("the log could not be emptied")


def empty_log(connection: Connection) -> None:
    """Move everything from the log into the file, and truncate the log."""
    busy, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
    if busy:
        raise sqlite3.OperationalError("the log could not be emptied")


def hold_checkpoints(connection: Connection) -> None:
    """Move everything into the file, and from then on write only to the log."""
    connection.exec_driver_sql("PRAGMA wal_autocheckpoint = 0")
    checkpoint(connection)


def allow_checkpoints(connection: Connection) -> None:
    """Let SQLite move its log into the file by itself again."""
    connection.exec_driver_sql("PRAGMA wal_autocheckpoint = 1000")  # pages: SQLite's default


def _on_connect(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    try:
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    cursor.close()
