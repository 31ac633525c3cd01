"""The bot is killed while people play: nothing answered is lost, and every table goes on."""

from __future__ import annotations

import pytest

from kwbot.commands.benches import crash
from kwbot.commands.benches.crash import KILLS, PROGRAM, Tally

# A bot that answers first and stores later: what the comparison is there to find.
CARELESS = """
import asyncio
from kwbot.tables.live_table import LiveTable

stored = LiveTable._stored
late = set()

async def later(self, draft):
    before, self.state = draft.before, draft.state
    self._house.display.show(before, draft.states or [draft.state])
    task = asyncio.create_task(slowly(self, draft))
    late.add(task)

async def slowly(self, draft):
    await asyncio.sleep(0.3)
    await stored(self, draft)

LiveTable._stored = later
"""


def sound(tally: Tally) -> bool:
    return (tally.lost, tally.doubled, tally.stuck, tally.wrong) == (0, 0, 0, [])


async def test_three_kills(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "MOMENTS", (40, 80))
    tally = await crash.crash(3)
    assert sound(tally), tally.wrong
    assert tally.kills == 3
    assert tally.acknowledged
    assert tally.said == ""


@pytest.mark.heavy
async def test_fifty_kills() -> None:
    tally = await crash.crash(KILLS, seed=2)
    assert sound(tally), tally.wrong
    assert tally.acknowledged > 3 * KILLS
    assert tally.said == ""


@pytest.mark.heavy
async def test_a_bot_that_answers_first_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "PROGRAM", CARELESS + PROGRAM)
    monkeypatch.setattr(crash, "MOMENTS", (100, 200))
    tally = await crash.crash(5)
    assert tally.lost
