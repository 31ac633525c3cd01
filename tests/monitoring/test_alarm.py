"""An alarm comes all the way: from the bot by Prometheus and Alertmanager to Discord's webhook."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from kwbot.hosting.http_server import serving
from tests.free_port import free_port
from tests.monitoring.tools import ROOT, WATCHED, program

TIMEOUT_SECONDS = 90
WEBHOOK = "/api/webhooks/ID/TOKEN"


def hastened(text: str) -> str:
    """A configuration whose pauses last a second."""
    return re.sub(r"((?:_interval|_wait|for): )\w+$", r"\g<1>1s", text, flags=re.MULTILINE)


@asynccontextmanager
async def running(*command: str | Path, **settings: str) -> AsyncIterator[None]:
    """A program runs meanwhile."""
    process = await asyncio.create_subprocess_exec(
        *map(str, command), env=os.environ | settings,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def until(done: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not await done():  # noqa: ASYNC110 - it is other programs that do it
            await asyncio.sleep(0.1)


async def says(url: str, words: str) -> bool:
    """Whether a page has these words."""
    with suppress(aiohttp.ClientError):
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            return words in await response.text()
    return False


@asynccontextmanager
async def channel() -> AsyncIterator[tuple[int, list[str]]]:
    """A server that takes what is posted to the webhook: its port, and the titles and texts."""
    posted = list[str]()

    async def take(request: web.Request) -> web.Response:
        (embed,) = (await request.json())["embeds"]
        posted.append(f"{embed['title']}\n{embed['description']}")
        return web.Response(status=204)

    application = web.Application()
    application.add_routes([web.post(WEBHOOK, take)])
    async with serving(application, "127.0.0.1", 0) as port:
        yield port, posted


@asynccontextmanager
async def watched(folder: Path, bot: int, discord: int) -> AsyncIterator[str]:
    """Prometheus and Alertmanager as we set them up, in a hurry; gives the address of the first."""
    rules, alarms = free_port(), free_port()
    for name, theirs, ours in (
        ("alerts.yml", "", ""),
        ("prometheus.yml", "alertmanager:9093", f"127.0.0.1:{alarms}"),
        ("alertmanager.yml", "https://discord.com", f"http://127.0.0.1:{discord}"),
    ):
        text = (WATCHED / name).read_text("utf-8")
        assert theirs in text
        (folder / name).write_text(hastened(text).replace(theirs or "\0", ours))
    (folder / "targets.yml").write_text(f'- targets: ["127.0.0.1:{bot}"]\n')
    async with (
        running(
            program("prometheus-alertmanager"), "--cluster.listen-address=",
            f"--config.file={folder / 'alertmanager.yml'}", f"--storage.path={folder / 'silences'}",
            f"--web.listen-address=127.0.0.1:{alarms}",
        ),
        running(
            program("prometheus"), f"--config.file={folder / 'prometheus.yml'}",
            f"--storage.tsdb.path={folder / 'series'}", f"--web.listen-address=127.0.0.1:{rules}",
        ),
    ):  # fmt: skip
        yield f"http://127.0.0.1:{rules}"


def bot(port: int) -> Any:
    return running(
        sys.executable, ROOT / "bot.py", "--local", "--port", "0",
        KWBOT_METRICS_PORT=str(port), KWBOT_THINKING_PROCESSES="1",
    )  # fmt: skip


@pytest.mark.slow
async def test_a_channel_reads_that_the_bot_is_gone_and_that_it_is_back(tmp_path: Path) -> None:
    port = free_port()
    async with channel() as (discord, posted), AsyncExitStack() as alive:

        async def reads(title: str) -> bool:
            return any(one.startswith(f"{title}: KwbotDown\n") for one in posted)

        await alive.enter_async_context(bot(port))
        await until(lambda: says(f"http://127.0.0.1:{port}/readyz", '"ok": true'))
        async with watched(tmp_path, port, discord) as prometheus:
            await until(lambda: says(f"{prometheus}/api/v1/query?query=up", ',"1"]'))
            assert posted == []
            await alive.aclose()
            await until(lambda: reads("page"))
            assert f"**The bot does not answer at 127.0.0.1:{port}.**" in posted[0]
            assert "**What to do:** Look whether it runs" in posted[0]
            async with bot(port):
                await until(lambda: reads("over"))
