"""Two processes that share the shards of a gateway: what one hears, the table's owner serves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from unittest.mock import AsyncMock

import pytest

from cogs.connection.client import Kwbot
from cogs.connection.interaction_site import peer_key
from kwbot.config import Settings
from kwbot.http_server import serving
from kwbot.storage import cluster
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.tables.serving.membership import SETTLING, Membership
from kwbot.tables.time.edition import EDITION
from tests.cluster.conftest import LEASE, Share, break_guard
from tests.e2e.club import Club
from tests.free_port import free_port

Book = Callable[[int], Awaitable[timedelta]]


class Station(Club):
    """A process that hears the shard of the club's server, or, as the second one, all others."""

    def __init__(self, url: str, first: Station | None = None) -> None:
        super().__init__(url)
        if first is not None:
            self.playground, self.clock, self.guests = first.playground, first.clock, first.guests
        key = self.playground.guild.shard_key
        self.playground.shards = next(count for count in range(2, 20) if key % count)
        club, count = {key % self.playground.shards}, self.playground.shards
        self.shards = frozenset(club if first is None else set(range(count)) - club)
        self.own_port = free_port()

    @property
    def membership(self) -> Membership:
        assert self.house.tables.membership is not None
        return self.house.tables.membership

    @property
    def lost(self) -> list[int]:
        """The shards that nobody hears, as this process knows."""
        return sorted(shard.number for shard in self.house.tables.lost_time.outages)

    def _settings(self) -> Settings:
        shared = {
            "shard_count": self.playground.shards,
            "shard_ids": self.shards,
            "interactions_port": self.own_port,
            "cluster_url": f"http://127.0.0.1:{self.own_port}",
        }
        return Settings.model_validate({**super()._settings().model_dump(), **shared})

    async def _open(self) -> Store:
        own = f"http://127.0.0.1:{self.own_port}"
        return await Store.share(self.url, own, EDITION, lease=LEASE)

    async def _listen(self) -> None:
        assert self.house.interactions is not None
        page = serving(self.house.interactions.application(), "127.0.0.1", self.own_port)
        await self._listening.enter_async_context(page)


@pytest.fixture
async def stations(
    share: Share, server_url: str, same_cards: None
) -> AsyncIterator[tuple[Station, Station]]:
    """The first hears the server of the club, the other one direct messages."""
    await (await share(joined=False)).close()
    here = Station(server_url)
    async with here.opened():
        there = Station(server_url, here)
        await there.start()
        try:
            await beat(here, there)
            yield here, there
        finally:
            if not there.ended:
                await there.stop()
    assert here.playground.refusals == []


async def beat(*stations: Station) -> None:
    """Let each know what the others hear."""
    for station in (*stations, *stations):
        await station.membership.beat()


async def heard(station: Station) -> None:
    await station.playground.until(lambda: not station.lost)


async def test_the_owner_serves_what_another_shard_brings(
    stations: tuple[Station, Station],
) -> None:
    """Channels on one shard, direct messages on the other, and one process has the table."""
    here, there = stations
    await heard(here)
    count = here.playground.shards
    sessions = here.playground.gateway.sessions.values()
    assert {one.shard for one in sessions} == {(number, count) for number in range(count)}
    assert here.bot.shards.keys() == here.shards
    people = [here.guest("Anna"), here.guest("Bo")]
    table = await here.table(people, computers=2)
    await here.ready(table.id)
    before = here.game(table.id).seq
    for _ in range(4):
        await here.turn()
    assert here.game(table.id).seq > before
    hand = (await people[0].person.slash(here.playground.channel, "hand")).text
    assert hand
    assert [one.id for one in here.bot.tables] == [table.id]
    assert not list(there.bot.tables)


async def test_who_has_lost_the_database_asks_before_it_serves_what_the_gateway_brings(
    stations: tuple[Station, Station],
) -> None:
    """Another process may have taken the table."""
    here, there = stations
    await heard(here)
    table = await here.table([here.guest("Anna")], computers=3)
    payload, site = {"data": {"custom_id": f"kw:table:{table.id}:0:hand"}}, here.house.interactions
    assert site is not None
    assert not site.is_elsewhere(payload)
    await break_guard(here, there)
    await here.playground.until(lambda: site.is_elsewhere(payload))
    await here.membership.beat()
    assert not site.is_elsewhere(payload)


@pytest.mark.slow
async def test_shards_identify_in_turn_whichever_process_opens_them(
    stations: tuple[Station, Station], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = stations
    monkeypatch.setattr(cluster, "IDENTIFY", timedelta(hours=1))
    booked: list[timedelta] = []
    for station in stations:
        book = station.membership.cluster.book_identify

        async def noted(bucket: int, book: Book = book) -> timedelta:
            booked.append(await book(bucket))
            return booked[-1]

        monkeypatch.setattr(station.membership.cluster, "book_identify", noted)
    await Kwbot.before_identify_hook(here.bot, 0)
    next_one = asyncio.create_task(Kwbot.before_identify_hook(there.bot, 1))
    await here.playground.until(lambda: len(booked) == 2)
    assert booked[0] == timedelta(0)
    assert timedelta(0) < booked[1] <= timedelta(hours=1)
    assert not next_one.done()
    here.clock.advance(booked[1].total_seconds())
    await next_one


@pytest.mark.slow
async def test_without_the_database_each_shard_waits_for_discords_rhythm(
    stations: tuple[Station, Station], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = stations
    gone = AsyncMock(side_effect=StorageError("The database is away."))
    monkeypatch.setattr(here.membership.cluster, "book_identify", gone)
    identifying = asyncio.create_task(Kwbot.before_identify_hook(here.bot, 0))
    await here.playground.until(lambda: gone.await_count)
    here.clock.advance(cluster.IDENTIFY.total_seconds() - 1)
    await asyncio.sleep(0)
    assert not identifying.done()
    here.clock.advance(1)
    await identifying


async def test_only_processes_of_the_cluster_post_to_each_other(
    stations: tuple[Station, Station],
) -> None:
    """Not even Discord, which sends everything by the gateway."""
    post = stations[0].playground.post_interactions
    page, body = f"http://127.0.0.1:{stations[0].own_port}/interactions", b'{"type": 1}'
    assert (await post._post(page, body, post.signed(body)))[0] == 401
    post._key = peer_key(stations[0].playground.token)
    assert (await post._post(page, body, post.signed(body)))[0] == 200


async def test_a_shard_whose_process_is_gone_costs_nobody_time(
    stations: tuple[Station, Station],
) -> None:
    here, there = stations
    await heard(here)
    table = await here.table([here.guest("Anna"), here.guest("Bo")], computers=2, limits=True)
    await here.ready(table.id)
    await here.playground.until(lambda: here.game(table.id).deadline is not None)
    waiting = here.game(table.id).to_act()
    await there.stop()
    here.clock.advance(SETTLING.total_seconds())
    await beat(here)
    assert here.lost == sorted(there.shards)
    here.clock.advance(600)
    await there.start()
    assert here.game(table.id).to_act() == waiting
    await beat(there, here)
    await heard(here)
    assert here.game(table.id).to_act() == waiting
    assert not any(here.game(table.id).attendance.missed.values())
    here.clock.advance(600)
    await here.playground.until(lambda: any(here.game(table.id).attendance.missed.values()))
