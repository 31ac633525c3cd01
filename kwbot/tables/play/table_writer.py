"""The only way in which a table changes: apply (pure), store, take over the new state, show it.

Nothing is shown that is not stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Protocol

from kwbot.engine.values.errors import RuleViolation
from kwbot.ids import UserId
from kwbot.storage.backend.failures import NotOwner, StorageError
from kwbot.storage.values.stored_results import Outcome, ScoredDeal
from kwbot.storage.values.stored_tables import TableChange
from kwbot.tables.errors.refusals import NoTable, OwnedElsewhere
from kwbot.tables.log.table_rows import change_of
from kwbot.tables.play.services import Services
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state.table_state import ClosedTable, OpenTable, RunningTable, TableState
from kwbot.tables.time.time_zones import zone_of

DOUBT_RETRY_DELAY = timedelta(seconds=1)
"""Time until a table reads its state again after a write that may or may not have succeeded."""


class FollowUp(Protocol):
    """What follows a change of a table before the change is stored; see AutomaticMoves."""

    async def onward(self, tx: Transaction) -> None:
        """Do everything that needs no human."""

    def seal(self, tx: Transaction) -> None:
        """Seal a lobby's first deal, again if what is to be dealt has changed."""

    def remember(self, stored: Transaction) -> None:
        """Keep the last secret of a transaction that has been stored."""

    def forget(self) -> None:
        """Forget the secret, because the store may hold another one."""


class _Block:
    """The block of a `TableWriter.transaction`. A class, because every press enters one and an
    async generator would cost more."""

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
                await writer._check_owned()
        finally:
            writer._lock.release()


class TableWriter:
    """Holds a table's state and its lock."""

    def __init__(
        self,
        state: OpenTable,
        services: Services,
        follow_up: FollowUp,
        note_stored: Callable[[TableState], object],
    ) -> None:
        """`note_stored` is called with each stored state before it is shown."""
        self.state: TableState = state
        self.lost = False
        """Whether another process has the table."""
        self._services = services
        self._follow_up = follow_up
        self._note_stored = note_stored
        self._lock = asyncio.Lock()
        self._in_doubt = False
        """Whether the store may hold another state, because a write failed or was cancelled before
        it was confirmed."""

    @property
    def open(self) -> OpenTable:
        """The state of the table; raises NoTable once it is closed or lost."""
        if isinstance(self.state, ClosedTable):
            raise NoTable
        if self.lost:
            raise OwnedElsewhere
        return self.state

    def transaction(self, actor: UserId | None = None) -> _Block:
        """Return a block under the table's lock. At its end all changes are stored and shown, or
        none if it raises. `actor`: the user who makes them."""
        return _Block(self, actor, onward=False)

    def move(self, actor: UserId | None = None) -> _Block:
        """Return a transaction that ends by also doing everything that needs no human."""
        return _Block(self, actor, onward=True)

    async def _begin(self, actor: UserId | None) -> Transaction:
        if self._in_doubt:
            await self._read_again()
        return Transaction(self.open, self._services.clock.now(), actor)

    async def _end(self, tx: Transaction, *, onward: bool) -> None:
        if onward:
            try:
                await self._follow_up.onward(tx)
            except RuleViolation:
                await self._check_owned()
                raise
        self._follow_up.seal(tx)
        await self._store_changes(tx)

    async def _check_owned(self) -> None:
        """Raise OwnedElsewhere if another process has taken the table unnoticed: what this one
        refuses may be legal there."""
        cluster, table = self._services.store.cluster, self.state.id
        if cluster is not None and not await cluster.owns(table):
            self._services.lose(table)
            raise OwnedElsewhere

    async def _read_again(self) -> None:
        """Take over the state in the store."""
        doubted, stored = self.state, await self._services.archive.read(self.state.id)
        if isinstance(stored, RunningTable) and isinstance(doubted, RunningTable):
            stored = replace(stored, paused=doubted.paused)  # not stored
        self._follow_up.forget()
        self._in_doubt = False
        self._show(stored, [stored])

    async def _store_changes(self, tx: Transaction) -> None:
        """Store a transaction, then take over its state and show it."""
        if not tx.events and tx.state == tx.before:
            return
        try:
            await self._write(tx, change_of(tx.before, tx.state))
        except NotOwner:
            self._services.lose(tx.state.id)
            raise OwnedElsewhere from None
        except (StorageError, asyncio.CancelledError):
            self._in_doubt = True
            # By the stored state somebody else may be in turn.
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
        """Return a transaction's entries in the standings, with the server's own day."""
        if not tx.scores or tx.state.is_duplicate:  # entered when all tables have played
            return ()
        settings = await self._services.store.settings.guild_settings(tx.state.guild)
        day = tx.now.astimezone(zone_of(settings, tx.state.language)).date()
        return [replace(one, day=day) for one in tx.scores]

    def _show(self, stored: TableState, states: Sequence[TableState]) -> None:
        """Take over a stored state, and show it."""
        before, self.state = self.state, stored
        self._note_stored(stored)
        self._services.display.show(before, states)
