"""The bench of clicks has a whole bot: one that lacks a part plays no evening."""

from __future__ import annotations

import asyncio

import pytest

from benches import clicks
from benches.crowd import Load, Turnstile
from benches.stand import on_stand


async def test_a_quiet_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clicks, "PRESSES", 10)
    quiet = clicks.Quiet(2, 2)
    calls = await quiet.evening()
    assert quiet.acts == 10
    assert 0 < calls < 1


async def test_a_closed_turnstile_lets_nobody_through() -> None:
    turnstile = Turnstile(rate=1_000_000.0)
    turnstile.open.clear()
    waiting = [asyncio.ensure_future(turnstile.turn()) for _ in range(3)]
    for _ in range(10):
        await asyncio.sleep(0)
    assert turnstile.passed == 0
    turnstile.open.set()
    await asyncio.gather(*waiting)
    assert turnstile.passed == 3


@pytest.mark.slow
def test_a_bot_is_measured_piece_by_piece_and_all_that_was_pressed_is_answered() -> None:
    with on_stand(Load(tables=3, people=0, computers=0, rate=50.0)) as empty:
        first, second = empty.measure(0.4), empty.measure(0.2)
    both = first + second
    assert first.crowd.presses > second.crowd.presses > 0
    assert len(both.waits) == both.crowd.presses == first.crowd.presses + second.crowd.presses
    assert both.crowd.unanswered == 0
    assert both.cpu > 0
