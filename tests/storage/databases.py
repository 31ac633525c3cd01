"""The database of a test: an SQLite one, or a PostgreSQL one that is named in the environment."""

from __future__ import annotations

import os

from sqlalchemy import Connection, delete

from kwbot.storage.store import Store
from kwbot.storage.values.columns import Base

NAMED = "KWBOT_TEST_DATABASE_URL"
MEMORY = "sqlite+aiosqlite://"


async def empty_database(url: str = MEMORY) -> str:
    """Return `url`, which holds nothing yet, or the database that is named, emptied."""
    named = os.environ.get(NAMED)
    if named is None:
        return url
    store = await Store.open(named)
    await store.transactions.run(empty)
    await store.close()
    return named


def empty(connection: Connection) -> None:
    for table in reversed(Base.metadata.sorted_tables):
        connection.execute(delete(table))
