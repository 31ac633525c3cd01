"""Everything arrives in another database, and games go on there."""

from __future__ import annotations

import asyncio
import importlib
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kwbot.commands.move_database import move
from kwbot.storage.backend.failures import OlderSchema, StorageError, StoreLocked
from kwbot.storage.store import Store
from kwbot.storage.upkeep.live_copy import serve_backups
from kwbot.storage.upkeep.moving import copy_of
from tests.storage.databases import NAMED, empty
from tests.storage.golden import made_by_all_migrations
from tests.tables.sandbox import ANNA, BO, CLEO, DAG, GUILD, LIMITED, House, same

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind; of PostgreSQL the one that is named, else that of our server."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new.sqlite3'}"
    return os.environ.get(NAMED) or str(request.getfixturevalue("server_url"))


def names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


@pytest.mark.slow
async def test_a_game_goes_on_in_another_database(tmp_path: Path, target: str) -> None:
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    store = await Store.open(url)
    house = House(store)
    await house.tables.resume()
    await house.tables.all_resumed()
    await house.play_out(await house.dealt(BO, CLEO, DAG, **LIMITED))
    standing = await store.results.stats(GUILD, ANNA.id)
    table = await house.dealt(BO, CLEO, DAG, **(LIMITED | {"rounds": "2"}))
    for _ in range(10):
        await house.step(table)
    gone = (await house.lobby_elsewhere()).id
    before = house.at(table)
    await house.tables.stop()
    await store.transactions.run(
        lambda connection: connection.exec_driver_sql(f"DELETE FROM tables WHERE id={gone}")
    )
    await store.close()

    new = await Store.open(target)
    await new.transactions.run(empty)
    await new.close()
    rows, tables = await move(url, target)
    assert rows > 50
    assert tables == 1
    with pytest.raises(StorageError, match="is not empty"):
        await move(url, target)

    store = await Store.open(target)
    house = House(store)
    await house.tables.resume()
    await house.tables.all_resumed()
    assert same(house.at(table), before)
    assert (await house.lobby_elsewhere()).id > gone
    assert standing == await store.results.stats(GUILD, ANNA.id) != []
    await house.play_out(table)
    await house.tables.stop()
    await store.close()


async def _wait_for_a_lock(connection: Any) -> None:
    """Wait until somebody waits for a lock."""
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    while not await connection.fetchval(waiting):  # noqa: ASYNC110 - it is another program
        await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_a_move_that_is_killed_leaves_all_as_it_was(tmp_path: Path, server_url: str) -> None:
    old = tmp_path / "old.sqlite3"
    url, target = f"sqlite:///{old}", server_url
    store = await Store.open(url)
    house = House(store)
    await house.tables.resume()
    await house.dealt(BO, CLEO, DAG, **LIMITED)
    await house.tables.stop()
    await store.close()
    new = await Store.open(target)
    await new.transactions.run(empty)
    await new.close()
    asyncpg = importlib.import_module("asyncpg")
    holding = await asyncpg.connect(target.replace("+asyncpg", ""))
    try:
        async with holding.transaction():
            await holding.execute("LOCK TABLE events IN EXCLUSIVE MODE")  # amid all that is carried
            moving = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "kwbot", "move-database", target,
                env=os.environ | {"KWBOT_DATABASE_URL": url}, cwd=ROOT,
            )  # fmt: skip
            async with asyncio.timeout(60):
                await _wait_for_a_lock(holding)
            moving.kill()
            await moving.wait()
    finally:
        await holding.close()
    store = await Store.open(url)
    async with serve_backups(store):  # as a bot does, which removes what was left
        pass
    await store.close()
    assert names(tmp_path) == [old.name]
    rows, tables = await move(url, target)
    assert rows > 0
    assert tables == 1


@pytest.mark.slow
async def test_what_is_no_database_or_in_use_is_not_moved(tmp_path: Path) -> None:
    url, target = f"sqlite:///{tmp_path / 'old.sqlite3'}", f"sqlite:///{tmp_path / 'new.sqlite3'}"
    with pytest.raises(StorageError, match="There is no SQLite database to move"):
        await move(url, target)
    store = await Store.open(url)
    with pytest.raises(StorageError, match="Another bot already uses"):
        await move(url, target)
    await store.close()
    with pytest.raises(StorageError, match="is the database itself"):
        await move(url, url)
    assert await move(url, target) == (0, 0)


async def test_a_database_of_an_older_version_stays_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    old = folder / "old.sqlite3"
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript(";".join(made_by_all_migrations("sqlite")))
        connection.execute("UPDATE alembic_version SET version_num = '0026'")
        connection.commit()
    before = old.read_bytes()
    with pytest.raises(OlderSchema, match="run the version of"):
        await move(f"sqlite:///{old}", f"sqlite:///{tmp_path / 'new.sqlite3'}")
    assert old.read_bytes() == before
    assert names(folder) == [old.name]


@pytest.mark.parametrize("of_a_bot", [False, True])
async def test_no_bot_starts_while_its_database_is_moved(tmp_path: Path, of_a_bot: bool) -> None:
    old = tmp_path / "old.sqlite3"
    url = f"sqlite:///{old}"
    if of_a_bot:
        await (await Store.open(url)).close()
    else:
        with closing(sqlite3.connect(old)) as connection:
            connection.execute("CREATE TABLE results (id INTEGER)")
    before = old.read_bytes()
    with copy_of(url), pytest.raises(StoreLocked):
        await Store.open(url, wait=0.01)
    assert old.read_bytes() == before
    assert names(tmp_path) == [old.name]
