"""The drill of a PostgreSQL database in Compose: dump it, lose it, restore it, play on.

What is run are the lines of docs/hosting.md and of the service `backup`, on a server of our own.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from benches.durability.postgres import missing, postgres_server
from kwbot.storage.queries.restore_queries import MIN_ID_LEAP
from kwbot.storage.store import Store
from tests.tables.sandbox import BO, CLEO, DAG, LIMITED, House
from tests.test_docs import HOSTING, blocks

ROOT = Path(__file__).parents[2]
EXEC = "docker compose -f compose.scale.yaml exec -T postgres "
SCALE = (ROOT / "compose.scale.yaml").read_text("utf-8")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of programs that reach a server with a user and a database `kwbot`."""
    if reason := missing():
        pytest.skip(f"PostgreSQL is NOT tested: {reason}.")
    with postgres_server() as started:
        folder = started.url.partition("host=")[2]
        bins = [str(found) for found in sorted(Path("/usr/lib/postgresql").glob("*/bin"))]
        environment = {
            **os.environ, "PGHOST": folder, "PATH": os.pathsep.join([*bins, os.environ["PATH"]]),
        }  # fmt: skip
        shell("createuser -U postgres --superuser kwbot", environment, tmp_path)
        shell("createdb -U kwbot kwbot", environment, tmp_path)
        yield environment


def shell(script: str, environment: dict[str, str], folder: Path) -> None:
    done = subprocess.run(
        ["sh", "-euc", script], env=environment, cwd=folder, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def url(environment: dict[str, str]) -> str:
    return f"postgresql+asyncpg://kwbot@/kwbot?host={environment['PGHOST']}"


def lines(word: str) -> list[str]:
    """The lines of the block in docs/hosting.md with a word, as they are run in the container."""
    (block,) = (block for block in blocks(HOSTING) if EXEC in block and word in block)
    return [line.removeprefix(EXEC) for line in block.splitlines() if line.startswith(EXEC)]


async def test_a_game_goes_on_from_a_dump(server: dict[str, str], tmp_path: Path) -> None:
    store = await Store.open(url(server))
    house = House(store)
    table = await house.dealt(BO, CLEO, DAG, **LIMITED)
    for _ in range(10):
        await house.step(table)
    for line in lines("pg_dump"):
        await asyncio.to_thread(shell, line, server, tmp_path)
    before = house.at(table).match
    await house.play_out(table)
    await house.tables.stop()
    await store.close()

    for line in lines("pg_restore"):
        await asyncio.to_thread(shell, line, server, tmp_path)
    store = await Store.open(url(server))
    house = House(store)
    await house.tables.resume()
    await house.tables.all_resumed()
    assert house.at(table).match == before
    await house.play_out(table)
    assert (await house.lobby_elsewhere()).id > MIN_ID_LEAP
    await house.tables.stop()
    await store.close()


def test_the_service_makes_one_dump_a_day_and_keeps_as_many(
    server: dict[str, str], tmp_path: Path
) -> None:
    (script,) = re.findall(r"^ +- -euc\n +- \|\n((?: {8}.*\n)+)", SCALE, re.MULTILINE)
    script = textwrap.dedent(script).replace("$$", "$").replace("cd /backups\n", "")
    (tmp_path / "sleep").write_text("#!/bin/sh\nexit 1\n")  # and so the loop ends
    (tmp_path / "sleep").chmod(0o755)
    environment = {
        **server, "PATH": f"{tmp_path}{os.pathsep}{server['PATH']}",
        "PGUSER": "kwbot", "PGDATABASE": "kwbot", "KEPT": "2",
    }  # fmt: skip
    for day in ("01", "02", "03"):
        old = tmp_path / f"kwbot-202601{day}-0000.dump"
        old.touch()
        os.utime(old, (0, 0))

    def run() -> list[str]:
        subprocess.run(["sh", "-euc", script], env=environment, cwd=tmp_path, check=False)
        return sorted(file.name for file in tmp_path.glob("*") if file.name != "sleep")

    kept, new = run()
    assert kept == "kwbot-20260103-0000.dump"
    assert (tmp_path / new).read_bytes().startswith(b"PGDMP")
    assert (tmp_path / new).stat().st_mode & 0o777 == 0o600
    assert run() == [kept, new]
