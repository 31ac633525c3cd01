"""Alarms of many tables: each rings, and none holds up the others."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from benches.stand_ins import HandClock
from kwbot.ids import TableId
from kwbot.tables.time.alarms import Alarms
from kwbot.tables.time.clock import Gap


async def test_others_are_served_between_alarms_that_are_due_at_once() -> None:
    clock, rung, most = HandClock(), list[TableId](), 0

    async def ring(table_id: TableId) -> None:
        rung.append(table_id)

    async def make_good(gap: Gap) -> None:
        raise AssertionError

    alarms = Alarms(clock, ring, make_good, is_held=lambda _: False)
    for table in map(TableId, range(50)):
        alarms.set(table, clock.now())
    alarms.start()
    while len(rung) < 50:
        before = len(rung)
        await asyncio.sleep(0)
        most = max(most, len(rung) - before)
    await alarms.stop()
    assert sorted(rung) == list(range(50))
    assert most <= 2


async def test_only_an_alarm_that_comes_first_wakes_who_sees_to_them() -> None:
    looks = 0

    class Watched(HandClock):
        def gap(self) -> Gap:
            nonlocal looks
            looks += 1
            return super().gap()

    async def ring(table_id: TableId) -> None:
        raise AssertionError

    async def make_good(gap: Gap) -> None:
        raise AssertionError

    clock = Watched()
    alarms = Alarms(clock, ring, make_good, is_held=lambda _: False)
    alarms.start()
    for table, minutes, wakes in ((1, 30, True), (2, 60, False), (1, 90, False), (3, 10, True)):
        for _ in range(5):
            await asyncio.sleep(0)
        before = looks
        alarms.set(TableId(table), clock.now() + timedelta(minutes=minutes))
        for _ in range(5):
            await asyncio.sleep(0)
        assert looks == before + wakes
    await alarms.stop()
