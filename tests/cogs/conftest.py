"""A bot on a playground, or only its tables, or its display with a client that only pretends."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from kwbot.storage.store import Store
from playground import LocalPerson
from tests.cogs.post_office import Office
from tests.cogs.registered import translated_once
from tests.cogs.server import Server, running
from tests.cogs.unhurried import unhurried
from tests.row_names import row_names_differ
from tests.storage.compiled_statements import compiled_once
from tests.storage.copied_tables import copied_tables
from tests.tables.conftest import drawn_dealer, house, same_cards, store

__all__ = [
    "compiled_once",
    "copied_tables",
    "drawn_dealer",
    "house",
    "row_names_differ",
    "same_cards",
    "store",
    "translated_once",
    "unhurried",
]  # fmt: skip


@pytest.fixture
async def server(same_cards: None) -> AsyncIterator[Server]:
    async with running() as made:
        yield made


@pytest.fixture
def anna(server: Server) -> LocalPerson:
    return server.playground.person("Anna")


@pytest.fixture
async def office(store: Store, same_cards: None) -> AsyncIterator[Office]:
    made = Office(store)
    await made.tables.resume()
    yield made
    await made.display.stop()
    await made.tables.stop()
