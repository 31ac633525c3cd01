"""What holds for all commands."""

import pytest

from kwbot.commands import main


def test_words_that_no_command_knows_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["replay", "file", "--force"])
    assert stopped.value.code == 2
    assert "--force" in capsys.readouterr().err
