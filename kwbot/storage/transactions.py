"""Running and measuring the queries of `kwbot.storage.queries` on the database."""

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
"""Seconds between two batches, in which waiting transactions come first."""


class _How(TypedDict, total=False):
    """Options of a transaction; see `Database.run`."""

    begin: bool
    single_statement: bool


class Transactions:
    """Transactions on the database. Each method does `work` on a connection, entirely or not at
    all.

    Every method may raise StorageError. A transaction runs to its end even if the caller is
    cancelled.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._batches = asyncio.Lock()
        """Held for each batch and page, so that they come one at a time and a press never waits for
        more than one."""
        self.file_hold = asyncio.Lock()
        """Held while the database's file must not change."""

    async def run(
        self, work: Callable[Concatenate[Connection, _P], _T], *args: _P.args, **more: _P.kwargs
    ) -> _T:
        """Do `work` as one transaction."""
        return await self._do(work, {}, *args, **more)

    async def run_statement(
        self, work: Callable[Concatenate[Connection, _P], _T], *args: _P.args, **more: _P.kwargs
    ) -> _T:
        """Do `work`, which writes in one statement or not at all."""
        return await self._do(work, {"single_statement": True}, *args, **more)

    async def write_batch(
        self, work: Callable[Concatenate[Connection, _P], _T], *args: _P.args, **more: _P.kwargs
    ) -> _T:
        """Do `work` as one of many transactions, in turn with other batches."""
        async with self._batches:
            return await self.run(work, *args, **more)

    async def read_page(
        self, work: Callable[Concatenate[Connection, _P], _T], *args: _P.args, **more: _P.kwargs
    ) -> _T:
        """Do `work`, which reads a lot and writes nothing, in turn with other batches, and never in
        one transaction with a press."""
        async with self._batches:
            return await self._do(work, {"begin": False, "single_statement": True}, *args, **more)

    async def give_way(self) -> None:
        """Let presses come in between two batches. This moves what the last batch wrote from
        SQLite's log into the file, so that no press has to move all of it."""
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
        """Do `work` on the database, and note its time and errors in the metrics."""
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
