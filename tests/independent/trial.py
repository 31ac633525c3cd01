"""Records on trial: right ones stand at each of their lines, those broken on purpose are caught."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.independent.cards import Wrong
from tests.independent.checker import check, main
from tests.independent.frame import Game
from tests.independent.layout import spoilt

RECORDS = Path(__file__).parent / "records"


def text_of(name: str) -> str:
    """A record made by hand."""
    return (RECORDS / f"{name}.txt").read_text(encoding="utf-8")


def every_beginning_stands(lines: Sequence[str], step: int) -> Game:
    """The game; from its rules on, its record may end after any line."""
    whole = check("\n".join(lines))
    start = next(number for number, line in enumerate(lines, 1) if line.startswith("rules"))
    for end in range(start, len(lines), step):
        deals = check("\n".join(lines[:end])).deals
        assert deals == whole.deals[: len(deals)]
    return whole


def broken(text: str, deal: int, old: str, new: str) -> tuple[str, int]:
    """A record with the first `old` from that deal (0: from the head) on replaced by `new`.

    `/` separates lines; the number is the place in the text.
    """
    old, new = old.replace("/", "\n"), new.replace("/", "\n")
    place = text.index(old, text.index(f"\ndeal {deal} ") if deal else 0)
    return text[:place] + new + text[place + len(old) :], place


def line_at(text: str, fault: str, place: int = 0) -> int:
    """The first line from that place on that begins with `fault`; of several lines the last."""
    fault = fault.replace("/", "\n")
    return 1 + text.count("\n", 0, text.index(f"\n{fault}", max(0, place - 1)) + 1 + len(fault))


def caught(text: str) -> tuple[str, int]:
    """What is wrong, and in which line the referee stops."""
    with pytest.raises(Wrong) as wrong:
        check(text)
    message, line = wrong.value.args
    return message, line


def judge(text: str, message: str, right: str, line: int | None = None) -> None:
    """It is caught (at that line) with that message; without one it is as good as the right one."""
    if not message:  # a line that may stand or be left out
        assert check(text).deals == check(right).deals
        return
    said, at = caught(text)
    assert message in said
    assert line in (None, at)


def caught_wherever_spoilt(lines: Sequence[str], rng: Random, times: int = 8) -> None:
    """One wrong card or score at a time."""
    places = [n for n, line in enumerate(lines) if "play" in line or "score" in line]
    for at in rng.choices(places, k=times):
        text = "\n".join([*lines[:at], spoilt(lines[at], rng), *lines[at + 1 :]])
        assert caught(text)[1] == at + 1


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[str]:
    """What the referee prints on the command line, where nothing is wrong."""
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out.splitlines()
