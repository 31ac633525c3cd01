"""Suggested bids: when there is news of them, and when nobody wants them any more."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.delivery.pictures import suggestions
from cogs.delivery.pictures.suggestions import Found, Suggestions
from kwbot.engine.values.actions import Pass
from kwbot.tables.state.table_state import TableState

TABLE, SEAT = cast("TableState", SimpleNamespace(id=1, running="running")), 0
BIDS: Found = {Pass(): 0.5}


class Thinking:
    """Suggestions whose finding a test lets end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ends: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.asked = 0
        self.news: list[tuple[int, int]] = []
        self.suggestions = Suggestions(lambda *of: self.news.append(of))
        self.suggestions.connect(cast("Any", "a worker pool"))
        monkeypatch.setattr(Suggestions, "_question", lambda _, table, seat: (table.id, seat, 7))
        monkeypatch.setattr(suggestions, "_possible", self._possible)

    async def _possible(self, *_: object) -> Found:
        self.asked += 1
        return cast("Found", await self.ends)

    def look(self) -> tuple[object, object]:
        wanted = self.suggestions.suggest(TABLE, SEAT)
        return self.suggestions.key(TABLE, SEAT), wanted


@pytest.mark.parametrize("bids", [BIDS, {}])
async def test_what_is_found_is_news_and_asked_for_once(
    monkeypatch: pytest.MonkeyPatch, bids: Found
) -> None:
    """Where no bid looks good too: how often a panel is drawn must not tell of a hand."""
    thinking = Thinking(monkeypatch)
    before = thinking.look()
    thinking.look()
    thinking.ends.set_result(bids)
    await thinking.suggestions.wait()
    assert thinking.news == [(1, SEAT)]
    assert thinking.asked == 1
    thinking.suggestions.decline(TABLE, SEAT)
    assert thinking.look() == ((True, tuple(bids or ())), bids) != before


@pytest.mark.parametrize("asked", [False, True])
async def test_who_puts_a_bid_together_gets_none(
    monkeypatch: pytest.MonkeyPatch, asked: bool
) -> None:
    thinking = Thinking(monkeypatch)
    if asked:
        thinking.look()
        await asyncio.sleep(0)
    thinking.suggestions.decline(TABLE, SEAT)
    assert thinking.look() == ((False, ()), {})
    await thinking.suggestions.wait()
    assert not thinking.news
    assert thinking.asked == asked


async def test_what_fails_is_logged_by_its_type(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    thinking = Thinking(monkeypatch)
    thinking.look()
    thinking.ends.set_exception(ValueError("♥A"))
    await thinking.suggestions.wait()
    assert "ValueError" in caplog.text
    assert "♥A" not in caplog.text
    assert not thinking.news
    assert thinking.look() == ((False, ()), {})


async def test_the_oldest_question_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suggestions, "MAX_QUESTIONS", 1)
    thinking = Thinking(monkeypatch)
    thinking.look()
    thinking.suggestions.suggest(TABLE, SEAT + 1)
    thinking.ends.set_result(BIDS)
    await thinking.suggestions.wait()
    assert thinking.news == [(1, SEAT + 1)]
