"""Databases in files that wait for no disk: no test that opens one here cuts the power, and
waiting is most of what storing takes. That the bot does wait, tests/storage sees to."""

from __future__ import annotations

import pytest

from kwbot.storage.backend import sqlite

SYNCED, UNSYNCED = "synchronous = FULL", "synchronous = OFF"


@pytest.fixture(autouse=True)
def nothing_synced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Imported by the `conftest.py` of every folder whose tests store much in files."""
    assert SYNCED in sqlite._PRAGMAS
    pragmas = tuple(UNSYNCED if pragma == SYNCED else pragma for pragma in sqlite._PRAGMAS)
    monkeypatch.setattr(sqlite, "_PRAGMAS", pragmas)
