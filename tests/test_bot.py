"""The program: how it starts, what it says when it cannot, and that it goes at once when told."""

from __future__ import annotations

import ast
import asyncio
import gc
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import aiohttp
import pytest

import bot
import kwbot
from cogs.connection.endpoint import connect_to
from cogs.connection.supervisor import WrongToken
from kwbot.config import Settings
from kwbot.hosting import command_line
from kwbot.local.scripted_evening import ScriptedEvening
from kwbot.storage.store import Store
from kwbot.tables.state.table_state import TableState
from playground import Playground, home
from tests.pythons import python_of

TOKEN = "KWBOT_TOKEN"
ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No .env of whoever runs the tests, and a database that may be made."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kwbot.config.HOME", tmp_path)
    monkeypatch.setenv("KWBOT_DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}")
    for name in (TOKEN, "KWBOT_LOCAL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("bot.logs.set_up", lambda *_: None)


def test_a_wrong_setting_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(TOKEN, "secret")
    monkeypatch.setenv("KWBOT_METRICS_PORT", "none")
    assert bot.main([]) == 2
    said = capsys.readouterr().err
    assert said.startswith("KWBOT_METRICS_PORT cannot be used")
    assert said.count("\n") == 1


def test_a_database_in_use_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(TOKEN, "secret")
    monkeypatch.setattr("bot.Store.open", partial(Store.open, wait=0))
    with closing(sqlite3.connect(tmp_path / "kwbot.sqlite3")) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert bot.main([]) == 2
    said = capsys.readouterr().err
    assert "Another bot already uses the database" in said
    assert said.count("\n") == 1


async def test_a_token_that_discord_does_not_know_ends_it() -> None:
    async with Playground() as playground:
        here = connect_to(playground.api, playground.gateway_url)
        with here, pytest.raises(WrongToken, match="KWBOT_TOKEN"):
            await bot.serve(Settings(), "a.wrong.token", asyncio.Event())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it_cleanly(
    number: signal.Signals, caplog: pytest.LogCaptureFixture
) -> None:
    async with Playground() as playground:
        with connect_to(playground.api, playground.gateway_url):
            running = asyncio.create_task(bot.serve(Settings(), playground.token, bot.stop_event()))
            await playground.ready()
            os.kill(os.getpid(), number)
            await asyncio.wait_for(running, 60)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    store = await Store.open(os.environ["KWBOT_DATABASE_URL"], wait=0)
    await store.close()


PRESSED_MEANWHILE = """
import os, runpy, signal, sys

class Pressing:
    def find_spec(self, name, *more):
        if name == "kwbot.storage.store":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Pressing())
runpy.run_path(sys.argv[1], run_name="__main__")
"""


@pytest.mark.slow
def test_a_signal_while_it_is_imported_ends_it_without_a_traceback() -> None:
    command = [sys.executable, "-c", PRESSED_MEANWHILE, str(ROOT / "bot.py")]
    ended = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, b"", b"")


def test_a_signal_before_it_is_heard_ends_it_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def load_settings() -> Settings:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.load_settings", load_settings)
    assert bot.main([]) == 130


@pytest.mark.parametrize("ends", [False, True])
async def test_tables_come_back_once_though_a_connection_is_given_up(
    ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one waits for what the first began; else two would play each table."""
    store, began, may = await Store.open("sqlite+aiosqlite://"), [], asyncio.Event()
    house = bot.Application(Settings(_env_file=None), store)

    async def resumed() -> list[TableState]:
        began.append("tables")
        await may.wait()
        return []

    monkeypatch.setattr(house.tables, "resume", resumed)
    first, second = asyncio.create_task(house.resume()), asyncio.create_task(house.resume())
    await asyncio.sleep(0.01)
    first.cancel()
    await asyncio.wait([first])
    assert not second.done()
    if ends:
        may.set()
        await second
        await house.resume()
    await house.stop()
    await asyncio.wait([second])
    assert len(began) == 1
    await store.close()


@pytest.mark.heavy
def test_an_evening_is_played_without_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    said = played(capsys)
    assert "wins " in said
    assert said.rstrip().rpartition("── /leaderboard")[2].count("Anna") == 1


@pytest.mark.slow
def test_an_evening_begins_without_a_token(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first bids and cards; the heavy test has all of it."""
    monkeypatch.setattr(ScriptedEvening, "over", property(lambda self: self.presses > 20))
    assert played(capsys).count("» ") > 20


def played(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what an evening prints: whose turn it is for those alone whose turn it is."""
    assert bot.main(["--evening"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(bot.LOCAL_MODE)
    channel = [part for part in said.split("── ") if part.startswith("#")]
    assert channel
    public = [part for part in channel if "(only you can see this)" not in part]
    assert not [part for part in public if "your turn" in part]
    assert "your turn" in said
    assert not Path("kwbot.sqlite3").exists()
    return said


async def test_without_a_token_the_page_is_served_until_a_signal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    opened: list[Playground] = []
    furnish = home.furnish

    def made(playground: Playground) -> Playground:
        opened.append(furnish(playground))
        monkeypatch.setattr(playground.faults, "chance", None)  # it must not hit this test
        monkeypatch.setattr(playground.gateway, "delays", None)
        return playground

    monkeypatch.setattr("bot.webbrowser.open", shown.append)
    monkeypatch.setattr("playground.home.furnish", made)
    told = command_line.parser().parse_args(["--open", "--port", "0", "--chaos", "0.1"])
    running = asyncio.create_task(bot.run(Settings(), told))
    while not shown:
        assert not running.done()
        await asyncio.sleep(0.01)
    assert [playground.chaos.rate for playground in opened] == [0.1]
    lobby = await opened[0].people[1].slash(opened[0].channel, "play")
    assert "First evening" in lobby.text  # whoever is here for the first time has a lot to read
    async with aiohttp.ClientSession() as session, session.get(shown[0]) as answer:
        assert "Playground" in await answer.text()
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(running, 60)
    said = capsys.readouterr().out
    assert shown[0] in said
    assert "this machine alone" in said


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        *[("--chaos", rate, "a part of all calls is a number from 0 to 1")
          for rate in ("2", "-1", "much", "nan")],
        *[("--port", port, "a port is a whole number from 0 to 65535")
          for port in ("99999", "-1", "none", "8484.5", "9" * 5000, "٣")],
        *[("--evening", deals, "an evening has a whole number of deals, at least 1")
          for deals in ("0", "-1", "one")],
    ],
)  # fmt: skip
def test_what_no_option_can_be_is_refused_in_a_sentence(
    option: str, value: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main([option, value])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.endswith(f"error: argument {option}: {sentence}\n")


# --- with a token and without -------------------------------------------------------------------


def test_where_local_mode_must_be_asked_for_no_token_is_no_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KWBOT_LOCAL", "false")
    assert bot.main([]) == 2
    assert capsys.readouterr() == ("", f"{bot.NOT_ASKED_FOR}\n")


@pytest.mark.parametrize(
    ("token", "local", "options", "is_local"),
    [
        (None, None, [], True),
        (None, True, [], True),
        (None, False, ["--local"], True),
        ("secret", None, [], False),
        ("secret", False, [], False),
        ("secret", True, [], True),
        ("secret", None, ["--local"], True),
    ],
)
def test_local_mode_is_what_there_is_without_a_token_or_what_was_asked_for(
    token: str | None, local: bool | None, options: list[str], is_local: bool
) -> None:
    settings = Settings.model_validate({"token": token, "local": local})
    assert bot.is_local(settings, command_line.parser().parse_args(options)) is is_local


def test_the_image_never_starts_in_local_mode_by_itself() -> None:
    image = (ROOT / "Dockerfile").read_text("utf-8")
    assert re.search(r"^ENV [^#]*\bKWBOT_LOCAL=false\s", image, re.MULTILINE)


def test_the_image_leaves_behind_what_compiles_and_installs() -> None:
    image = (ROOT / "Dockerfile").read_text("utf-8")
    build, _, runs = image.rpartition("\nFROM ")
    _, after = build.split(" accelerate ")
    assert after.rstrip().endswith("pip uninstall --quiet --yes cython pip")
    assert "\nCOPY --from=build /app /app\n" in runs


def test_the_image_says_which_version_it_is() -> None:
    image = (ROOT / "Dockerfile").read_text("utf-8")
    assert f"\nARG VERSION={kwbot.__version__}\n" in image
    assert "org.opencontainers.image.version=$VERSION\nENV KWBOT_VERSION=$VERSION\n" in image


def test_a_setting_that_is_none_is_named_and_hinders_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KWBOT_TOKN", "hunter2")
    monkeypatch.setattr("bot.asyncio.run", lambda running: running.close())
    assert bot.main([]) == 0
    said = capsys.readouterr()
    assert said.err == "There is no setting KWBOT_TOKN: did you mean KWBOT_TOKEN?\n"
    assert said.out.startswith(bot.LOCAL_MODE)


async def test_the_whole_path_of_the_database_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "kwbot")
    settings = Settings(database_url="sqlite+aiosqlite:///kwbot.sqlite3")
    async with bot.open_application(settings):
        pass
    assert f"The database is {tmp_path / 'kwbot.sqlite3'}." in caplog.messages
    assert caplog.messages[0].startswith(f"This is Kwbot {kwbot.__version__} on Python 3.")


async def test_what_is_loaded_at_the_start_is_looked_through_for_garbage_no_more() -> None:
    before = gc.get_freeze_count()
    loaded = len(gc.get_objects())
    async with bot.open_application(Settings(database_url="sqlite+aiosqlite:///kwbot.sqlite3")):
        assert gc.get_freeze_count() - before >= loaded
        assert len(gc.get_objects()) < loaded / 10 + 10_000


# --- Pythons --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bot.py", "kwbot/__init__.py", "kwbot/__main__.py"])
def test_an_older_python_can_read_what_refuses_it(name: str) -> None:
    source = (ROOT / name).read_text("utf-8")
    version = (3, 6) if name != "kwbot/__main__.py" else (3, 7)
    ast.parse(source, feature_version=version)


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.6", "3.7", "3.8", "3.9", "3.10"])
@pytest.mark.parametrize("command", [["bot.py"], ["-m", "kwbot", "doctor"]])
def test_an_older_python_gets_one_sentence(version: str, command: list[str]) -> None:
    python = python_of(version)
    if python is None:
        pytest.skip(f"There is no Python {version} here.")
    done = subprocess.run(
        [python, *command], cwd=ROOT, capture_output=True, check=False, timeout=20,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, b"")
    sentence = rf"Kwbot needs Python 3\.11 or newer, and this is Python {version}\.\d+\.\s"
    assert re.fullmatch(sentence, done.stderr.decode())


async def test_a_port_in_use_is_no_hindrance(capsys: pytest.CaptureFixture[str]) -> None:
    async with Playground() as other:
        port = other.base.rpartition(":")[2]
        told = command_line.parser().parse_args(["--port", port])
        stop = asyncio.Event()
        stop.set()
        await bot.open_playground(Settings(), stop, port=told.port, chaos=0, browse=False)
    assert f":{port}" not in capsys.readouterr().out
