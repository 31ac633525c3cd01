"""A club for each test, its database in a file so that the bot can be restarted."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kwbot.tables import dealing
from tests.e2e.club import Club


@pytest.fixture
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deals in every run."""
    rng = random.Random(1)
    monkeypatch.setattr(dealing, "new_secret", lambda: rng.randbytes(48))
    monkeypatch.setattr("secrets.randbelow", rng.randrange)


@pytest.fixture
async def club(tmp_path: Path, same_cards: None) -> AsyncIterator[Club]:
    async with Club(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}").opened() as opened:
        yield opened
