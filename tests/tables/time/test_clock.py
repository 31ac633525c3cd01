"""The machine's clock: it waits, wakes, and lets itself be stopped."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from kwbot.tables.time.clock import SystemClock, sleep


async def test_waiting_ends_at_its_time_or_when_woken() -> None:
    clock, wake = SystemClock(), asyncio.Event()
    await clock.wait(clock.now() - timedelta(seconds=1), wake)
    wake.set()
    await clock.wait(None, wake)


async def test_a_wait_that_was_just_woken_can_be_cancelled() -> None:
    clock, wake = SystemClock(), asyncio.Event()

    async def forever() -> None:
        while True:
            wake.clear()
            await clock.wait(clock.now() + timedelta(hours=1), wake)

    task = asyncio.create_task(forever())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    wake.set()
    await asyncio.sleep(0)
    task.cancel()
    done, _ = await asyncio.wait([task], timeout=60)
    assert done == {task}
    assert task.cancelled()


async def test_what_waits_looks_again_where_the_machine_slept() -> None:
    """The steady time of a machine stands still while it sleeps."""
    passed = {"wall": 1_000_000.0, "steady": 50.0}
    clock, wake = SystemClock(lambda: passed["wall"], lambda: passed["steady"]), asyncio.Event()
    morning = clock.now() + timedelta(hours=8)
    slept = asyncio.create_task(sleep(clock, morning))
    waiting = asyncio.create_task(clock.wait(morning, wake))
    await asyncio.sleep(0)
    passed["wall"] += 9 * 3600
    passed["steady"] += 1
    assert clock.gap().jump == timedelta(seconds=9 * 3600 - 1)
    done, _ = await asyncio.wait([slept, waiting], timeout=60)
    assert done == {slept, waiting}
