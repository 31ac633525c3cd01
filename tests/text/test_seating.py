"""Who sits where, and the letters that stand for a face."""

from __future__ import annotations

from kwbot.text.seating import around, initials


def test_initials_are_told_apart() -> None:
    assert initials(["Anna", "Bo", "Cleo"]) == ["A", "B", "C"]
    assert initials(["Anna", "Axel", "South West", "Sven"]) == ["An", "Ax", "SW", "Sv"]
    assert initials(["🎉", "*x*"])[0] == "🎉"


def test_the_viewer_comes_first_or_the_lowest_number() -> None:
    assert around((3, 0, 1, 2), 1) == (1, 2, 3, 0)
    assert around((3, 4, 1, 2), None) == (1, 2, 3, 4)
    assert around((3, 4, 1, 2), 0) == (1, 2, 3, 4)
