"""The power fails while the store writes: nothing acknowledged is lost."""

from __future__ import annotations

import pytest

from benches import powercut
from kwbot.storage import sqlite


async def test_power_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(powercut, "TRANSACTIONS", 4)
    found = await powercut.power_cuts(300)
    assert (found.lost, found.halves, found.broken) == (0, 0, 0)
    assert found.cuts == found.writes + found.syncs == 300
    assert found.transactions > 5
    assert found.events > 100


async def test_a_store_that_does_not_wait_for_the_disk_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hasty = tuple(p.replace("synchronous = FULL", "synchronous = NORMAL") for p in sqlite._PRAGMAS)
    monkeypatch.setattr(sqlite, "_PRAGMAS", hasty)
    monkeypatch.setattr(powercut, "TRANSACTIONS", 4)
    assert (await powercut.power_cuts(220)).lost
