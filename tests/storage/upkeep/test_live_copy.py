# ruff: noqa: ASYNC240 - small files, and nothing else runs meanwhile
from __future__ import annotations

import asyncio
import errno
import json
import socket
import sqlite3
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy import Connection

from kwbot.commands import main
from kwbot.ids import TableId
from kwbot.storage import store as store_module
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.storage.upkeep import live_copy
from kwbot.storage.upkeep.copying import copy_held_file
from kwbot.storage.upkeep.live_copy import BackupRefused, back_up, serve_backups
from kwbot.storage.values.stored_tables import TableChange
from tests.storage.samples import SECRET, TABLE, events

Place = tuple[str, Path]
SOCKET, PORT = Path("kwbot.sqlite3.sock"), Path("kwbot.sqlite3.port")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """The URL of a database beside the bot, which is started there, and where its copy is to
    lie."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kwbot.config.HOME", tmp_path)
    (tmp_path / "copies").mkdir()
    url = "sqlite+aiosqlite:///kwbot.sqlite3"
    monkeypatch.setenv("KWBOT_DATABASE_URL", url)
    return url, Path("copies/copy.sqlite3")


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    opened = await Store.open(place[0], wait=0)
    await fill(opened)
    yield opened
    await opened.close()


async def fill(store: Store) -> None:
    table_id = await store.create_table(TABLE)
    await store.append(table_id, events(20), expected_seq=0, secrets=[SECRET])


async def ask(place: Place, *, force: bool = False) -> str:
    """The command, as another process would run it."""
    return await asyncio.to_thread(back_up, *place, force=force, wait=0)


async def whole(place: Place) -> bool:
    """The copy opens as a database and holds what was stored."""
    copy = await Store.open(f"sqlite+aiosqlite:///{place[1]}", wait=0)
    [(table, log)] = await copy.tables.load_open()
    secret = await copy.tables.secret(table.id, 1)
    await copy.close()
    return len(log) == 20 and secret == SECRET


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def only(folder: Path, *names: str) -> bool:
    return {path.name for path in folder.iterdir()} == set(names)


async def test_a_running_bot_makes_the_copy_and_goes_on(store: Store, place: Place) -> None:
    async with serve_backups(store):
        sentence = await ask(place)
        await store.append(TableId(1), events(1), expected_seq=20)
    assert sentence.startswith("Copied kwbot.sqlite3 to copies/copy.sqlite3 (")
    assert await whole(place)


async def test_without_unix_sockets_it_is_asked_on_a_port(
    store: Store, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_copy, "_MAX_SOCKET_PATH", 0)
    async with serve_backups(store):
        assert not SOCKET.exists()
        assert mode(PORT) == 0o600
        await ask(place)
    assert await whole(place)
    assert not PORT.exists()


async def test_a_stranger_on_the_port_gets_no_copy(
    store: Store, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_copy, "_MAX_SOCKET_PATH", 0)
    async with serve_backups(store):
        told = json.loads(PORT.read_text())
        PORT.write_text(json.dumps(told | {"secret": ""}))
        with pytest.raises(BackupRefused, match="no copies for strangers"):
            await ask(place)
    assert only(Path("copies"))


async def test_only_the_owner_reaches_socket_and_copy(store: Store, place: Place) -> None:
    async with serve_backups(store):
        assert mode(SOCKET) == 0o600
        await ask(place)
    assert mode(place[1]) == 0o600
    assert only(Path(), "copies", "kwbot.sqlite3", "kwbot.sqlite3-wal")
    assert only(Path("copies"), "copy.sqlite3")


async def test_without_a_bot_the_command_copies_by_itself(store: Store, place: Place) -> None:
    await store.close()
    await ask(place)
    assert await whole(place)
    assert mode(place[1]) == 0o600


async def test_what_a_killed_bot_left_does_not_stand_in_the_way(store: Store, place: Place) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(SOCKET))
    PORT.write_text('{"port": 1, "secret": "x"}')
    async with serve_backups(store):
        await ask(place)
    assert await whole(place)
    await store.close()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(SOCKET))
    await ask(place, force=True)
    assert await whole(place)


async def test_an_old_copy_is_replaced_only_by_force(store: Store, place: Place) -> None:
    place[1].write_text("precious")
    async with serve_backups(store):
        with pytest.raises(BackupRefused, match=r"exists: .* --force"):
            await ask(place)
        assert place[1].read_text() == "precious"
        await ask(place, force=True)
    assert await whole(place)


async def test_a_failed_copy_leaves_the_old_one(
    store: Store, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_connection: Connection) -> None:
        raise sqlite3.OperationalError("the disk is full")

    monkeypatch.setattr(store_module, "hold_checkpoints", fail)
    place[1].write_text("precious")
    async with serve_backups(store):
        with pytest.raises(BackupRefused, match="the disk is full"):
            await ask(place, force=True)
    assert place[1].read_text() == "precious"
    assert only(Path("copies"), "copy.sqlite3")


async def test_what_killed_commands_left_goes(store: Store, place: Place) -> None:
    """A copy that was never whole may be as large as the database, and is hidden."""
    left = (Path("copies/.copy.sqlite3.0123abcd.part"), Path(".kwbot.sqlite3.0123abcd.part"))
    for file in left:
        file.touch()
    moving = Path(".kwbot.sqlite3.x_y9.part")
    moving.mkdir()
    (moving / "kwbot.sqlite3").touch()
    async with serve_backups(store):
        await ask(place)
    assert not [one for one in (*left, moving) if one.exists()]


async def test_a_full_disk_of_the_copy_is_told_as_its_own(
    store: Store, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.close()

    class Full:
        def execute(self, *_: object) -> None:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error

        def close(self) -> None:
            pass

    monkeypatch.setattr("sqlite3.connect", lambda *_, **__: Full())
    with pytest.raises(StorageError, match=r"^The disk of /\S*/copies has no room for a copy\.$"):
        await ask(place)
    assert only(Path("copies"))


async def test_a_bot_that_does_not_listen_is_told(store: Store, place: Place) -> None:
    with pytest.raises(BackupRefused, match=r"^A bot uses kwbot.sqlite3 and does not answer"):
        await ask(place)
    assert only(Path("copies"))


@pytest.mark.parametrize("line", [b"nonsense\n", b"{}\n", b"[1]\n", b'{"secret": 1}\n', b"\n"])
async def test_a_line_that_is_no_question_gets_a_sentence(store: Store, line: bytes) -> None:
    async with serve_backups(store):
        reader, writer = await asyncio.open_unix_connection(SOCKET)
        writer.write(line)
        answer = json.loads(await reader.readline())
        writer.close()
        await writer.wait_closed()
    assert answer["error"].startswith("The bot does not understand")


async def test_a_database_in_memory_needs_no_listener() -> None:
    store = await Store.open("sqlite+aiosqlite://")
    async with serve_backups(store):
        await store.ping()
    await store.close()


async def test_what_is_stored_meanwhile_leaves_the_file_alone(store: Store, place: Place) -> None:
    before: list[bytes] = []
    async with store.hold_file():
        before.append(Path("kwbot.sqlite3").read_bytes())
        for number in range(300):  # many times what is usually brought into the file
            change = TableChange(display={"filler": "x" * 20_000, "number": number})
            await store.update_table(TableId(1), change)
        assert Path("kwbot.sqlite3").read_bytes() == before[0]
    await store.update_table(TableId(1), TableChange(display={}))
    assert Path("kwbot.sqlite3").read_bytes() != before[0]


@pytest.mark.parametrize("killed", [False, True])
async def test_a_bot_that_goes_meanwhile_spoils_the_copy(
    store: Store, place: Place, monkeypatch: pytest.MonkeyPatch, killed: bool
) -> None:
    """Nobody knows whether the file was still whole at its end."""
    loop, writers = asyncio.get_running_loop(), list[asyncio.StreamWriter]()
    tell = live_copy._tell

    async def told(writer: asyncio.StreamWriter, error: str | None) -> None:
        writers.append(writer)
        await tell(writer, error)

    async def go() -> None:
        if killed:
            writers[0].transport.abort()
        else:
            await store.close()

    def copied(path: Path, target: Path) -> None:
        copy_held_file(path, target)
        asyncio.run_coroutine_threadsafe(go(), loop).result()

    monkeypatch.setattr(live_copy, "_tell", told)
    monkeypatch.setattr(live_copy, "copy_held_file", copied)
    async with serve_backups(store):
        with pytest.raises(BackupRefused, match="stopp"):
            await ask(place)
    assert only(Path("copies"))


def test_the_command_says_one_sentence_and_exits_with_2(
    place: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*argv: str) -> str:
        assert main(["backup", *argv]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        return err

    whole = Path("kwbot.sqlite3").resolve()
    assert refused("copy") == f"There is no database {whole} to back up.\n"
    Path("kwbot.sqlite3").write_text("no database" * 1000)
    assert "is not a database" in refused("copy")
    assert "copies is a folder" in refused("copies")
    assert "the database itself" in refused("kwbot.sqlite3", "--force")
    assert "cannot be made: there is no folder nowhere" in refused("nowhere/copy")
    with monkeypatch.context() as others:
        error = PermissionError(errno.EACCES, "Permission denied", "/their/kwbot.sqlite3")
        others.setattr(live_copy, "_existing", Mock(side_effect=error))
        assert refused("copy") == "/their/kwbot.sqlite3 cannot be used: Permission denied.\n"
    monkeypatch.setenv("KWBOT_DATABASE_URL", "postgresql://me:hunter2@host/db")
    assert refused("copy") == "The database is PostgreSQL: make the backup with pg_dump.\n"
    monkeypatch.setenv("KWBOT_DATABASE_URL", "sqlite://")
    assert "in memory" in refused("copy")
    monkeypatch.setenv("KWBOT_METRICS_PORT", "hunter2")
    assert "KWBOT_METRICS_PORT cannot be used" in refused("copy")
    assert only(Path(), "copies", "kwbot.sqlite3")


async def test_the_command_says_what_it_did(
    store: Store, place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    await store.close()
    assert main(["backup", str(place[1])]) == 0
    whole = Path("kwbot.sqlite3").resolve()
    assert capsys.readouterr().out.startswith(f"Copied {whole} to copies/copy.sqlite3 (0.")
