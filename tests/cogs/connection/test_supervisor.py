"""Connections that fail, fall silent or are refused, and the end of them all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import discord
import pytest

from benches.stand_ins import HandClock
from cogs.connection.supervisor import Supervisor, WithoutTraceback, WrongToken
from kwbot.storage.backend.failures import StorageError

Life = Callable[["FakeBot"], Awaitable[None]]


class FakeBot:
    """A connection that lives as it is told."""

    def __init__(self, life: Life, clock: HandClock) -> None:
        self._life = life
        self.clock = clock
        self.heard_at: datetime | None = None
        self.closed = False
        self.is_connected = True
        self.closed_shards: list[int] = []
        self.refusal: str | None = None
        self.open_tables = self.servers = 0

    async def start(self, token: str) -> None:
        await self._life(self)

    async def close(self) -> None:
        self.closed = True

    def trouble(self) -> str | None:
        return self.refusal


async def for_ever(bot: FakeBot) -> None:
    bot.heard_at = bot.clock.now()
    await asyncio.Event().wait()


def breaks(error: Exception) -> Life:
    async def life(bot: FakeBot) -> None:
        raise error

    return life


class Station:
    def __init__(self, *lives: Life) -> None:
        self.clock = HandClock()
        self.stop = asyncio.Event()
        self.bots: list[FakeBot] = []
        self._lives = list(lives)
        self.database_answers = True
        self.supervisor = Supervisor(self.make, "token", self.clock, self.ping)
        self.running = asyncio.create_task(self.supervisor.run(self.stop))

    def make(self) -> FakeBot:
        self.bots.append(FakeBot(self._lives.pop(0), self.clock))
        return self.bots[-1]

    async def ping(self) -> None:
        if not self.database_answers:
            raise StorageError("gone")

    async def advance(self, seconds: float) -> None:
        self.clock.advance(seconds)
        for _ in range(50):
            await asyncio.sleep(0)

    async def end(self) -> None:
        self.stop.set()
        await asyncio.wait_for(self.running, 60)


async def test_a_connection_that_fails_is_followed_by_another(
    caplog: pytest.LogCaptureFixture,
) -> None:
    station = Station(breaks(OSError("secret host")), breaks(KeyError("malformed")), for_ever)
    await station.advance(0)
    assert len(station.bots) == 1
    await station.advance(1)
    assert len(station.bots) == 2
    await station.advance(1)
    assert len(station.bots) == 2, "it waits longer the second time"
    await station.advance(1)
    assert len(station.bots) == 3
    await station.end()
    lines = [record.getMessage() for record in caplog.records]
    assert [line for line in lines if "again in" in line] == [
        "the connection to Discord failed (OSError): again in 1 s",
        "the connection to Discord failed (KeyError): again in 2 s",
    ]
    assert "secret host" not in caplog.text
    assert all(bot.closed for bot in station.bots)


async def test_who_breaks_again_and_again_waits_longer_and_longer() -> None:
    async def short(bot: FakeBot) -> None:
        await for_ten_seconds(bot)
        raise KeyError

    station = Station(*(short for _ in range(20)), for_ever)
    for _ in range(120):
        await station.advance(1)
    assert len(station.bots) <= 6
    await station.end()


async def for_ten_seconds(bot: FakeBot) -> None:
    until = bot.clock.now() + timedelta(seconds=10)
    while bot.clock.now() < until:
        await bot.clock.wait(until, asyncio.Event())


async def test_a_silent_connection_is_given_up() -> None:
    station = Station(for_ever, for_ever)
    await station.advance(0)
    for _ in range(11):
        await station.advance(10)
    assert len(station.bots) == 1
    await station.advance(10)
    await station.advance(1)
    assert len(station.bots) == 2
    assert station.bots[0].closed
    await station.end()


async def test_a_connection_that_is_heard_stays() -> None:
    station = Station(for_ever)
    await station.advance(0)
    for _ in range(60):
        await station.advance(10)
        station.bots[0].heard_at = station.clock.now()
    assert len(station.bots) == 1
    await station.end()


async def test_a_wrong_token_ends_it_with_a_sentence() -> None:
    station = Station(breaks(discord.LoginFailure("Improper token has been passed.")))
    with pytest.raises(WrongToken, match="does not accept the token"):
        await station.running


async def test_stopping_while_waiting_for_the_next_try() -> None:
    station = Station(breaks(OSError()))
    await station.advance(0)
    await station.end()
    assert len(station.bots) == 1


async def test_health_tells_silence_and_a_database_that_does_not_answer() -> None:
    station = Station(for_ever)
    assert not (await station.supervisor.health()).ok
    await station.advance(0)
    health = await station.supervisor.health()
    assert health.ok
    assert health.facts == {"silent_seconds": 0, "tables": 0}
    station.database_answers = False
    assert not (await station.supervisor.health()).ok
    await station.end()


async def test_a_connection_that_is_lost_or_quiet_is_told() -> None:
    station = Station(for_ever)
    assert await station.supervisor.trouble() == "The bot is not connected to Discord."
    await station.advance(0)
    assert await station.supervisor.trouble() is None
    station.bots[0].is_connected = False
    assert await station.supervisor.trouble() == "The bot is not connected to Discord."
    station.bots[0].is_connected = True
    station.bots[0].refusal = "Discord refuses the whole application."
    assert await station.supervisor.trouble() == "Discord refuses the whole application."
    station.bots[0].refusal = None
    await station.advance(60)
    assert await station.supervisor.trouble() is None
    await station.advance(1)
    assert await station.supervisor.trouble() == "Discord has been silent for 61 s."
    await station.end()


def test_a_librarys_traceback_becomes_one_line() -> None:
    try:
        raise OSError("somewhere")
    except OSError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "Attempting in %.2fs", (1.5,), info)
    assert WithoutTraceback().filter(record)
    assert record.getMessage() == "Attempting in 1.50s (OSError)"
    assert record.exc_info is None
