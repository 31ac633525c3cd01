"""The bench of clicks has a whole bot: one that lacks a part plays no evening."""

from __future__ import annotations

import asyncio

import pytest

from benches.service import clicks
from benches.service.crowd import Crowd, Load, Turnstile
from benches.service.stand import on_stand
from playground import Message, Playground
from playground.state.model import Component, Json, walk


async def test_a_quiet_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clicks, "MAX_PRESSES", 10)
    quiet = clicks.Quiet(2, 2)
    calls = await quiet.evening()
    assert quiet.acts == 10
    assert 0 < calls < 3


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


async def test_an_empty_bot_gets_whole_hands_whatever_it_answered() -> None:
    playground, brought = Playground(), list[list[Json]]()
    crowd = Crowd(playground, Load(tables=1, people=0, computers=0, rate=1.0))
    person = playground.person("Anna")

    async def forge(message: Message, custom_id: str) -> None:
        if len(brought) == 2:
            raise asyncio.CancelledError
        brought.append(message.components)
        message.components = []

    person.forge = forge  # type: ignore[method-assign, assignment]
    hand: list[Json] = [{"type": int(Component.TEXT_DISPLAY), "content": "♠A"}]
    with pytest.raises(asyncio.CancelledError):
        await crowd.pressing(person, hand)
    assert brought == [hand, hand]


@pytest.mark.heavy  # it guards the bench alone, which is run by hand
def test_an_empty_bot_gets_the_same_presses_piece_by_piece_and_answers_all() -> None:
    with on_stand(Load(tables=3, people=1, computers=3, rate=0.0, before=50.0)) as whole:
        hands = whole.begun.hands
    assert len(hands) == 3
    assert all(Component.BUTTON in {item["type"] for item in walk([*hand])} for hand in hands)
    with on_stand(Load(tables=3, people=0, computers=0, rate=50.0, hands=hands)) as empty:
        first, second = empty.measure(0.4), empty.measure(0.2)
    both = first + second
    assert first.crowd.seconds > second.crowd.seconds
    assert both.crowd.presses > 0
    assert both.crowd.requests_each == pytest.approx(1.0)
    assert len(both.waits) == both.crowd.presses == first.crowd.presses + second.crowd.presses
    assert both.crowd.unanswered == 0
    assert both.cpu > 0
