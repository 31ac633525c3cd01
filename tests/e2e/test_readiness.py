"""/livez and /readyz of the whole bot: each trouble turns it red, and says why."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord.backoff import ExponentialBackoff
from sqlalchemy import Connection

import bot
from benches.stand_ins import HandClock
from cogs.connection.endpoint import connect_to
from kwbot.config import Settings
from kwbot.storage.store import Store
from kwbot.tables.thinking.worker_pool import WorkerPool
from playground import Playground
from tests.free_port import free_port

WELL = {"ok": True, "discord": "ok", "database": "ok", "computers": "ok"}


@dataclass
class Running:
    playground: Playground
    clock: HandClock
    store: Store
    workers: WorkerPool
    url: str
    status_url: str

    async def get(self, page: str) -> tuple[int, dict[str, Any]]:
        async with aiohttp.ClientSession() as session, session.get(self.url + page) as answer:
            return answer.status, await answer.json()

    async def becomes(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """What /readyz says as soon as it says what is wanted."""
        async with asyncio.timeout(60):
            while True:
                _, said = await self.get("/readyz")
                if wanted(said):
                    return said
                await asyncio.sleep(0.02)  # each question costs more than the bot's work

    async def do(self, statement: str) -> None:
        def work(connection: Connection) -> None:
            connection.exec_driver_sql(statement)

        await self.store._database.run(work, begin=False)


@asynccontextmanager
async def started(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    applications: list[bot.Application] = []
    made = bot.Application.__post_init__

    def noted(application: bot.Application) -> None:
        made(application)
        applications.append(application)

    monkeypatch.setattr(bot.Application, "__post_init__", noted)
    settings = Settings(
        _env_file=None, database_url=f"sqlite+aiosqlite:///{folder / 'kwbot.sqlite3'}",
        metrics_port=free_port(), status_port=free_port(), thinking_processes=1, emojis=False,
    )  # fmt: skip
    clock, stop = HandClock(), asyncio.Event()
    async with Playground() as playground:
        with connect_to(playground.api, playground.gateway_url):
            options = {"options": {"guild_ready_timeout": 0.01}, "clock": clock}
            serving = asyncio.create_task(bot.serve(settings, playground.token, stop, **options))
            try:
                await playground.until(lambda: applications or serving.done())
                (app,) = applications
                url = f"http://127.0.0.1:{settings.metrics_port}"
                status_url = f"http://127.0.0.1:{settings.status_port}/"
                running = Running(playground, clock, app.store, app.workers, url, status_url)
                await playground.ready()
                await running.becomes(lambda said: said == WELL)
                yield running
            finally:
                stop.set()
                await serving


@pytest.mark.slow
async def test_each_trouble_turns_it_red_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started(tmp_path, monkeypatch) as running:
        assert await running.get("/readyz") == (200, WELL)

        await running.do("PRAGMA query_only = ON")
        status, said = await running.get("/readyz")
        assert (status, said["ok"], said["discord"]) == (503, False, "ok")
        assert "cannot be written" in said["database"]
        assert (await running.get("/livez"))[0] == 200
        await running.do("PRAGMA query_only = OFF")
        assert await running.get("/readyz") == (200, WELL)

        await running.do("VACUUM")
        await running.do("PRAGMA max_page_count = 1")  # that is: as many as there are
        status, said = await running.get("/readyz")
        assert (status, said["database"].endswith("is full.")) == (503, True)
        await running.do("PRAGMA max_page_count = 100000")
        assert await running.get("/readyz") == (200, WELL)

        running.workers.start()  # as the first table does
        await running.playground.until(lambda: running.workers.ready)
        (process,) = running.workers._processes
        killed = process._running
        assert killed is not None
        killed.kill()
        said = await running.becomes(lambda said: not said["ok"])
        assert said["computers"].startswith("Only 0 of 1 worker processes")
        await running.becomes(lambda said: said == WELL)

        running.clock.advance(61)
        status, said = await running.get("/readyz")
        assert (status, said["discord"]) == (503, "Discord has been silent for 61 s.")


@pytest.mark.slow
async def test_a_lost_gateway_and_a_flagged_application_turn_it_red(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExponentialBackoff, "delay", lambda _: 0.01)
    async with started(tmp_path, monkeypatch) as running:
        await running.playground.gateway.close()
        said = await running.becomes(lambda said: not said["ok"])
        assert said["discord"] == "The bot is not connected to Discord."
        assert (await running.get("/livez"))[0] == 200
        await running.becomes(lambda said: said == WELL)

        running.playground.flagged = True
        await running.playground.person("Anna").slash(running.playground.channel, "play")
        said = await running.becomes(lambda said: not said["ok"])
        assert "(20026)" in said["discord"]
        assert (await running.get("/livez"))[0] == 200


@pytest.mark.slow
async def test_everybody_reads_how_it_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with started(tmp_path, monkeypatch) as running:
        await running.playground.person("Anna").slash(running.playground.channel, "play")
        async with aiohttp.ClientSession() as session, session.get(running.status_url) as answer:
            page = await answer.text()
        assert re.findall(r"<dt>(Servers|Open tables)</dt><dd>(.*?)</dd>", page) == [
            ("Servers", "1"),
            ("Open tables", "1"),
        ]
