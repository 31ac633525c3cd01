"""Several connections to Discord: a lost one concerns the tables that it serves, and no others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from kwbot.ids import TableId
from kwbot.tables.state.time_limits import GRACE
from tests.e2e.club import Club

_sleep = asyncio.sleep
OTHER = 1
"""A shard that carries neither the server of the club nor direct messages."""


@pytest.fixture
async def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    """Its server is on neither of the first two shards."""
    monkeypatch.setattr(asyncio, "sleep", lambda seconds, *_: _sleep(min(seconds, 0.01)))
    made = Club(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}")
    key = made.playground.guild.shard_key
    made.playground.shards = next(n for n in range(3, 20) if key % n > OTHER)
    async with made.opened():
        logging.getLogger("discord").setLevel(logging.CRITICAL)
        yield made


async def lose(club: Club, number: int) -> None:
    """A shard is lost, and cannot be opened again."""
    gateway = club.playground.gateway
    gateway.down = True
    for session in gateway.sessions.values():
        if session.shard[0] == number and session.link is not None:
            session.link.cut()
    await club.playground.until(lambda: list(club.house.tables.downtime.outages))


async def find(club: Club) -> None:
    club.playground.gateway.down = False
    await club.playground.until(lambda: not list(club.house.tables.downtime.outages))


def time_left(club: Club, table_id: TableId) -> timedelta:
    deadline = club.game(table_id).deadline
    assert deadline is not None
    return deadline - club.clock.now()


@pytest.mark.parametrize("of", ["the server", "direct messages"])
async def test_nobodys_time_runs_whom_a_lost_shard_serves(club: Club, of: str) -> None:
    """Shard 0 carries all direct messages, and so every hand."""
    here = club.playground
    number = here.guild.shard_key % here.shards if of == "the server" else 0
    table = await club.table([club.guest("Anna"), club.guest("Bo")], computers=2, limits=True)
    await club.ready(table.id)
    await club.playground.until(lambda: club.game(table.id).deadline is not None)
    waiting = club.game(table.id).to_act()
    await lose(club, number)
    club.clock.advance(600)
    await _sleep(0.05)
    assert club.game(table.id).to_act() == waiting
    assert not any(club.game(table.id).attendance.missed.values())
    await find(club)
    await club.playground.until(lambda: time_left(club, table.id) >= GRACE)
    assert club.game(table.id).to_act() == waiting


async def test_everybody_elses_time_runs(club: Club) -> None:
    table = await club.table([club.guest("Anna"), club.guest("Bo")], computers=2, limits=True)
    await club.ready(table.id)
    await club.playground.until(lambda: club.game(table.id).deadline is not None)
    await lose(club, OTHER)
    assert club.bot.is_connected
    club.clock.advance(600)
    await club.playground.until(lambda: any(club.game(table.id).attendance.missed.values()))
    await find(club)


async def test_presses_come_on_the_servers_shard(club: Club) -> None:
    gateway, count = club.playground.gateway, club.playground.shards
    assert {one.shard for one in gateway.sessions.values()} == {(n, count) for n in range(count)}
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    await club.play_deal(table.id)
    await club.playground.until(lambda: club.shows(table.id, "ready"))
    assert club.bot.closed_shards == []
    await club.bot.close()
    lost = {shard.number for shard in club.house.tables.downtime.outages}
    assert lost == set(range(count)), "until another connection is ready nobody is heard"
