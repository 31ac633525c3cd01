"""A house of tables on a store in memory."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest

from kwbot.daily import daily_deal
from kwbot.evenings import rounds
from kwbot.storage.store import Store
from kwbot.tables.state import dealing, shuffle
from tests.storage.compiled_statements import compiled_once
from tests.storage.copied_tables import copied_tables
from tests.storage.databases import empty_database
from tests.tables.sandbox import House

__all__ = ["compiled_once", "copied_tables"]


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    opened = await Store.open(await empty_database())
    yield opened
    await opened.close()


@pytest.fixture
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deals, dealers and neighbours in every run."""
    rng = random.Random(1)
    for drawn_in in (dealing, rounds, daily_deal):
        monkeypatch.setattr(drawn_in, "new_secret", lambda: rng.randbytes(48))
    monkeypatch.setattr(dealing, "first_dealer", lambda *_: 0)
    monkeypatch.setattr(rounds, "SystemRandom", lambda: random.Random(1))


@pytest.fixture
def drawn_dealer(same_cards: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let chance decide who deals first, as it does at real tables: else it is player 0."""
    monkeypatch.setattr(dealing, "first_dealer", shuffle.first_dealer)


@pytest.fixture
async def house(store: Store, same_cards: None) -> AsyncIterator[House]:
    made = House(store)
    await made.tables.resume()
    yield made
    await made.tables.stop()
