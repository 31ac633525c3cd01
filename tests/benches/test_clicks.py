"""The bench of clicks has a whole bot: one that lacks a part plays no evening."""

from __future__ import annotations

import pytest

from benches import clicks


async def test_a_quiet_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clicks, "PRESSES", 10)
    quiet = clicks.Quiet(2, 2)
    calls = await quiet.evening()
    assert quiet.acts == 10
    assert 0 < calls < 1
