"""A club for each test, its database in a file so that the bot can be restarted."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import FULL_DECK, CardSet
from kwbot.tables.state import dealing, shuffle
from tests.cogs.registered import translated_once
from tests.cogs.unhurried import unhurried
from tests.daily.few_lines import few_lines
from tests.e2e.club import Club
from tests.row_names import row_names_differ
from tests.storage.compiled_statements import compiled_once
from tests.storage.copied_tables import copied_tables
from tests.storage.databases import empty_database
from tests.storage.unsynced import nothing_synced
from tests.tables.conftest import same_cards

__all__ = [
    "compiled_once",
    "copied_tables",
    "few_lines",
    "nothing_synced",
    "row_names_differ",
    "same_cards",
    "translated_once",
    "unhurried",
]  # fmt: skip


class Deals:
    """Deals that a test has arranged, one after the other; then those of the shuffle."""

    def __init__(self) -> None:
        self.waiting: list[list[str]] = []

    def add(self, hands: Mapping[Seat, str], players: int = 4) -> None:
        """Given these cards; the other hands fill up in the deck's order."""
        left = FULL_DECK - CardSet.parse(" ".join(hands.values()))
        pile = [card.text for card in left]
        order: list[str] = []
        for seat in range(players):
            hand = hands.get(seat, "").split()
            order += hand + [pile.pop(0) for _ in range(13 - len(hand))]
        self.waiting.append(order)

    def shuffled(
        self, cards: list[str], context: str, secret: bytes, contributions: list[str]
    ) -> list[str]:
        if self.waiting and len(cards) == len(self.waiting[0]):  # words are shuffled too
            return self.waiting.pop(0)
        return shuffle.shuffle(cards, context, secret, contributions)


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> Deals:
    """Arranged deals, the first one by player 0: player 1 bids first."""
    found = Deals()
    monkeypatch.setattr(dealing, "shuffle", found.shuffled)
    return found


@pytest.fixture(autouse=True)
def _nothing_by_chance(few_lines: None, same_cards: None) -> None:
    """Little is weighed, and no run deals other cards, in any test here."""


@pytest.fixture
async def club(
    tmp_path: Path, same_cards: None, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Club]:
    """What Discord refused must be cleared by the tests that cause it; errors in the log too."""
    url = await empty_database(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}")
    async with Club(url).opened() as opened:
        yield opened
    assert opened.playground.refusals == []
    errors = [r for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert [record.getMessage() for record in errors] == []
