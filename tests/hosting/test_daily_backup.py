# ruff: noqa: ASYNC240 - small files, and nothing else runs meanwhile
"""The bot's own copies of its database: one a day, one before each migration, and no more."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from sqlalchemy import Connection

from benches.stand_ins import HandClock
from kwbot.hosting import daily_backup
from kwbot.hosting.daily_backup import back_up_if_due, backup_age, keep_backups
from kwbot.storage.backend.kept_copies import KeptCopies, copy_before_migration
from kwbot.storage.store import Store
from kwbot.storage.upkeep.live_copy import serve_backups
from tests.storage.samples import TABLE

FULL = SimpleNamespace(free=10**8)
"""A disk without room for a copy."""
DAY = timedelta(days=1).total_seconds()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "kwbot.sqlite3"


@pytest.fixture
def copies(database: Path) -> KeptCopies:
    return KeptCopies(database)


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    """The database of a running bot."""
    opened = await Store.open(f"sqlite:///{database}")
    await opened.create_table(TABLE)
    async with serve_backups(opened):
        yield opened
    await opened.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Copies without a process of their own; gives those that were made."""
    made: list[Path] = []

    async def copy(_database: Path, target: Path) -> bool:
        target.write_bytes(b"")
        made.append(target)
        return True

    monkeypatch.setattr(daily_backup, "_copy", copy)
    return made


def tables(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM tables").fetchone()[0])


async def test_a_copy_is_made_while_the_bot_runs(
    store: Store, copies: KeptCopies, clock: HandClock
) -> None:
    await back_up_if_due(copies, 7, clock)
    (made,) = copies.daily()
    assert tables(made.file) == 1
    assert stat.S_IMODE(made.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(copies.folder.stat().st_mode) == 0o700
    await store.check_write()  # and nobody else got at the database meanwhile
    code = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN IMMEDIATE')"
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, str(copies.database), stderr=asyncio.subprocess.PIPE
    )
    assert b"database is locked" in (await other.communicate())[1]


async def test_one_a_day_is_kept_and_the_oldest_goes(
    store: Store, copies: KeptCopies, clock: HandClock, quick: list[Path]
) -> None:
    for _ in range(5 * 24):
        await back_up_if_due(copies, 3, clock)
        clock.advance(DAY / 24)
    assert len(quick) == 5
    assert [copy.file for copy in copies.daily()] == quick[2:]
    assert backup_age(copies.database, clock) == DAY


async def test_the_bot_looks_each_hour_until_it_stops(
    store: Store, copies: KeptCopies, clock: HandClock, quick: list[Path]
) -> None:
    assert backup_age(copies.database, clock) == inf
    keeping = asyncio.create_task(keep_backups(copies.database, 7, clock))
    for _ in range(3 * 24 * 6):
        await asyncio.sleep(0)
        clock.advance(600)
        await asyncio.sleep(0)
    assert len(quick) == 3
    keeping.cancel()
    await asyncio.wait([keeping])


async def test_a_clock_that_was_ahead_holds_up_no_copies(
    store: Store, copies: KeptCopies, clock: HandClock, quick: list[Path]
) -> None:
    clock.jump(365 * DAY)
    await back_up_if_due(copies, 7, clock)
    clock.jump(-365 * DAY)
    assert backup_age(copies.database, clock) == inf
    for _ in range(3):
        await back_up_if_due(copies, 7, clock)
        clock.advance(DAY)
    assert len(quick) == 4
    assert backup_age(copies.database, clock) == DAY


async def test_where_there_is_no_room_none_is_made_and_none_goes(
    store: Store,
    copies: KeptCopies,
    clock: HandClock,
    quick: list[Path],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await back_up_if_due(copies, 1, clock)
    clock.advance(DAY)
    monkeypatch.setattr("shutil.disk_usage", lambda _: FULL)
    await back_up_if_due(copies, 1, clock)
    assert len(copies.daily()) == 1
    assert caplog.messages == ["There is no backup of today: the disk lacks 100 MB."]


async def test_what_fails_is_said_and_tried_again(
    database: Path, copies: KeptCopies, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    database.write_bytes(b"no database" * 1000)
    await back_up_if_due(copies, 7, clock)
    assert not copies.daily()
    (said,) = caplog.messages
    assert said.startswith("There is no backup of today: The file ")
    assert "Traceback" not in said


async def test_before_a_migration_one_is_made(
    database: Path, copies: KeptCopies, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(f"sqlite:///{database}")).close()
    assert not copies.before_migrations()
    seen: list[int] = []

    def migrate(_connection: object) -> None:
        seen.append(len(copies.before_migrations()))

    monkeypatch.setattr("kwbot.storage.backend.database.next_revision", lambda _: "0099")
    monkeypatch.setattr("kwbot.storage.backend.database.migrate", migrate)
    await (await Store.open(f"sqlite:///{database}")).close()
    assert seen == [1]
    (made,) = copies.before_migrations()
    assert made.file.name.endswith("-before-0099.sqlite3")
    assert tables(made.file) == 0
    assert stat.S_IMODE(made.file.stat().st_mode) == 0o600
    assert not copies.daily()


def test_of_a_copy_that_breaks_off_before_a_migration_nothing_stays(
    database: Path, copies: KeptCopies, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_statement: str, parameters: tuple[str]) -> None:
        Path(*parameters).write_bytes(b"half")
        raise sqlite3.OperationalError

    database.touch()
    broken = cast(Connection, SimpleNamespace(exec_driver_sql=full))
    copy_before_migration(broken, database, "0099")
    assert [*copies.folder.iterdir()] == []
    assert "There is no copy of before the update: OperationalError." in caplog.text


async def test_without_room_the_bot_starts_all_the_same(
    database: Path,
    copies: KeptCopies,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await (await Store.open(f"sqlite:///{database}")).close()
    monkeypatch.setattr("kwbot.storage.backend.database.next_revision", lambda _: "0099")
    monkeypatch.setattr("shutil.disk_usage", lambda _: FULL)
    caplog.set_level(logging.WARNING)
    await (await Store.open(f"sqlite:///{database}")).close()
    assert not copies.before_migrations()
    assert "There is no copy of before the update: the disk lacks" in caplog.text
