"""The one way in which a table changes: apply (pure), store, let it stand, show.

Nothing is shown that is not stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Protocol

from kwbot.engine.values.errors import RuleViolation
from kwbot.ids import TableId, UserId
from kwbot.storage.backend.failures import NotOwner, StorageError
from kwbot.storage.values.stored import TableChange
from kwbot.storage.values.stored_results import Outcome, ScoredDeal
from kwbot.tables.errors.refusals import NoTable, OwnedElsewhere
from kwbot.tables.log.archive import Archive
from kwbot.tables.log.table_rows import change_of
from kwbot.tables.play.services import Services
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state.table_state import ClosedTable, OpenTable, RunningTable, TableState
from kwbot.tables.time.time_zones import zone_of

DOUBT_RETRY_DELAY = timedelta(seconds=1)
"""How soon a table reads what the store has, where it cannot know whether that took a change."""


class FollowUp(Protocol):
    """What follows a change of a table before it is stored."""

    async def onward(self, tx: Transaction) -> None:
        """Do everything that needs no human."""

    def seal(self, tx: Transaction) -> None:
        """Seal a lobby's first deal, anew if something else is to be dealt now."""

    def remember(self, stored: Transaction) -> None:
        """Keep what a stored transaction holds."""

    def forget(self) -> None:
        """Forget what was kept: the store may hold something else."""


class _Within:
    """The block of a `TableWriter.transaction`. Every press is one, so it is no async generator:
    Python keeps account of these.
    """

    __slots__ = ("_actor", "_onward", "_tx", "_writer")

    def __init__(self, writer: TableWriter, actor: UserId | None, *, onward: bool) -> None:
        self._writer, self._actor, self._onward = writer, actor, onward

    async def __aenter__(self) -> Transaction:
        writer = self._writer
        await writer._lock.acquire()
        try:
            self._tx = await writer._begin(self._actor)
        except BaseException:
            writer._lock.release()
            raise
        return self._tx

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        writer = self._writer
        try:
            if error is None:
                await writer._end(self._tx, onward=self._onward)
            elif isinstance(error, RuleViolation):
                await writer._confirm()
        finally:
            writer._lock.release()


class TableWriter:
    """Holds a table's state and its lock."""

    def __init__(
        self,
        state: OpenTable,
        services: Services,
        archive: Archive,
        follow_up: FollowUp,
        stands: Callable[[TableState], object],
        lose: Callable[[TableId], object],
    ) -> None:
        """`stands` is told each state that was stored, before it is shown; `lose` the table's
        number once it is another process's."""
        self.state: TableState = state
        self.lost = False
        """Whether another process has it."""
        self._services = services
        self._archive = archive
        self._follow_up = follow_up
        self._stands = stands
        self._lose = lose
        self._lock = asyncio.Lock()
        self._in_doubt = False
        """Whether the store may hold another state: it failed to say that it stored one, or who
        waited for that was cancelled."""

    @property
    def open(self) -> OpenTable:
        """The state of the table; raises NoTable once it is closed or lost."""
        if isinstance(self.state, ClosedTable):
            raise NoTable
        if self.lost:
            raise OwnedElsewhere
        return self.state

    def transaction(self, actor: UserId | None = None) -> _Within:
        """Store and show what is done within, under the lock; nothing of it if it raises."""
        return _Within(self, actor, onward=False)

    def move(self, actor: UserId | None = None) -> _Within:
        """A transaction after which everything follows that needs no human."""
        return _Within(self, actor, onward=True)

    async def _begin(self, actor: UserId | None) -> Transaction:
        if self._in_doubt:
            await self._read_again()
        return Transaction(self.open, self._services.clock.now(), actor)

    async def _end(self, tx: Transaction, *, onward: bool) -> None:
        if onward:
            try:
                await self._follow_up.onward(tx)
            except RuleViolation:
                await self._confirm()
                raise
        self._follow_up.seal(tx)
        await self._store_changes(tx)

    async def _confirm(self) -> None:
        """Raise OwnedElsewhere if another process has taken the table unnoticed: what is refused
        here may be right there."""
        cluster, table = self._services.store.cluster, self.state.id
        if cluster is not None and not await cluster.owns(table):
            self._lose(table)
            raise OwnedElsewhere

    async def _read_again(self) -> None:
        """Let stand what the store has."""
        doubted, stored = self.state, await self._archive.read_again(self.state.id)
        if isinstance(stored, RunningTable) and isinstance(doubted, RunningTable):
            stored = replace(stored, paused=doubted.paused)  # that is in no store
        self._follow_up.forget()
        self._in_doubt = False
        self._show(stored, [stored])

    async def _store_changes(self, tx: Transaction) -> None:
        """Store it, then let its state stand."""
        if not tx.events and tx.state == tx.before:
            return
        try:
            await self._write(tx, change_of(tx.before, tx.state))
        except NotOwner:
            self._lose(tx.state.id)
            raise OwnedElsewhere from None
        except (StorageError, asyncio.CancelledError):
            self._in_doubt = True
            # Others may be in turn by what was stored.
            look_at = self._services.clock.now() + DOUBT_RETRY_DELAY
            self._services.alarms.set_at_latest(tx.state.id, look_at)
            raise
        self._follow_up.remember(tx)
        self._show(tx.state, tx.states or [tx.state])

    async def _write(self, tx: Transaction, change: TableChange) -> None:
        if self.lost:
            raise OwnedElsewhere
        store, table = self._services.store, tx.state.id
        if not tx.events and not tx.reveal:
            await store.update_table(table, change, tx.secrets)
            return
        await store.append(
            table, tx.events, expected_seq=tx.before.seq, change=change, secrets=tx.secrets,
            reveal=tx.reveal, at=tx.now, scores=await self._scores(tx),
        )  # fmt: skip

    async def _scores(self, tx: Transaction) -> Sequence[ScoredDeal | Outcome]:
        """Return what enters the standings, with the server's own day."""
        if (
            not tx.scores or tx.state.is_duplicate
        ):  # of that nothing is told until all have played it
            return ()
        settings = await self._services.store.settings.guild_settings(tx.state.guild)
        day = tx.now.astimezone(zone_of(settings, tx.state.language)).date()
        return [replace(one, day=day) for one in tx.scores]

    def _show(self, stored: TableState, states: Sequence[TableState]) -> None:
        """Let a stored state stand, and show it."""
        before, self.state = self.state, stored
        self._stands(stored)
        self._services.display.show(before, states)
