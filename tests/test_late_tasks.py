"""One timer finds out what has waited for too long."""

from __future__ import annotations

import asyncio

from kwbot.late_tasks import LateTasks

SOON = 0.005
"""Seconds that these tests wait for."""


async def test_what_is_over_in_time_is_not_late_and_all_else_is_in_order() -> None:
    late = asyncio.Queue[str]()
    overdue = LateTasks[str](SOON, late.put_nowait)
    for one in "abcd":
        overdue.begin(one)
    overdue.end("b")
    overdue.end("never begun")
    assert late.empty()
    assert [await late.get() for _ in range(3)] == ["a", "c", "d"]
    overdue.end("a")
    overdue.begin("b")
    assert await late.get() == "b", "there is a timer again"


async def test_what_begins_later_is_late_later() -> None:
    late = asyncio.Queue[str]()
    overdue = LateTasks[str](SOON, late.put_nowait)
    halfway = LateTasks[str](SOON / 2, overdue.begin)
    overdue.begin("first")
    halfway.begin("second")
    async with asyncio.timeout(10):
        assert await late.get() == "first"
        assert await late.get() == "second"


async def test_however_much_waits_there_is_one_timer() -> None:
    loop, overdue = asyncio.get_running_loop(), LateTasks[int](60, print)
    before = len(loop._scheduled)  # type: ignore[attr-defined]
    for one in range(100):
        overdue.begin(one)
        overdue.end(one)
    assert len(loop._scheduled) == before + 1  # type: ignore[attr-defined]
