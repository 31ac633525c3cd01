"""Alarms of many tables: each rings, and none holds up the others."""

from __future__ import annotations

import asyncio

from kwbot.tables.alarms import Alarms
from kwbot.tables.clock import Gap, HandClock


async def test_others_are_served_between_alarms_that_are_due_at_once() -> None:
    clock, rung, most = HandClock(), list[int](), 0

    async def ring(table: int) -> None:
        rung.append(table)

    async def make_good(gap: Gap) -> None:
        raise AssertionError

    alarms = Alarms(clock, ring, make_good, held=lambda _: False)
    for table in range(50):
        alarms.set(table, clock.now())
    alarms.start()
    while len(rung) < 50:
        before = len(rung)
        await asyncio.sleep(0)
        most = max(most, len(rung) - before)
    await alarms.stop()
    assert sorted(rung) == list(range(50))
    assert most <= 2
