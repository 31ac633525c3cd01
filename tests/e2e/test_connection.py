"""What a gateway can do to a bot: it comes back by itself, and answers as before."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from benches.durability.crash import CrashTest
from benches.stand_ins import HandClock
from bot import Application
from cogs.connection.endpoint import connect_to
from cogs.connection.supervisor import Supervisor
from kwbot.config import Settings
from kwbot.storage.store import Store
from playground import Playground

_sleep = asyncio.sleep


class Line:
    """A supervised bot; its clock runs while somebody waits."""

    def __init__(self, store: Store) -> None:
        self.clock = HandClock()
        self.playground = Playground(clock=lambda: self.clock.now().timestamp())
        options: dict[str, Any] = {"guild_ready_timeout": 0.01}
        self.house = Application(Settings(_env_file=None), store, clock=self.clock, options=options)
        self.supervisor = Supervisor(self.house.bot, self.playground.token, self.clock, store.ping)
        self.stop = asyncio.Event()

    async def until(self, done: Callable[[], bool], step: float = 1.0) -> None:
        async with asyncio.timeout(60):  # that it comes back at all, on whatever machine
            while not done():
                self.clock.advance(step)
                await _sleep(0.01)

    async def answers(self) -> None:
        """Somebody asks something and gets an answer."""
        gateway = self.playground.gateway
        await self.until(lambda: gateway.connected and bool(self.playground.commands))
        anna = self.playground.person("Anna")
        assert (await anna.slash(self.playground.channel, "preferences")).text


@pytest.fixture
async def line(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Line]:
    monkeypatch.setattr(asyncio, "sleep", lambda seconds, *_: _sleep(min(seconds, 0.01)))
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    store = await Store.open("sqlite+aiosqlite://")
    made = Line(store)
    async with made.playground as here:
        with connect_to(here.api, here.gateway_url):
            running = asyncio.create_task(made.supervisor.run(made.stop))
            yield made
            made.stop.set()
            await running
    await made.house.stop()
    await store.close()


async def test_nobody_answers_at_first(line: Line) -> None:
    line.playground.gateway.down = True
    for _ in range(20):
        line.clock.advance(5)
        await _sleep(0.01)
    assert not line.playground.gateway.connected
    line.playground.gateway.down = False
    await line.answers()


async def test_an_api_that_fails_at_first(line: Line) -> None:
    line.playground.faults.add("GET", "/users/@me", status=503, times=3)
    await line.answers()


@pytest.mark.parametrize(
    "fault", [{"status": 503, "times": 2}, {"reset": True, "times": 4}], ids=str
)  # aiohttp itself repeats what a broken connection lost
async def test_commands_that_could_not_be_registered_are_soon(
    line: Line, fault: dict[str, Any]
) -> None:
    line.playground.faults.add("PUT", "/commands", **fault)
    await line.until(lambda: line.playground.gateway.connected, step=0.1)
    assert not line.playground.commands
    await line.until(lambda: bool(line.playground.commands), step=0.5)
    await line.answers()
    assert line.playground.gateway.identifies == 1


async def test_a_session_that_is_over(line: Line) -> None:
    await line.answers()
    line.playground.gateway.invalidate()
    await line.until(lambda: line.playground.gateway.identifies == 2)
    await line.answers()


async def test_a_lost_connection_and_one_that_shall_be_made_anew(line: Line) -> None:
    await line.answers()
    for number, trouble in enumerate(
        (line.playground.gateway.drop, line.playground.gateway.reconnect), start=1
    ):
        trouble()
        await line.until(lambda number=number: line.playground.gateway.resumes == number)  # type: ignore[misc]
        await line.answers()


@pytest.mark.parametrize("event", ["INTERACTION_CREATE", "GUILD_CREATE", "MESSAGE_CREATE"])
async def test_an_event_that_makes_no_sense(line: Line, event: str) -> None:
    await line.answers()
    before = line.supervisor.bot
    for session in line.playground.gateway.sessions.values():
        line.playground.gateway._send(session, event, {"nonsense": [1]})
    for _ in range(30):
        line.clock.advance(1)
        await _sleep(0.01)
    await line.answers()
    assert before is not None


async def test_a_gateway_that_falls_silent(line: Line) -> None:
    await line.answers()
    before = line.supervisor.bot
    assert before is not None
    await line.until(lambda: before.is_connected)
    line.playground.gateway.mute = True
    await line.until(lambda: line.supervisor.bot is not before, step=10.0)
    line.playground.gateway.mute = False
    await line.answers()


@pytest.mark.slow
async def test_a_signal_in_the_middle_of_a_game(tmp_path: Any) -> None:
    """The program ends at once, without complaint; the next start goes on."""
    now = time.time()
    async with Playground(clock=lambda: now) as playground:
        trial = CrashTest(playground, tmp_path / "kwbot.sqlite3", 1)
        trial.groups = [group for group in trial.groups if len(group.people) == 1]
        try:
            await trial.child.start()
            await playground.until(lambda: 0 in playground.commands)
            (group,) = trial.groups
            await group.open({"deals": "2"})
            playing = asyncio.create_task(group.play())
            await playground.until(lambda: group.moves >= 12)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            assert await trial.child.terminate() == 0
            assert trial.child.said == ""
            await playground.until(lambda: not playground.gateway.connected)
            await trial.child.start()
            await trial._to_the_end()
            assert (trial.findings.stuck, trial.findings.wrong) == (0, [])
        finally:
            await trial.child.close()
