"""`backup` hands its words to kwbot.backup as they are."""

import pytest

import kwbot.backup
from kwbot.commands import main


def test_the_words_are_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []

    def copied(words: list[str]) -> int:
        given.append(words)
        return 2

    monkeypatch.setattr(kwbot.backup, "main", copied)
    assert main(["backup", "--force", "copy.sqlite3"]) == 2
    assert main(["backup"]) == 2
    assert given == [["--force", "copy.sqlite3"], []]


def test_words_that_no_command_knows_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["replay", "file", "--force"])
    assert stopped.value.code == 2
    assert "--force" in capsys.readouterr().err
