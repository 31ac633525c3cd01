"""Being seen online without a gateway for anything else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Self

import pytest

from bot import serve
from cogs.connection.endpoint import connect_to
from cogs.connection.presence import LOOK_EVERY, PAUSE, Presence
from kwbot.config import Settings
from kwbot.tables.time.clock import HandClock
from playground import Playground
from tests.free_port import free_port


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground() as here:
        with connect_to(here.api, here.gateway_url):
            yield here


class Process:
    """One that leads, or not; its clock runs while somebody waits."""

    def __init__(self, playground: Playground, token: str) -> None:
        self.playground, self.clock, self.leads = playground, HandClock(), False
        self._presence = Presence(token, lambda: self.leads, self.clock)

    async def __aenter__(self) -> Self:
        self._keeping = asyncio.create_task(self._presence.keep())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)

    async def until(self, *, online: bool) -> None:
        def reached() -> bool:
            self.clock.advance(LOOK_EVERY.total_seconds())
            return self.playground.gateway.connected is online

        await self.playground.until(reached)


async def test_it_is_seen_while_it_leads_and_hears_nothing(playground: Playground) -> None:
    async with Process(playground, playground.token) as process:
        await asyncio.sleep(0)
        assert not playground.gateway.connected
        process.leads = True
        await process.until(online=True)
        (session,) = playground.gateway.sessions.values()
        assert (session.intents, session.shard[0]) == (0, 0)
        process.leads = False
        await process.until(online=False)
        process.leads = True
        await process.until(online=True)
    assert not playground.gateway.connected


async def test_it_asks_for_the_right_number_of_shards(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground.shards = 3
    async with Process(playground, playground.token) as process:
        process.leads = True
        await process.until(online=True)
        (session,) = playground.gateway.sessions.values()
        assert session.shard == (0, 3)


async def test_after_a_failure_it_tries_again_later(
    playground: Playground, caplog: pytest.LogCaptureFixture
) -> None:
    playground.faults.add("GET", "/users/@me", status=401, times=1)
    with caplog.at_level(logging.WARNING, "cogs.connection.presence"):
        async with Process(playground, playground.token) as process:
            process.leads = True
            await process.until(online=True)
            tried = process.clock.now()
    assert [one.getMessage() for one in caplog.records] == [
        "The bot is not seen online: LoginFailure."
    ]
    assert tried - HandClock().now() > PAUSE


async def test_a_bot_by_http_is_seen_if_its_owner_wants_that(playground: Playground) -> None:
    stop = asyncio.Event()
    settings = Settings(
        _env_file=None, database_url="sqlite+aiosqlite://", interactions_port=free_port(),
        seen_online=True,
    )  # fmt: skip
    served = asyncio.create_task(serve(settings, playground.token, stop, clock=HandClock()))
    await playground.until(lambda: playground.gateway.connected)
    stop.set()
    await served
    assert not playground.gateway.connected
