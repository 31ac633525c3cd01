"""When a loop works: it does later what it could not do, and nothing while it waits for a time."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from benches.stand_ins import HandClock
from cogs.delivery.calls.catch_up_loop import BACKOFF_SECONDS, CatchUpLoop
from kwbot.storage.backend.failures import NotWritable


async def test_what_the_database_could_not_tell_is_asked_again() -> None:
    clock, tries = HandClock(), 0

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise NotWritable("The database cannot be reached.")

    loop = CatchUpLoop("a message", clock, work)
    loop.poke()
    for seconds in (0, BACKOFF_SECONDS[0]):
        clock.advance(seconds)
        await _settled()
    assert tries == 2
    await loop.stop()


async def test_who_waits_for_a_time_works_no_sooner_unless_it_must() -> None:
    clock, passes = HandClock(), 0
    due = clock.now() + timedelta(seconds=10)

    async def work() -> datetime:
        nonlocal passes
        passes += 1
        return due

    loop = CatchUpLoop("a message", clock, work)
    for by, after in ((due, 1), (due, 1), (due - timedelta(seconds=1), 2), (None, 3)):
        loop.poke_by(by)
        await _settled()
        assert passes == after
    await loop.stop()


async def _settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)
