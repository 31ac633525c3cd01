"""Deals of the day that are played and weighed in no time."""

from __future__ import annotations

import pytest

from kwbot.solo import best_line, solo_deal


@pytest.fixture
def few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well deals are played and weighed other tests ask."""
    monkeypatch.setattr(solo_deal, "WORLDS", 2)
    monkeypatch.setattr(best_line, "LINES", 1)
