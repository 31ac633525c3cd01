"""What is due by the calendar: done by the leader, again where it failed, once."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest

from benches.stand_ins import HandClock
from kwbot.ids import GuildId
from kwbot.storage.store import Store
from kwbot.tables.errors.delivery_errors import REFUSAL_RETRY_DELAY
from kwbot.tables.time.due_dates import CLUSTER_SEARCH_INTERVAL, RETRY_DELAY, DueDates

ONE, OTHER = GuildId(1), GuildId(2)


class Errands:
    """Servers that are due each hour. In those that are `broken` it fails, those `refusing` take
    nothing."""

    def __init__(self, cluster: Any = None) -> None:
        self.clock = HandClock()
        self.broken = set[GuildId]()
        self.refusing = set[GuildId]()
        self.done: list[GuildId] = []
        store = cast(Store, SimpleNamespace(cluster=cluster))
        self.due = DueDates(store, self.clock, "errands of server", self.servers, self.advance)

    async def servers(self) -> list[GuildId]:
        return [ONE, OTHER]

    async def advance(self, guild_id: GuildId) -> datetime:
        if guild_id in self.broken:
            raise ConnectionError
        if guild_id in self.refusing:
            self.due.note_refusal(guild_id)
            return self.clock.now() + REFUSAL_RETRY_DELAY
        self.done.append(guild_id)
        return self.clock.now() + timedelta(hours=1)

    async def passed(self, time: timedelta = timedelta()) -> list[GuildId]:
        """Let time pass; what was done since this was called last."""
        self.clock.advance(time.total_seconds())
        for _ in range(10):
            await asyncio.sleep(0)
        done, self.done = self.done, []
        return done


async def test_each_server_is_looked_at_when_it_is_due() -> None:
    errands = Errands()
    await errands.due.resume()
    assert await errands.passed() == [ONE, OTHER]
    assert await errands.passed(timedelta(minutes=59)) == []
    errands.due.look_at(OTHER)
    assert await errands.passed() == [OTHER]
    assert await errands.passed(timedelta(minutes=1)) == [ONE]
    assert await errands.passed(timedelta(days=3)) == [ONE, OTHER], "once, after a gap"
    await errands.due.stop()


async def test_what_failed_is_tried_again_and_stops_nobody_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    errands = Errands()
    errands.broken = {ONE}
    await errands.due.resume()
    assert await errands.passed() == [OTHER]
    errands.broken = set()
    assert await errands.passed(RETRY_DELAY) == [ONE]
    assert "server 1: ConnectionError" in caplog.text
    await errands.due.stop()


async def test_in_a_cluster_the_leader_alone_does_it() -> None:
    cluster = SimpleNamespace(leads=False)
    errands = Errands(cluster)
    await errands.due.resume()
    assert await errands.passed() == []
    cluster.leads = True
    assert await errands.passed(CLUSTER_SEARCH_INTERVAL) == [ONE, OTHER]
    cluster.leads = False
    assert await errands.passed(timedelta(hours=1)) == []
    await errands.due.stop()


async def test_where_nothing_is_taken_it_is_tried_again_later_or_when_something_changes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    errands, moment = Errands(), timedelta(seconds=1)
    errands.refusing = {ONE}
    await errands.due.resume()
    assert await errands.passed() == [OTHER]
    errands.refusing.clear()
    assert await errands.passed(REFUSAL_RETRY_DELAY - moment) == []
    assert await errands.passed(moment) == [ONE]
    errands.refusing = {ONE, OTHER}
    assert await errands.passed(timedelta(hours=1)) == []
    errands.refusing.clear()
    errands.due.retry(OTHER)
    assert await errands.passed() == [OTHER]
    errands.due.retry(OTHER)
    assert await errands.passed() == [], "it has taken it"
    assert not caplog.records, "nothing is wrong here"
    await errands.due.stop()


async def test_news_that_come_while_a_server_is_seen_to_are_seen_to_next() -> None:
    errands, done = Errands(), asyncio.Event()
    advance = errands.advance

    async def slow(guild_id: GuildId) -> datetime:
        until = await advance(guild_id)
        await done.wait()
        return until

    errands.due._advance = slow
    await errands.due.resume()
    assert await errands.passed() == [ONE]
    errands.due.look_at(ONE)
    done.set()
    assert sorted(await errands.passed()) == [ONE, OTHER]
    await errands.due.stop()
