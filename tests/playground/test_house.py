"""A house of its own: it starts where no bot can be imported, and any bot can connect to it."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from playground import Playground
from playground.__main__ import main
from tests.playground.pane import window

ROOT = Path(__file__).parents[2]
README = (ROOT / "playground" / "README.md").read_text("utf-8")
STRANGERS = ("kwbot", "cogs", "bot", "benches", "discord")
ALONE = f"""
import runpy, sys
sys.modules.update(dict.fromkeys({STRANGERS}))
runpy.run_module("playground", run_name="__main__", alter_sys=True)
"""
"""Runs it where to import a bot, or a library for bots, raises ImportError."""


@asynccontextmanager
async def started(*command: str, folder: Path) -> AsyncIterator[Process]:
    """Within the block Python runs this in a folder; what is there can be imported."""
    settings = {**os.environ, "PYTHONPATH": str(folder)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, cwd=folder, env=settings, stdout=PIPE, stderr=PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def addresses(process: Process) -> dict[str, str]:
    """What the playground prints, by its names."""
    assert process.stdout is not None
    printed = await process.stdout.readuntil(b"ends it.\n")
    return dict(re.findall(r"(?m)^ +(\w+) +(\S+)", printed.decode()))


@pytest.mark.slow
async def test_it_serves_alone_until_it_is_stopped(tmp_path: Path) -> None:
    """A copy of its folder, with nothing beside it."""
    shutil.copytree(ROOT / "playground", tmp_path / "playground")
    async with started("-P", "-c", ALONE, "--port", "0", folder=tmp_path) as process:
        found = await addresses(process)
        bot = {"Authorization": f"Bot {found['Token']}"}
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{found['API']}/gateway/bot", headers=bot) as answer:
                assert (await answer.json())["url"] == found["Gateway"]
            async with session.get(found["Page"]) as answer:
                assert "Playground" in await answer.text()
            async with session.get(f"{found['Page']}/page/fonts/Inter-Bold.otf") as answer:
                assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 60) == 0


@pytest.mark.slow
async def test_the_bot_of_the_readme_plays(tmp_path: Path) -> None:
    (bot,) = re.findall(r"```python\n(import discord.*?)```", README, re.DOTALL)
    assert len(list(filter(None, bot.splitlines()))) == 10
    async with Playground() as playground:
        anna, here = playground.person("Anna"), playground.base.removeprefix("http://")
        async with (
            started("-c", bot.replace("127.0.0.1:8484", here), folder=tmp_path),
            window(playground, "Anna") as pane,
        ):
            await pane.event("commands")  # the page is told as soon as the bot has any
            await playground.ready()
            answer = await anna.slash(playground.channel, "die")
    assert re.fullmatch(r"You throw a [1-6]\.", answer.text)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--port", "65536"], "a port is a whole number from 0 to 65535"),
        (["--port", "٣"], "a port is a whole number from 0 to 65535"),
        (["--chaos", "2"], "a part of all calls is a number from 0 to 1"),
        (["--chaos", "nan"], "a part of all calls is a number from 0 to 1"),
    ],
)
def test_what_no_option_can_be_is_refused_in_a_sentence(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(options)
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: argument {options[0]}: {sentence}\n")


@pytest.mark.slow
async def test_a_port_in_use_is_said_in_a_sentence() -> None:
    async with Playground() as other:
        port = other.base.rpartition(":")[2]
        async with started("-m", "playground", "--port", port, folder=ROOT) as process:
            _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode() == f"Port {port} is in use: choose another with --port.\n"


def test_nobody_here_knows_a_bot() -> None:
    """Neither its modules, by the contracts as well, nor its tests but for discord.py."""
    for path in [*ROOT.glob("playground/**/*.py"), *Path(__file__).parent.glob("*.py")]:
        named = re.findall(r"(?m)^\s*(?:from|import) (\w+)", path.read_text("utf-8"))
        known = set(named) & set(STRANGERS)
        assert known <= ({"discord"} if "tests" in path.parts else set()), path
