"""Processes of a cluster, which share a PostgreSQL database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Protocol

import pytest
from sqlalchemy import func, select

from kwbot.storage.store import Store
from kwbot.tables.serving.edition import EDITION
from tests.storage.databases import empty
from tests.tables.conftest import same_cards

__all__ = ["same_cards"]

Share = Callable[..., Awaitable[Store]]
LEASE = timedelta(seconds=30)


@pytest.fixture(autouse=True)
def _nothing_by_chance(same_cards: None) -> None:
    """In any test here."""


@pytest.fixture
async def share(server_url: str) -> AsyncIterator[Share]:
    """Open the database, empty at first, as one more process of a cluster."""
    opened: list[Store] = []

    async def share(
        *, edition: int = EDITION, lease: timedelta = LEASE, joined: bool = True
    ) -> Store:
        store = await Store.share(server_url, f"http://process-{len(opened)}", edition, lease=lease)
        if not opened:
            await store.transactions.run(empty)
        opened.append(store)
        assert store.cluster is not None
        if joined:
            await store.cluster.join()
        return store

    yield share
    for store in opened:
        await store.close()


class OnIt(Protocol):
    """What works on the database."""

    store: Store


async def break_lock_connection(broken: OnIt, other: OnIt) -> None:
    """Break the connection that shows that a process lives."""
    database = broken.store._database
    pid = await database.run_with_locks(
        lambda held: held.scalar(select(func.pg_backend_pid())), LEASE
    )
    ending = select(func.pg_terminate_backend(pid))
    await other.store.transactions.run(lambda connection: connection.scalar(ending))
