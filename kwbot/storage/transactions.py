"""Doing the queries of `kwbot.storage.queries` on the database, and measuring them."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Concatenate, ParamSpec, TypedDict, TypeVar

from sqlalchemy import Connection

from kwbot import metrics
from kwbot.storage.backend.database import Database
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.backend.sqlite import checkpoint

_P = ParamSpec("_P")
_T = TypeVar("_T")

PAUSE_BETWEEN_BATCHES = 0.01
"""Seconds; those who wait meanwhile come first."""


class _How(TypedDict, total=False):
    """How a transaction is done; see `Database.run`."""

    begin: bool
    single_statement: bool


class Transactions:
    """Transactions on the database: each method does `work` on a connection, whole or not at all.

    Every method may raise StorageError. One whose caller is cancelled still goes on to its end by
    itself: what it was to store is then stored or refused, never half of it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._batches = asyncio.Lock()
        """Held for each batch and page, so that they come one at a time: whoever wants one, or a
        press, waits for no more than one."""
        self.file_hold = asyncio.Lock()
        """Held while the file of the database must not change."""

    async def run(
        self, work: Callable[Concatenate[Connection, _P], _T], *args: _P.args, **more: _P.kwargs
    ) -> _T:
        """Do `work` as one transaction."""
        return await self._do(work, {}, *args, **more)

    async def run_statement(
        self, work: Callable[Concatenate[Connection, _P], _T], *args: _P.args, **more: _P.kwargs
    ) -> _T:
        """Do `work`, which writes in one statement, or not at all."""
        return await self._do(work, {"single_statement": True}, *args, **more)

    async def write_batch(
        self, work: Callable[Concatenate[Connection, _P], _T], *args: _P.args, **more: _P.kwargs
    ) -> _T:
        """Do `work` as one of many transactions, when its turn among batches has come."""
        async with self._batches:
            return await self.run(work, *args, **more)

    async def read_page(
        self, work: Callable[Concatenate[Connection, _P], _T], *args: _P.args, **more: _P.kwargs
    ) -> _T:
        """Do `work`, which reads much and writes nothing, when its turn among batches has come. It
        is never in one transaction with a press."""
        async with self._batches:
            return await self._do(work, {"begin": False, "single_statement": True}, *args, **more)

    async def give_way(self) -> None:
        """Let presses come in between two batches. What the last batch wrote is moved from SQLite's
        log into the file, so that no press has to do that with all of it."""
        if self._database.is_sqlite and not self.file_hold.locked():
            await self._database.run(checkpoint, begin=False)
        await asyncio.sleep(PAUSE_BETWEEN_BATCHES)

    async def _do(
        self,
        work: Callable[Concatenate[Connection, _P], _T],
        how: _How,
        *args: _P.args,
        **more: _P.kwargs,
    ) -> _T:
        """Do `work` on the database, and count in the metrics how long it takes, and errors."""
        began = perf_counter()
        try:
            return await self._database.run(
                lambda connection: work(connection, *args, **more), **how
            )
        except StorageError as error:
            metrics.count_error(error)
            raise
        finally:
            metrics.STORAGE_SECONDS.labels(work.__name__).observe(perf_counter() - began)
