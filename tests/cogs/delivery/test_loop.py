"""A loop that could not do its work does it later."""

from __future__ import annotations

import asyncio

from cogs.delivery.loop import BACKOFF_SECONDS, Loop
from kwbot.storage.failures import NotWritable
from kwbot.tables.clock import HandClock


async def test_what_the_database_could_not_tell_is_asked_again() -> None:
    clock, tries = HandClock(), 0

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise NotWritable("The database cannot be reached.")

    loop = Loop("a message", clock, work)
    loop.poke()
    for seconds in (0, BACKOFF_SECONDS[0]):
        clock.advance(seconds)
        for _ in range(10):
            await asyncio.sleep(0)
    assert tries == 2
    await loop.stop()
