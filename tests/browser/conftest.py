"""Tests in a real browser; without Chromium they are skipped, and say so."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.chromium import MISSING, browsing, chromium
from tests.browser.evening import BrowserClub
from tests.browser.window import DESK, Look, Window
from tests.e2e.conftest import deals, same_cards

__all__ = ["deals", "same_cards"]

Open = Callable[..., Awaitable[Window]]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    if chromium() is None:
        pytest.skip(MISSING)
    async with browsing() as running:
        yield running


@pytest.fixture
async def club(tmp_path: Path, same_cards: None, browser: Browser) -> AsyncIterator[BrowserClub]:
    """The bot, and people in windows; nothing may go wrong in these, nor be refused."""
    made = BrowserClub(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}", browser)
    async with made.opened():
        yield made
        assert [error for window in made.windows.values() for error in window.errors] == []
        assert made.refused() == []


@pytest.fixture
def look() -> Look:
    return DESK
