"""The bot is killed while people play: nothing answered is lost, and every table goes on."""

from __future__ import annotations

import pytest

from benches import crash
from benches.crash import KILLS, PROGRAM, Findings

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


def sound(findings: Findings) -> bool:
    return (findings.lost, findings.doubled, findings.stuck, findings.wrong) == (0, 0, 0, [])


async def test_three_kills(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "MOMENTS", (40, 80))
    findings = await crash.crash(3)
    assert sound(findings), findings.wrong
    assert findings.kills == 3
    assert findings.acknowledged
    assert findings.said == ""


@pytest.mark.heavy
async def test_fifty_kills() -> None:
    findings = await crash.crash(KILLS, seed=2)
    assert sound(findings), findings.wrong
    assert findings.acknowledged > 3 * KILLS
    assert findings.said == ""


@pytest.mark.heavy
async def test_a_bot_that_answers_first_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "PROGRAM", CARELESS + PROGRAM)
    monkeypatch.setattr(crash, "MOMENTS", (100, 200))
    findings = await crash.crash(5)
    assert findings.lost
