"""Transactions are whole or not at all, whatever happens around them."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from kwbot.ids import UserId
from kwbot.storage.backend.database import Database, explain
from kwbot.storage.backend.failures import (
    DamagedDatabase,
    NotWritable,
    StorageError,
    StoreClosed,
    StoreLocked,
    UnusableUrl,
)
from kwbot.storage.backend.sqlite import Sqlite
from kwbot.storage.store import Store
from kwbot.storage.values.models import PreferencesRow
from kwbot.storage.values.stored_tables import TableChange
from tests.storage.samples import SEATS, TABLE, events, table

User = PreferencesRow.user_id


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    opened = await Database.open(url, wait=0)
    yield opened
    await opened.close()


def enter(connection: Connection, user: int) -> None:
    connection.execute(insert(PreferencesRow).values(user_id=user, document="{}"))


async def entered(database: Database) -> list[int]:
    def read(connection: Connection) -> list[int]:
        return list(connection.execute(select(User).order_by(User)).scalars())

    return await database.run(read)


class HalfWay:
    """A transaction of two statements that waits between them until it is let go."""

    def __init__(self, first: int, second: int) -> None:
        self.users = (first, second)
        self.reached = asyncio.Event()
        self.go = Event()
        self._loop = asyncio.get_running_loop()

    def __call__(self, connection: Connection) -> None:
        enter(connection, self.users[0])
        self._loop.call_soon_threadsafe(self.reached.set)
        assert self.go.wait(10)
        enter(connection, self.users[1])


def test_what_waits_is_stored_even_where_nobody_can_be_told(tmp_path: Path) -> None:
    """The event loop is gone before the disk is done; who asks in another one is told."""
    url = f"sqlite:///{tmp_path / 'kwbot.sqlite3'}"
    begun, release = Event(), Event()

    def wait(_: Connection) -> None:
        begun.set()
        release.wait(10)

    async def leave() -> Database:
        database = await Database.open(url, wait=0)
        first = asyncio.create_task(database.run(wait))
        await asyncio.sleep(0)
        assert begun.wait(10)
        second = asyncio.create_task(database.run(lambda connection: enter(connection, 1)))
        await asyncio.sleep(0)
        for task in (first, second):
            task.cancel()
        return database

    async def come(database: Database) -> list[int]:
        asking = asyncio.create_task(entered(database))
        await asyncio.sleep(0)
        release.set()
        async with asyncio.timeout(10):
            found = await asking
        await database.close()
        return found

    assert asyncio.run(come(asyncio.run(leave()))) == [1]


async def test_a_cancelled_caller_leaves_a_whole_transaction(database: Database) -> None:
    work = HalfWay(1, 2)
    caller = asyncio.create_task(database.run(work))
    await work.reached.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    next_one = asyncio.create_task(entered(database))
    work.go.set()
    assert await next_one == [1, 2]


async def test_an_exception_half_way_leaves_nothing(database: Database) -> None:
    def fail(connection: Connection) -> None:
        enter(connection, 1)
        raise LookupError("half way")

    with pytest.raises(LookupError, match="half way"):
        await database.run(fail)
    assert await entered(database) == []


async def test_what_waits_is_stored_together_but_each_for_itself(database: Database) -> None:
    """One that fails takes none of the others with it, and each learns what became of it."""
    blocker, done = HalfWay(1, 2), list[int]()
    first = asyncio.create_task(database.run(blocker))
    await blocker.reached.wait()

    def enters(user_id: UserId) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            enter(connection, user_id)
            done.append(user_id)

        return work

    users = [3, 4, 3, 5, *range(10, 30)]
    waiting = [asyncio.create_task(database.run(enters(user))) for user in users]
    await asyncio.sleep(0)
    blocker.go.set()
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert [at for at, outcome in enumerate(outcomes) if outcome is not None] == [2]
    assert isinstance(outcomes[2], StorageError)
    assert await entered(database) == sorted({1, 2, *users})
    assert len(done) > len(users), "those beside the failure were done once more, by themselves"
    assert not database.busy
    await first


async def test_nothing_waits_for_company(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many come, nothing is put off: what comes while the disk is busy is one batch."""
    loop, later, commits = asyncio.get_running_loop(), list[float](), 0
    commit = Connection.commit

    def counted(self: Connection) -> None:
        nonlocal commits
        commits += 1
        commit(self)

    monkeypatch.setattr(loop, "call_later", lambda delay, *_: later.append(delay))
    monkeypatch.setattr(Connection, "commit", counted)
    for round_ in range(20):
        blocker = HalfWay(10 * round_, 10 * round_ + 1)
        first = asyncio.create_task(database.run(blocker))
        await blocker.reached.wait()
        rest = [
            asyncio.create_task(database.run(lambda held, user=user: enter(held, user)))  # type: ignore[misc]
            for user in range(10 * round_ + 2, 10 * round_ + 9)
        ]
        await asyncio.sleep(0)
        blocker.go.set()
        await asyncio.gather(first, *rest)
    assert later == []
    assert commits == 2 * 20


async def test_what_is_queued_is_stored_though_the_one_who_asked_is_gone(
    database: Database,
) -> None:
    blocker = HalfWay(1, 2)
    first = asyncio.create_task(database.run(blocker))
    await blocker.reached.wait()
    second = asyncio.create_task(database.run(lambda connection: enter(connection, 3)))
    await asyncio.sleep(0)
    second.cancel()
    blocker.go.set()
    await first
    assert await entered(database) == [1, 2, 3]


async def test_a_database_is_closed_that_was_still_being_opened(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever gives up in between leaves no file locked."""
    connect, reached, go = Sqlite._connect, Event(), Event()

    def late(self: Sqlite) -> None:
        reached.set()
        assert go.wait(10)
        connect(self)

    monkeypatch.setattr(Sqlite, "_connect", late)
    opening = asyncio.create_task(Database.open(url, wait=0))
    assert await asyncio.to_thread(reached.wait, 10)
    opening.cancel()
    await asyncio.sleep(0)
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await opening
    monkeypatch.undo()
    await (await Database.open(url, wait=0)).close()


async def test_closing_waits_for_all_that_was_asked_before(database: Database) -> None:
    blocker, done = HalfWay(1, 2), list[int]()
    first = asyncio.create_task(database.run(blocker))
    await blocker.reached.wait()
    begins = [True, True, False, False, True]
    rest = [
        asyncio.create_task(database.run(lambda _, at=at: done.append(at), begin=begin))  # type: ignore[misc]
        for at, begin in enumerate(begins)
    ]
    await asyncio.sleep(0)
    rest[1].cancel()
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    assert database.busy
    blocker.go.set()
    await closing
    assert done == [*range(len(begins))], "what was asked is done, whether anybody waits or not"
    assert not database.busy
    outcomes = await asyncio.gather(first, *rest, return_exceptions=True)
    assert [at for at, outcome in enumerate(outcomes) if outcome is not None] == [2]


@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize("undone", [False, True])
async def test_a_commit_that_fails_fails_for_each(
    database: Database, monkeypatch: pytest.MonkeyPatch, stored: bool, undone: bool
) -> None:
    """Whether it was stored all the same, and whether it can be taken back: nobody is told that it
    was, and nothing is done twice."""
    blocker = HalfWay(1, 2)
    first = asyncio.create_task(database.run(blocker))
    await blocker.reached.wait()
    done: list[int] = []
    waiting = [
        asyncio.create_task(database.run(lambda _, at=at: done.append(at)))  # type: ignore[misc]
        for at in range(3)
    ]
    await asyncio.sleep(0)
    commit, rollback = Connection.commit, Connection.rollback

    def full(self: Connection) -> None:
        if stored:
            commit(self)
        raise sqlite3.OperationalError("database or disk is full")

    def stuck(self: Connection) -> None:
        rollback(self)
        if not undone:
            raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Connection, "commit", full)
    monkeypatch.setattr(Connection, "rollback", stuck)
    blocker.go.set()
    for task in (first, *waiting):
        with pytest.raises(StorageError, match="full"):
            await task
    monkeypatch.undo()
    assert done == [0, 1, 2]
    assert await entered(database) == ([1, 2] if stored else [])


async def test_a_commit_that_the_driver_refuses_leaves_the_next_one_alone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: object, connection: object) -> None:
        raise sqlite3.OperationalError("not now")

    with monkeypatch.context() as patch:
        patch.setattr("sqlalchemy.engine.default.DefaultDialect.do_commit", refuse)
        with pytest.raises(StorageError, match="not now"):
            await database.run(lambda connection: enter(connection, 1))
    await database.run(lambda connection: enter(connection, 2))
    assert await entered(database) == [2]


async def test_a_refused_statement_leaves_nothing_and_tells_no_value(database: Database) -> None:
    def twice(connection: Connection) -> None:
        enter(connection, 424242)
        with pytest.raises(IntegrityError) as unhidden:
            enter(connection, 424242)
        assert "424242" not in str(unhidden.value)
        raise unhidden.value

    with pytest.raises(StorageError, match=r"refused: UNIQUE constraint failed") as refused:
        await database.run(twice)
    assert "424242" not in str(refused.value)
    assert refused.value.__cause__ is None
    assert await entered(database) == []


async def test_a_transaction_under_way_when_the_event_loop_ends_is_whole(
    database: Database, url: str
) -> None:
    work = HalfWay(1, 2)
    caller = asyncio.create_task(database.run(work))
    await work.reached.wait()
    for task in asyncio.all_tasks() - {asyncio.current_task()}:  # as asyncio.run does when it ends
        task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    work.go.set()
    assert await entered(database) == [1, 2]
    with pytest.raises(StoreLocked):
        await Store.open(url, wait=0)


@pytest.mark.parametrize("place", ["file", "memory"])
async def test_a_transaction_waits_for_the_one_before_and_sees_all_of_it(
    url: str, place: str
) -> None:
    database = await Database.open(url if place == "file" else "sqlite://", wait=0)
    work = HalfWay(1, 2)
    writer = asyncio.create_task(database.run(work))
    await work.reached.wait()
    readers = [asyncio.create_task(entered(database)) for _ in range(3)]
    for _ in range(100):
        await asyncio.sleep(0)
    assert not any(reader.done() for reader in readers)
    work.go.set()
    assert await asyncio.gather(*readers) == [[1, 2]] * 3
    await writer
    await database.close()


async def test_callers_cancelled_at_any_step_leave_whole_tables(file_store: Store) -> None:
    for steps in range(60):
        caller = asyncio.create_task(file_store.create_table(table(channel_id=steps)))
        for _ in range(steps):
            await asyncio.sleep(0)
        caller.cancel()
        await asyncio.gather(caller, return_exceptions=True)
    for stored, _ in await file_store.tables.load_open():
        assert stored.seats == SEATS
        await file_store.append(stored.id, events(2), expected_seq=0, change=TableChange())


async def test_closing_waits_for_what_is_under_way_and_then_refuses(url: str) -> None:
    database = await Database.open(url, wait=0)
    work = HalfWay(1, 2)
    caller = asyncio.create_task(database.run(work))
    await work.reached.wait()
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    with pytest.raises(StoreClosed):
        await entered(database)
    work.go.set()
    await closing
    assert caller.done()
    again = await Database.open(url, wait=0)
    assert await entered(again) == [1, 2]
    await again.close()


async def test_a_second_bot_on_the_same_file_is_told_in_one_sentence(
    file_store: Store, url: str
) -> None:
    with pytest.raises(StoreLocked, match=r"^Another bot already uses the database .*\.$"):
        await Store.open(url, wait=0)
    await file_store.ping()


async def test_a_bot_waits_for_the_one_that_is_just_stopping(file_store: Store, url: str) -> None:
    next_one = asyncio.create_task(Store.open(url, wait=60))
    await asyncio.sleep(0)
    await file_store.close()
    await (await next_one).close()


async def test_no_thread_is_left_of_what_is_closed_or_could_not_be_opened(
    tmp_path: Path, url: str
) -> None:
    before = {*threading.enumerate()}
    await (await Database.open(url, wait=0)).close()
    for _ in range(10):
        with pytest.raises(NotWritable):
            await Database.open(f"sqlite:///{tmp_path}", wait=0)
    for thread in {*threading.enumerate()} - before:
        await asyncio.to_thread(thread.join, 10)
        assert not thread.is_alive()


def pragmas(connection: Connection) -> list[object]:
    names = ("journal_mode", "locking_mode", "synchronous", "foreign_keys")
    return [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names]


async def test_sqlite_is_set_up_to_survive_a_power_cut(database: Database) -> None:
    assert await database.run(pragmas) == ["wal", "exclusive", 2, 1]


async def test_a_migration_may_rebuild_a_table_that_others_refer_to(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rebuild(connection: Connection) -> None:
        switched_on = connection.exec_driver_sql("PRAGMA foreign_keys").scalar_one()
        assert not switched_on, "dropping the old table would delete what refers to it"

    monkeypatch.setattr("kwbot.storage.backend.database.migrate", rebuild)
    database = await Database.open(url, wait=0)
    assert await database.run(pragmas) == ["wal", "exclusive", 2, 1]
    await database.close()


async def test_only_the_owner_may_read_the_file(file_store: Store) -> None:
    assert file_store.path is not None
    for path in file_store.path.parent.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path


async def test_a_folder_that_cannot_be_made_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotWritable, match=r"cannot be reached: "):
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}/file/kwbot.sqlite3")
    with pytest.raises(NotWritable, match=r"cannot be opened: may the bot write"):
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}")


async def test_a_file_that_is_no_database_is_told_in_one_sentence(tmp_path: Path, url: str) -> None:
    (tmp_path / "kwbot.sqlite3").write_text("certainly no database\n" * 1000)
    with pytest.raises(DamagedDatabase, match="is not a database"):
        await Store.open(url)


async def test_a_damaged_database_is_told_in_one_sentence(tmp_path: Path, url: str) -> None:
    store = await Store.open(url)
    for _ in range(50):
        await store.create_table(TABLE)
    await store.close()
    path = tmp_path / "kwbot.sqlite3"
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(DamagedDatabase, match="is damaged: restore a backup"):
        await Store.open(url)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "cannot be read"),
        ("mysql://root:hunter2@host/db", "No such database as mysql"),
        ("sqlite+pysqlite:///x", "No such database as sqlite.pysqlite"),
        ("postgresql://me:swordfish-hunter2@host:hunter2/db", "cannot be read"),
        ("postgresql://me:sword@hunter2@host/db", "write %40 for @"),
    ],
)
async def test_a_wrong_url_is_told_without_its_password(url: str, sentence: str) -> None:
    with pytest.raises(UnusableUrl, match=sentence) as refused:
        await Store.open(url)
    assert "hunter2" not in str(refused.value)


async def test_a_server_that_does_not_answer_is_told_without_its_password() -> None:
    pytest.importorskip("asyncpg")
    with pytest.raises(NotWritable, match="cannot be reached") as refused:
        await Store.open("postgresql://user:hunter2@127.0.0.1:1/db")
    assert "hunter2" not in str(refused.value)
    with pytest.raises(NotWritable, match="nothing listens there") as refused:
        await Store.open("postgresql://user@127.0.0.1:1/db?password=hunter2")
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("whose", ["kwbot.sqlite3", "."])
@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR]
)
def test_what_is_another_users_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whose: str, code: int
) -> None:
    """SQLite may say that the disk has failed where a file may only be read."""
    file = tmp_path / "kwbot.sqlite3"
    file.touch()
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    before = str(explain(error, str(file)))
    others = (tmp_path / whose).resolve()
    monkeypatch.setattr(os, "access", lambda path, _: Path(path) != others)
    told = explain(error, str(file))
    assert isinstance(told, NotWritable)
    assert str(told).startswith(f"This user may not write {others}: ")
    assert str(told) != before


APPENDING = """
import asyncio, sys
from kwbot.storage.store import Store
from tests.storage.samples import TABLE, SECRET, events
async def main():
    store = await Store.open(sys.argv[1])
    table = await store.create_table(TABLE)
    seq = 0
    while True:
        seq = await store.append(table, events(2), expected_seq=seq, secrets=[SECRET])
        print(seq, flush=True)
asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("acknowledged", [1, 57])
async def test_no_acknowledged_append_is_lost_by_kill_9(url: str, acknowledged: int) -> None:
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", APPENDING, url, stdout=asyncio.subprocess.PIPE
    )
    assert bot.stdout is not None
    for _ in range(acknowledged):
        await bot.stdout.readline()
    bot.kill()
    rest = (await bot.stdout.read()).splitlines(keepends=True)
    last = 2 * (acknowledged + sum(line.endswith(b"\n") for line in rest))
    await bot.wait()
    store = await Store.open(url)
    [(stored, log)] = await store.tables.load_open()
    assert stored.seq >= last
    assert [event.seq for event in log] == list(range(1, stored.seq + 1))
    assert stored.seq % 2 == 0
    await store.append(stored.id, events(1), expected_seq=stored.seq)
    await store.close()
