"""A house of tables on a store in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from kwbot.storage import Store
from tests.tables.sandbox import House


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    opened = await Store.open("sqlite+aiosqlite://")
    yield opened
    await opened.close()


@pytest.fixture
async def house(store: Store) -> AsyncIterator[House]:
    made = House(store)
    await made.tables.resume()
    yield made
    await made.tables.stop()
