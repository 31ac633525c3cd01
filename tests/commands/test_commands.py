"""What holds for all commands."""

import os
import subprocess
import sys

import pytest

from kwbot import __version__
from kwbot.commands import main


def test_words_that_no_command_knows_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["replay", "file", "--force"])
    assert stopped.value.code == 2
    assert "--force" in capsys.readouterr().err


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"Kwbot {__version__}\n"


def test_an_image_says_what_it_was_built_of() -> None:
    command = [sys.executable, "-m", "kwbot", "--version"]
    built = {**os.environ, "KWBOT_VERSION": "1.2.3-4-gabcdef0"}
    assert subprocess.check_output(command, env=built) == b"Kwbot 1.2.3-4-gabcdef0\n"
