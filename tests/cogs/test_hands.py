"""What a player reads in their own message, beside the game itself."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cogs.hands import hand_screen
from cogs.people import Taste
from cogs.screens import facts_of
from kwbot.storage import Store
from kwbot.tables.state import TableState
from kwbot.text.language import language_of
from tests.tables.sandbox import BO, CLEO, DAG, House

TASTE = Taste(language_of("en"))


@pytest.fixture
async def house() -> AsyncIterator[House]:
    store = await Store.open("sqlite+aiosqlite://")
    made = House(store)
    yield made
    await made.tables.stop()
    await store.close()


def told(table: TableState, seat: int) -> str:
    """A hand's text and controls."""
    shown: Any = hand_screen(table, seat, TASTE).to_components()  # type: ignore[no-untyped-call]
    return json.dumps(shown, ensure_ascii=False)


async def finished_deals(house: House, table: int, count: int) -> AsyncIterator[TableState]:
    """The table after each of some deals that were played."""
    while count and await house.step(table):
        state = house.at(table)
        ended = state.match.finished if state.match else None
        if state.ready and ended and ended.play and ended.play.tricks:
            count -= 1
            yield state


async def test_whoever_is_not_asked_is_sent_to_the_channel(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    state = house.at(table)
    (asked,) = state.to_act()
    for seat in state.humans:
        text = told(state, seat)
        assert ("Your turn: Bid or pass · ⏳ <t:" in text) == (seat == asked)
        assert (f"follow the game in <#{state.channel}>" in text) == (seat != asked)


async def test_a_lone_player_sees_how_the_deal_ended(house: House) -> None:
    table = await house.dealt(computers=3)
    seen = set()
    async for state in finished_deals(house, table, 5):
        assert state.match
        assert state.match.finished
        assert state.match.finished.play
        number = len(state.match.finished.play.tricks)
        assert f"-# Trick {number}: " in told(state, 0)
        settled = number < 13
        assert facts_of(state).settled == settled
        assert (f"Settled after trick {number}:" in told(state, 0)) == settled
        seen.add(settled)
    assert True in seen
