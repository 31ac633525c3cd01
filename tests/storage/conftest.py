"""A store in a file, and one in memory, closed after the test."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete

from kwbot.storage.models import Base
from kwbot.storage.store import Store
from tests.storage.copied_tables import copied_tables

__all__ = ["copied_tables"]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """For what does not depend on the file: in memory, or another one set in the environment.

    KWBOT_TEST_DATABASE_URL names a PostgreSQL database that may be emptied.
    """
    opened = await Store.open(os.environ.get("KWBOT_TEST_DATABASE_URL", "sqlite+aiosqlite://"))
    await opened._run(empty)
    yield opened
    await opened.close()


def empty(connection: Connection) -> None:
    for table in reversed(Base.metadata.sorted_tables):
        connection.execute(delete(table))


@pytest.fixture
async def file_store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url, wait=0)
    yield opened
    await opened.close()
