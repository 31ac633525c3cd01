"""The bot is killed while people play: nothing answered is lost, and every table goes on."""

from __future__ import annotations

import subprocess
import sys

import pytest

from benches.durability import crash
from benches.durability.audit import Findings
from benches.durability.crash import (
    CRASH_GROUPS,
    CRASH_KILLS,
    EVENTS_A_KILL,
    PRESSES_A_KILL,
    PROGRAM,
)

# A bot that answers first and stores later: what the comparison is there to find.
CARELESS = """
import asyncio
from kwbot.tables.play.table_writer import TableWriter
from kwbot.tables.state.table_state import RunningTable

store_changes = TableWriter._store_changes
late = set()

async def later(self, tx):
    if not isinstance(tx.before, RunningTable):
        return await store_changes(self, tx)
    before, self.state = tx.before, tx.state
    self._services.display.show(before, tx.states or [tx.state])
    task = asyncio.create_task(slowly(self, tx))
    late.add(task)

async def slowly(self, tx):
    await asyncio.sleep(0.3)
    await store_changes(self, tx)

TableWriter._store_changes = later
"""

# A bot that stores twice what players do.
TWICE = """
from kwbot.storage.queries import table_queries

append = table_queries.append

def twice(connection, table_id, events, *more):
    again = [event for event in events if event.kind == "action"]
    return append(connection, table_id, [*again, *events], *more)

table_queries.append = twice
"""


def sound(findings: Findings) -> bool:
    return (findings.lost, findings.doubled, findings.stuck, findings.wrong) == (0, 0, 0, [])


def least(findings: Findings) -> int:
    """Stored events of the game with the fewest."""
    return min(findings.events[game] for game, *_ in CRASH_GROUPS)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken bot's tables never go on: nobody waits for a turning point, or for long."""
    monkeypatch.setattr(crash, "MOMENTS_A_KILL", (100, 200))
    monkeypatch.setattr(crash, "AIMED_SHARE", 0)
    monkeypatch.setattr(crash, "TABLE_STILL_SECONDS", 10)


def test_the_broken_bots_still_break_what_they_are_for() -> None:
    """The heavy tests run seldom; what these programs replace may have another name by then."""
    subprocess.run([sys.executable, "-c", CARELESS + TWICE], check=True)


async def test_two_kills(monkeypatch: pytest.MonkeyPatch) -> None:
    """At two tables, one with computers and one without; the heavier tests have every game."""
    monkeypatch.setattr(crash, "CRASH_GROUPS", CRASH_GROUPS[1:3])
    monkeypatch.setattr(crash, "MOMENTS_A_KILL", (40, 80))
    monkeypatch.setattr(crash, "AIMED_SHARE", 0)
    findings = await crash.crash(2)
    assert sound(findings), findings.wrong
    assert findings.kills == 2
    assert findings.acknowledged > 2 * PRESSES_A_KILL
    assert findings.said == ""


@pytest.mark.heavy
async def test_ten_kills() -> None:
    findings = await crash.crash(10)
    assert sound(findings), findings.wrong
    assert findings.acknowledged > 10 * PRESSES_A_KILL
    assert least(findings) > 10 * EVENTS_A_KILL


@pytest.mark.heavy
async def test_fifty_kills() -> None:
    findings = await crash.crash(CRASH_KILLS, seed=2)
    assert sound(findings), findings.wrong
    assert findings.acknowledged > CRASH_KILLS * PRESSES_A_KILL
    assert least(findings) > CRASH_KILLS * EVENTS_A_KILL
    assert {"start", "settlement", "end"} <= set(findings.at)
    assert findings.said == ""


@pytest.mark.heavy
@pytest.mark.usefixtures("impatient")
async def test_a_bot_that_answers_first_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "PROGRAM", CARELESS + PROGRAM)
    findings = await crash.crash(5)
    assert findings.lost


@pytest.mark.heavy
@pytest.mark.usefixtures("impatient")
async def test_a_bot_that_stores_twice_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "PROGRAM", TWICE + PROGRAM)
    findings = await crash.crash(2)
    assert findings.doubled
