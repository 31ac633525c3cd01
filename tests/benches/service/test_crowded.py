"""Thousands of tables on virtual time, and a few of them at once."""

from __future__ import annotations

import pytest

from benches.figures import one_in
from benches.service.crowded import (
    MINUTES,
    MOST_CALLS,
    MOST_WAITS,
    QUICK_ACT_SECONDS,
    SHORT_MINUTES,
    TABLES_CROWDED,
    Clubhouse,
)


@pytest.mark.parametrize("in_channel", [True, False])
@pytest.mark.parametrize(
    ("tables", "minutes"),
    [(60, 2.0), pytest.param(TABLES_CROWDED, MINUTES, marks=pytest.mark.heavy)],
)
async def test_a_new_hand_waits_for_nobody(
    tables: int, minutes: float, *, in_channel: bool
) -> None:
    hall = Clubhouse(tables, in_channel=in_channel)
    await hall.evening(minutes)
    assert hall.presses > 0.19 * 60 * minutes * tables
    assert one_in(100, hall.hand_waits) <= 2
    assert one_in(20, hall.card_waits) <= 1
    assert hall.wire.limited == 0


@pytest.mark.parametrize(
    ("tables", "minutes"),
    [(50, 2.0), *(pytest.param(of, SHORT_MINUTES, marks=pytest.mark.heavy) for of in (450, 1000))],
)
async def test_tricks_come_soon_and_results_at_once(tables: int, minutes: float) -> None:
    hall = Clubhouse(tables, in_channel=False, pace=QUICK_ACT_SECONDS)
    await hall.evening(minutes)
    assert one_in(20, hall.trick_waits) <= MOST_WAITS[tables]
    assert one_in(20, hall.result_waits) <= 1
    assert one_in(20, hall.card_waits) <= 1
    assert len(hall.trick_waits) > 0.2 * hall.presses
    assert hall.wire.counted <= MOST_CALLS * 60 * minutes
    assert hall.wire.limited == 0
