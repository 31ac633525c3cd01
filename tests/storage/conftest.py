"""A store in a file, and one in memory or on PostgreSQL, closed after the test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kwbot.storage.store import Store
from tests.storage.compiled_statements import compiled_once
from tests.storage.copied_tables import copied_tables
from tests.storage.databases import empty_database

__all__ = ["compiled_once", "copied_tables"]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """For what does not depend on the file."""
    opened = await Store.open(await empty_database())
    yield opened
    await opened.close()


@pytest.fixture
async def file_store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url, wait=0)
    yield opened
    await opened.close()
