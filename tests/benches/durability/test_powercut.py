"""The power fails while the store writes: nothing acknowledged is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from benches.durability import powercut
from kwbot.storage.backend import sqlite
from kwbot.storage.store import Store


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(powercut, "TRANSACTIONS", 4)


async def new_database(folder: Path) -> dict[str, bytes]:
    """Return the file of an empty database, so that no cut is spent on making it."""
    database = folder / "kwbot.sqlite3"
    await (await Store.open(f"sqlite+aiosqlite:///{database}")).close()
    return {database.name: database.read_bytes()}


async def test_power_cuts(tmp_path: Path) -> None:
    found = await powercut.power_cuts(110, begun=await new_database(tmp_path))
    assert (found.lost, found.halves, found.broken) == (0, 0, 0)
    assert found.cuts == found.writes + found.syncs == 110
    assert found.transactions > 3
    assert found.events > 40


async def test_a_store_that_does_not_wait_for_the_disk_is_found_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun = await new_database(tmp_path)
    hasty = tuple(p.replace("synchronous = FULL", "synchronous = NORMAL") for p in sqlite._PRAGMAS)
    monkeypatch.setattr(sqlite, "_PRAGMAS", hasty)
    assert (await powercut.power_cuts(80, begun=begun)).lost
