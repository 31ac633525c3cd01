"""PostgreSQL: a pool of connections, and a lock that keeps other bots out."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, event, func, select
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from kwbot.storage.backend.failures import UnusableUrl

_T = TypeVar("_T")

# Advisory locks are per database, so any number does that other programs won't take by accident.
_LOCK = 0x4B77626F74


NoticeListener = Callable[[Any, int, str, str], None]
"""A listener of asyncpg, called with a notice's connection, process id, channel and payload."""


class Postgresql:
    """A PostgreSQL database behind a pool of connections, of one bot or shared by its cluster."""

    def __init__(self, url: URL, wait: float, *, shared: bool) -> None:
        self._wait = wait
        self._shared = shared
        self._lock_connection: AsyncConnection | None = None
        """The connection that holds this process's locks, while it lasts."""
        self._lock_session: Any = None
        """The driver's object for that connection."""
        self._lock_connection_turn = asyncio.Lock()
        """Held while that connection is in use, as it does one thing at a time."""
        self._listeners: dict[str, NoticeListener] = {}
        self._running: set[asyncio.Task[Any]] = set()
        self.patience: float | None = None
        """Most seconds of a transaction. A connection does not notice that its other end has
        vanished, and would lock somebody's table for a quarter of an hour."""
        try:
            # hide_parameters keeps stored values (cards, secrets) out of errors and logs.
            self._engine = create_async_engine(
                url,
                hide_parameters=True,
                connect_args={"server_settings": _cluster_settings()} if shared else {},
            )
            event.listen(self._engine.sync_engine, "checkout", _check_open)
            self._autocommit = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        except ModuleNotFoundError as error:
            raise UnusableUrl(
                f"PostgreSQL needs {error.name}: install requirements-postgres.txt."
            ) from None

    async def open(self) -> None:
        """Open the lock connection, and take the lock that keeps other bots out."""
        connection = await self._engine.connect()
        self._lock_connection = await connection.execution_options(isolation_level="AUTOCOMMIT")
        self._lock_session = (await self._lock_connection.get_raw_connection()).driver_connection
        milliseconds = max(1, round(self._wait * 1000))
        await self._lock_connection.exec_driver_sql(f"SET lock_timeout = {milliseconds}")
        lock = func.pg_advisory_lock_shared if self._shared else func.pg_advisory_lock
        await self._lock_connection.execute(select(lock(_LOCK)))
        for channel, listener in self._listeners.items():
            await self._add_listener(channel, listener, None)

    @property
    def lock_session(self) -> object | None:
        """The session of the lock connection; None if it is known to be broken."""
        return (
            None
            if self._lock_session is None or self._lock_session.is_closed()
            else self._lock_session
        )

    async def run_with_locks(self, work: Callable[[Connection], _T], patience: float) -> _T:
        """Do `work` on the lock connection, or on a new one if it broke. Each statement commits."""
        async with asyncio.timeout(max(self._wait, patience)), self._lock_connection_turn:
            try:
                if self.lock_session is None:
                    await self._drop_lock_connection()
                    await self.open()
                assert self._lock_connection is not None
                return await self._lock_connection.run_sync(work)
            except BaseException:
                await self._drop_lock_connection()
                raise

    async def _drop_lock_connection(self) -> None:
        connection, self._lock_connection, self._lock_session = self._lock_connection, None, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def listen(self, channel: str, listener: NoticeListener) -> None:
        """Call `listener`, replacing an earlier one, with each notice that the lock connection gets
        on a channel."""
        before, self._listeners[channel] = self._listeners.get(channel), listener
        async with self._lock_connection_turn:
            if self._lock_connection is not None:
                try:
                    async with asyncio.timeout(self._wait):
                        await self._add_listener(channel, listener, before)
                except (ConnectionError, TimeoutError):  # the next connection will listen
                    await self._drop_lock_connection()

    async def _add_listener(
        self, channel: str, listener: NoticeListener, before: NoticeListener | None
    ) -> None:
        try:
            await self._lock_session.add_listener(channel, listener)
            if before not in (None, listener):
                await self._lock_session.remove_listener(channel, before)
        except Exception as error:  # noqa: BLE001 - the driver's own errors
            raise ConnectionError(str(error)) from None

    async def run(
        self, work: Callable[[Connection], _T], *, begin: bool, single_statement: bool
    ) -> _T:
        """Do `work` as one transaction. `single_statement`: each statement commits by itself, which
        saves the round trips of begin and commit. `begin` has no effect here."""
        engine = self._autocommit if single_statement else self._engine
        task: asyncio.Task[_T] = asyncio.create_task(_commit(engine, work))
        self._running.add(task)
        task.add_done_callback(self._note_end)
        await asyncio.wait({task}, timeout=self.patience)
        if not task.done():
            task.cancel()  # which ends its connection, and may take long
            raise TimeoutError
        return task.result()

    def _note_end(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, as the caller may be gone

    @property
    def busy(self) -> bool:
        """Whether a transaction is under way."""
        return bool(self._running)

    async def close(self) -> None:
        """Wait for transactions under way, then release the lock and connections."""
        while self._running:
            await asyncio.wait(self._running)
        if self._lock_connection is not None:
            await self._lock_connection.close()
        await self._engine.dispose()


def _cluster_settings() -> dict[str, str]:
    """Return the settings of a process's connections, with a name of their own."""
    return {
        # A process that stops within a transaction must not lock others out for long.
        "idle_in_transaction_session_timeout": "2000",
        "application_name": f"kwbot {secrets.token_hex(8)}",
    }


async def _commit(engine: AsyncEngine, work: Callable[[Connection], _T]) -> _T:
    async with engine.begin() as connection:
        return await connection.run_sync(work)


def _check_open(connection: Any, _record: object, _proxy: object) -> None:
    """Make the pool replace a connection that PostgreSQL has closed, by a DisconnectionError."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError
