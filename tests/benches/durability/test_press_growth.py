"""The growth of a bot with its presses is read right: one that keeps all of them is found."""

from __future__ import annotations

import pytest

from benches.durability import crash, press_growth
from benches.durability.crash import PROGRAM
from benches.durability.press_growth import ENDING_GROUPS

pytestmark = pytest.mark.heavy  # they guard the bench alone, which is run by hand

GROUPS = ENDING_GROUPS[:5]
"""A table of each game is enough here."""

# A bot that keeps a megabyte of every press.
LEAKY = """
from cogs.connection.router import Router

route, kept = Router.route, []

async def leaking(self, interaction):
    kept.append(b"x" * 2**20)
    await route(self, interaction)

Router.route = leaking
"""


async def test_a_bot_that_keeps_something_of_every_press_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crash, "PROGRAM", LEAKY + PROGRAM)
    monkeypatch.setattr(press_growth, "WARM_UP", 1)
    monkeypatch.setattr(press_growth, "ROUNDS", 1)
    monkeypatch.setattr(press_growth, "MIN_WARM_UP", 0)
    monkeypatch.setattr(press_growth, "QUIET_SECONDS", 0.1)
    trial = await press_growth.grown(20, groups=GROUPS)
    assert trial.evening.findings.wrong == []
    assert trial.presses >= trial.answered >= 20
    assert len(trial.megabytes) == 2
    assert 15 < trial.growth < 3 * trial.presses


async def test_too_little_time_is_not_a_table_that_stands_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A busy machine is told apart from a bot at whose tables nobody can move."""
    monkeypatch.setattr(crash, "TABLE_STILL_SECONDS", 1)
    monkeypatch.setattr(press_growth, "WARM_UP", 0)
    monkeypatch.setattr(press_growth, "ROUNDS", 1)
    monkeypatch.setattr(press_growth, "PRESSES_IN_A_ROW", 10**6)
    monkeypatch.setattr(press_growth, "QUIET_SECONDS", 0.1)
    trial = await press_growth.grown(10**7, groups=GROUPS)
    assert trial.evening.findings.wrong == ["too little happened in 2 s"]
