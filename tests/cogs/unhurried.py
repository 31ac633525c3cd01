"""Answers that are as quick as Discord asks for on any machine, however slow or busy it is."""

from __future__ import annotations

import pytest

from cogs.commands.table import hints
from cogs.connection import replies

LONG = 60.0
"""Seconds that nothing takes which is not held up by a test."""


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Imported by the `conftest.py` of every folder whose tests press buttons of the bot."""
    monkeypatch.setattr(replies, "DEFER_SECONDS", LONG)
    monkeypatch.setattr(hints, "HINT_SECONDS", LONG)
