"""``python -m kwbot doctor``, as an owner runs it: what it prints, and its exit status."""

from __future__ import annotations

import errno
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from sqlalchemy import Connection

from cogs.connection.endpoint import connect_to
from kwbot import __version__
from kwbot.commands import main
from kwbot.hosting import diagnosis
from kwbot.hosting.finding import Finding
from kwbot.hosting.health import Health, new_registry, site
from kwbot.hosting.http_server import serving
from kwbot.storage.backend.kept_copies import KeptCopies
from kwbot.storage.store import Store
from kwbot.tables.thinking import worker_process
from playground import Playground

TOKEN = "MTIzNDU2.hunter2.very-secret"
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the database lies; no .env of whoever runs the tests."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kwbot.config.HOME", tmp_path)
    monkeypatch.setenv("KWBOT_DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}")
    for name in ("KWBOT_TOKEN", "KWBOT_METRICS_PORT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what is not about the worker processes, which take long to start."""

    async def unchecked(*_: object) -> None:
        """Others do."""

    monkeypatch.setattr(diagnosis, "_computers", unchecked)


def lines(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """What was printed, by what was looked at."""
    said = capsys.readouterr()
    assert said.err == ""
    assert TOKEN not in said.out
    cut = [line[6:].partition(": ") for line in said.out.splitlines()]
    return {
        what: f"{line[:4]} {told}"
        for (what, _, told), line in zip(cut, said.out.splitlines(), strict=True)
    }


@pytest.mark.slow
async def test_all_is_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Playground(token=TOKEN) as playground:
        monkeypatch.setenv("KWBOT_TOKEN", TOKEN)
        with connect_to(playground.api, playground.gateway_url):
            assert await diagnosis.examine(playground.channel.id) == 0
    said = lines(capsys)
    assert not [line for line in said.values() if line.startswith("FAIL")]
    assert said["all in all"] == "ok   nothing failed."
    assert [*said][-1] == "all in all"
    for what in ("settings", "database", "disk", "computer players", "kernel", "token", "posting"):
        assert what in said


@pytest.mark.slow
def test_without_a_token_discord_is_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 1
    said = lines(capsys)
    assert said["token"].startswith("FAIL KWBOT_TOKEN is not set")
    assert said["database"] == "ok   can be written."
    assert said["all in all"] == "note 1 failed: token."
    assert said["version"].startswith(f"note Kwbot {__version__} on Python ")


def test_a_setting_that_cannot_be_used_is_told_without_its_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KWBOT_METRICS_PORT", TOKEN)
    assert main(["doctor"]) == 1
    assert lines(capsys)["settings"].startswith("FAIL KWBOT_METRICS_PORT cannot be used")


@pytest.mark.slow
def test_a_wrong_token_and_a_dead_line_never_show_it() -> None:
    """In a process of its own, so that nothing it writes is missed; nobody answers there."""
    code = (
        "import os, sys\n"
        "from cogs.connection.endpoint import connect_to; from kwbot.commands import main\n"
        "for token in sys.argv[1:]:\n"
        "    os.environ['KWBOT_TOKEN'] = token\n"
        "    with connect_to('http://127.0.0.1:1/api/v10', 'ws://127.0.0.1:1'):\n"
        "        assert main(['doctor', '--channel', '1']) == 1\n"
    )
    tokens = (TOKEN, f"{TOKEN}\nmore")
    done = subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", "-c", code, *tokens],
        cwd=Path.cwd(), capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8",
             "KWBOT_DATABASE_URL": "sqlite+aiosqlite://"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "hunter2" not in done.stdout + done.stderr
    assert done.stdout.count("FAIL  Discord: ") == len(tokens)
    assert "Traceback" not in done.stderr


@pytest.mark.usefixtures("no_processes")
async def test_a_database_that_cannot_be_written(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Store.open

    async def read_only(url: str, *, wait: float) -> Store:
        store = await opened(url, wait=wait)

        def turn(connection: Connection) -> None:
            connection.exec_driver_sql("PRAGMA query_only = ON")

        await store._database.run(turn, begin=False)
        return store

    monkeypatch.setattr("kwbot.hosting.diagnosis.Store.open", read_only)
    assert await diagnosis.examine(None) == 1
    assert "cannot be written" in lines(capsys)["database"]


@pytest.mark.usefixtures("no_processes")
async def test_a_file_that_is_no_database(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "kwbot.sqlite3").write_text("no database at all" * 1000)
    assert await diagnosis.examine(None) == 1
    told = lines(capsys)["database"]
    assert told.startswith("FAIL")
    assert "the bot does not start" in told


@pytest.mark.usefixtures("no_processes")
async def test_a_disk_that_is_nearly_full(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnosis, "MIN_FREE_BYTES", 10**18)
    assert await diagnosis.examine(None) == 1
    assert lines(capsys)["disk"].startswith("FAIL")


async def test_processes_that_cannot_be_started(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "kwbot.hosting.diagnosis.WorkerProcess", lambda: worker_process.WorkerProcess(["/none"])
    )
    assert await diagnosis.examine(None) == 1
    assert "rule of thumb" in lines(capsys)["computer players"]


@pytest.mark.usefixtures("no_processes")
@pytest.mark.parametrize("full", [False, True])
async def test_a_running_bot_is_asked_how_it_is(
    full: bool, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{home / 'kwbot.sqlite3'}")
    health = Health(ok=not full, facts={"database": "The disk is full." if full else "ok"})

    async def ready() -> Health:
        return health

    assert await diagnosis.examine(None) == 1
    said = lines(capsys)
    assert said["database"].startswith("note in use by a running bot")
    assert said["disk"].endswith("MB free on the disk of the database.")
    async with serving(site(ready, ready, new_registry()), "127.0.0.1", 0) as port:
        monkeypatch.setenv("KWBOT_METRICS_PORT", str(port))
        await diagnosis.examine(None)
    said = lines(capsys)
    assert said["running bot, database"] == ("FAIL The disk is full." if full else "ok   ok")
    await diagnosis.examine(None)
    assert "fails" in lines(capsys)["database"]
    await store.close()


def test_a_finding_is_one_line() -> None:
    assert str(Finding("posting", works=True)) == "ok    posting: works"
    finding = Finding("posting", works=False, message="Refused.", instead="it waits.")
    assert str(finding) == "FAIL  posting: Refused. Instead: it waits."


def test_the_daily_copies_are_told(
    home: Path,
    no_processes: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["doctor"])
    assert lines(capsys)["backups"].startswith("note none yet")
    copies = KeptCopies(home / "kwbot.sqlite3")
    for days in (1, 2):
        copies.new_path(datetime.now(UTC) - timedelta(days=days)).touch()
    main(["doctor"])
    told = lines(capsys)["backups"]
    assert told == f"ok   2 in {home / 'backups'}, the newest 24 hours old."
    copies.daily()[-1].file.unlink()
    main(["doctor"])
    assert lines(capsys)["backups"].startswith("note 1 in ")
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=10**8))
    main(["doctor"])
    assert lines(capsys)["backups"].startswith("FAIL the disk lacks 10")
    monkeypatch.setenv("KWBOT_BACKUPS", "0")
    main(["doctor"])
    assert lines(capsys)["backups"] == "note off (KWBOT_BACKUPS=0)."


def test_copies_that_are_another_users_are_told(
    home: Path,
    no_processes: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    error = PermissionError(errno.EACCES, "Permission denied", "/their/backups")
    monkeypatch.setattr(KeptCopies, "daily", Mock(side_effect=error))
    assert main(["doctor"]) == 1
    told = lines(capsys)["backups"]
    assert told.startswith("FAIL /their/backups cannot be used: Permission denied. Instead: no")


def test_a_database_that_cannot_be_read_of_its_url_is_told_once(
    home: Path,
    no_processes: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("KWBOT_DATABASE_URL", "postgresql://me:hunter2@host:port/db")
    assert main(["doctor"]) == 1
    told = lines(capsys)
    assert told["database"].startswith("FAIL The database URL cannot be read")
    assert "backups" not in told


@pytest.mark.slow
async def test_the_report_names_nobody_and_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Playground(token=TOKEN) as playground:
        monkeypatch.setenv("KWBOT_TOKEN", TOKEN)
        KeptCopies(home / "kwbot.sqlite3").new_path(datetime.now(UTC)).touch()
        report, file = diagnosis.Report(), home / "report.txt"
        with connect_to(playground.api, playground.gateway_url):
            assert await diagnosis.examine(playground.channel.id, report) == 0
        report.write(file)
    told = file.read_text("utf-8")
    printed = capsys.readouterr().out.splitlines()
    assert len(told.splitlines()) == len(printed) + 1
    for known in (TOKEN, str(home), playground.bot.name, str(playground.application_id), "://"):
        assert known not in told, known
    assert not re.search(r"[0-9]{12}", told)
    assert re.search(r"^ +[0-9.]+ s  ok    gallery by edit: works$", told, re.MULTILINE)
