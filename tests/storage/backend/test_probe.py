"""A store that cannot write says so, and why; the real one, with real faults."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from kwbot import metrics
from kwbot.ids import TableId, UserId
from kwbot.storage.backend.failures import NotWritable, StorageError
from kwbot.storage.store import Store
from kwbot.storage.values.documents import Preferences
from kwbot.storage.values.models import PreferencesRow


async def pragma(store: Store, text: str) -> None:
    def work(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA {text}")

    await store._database.run(work, begin=False)


def log_of(folder: Path) -> Path:
    """What is written first: SQLite's write-ahead log."""
    return folder / "kwbot.sqlite3-wal"


async def test_a_store_that_writes_keeps_nothing_of_the_attempt(store: Store) -> None:
    await store.check_write()
    await store.check_write()
    rows = await store.transactions.run(
        lambda c: c.scalar(select(func.count()).select_from(PreferencesRow))
    )
    assert rows == 0


async def test_the_attempt_reaches_the_disk(file_store: Store, tmp_path: Path) -> None:
    log = log_of(tmp_path)
    await pragma(file_store, "wal_checkpoint(TRUNCATE)")
    before = log.stat().st_size
    await file_store.check_write()
    assert log.stat().st_size > before


async def test_a_file_that_may_only_be_read_is_told(file_store: Store) -> None:
    await pragma(file_store, "query_only = ON")
    with pytest.raises(NotWritable, match=r"^The database .* cannot be written: .*\.$"):
        await file_store.check_write()
    await pragma(file_store, "query_only = OFF")
    await file_store.check_write()


async def test_a_database_that_may_not_grow_is_told(file_store: Store) -> None:
    def work(connection: Connection) -> None:
        connection.exec_driver_sql("VACUUM")
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    await file_store._database.run(work, begin=False)
    await file_store.ping()
    with pytest.raises(NotWritable, match=r"^The disk .* is full\.$"):
        await file_store.check_write()
    await pragma(file_store, "max_page_count = 100000")
    await file_store.check_write()


def descriptor(file: Path) -> int:
    """Where this process has `file` open."""
    links = Path("/proc/self/fd")
    (found,) = [int(link.name) for link in links.iterdir() if os.path.realpath(link) == str(file)]
    return found


@contextmanager
def read_only(file: Path) -> Iterator[None]:
    """Whoever has `file` open here may only read it meanwhile."""
    number = descriptor(file)
    kept, other = os.dup(number), os.open(file, os.O_RDONLY)
    os.dup2(other, number)
    try:
        yield
    finally:
        os.dup2(kept, number)
        os.close(kept)
        os.close(other)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
async def test_a_file_that_cannot_grow_is_told_until_it_can(
    file_store: Store, tmp_path: Path
) -> None:
    await file_store.check_write()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log_of(tmp_path).stat().st_size, limits[1]))
    try:
        await file_store.ping()
        with pytest.raises(NotWritable, match=r"^The disk .* has failed\.$"):
            await file_store.check_write()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    await file_store.check_write()
    await file_store.settings.change_preferences(UserId(1), lambda _: Preferences(four_colour=True))
    assert (await file_store.settings.preferences(UserId(1))).four_colour


@pytest.mark.skipif(sys.platform != "linux", reason="it wants /proc")
async def test_a_disk_that_turns_read_only_is_told(file_store: Store, tmp_path: Path) -> None:
    await file_store.check_write()
    told = pytest.raises(NotWritable, match=r"^The disk .* has failed\.$")
    with read_only(log_of(tmp_path)), told:
        await file_store.ping()
        await file_store.check_write()
    await file_store.check_write()


def seconds(operation: str) -> float:
    (metric,) = metrics.STORAGE_SECONDS.collect()
    return sum(
        sample.value
        for sample in metric.samples
        if sample.name.endswith("_count") and sample.labels["operation"] == operation
    )


async def test_transactions_are_timed_by_what_they_do(store: Store) -> None:
    before = {name: seconds(name) for name in ("write", "append", "preferences", "load_open")}
    await store.check_write()
    await store.settings.preferences(UserId(1))
    await store.tables.load_open()
    with pytest.raises(StorageError):
        await store.append(TableId(7), [], expected_seq=0)
    assert {name: seconds(name) - count for name, count in before.items()} == {
        "write": 1, "preferences": 1, "load_open": 1, "append": 1,
    }  # fmt: skip
