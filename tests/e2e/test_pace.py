"""How fast the bot speaks, however fast people click."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from pathlib import Path

import pytest

from cogs.delivery.calls.rate_limit import CALLS, SECONDS
from tests.e2e.club import Club

TICK = 0.2
"""Seconds of the clock between two looks at the server."""


async def tick(club: Club) -> None:
    while True:
        club.clock.advance(TICK)
        await club.playground.idle(quiet=0.002)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("humans", "computers"), [(4, 0), pytest.param(1, 3, marks=pytest.mark.heavy)]
)
async def test_no_channel_hears_more_than_discord_allows(
    tmp_path: Path, same_cards: None, humans: int, computers: int
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}"
    async with Club(url, channel_limit=CALLS).opened() as club:
        ticking = asyncio.create_task(tick(club))
        people = [club.guest(name) for name in ("Anna", "Bo", "Cia", "Dag")[:humans]]
        table = (await club.table(people, computers)).id
        await club.ready(table)
        await club.play_deal(table)
        await club.playground.until(lambda: club.shows(table, "ready"))
        ticking.cancel()
        told: dict[str, list[float]] = defaultdict(list)
        for call in club.playground.calls:
            if call.counts and call.method in ("POST", "PATCH") and "channel_id" in call.ids:
                told[call.ids["channel_id"]].append(call.at)
        assert told
        for times in told.values():
            for first, later in zip(times, times[CALLS:], strict=False):
                assert later - first > SECONDS - 3 * TICK  # a call is some ticks under way
        assert club.playground.refusals == []
