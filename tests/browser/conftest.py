"""Tests in a real browser; without Chromium they are skipped, and say so.

All run in one event loop, so that one browser serves them all.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Generator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from discord import ui
from playwright.async_api import Browser

from playground import Playground, transcript
from tests.browser.chromium import MISSING, browsing, chromium
from tests.browser.evening import BrowserClub
from tests.browser.window import Window
from tests.e2e.conftest import deals
from tests.playground.conftest import Bot, Clock, clock, connected, oracle
from tests.row_names import row_names_differ
from tests.storage.compiled_statements import compiled_once
from tests.storage.copied_tables import copied_tables
from tests.storage.unsynced import nothing_synced
from tests.tables.conftest import same_cards

__all__ = [
    "clock", "compiled_once", "copied_tables", "deals", "nothing_synced", "oracle",
    "row_names_differ", "same_cards",
]  # fmt: skip


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add what each person sees to the report of a failure."""
    report = yield
    club = getattr(item, "funcargs", {}).get("club")
    if report.failed and isinstance(club, BrowserClub):
        for person in club.playground.people:
            for channel in club.playground.channels.values():
                if messages := person.messages(channel):
                    seen = transcript(club.playground, messages, person.user)
                    report.sections.append((f"{person.name} in {channel.name}", seen))
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        test = getattr(item, "function", None)
        if item.path.is_relative_to(here) and inspect.iscoroutinefunction(test):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser() -> AsyncIterator[Browser]:
    if chromium() is None:
        pytest.skip(MISSING)
    async with browsing() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def club(tmp_path: Path, same_cards: None, browser: Browser) -> AsyncIterator[BrowserClub]:
    """The bot, and people in windows; nothing may go wrong in these, nor be refused."""
    made = BrowserClub(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}", browser)
    async with made.opened():
        yield made
        for window in made.windows.values():
            await window.close()
        assert [error for window in made.windows.values() for error in window.errors] == []
        assert made.refused() == []


@pytest_asyncio.fixture(loop_scope="session")
async def playground(clock: Clock, oracle: object) -> AsyncIterator[Playground]:
    async with Playground(clock=clock, validate=oracle) as running:  # type: ignore[arg-type]
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def bot(playground: Playground) -> AsyncIterator[Bot]:
    client = Bot()
    async with connected(client, playground):
        yield client


@pytest_asyncio.fixture(loop_scope="session")
async def anna(playground: Playground, bot: Bot, browser: Browser) -> AsyncIterator[Window]:
    """A window of Anna's on a playground with a bot that answers as the test tells it to."""
    playground.person("Anna", moderator=True)
    playground.person("Bo")
    window = await Window.open(browser, playground.base, "Anna")
    yield window
    await window.close()
    assert window.errors == []


async def put(playground: Playground, bot: Bot, *items: ui.Item[Any]) -> None:
    """A message of the bot's with these in it."""
    view = ui.View()
    for item in items:
        view.add_item(item)
    await bot.channel(playground.channel.id).send("Here", view=view)
