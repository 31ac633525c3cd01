"""Tests wait until nothing is under way, and find out that it is not."""

from __future__ import annotations

import asyncio
import threading

from tests.quiet import are_threads_busy, count_threads


async def test_threads_are_busy_while_a_call_is_under_way() -> None:
    count_threads()
    ends = threading.Event()
    call = asyncio.create_task(asyncio.to_thread(ends.wait))
    await asyncio.sleep(0)
    assert are_threads_busy()
    ends.set()
    await call
    assert not are_threads_busy()


async def test_threads_are_idle_after_calls_that_took_each_others_places() -> None:
    count_threads()
    for _ in range(300):
        await asyncio.gather(*(asyncio.to_thread(int) for _ in range(9)))
    for _ in range(100):
        await asyncio.sleep(0)
    assert not are_threads_busy()
