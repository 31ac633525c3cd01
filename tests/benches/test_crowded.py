"""Thousands of tables on virtual time, and a few of them at once."""

from __future__ import annotations

import pytest

from benches.crowded import MINUTES, TABLES, Clubhouse
from benches.figures import one_in


@pytest.mark.parametrize("in_channel", [True, False])
@pytest.mark.parametrize(
    ("tables", "minutes"),
    [(60, 2.0), pytest.param(TABLES, MINUTES, marks=pytest.mark.heavy)],
)
async def test_a_new_hand_waits_for_nobody(
    tables: int, minutes: float, *, in_channel: bool
) -> None:
    hall = Clubhouse(tables, in_channel=in_channel)
    await hall.evening(minutes)
    assert hall.presses > 0.19 * 60 * minutes * tables
    assert one_in(100, hall.hand_waits) <= 2
    assert hall.wire.limited == 0
