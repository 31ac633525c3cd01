"""Copies of a process in which a club has come to some point, to see in how many ways it goes on.

A copy has the same bot, server, database and connections, down to the number that is given out
next. So two copies differ in what they are told to do alone, and it costs a hundredth of a second
to come to the same point once more.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import traceback
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial, partialmethod
from selectors import EpollSelector, SelectorKey
from typing import Any, TypeVar

import pytest
from aiohttp import ClientResponse, ClientSession
from sqlalchemy import URL, Connection, create_engine

from kwbot.storage.backend import sqlite
from kwbot.storage.backend.sqlite import Sqlite
from tests.e2e.club import Club

MEMORY = "sqlite+aiosqlite:///:memory:"
T = TypeVar("T")
_PATIENCE = 300.0
"""Seconds that something may take in a copy."""
_PIECE = 1 << 20
_MOMENT = 0.001
"""Seconds that what was sent to a socket of the same machine takes at most."""


class Watch(EpollSelector):
    """Tells when the event loop would wait for something from outside: nothing is under way.

    `busy`: whether something is all the same, as what was sent has not come yet.
    """

    def __init__(self, busy: Callable[[], bool]) -> None:
        super().__init__()
        self._busy = busy
        self._awaited: list[asyncio.Future[None]] = []

    @classmethod
    def over(cls, loop: asyncio.AbstractEventLoop, busy: Callable[[], bool]) -> Watch:
        """Watch a loop, by a selector of this process's own."""
        watch, before = cls(busy), loop._selector  # type: ignore[attr-defined]
        for key in before.get_map().values():
            watch.register(key.fileobj, key.events, key.data)
        loop._selector = watch  # type: ignore[attr-defined]
        return watch

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        if not self._awaited or (timeout is not None and timeout <= 0):
            return super().select(timeout)
        found = super().select(0) or super().select(min(timeout or _MOMENT, _MOMENT))
        if not found and (timeout is None or timeout > _MOMENT) and not self._busy():
            self._awaited.pop().set_result(None)
        return found

    async def still(self) -> None:
        """Wait until nothing is under way, but what waits for a time."""
        self._awaited.append(asyncio.get_running_loop().create_future())
        await self._awaited[-1]

    def copied(self, loop: asyncio.AbstractEventLoop) -> Watch:
        """Return one that watches the copy of its loop in another process."""
        return self.over(loop, self._busy)


class Calls:
    """Counts the requests that are under way, by who makes them."""

    def __init__(self) -> None:
        self.under_way = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        request = ClientSession._request

        async def counting(*to: Any, **what: Any) -> ClientResponse:
            self.under_way += 1
            try:
                return await request(*to, **what)
            finally:
                self.under_way -= 1

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ClientSession, "_request", counting)
            yield


@asynccontextmanager
async def watched(club: Club) -> AsyncIterator[Watch]:
    """Open a club whose database is in memory, and watch it: whoever waits until it is still need
    not guess how long this machine takes for what is under way."""
    calls = Calls()
    with without_threads(), calls.counted():
        async with club.opened():
            yield Watch.over(asyncio.get_running_loop(), partial(_under_way, club, calls))


def _under_way(club: Club, calls: Calls) -> bool:
    """Whether something is on its way to the bot or from it."""
    sent = [session.sequence for session in club.playground.gateway.sessions.values()]
    heard = [shard._parent.ws.sequence for shard in club.bot.shards.values()]
    return bool(calls.under_way) or sent != heard or club.house.display.renderer.pictures.busy


@contextmanager
def without_threads() -> Iterator[None]:
    """The database, in memory, and what is computed beside the loop are done at once: a copy has no
    thread but the one that made it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "to_thread", _at_once)
        patch.setattr(sqlite, "create_async_engine", PlainEngine)
        patch.setattr(sqlite, "_begin", _begin)
        patch.setattr(Sqlite, "__init__", partialmethod(_begin_in_place, Sqlite.__init__))
        patch.setattr(Sqlite, "_do", lambda _, do: _at_once(do))
        yield


def _begin_in_place(self: Sqlite, begin: Callable[..., None], *args: Any) -> None:
    begin(self, *args)
    self._thread = self._runner = InPlace()  # type: ignore[assignment]


class InPlace:
    """The thread of the database and its event loop: what waits for nothing is done at once."""

    def submit(self, do: Callable[[], None]) -> None:
        do()

    def run(self, doing: Coroutine[Any, Any, None]) -> None:
        with pytest.raises(StopIteration):
            doing.send(None)

    def shutdown(self, *, wait: bool) -> None:
        """There is no thread to end."""

    def close(self) -> None:
        """There is no event loop to close."""


class PlainEngine:
    """As much of an AsyncEngine as the backend needs, over sqlite3: it waits for nothing."""

    def __init__(self, url: URL, **options: Any) -> None:
        self.sync_engine = create_engine(url.set(drivername="sqlite"), **options)
        self._connection: Connection | None = None

    async def connect(self) -> PlainEngine:
        self._connection = self.sync_engine.connect()
        return self

    async def run_sync(self, work: Callable[..., T], *args: Any) -> T:
        assert self._connection is not None
        return work(self._connection, *args)

    async def close(self) -> None:
        assert self._connection is not None
        self._connection.close()

    async def dispose(self) -> None:
        self.sync_engine.dispose()


def _begin(connection: Connection) -> None:
    connection.begin()
    connection.exec_driver_sql("BEGIN IMMEDIATE")


async def _at_once(do: Callable[..., T], *args: Any, **named: Any) -> T:
    await asyncio.sleep(0)
    return do(*args, **named)


async def in_copy(watch: Watch, work: Callable[[Watch], Awaitable[T]]) -> T:
    """Do `work` in a copy of this process, which ends with it; here nothing goes on meanwhile."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # a thread beats the gateway's heart
        child = os.fork()
    if child == 0:
        await _done(partial(work, watch.copied(loop)), task, writing)
    os.close(writing)
    told = b"".join(iter(partial(os.read, reading, _PIECE), b""))
    os.close(reading)
    os.waitpid(child, 0)  # noqa: ASYNC222 - nothing is to go on meanwhile
    outcome, failure = pickle.loads(told)
    assert not failure, failure
    return outcome  # type: ignore[no-any-return]


async def _done(
    work: Callable[[], Awaitable[object]], task: asyncio.Task[Any], writing: int
) -> None:
    try:
        loop = task.get_loop()
        asyncio._set_running_loop(loop)  # so far it runs in the first process alone
        if asyncio.current_task() is None:  # so does the task, from Python 3.14 on
            asyncio.tasks._enter_task(loop, task)
        async with asyncio.timeout(_PATIENCE):
            told = pickle.dumps((await work(), ""))
    except BaseException:  # noqa: BLE001 - it fails where it is awaited
        told = pickle.dumps((None, traceback.format_exc()))
    try:
        while told:
            told = told[os.write(writing, told) :]
    finally:
        os._exit(0)
