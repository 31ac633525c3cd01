"""The first start in a terminal, as somebody types it: what is asked, and what is written."""

from __future__ import annotations

import errno
import os
import pty
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
from kwbot.config import Settings, WrongSettings
from kwbot.hosting import command_line, first_start

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789AB"
OTHER = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gother.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / ".env"


def typing(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Let somebody type these, and then close the terminal."""
    left: Iterator[str] = iter(lines)

    def read(_: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setattr(first_start, "getpass", read)


@pytest.mark.parametrize("lines", [("",), ("try",), (), ("set up", ""), ("set up",)])
def test_to_try_it_nothing_is_written(
    lines: tuple[str, ...], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(monkeypatch, *lines)
    assert not first_start.ask_for_token(file)
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typing(monkeypatch, "set up", TOKEN)
    with pytest.raises(WrongSettings, match=r"/\.env cannot be written: "):
        first_start.ask_for_token(file.with_name("nowhere") / ".env")


def test_settings_stay_where_the_disk_is_full(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("KWBOT_BACKUPS=3\n")
    typing(monkeypatch, "set up", TOKEN)

    def write(_file: Path, _text: str, _encoding: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", write)
    with pytest.raises(WrongSettings, match="No space left"):
        first_start.ask_for_token(file)
    assert file.read_text() == "KWBOT_BACKUPS=3\n"
    assert [*file.parent.iterdir()] == [file]


def test_a_token_goes_into_a_copy_of_the_example(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example = shutil.copy(ROOT / ".env.example", file.parent)
    typing(monkeypatch, "set up", "hunter2", f" {TOKEN} ")
    assert first_start.ask_for_token(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = Path(example).read_text("utf-8")
    assert file.read_text("utf-8") == before.replace("KWBOT_TOKEN=\n", f"KWBOT_TOKEN={TOKEN}\n")
    said = capsys.readouterr().out
    assert first_start.MISTYPED in said
    assert "hunter2" not in said
    assert TOKEN not in said
    settings = Settings(_env_file=file)
    assert settings.token
    assert settings.token.get_secret_value() == TOKEN


def test_settings_that_are_there_stay(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("KWBOT_BACKUPS=3\n")
    file.chmod(0o644)
    for token in (TOKEN, OTHER):
        typing(monkeypatch, "s", token)
        assert first_start.ask_for_token(file)
        assert file.read_text() == f"KWBOT_TOKEN={token}\nKWBOT_BACKUPS=3\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("token", "local", "options", "asked"),
    [
        (None, None, [], True),
        (TOKEN, None, [], False),
        (None, True, [], False),
        (None, False, [], False),
        (None, None, ["--local"], False),
        (None, None, ["--evening"], False),
    ],
)
def test_who_has_said_what_they_want_is_not_asked(
    token: str | None,
    local: bool | None,
    options: list[str],
    asked: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = Settings.model_validate({"token": token, "local": local})
    told = command_line.parser().parse_args(options)
    assert not bot.may_ask(settings, told), "there is no terminal"
    monkeypatch.setattr(first_start, "has_terminal", lambda: True)
    assert bot.may_ask(settings, told) is asked


def test_a_terminal_is_asked_before_anything_starts(tmp_path: Path) -> None:
    """And whoever only looks gets no traceback."""
    ours, theirs = pty.openpty()
    code = """
import sys
from pathlib import Path
from kwbot.hosting import command_line, first_start
print(first_start.has_terminal(), first_start.ask_for_token(Path(sys.argv[1])))
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / ".env")],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT,
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, b"try\n")
    process.wait(60)
    said = os.read(ours, 4096).decode()
    os.close(ours)
    assert "try or set up? [try]" in said
    assert said.rstrip().endswith("True False")
