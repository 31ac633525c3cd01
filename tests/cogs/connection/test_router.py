"""The custom_ids: what they say, and that they fit."""

from __future__ import annotations

from string import printable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.screens.components import LAST_TABLE, LONGEST, Press, number_in
from kwbot.storage.renewal import FARTHEST

AREAS = st.sampled_from(["act", "pick", "table", "more", "lobby"])
TEXT = printable + "åÄø–♠🂡\u200b\ud7ff"
"""All that matters, without a table of the whole of Unicode, which takes a second to make."""
NUMBERS = st.integers(min_value=0, max_value=10**9)
TABLES = st.integers(min_value=0, max_value=LAST_TABLE)


@given(AREAS, TABLES, NUMBERS, st.text(TEXT, max_size=60))
def test_a_press_comes_back_as_it_was(area: str, table: int, seen: int, rest: str) -> None:
    press = Press(area, table, seen, rest)
    assert Press.parse(str(press)) == press


def test_tables_of_a_restored_backup_can_be_pressed() -> None:
    """Their numbers are far beyond those given out before."""
    table = FARTHEST + 2**32
    assert Press.parse(f"kw:act:{table}:2:play SA") == Press("act", table, 2, "play SA")


@pytest.mark.parametrize("number", [LAST_TABLE + 1, 10**40])
def test_a_number_that_no_database_can_be_asked_for_is_none(number: int) -> None:
    assert Press.parse(f"kw:dact:{number}:{number}:come {number}") == Press(
        "dact", 0, 0, f"come {number}"
    )
    assert number_in(str(number)) == number_in("x") == 0
    assert number_in(str(LAST_TABLE)) == LAST_TABLE


@pytest.mark.parametrize(
    "custom_id",
    ["", "kw", "kw:act:1:2", "xx:act:1:2:play SA", "kw:act:one:2:", "kw:act:1:-2:", "kw:act:²:2:"],
)
def test_what_is_not_ours_is_no_press(custom_id: str) -> None:
    assert Press.parse(custom_id) is None


def test_a_custom_id_that_discord_would_refuse_is_never_made() -> None:
    with pytest.raises(AssertionError):
        str(Press("act", 1, 2, "x" * LONGEST))
