"""Names of buttons that stand in one row, as a screen reader says them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest

from cogs.screens.parts.components import ActionRow, Button, Part


def names(row: ActionRow) -> list[str]:
    """Return what is said of each button: its emoji's name and its label, and nothing else."""
    buttons = (one for one in row.children if isinstance(one, Button))
    return [re.sub(r":\d+", "", f"{one.emoji or ''} {one.label}").strip() for one in buttons]


def is_told_apart(row: ActionRow) -> bool:
    """Whether each button has a name, and no two have the same."""
    found = names(row)
    return all(found) and len(set(found)) == len(found)


@contextmanager
def recorded() -> Iterator[set[tuple[str, ...]]]:
    """Gather the rows that are drawn within the block and whose buttons cannot be told apart."""
    found, draw = set[tuple[str, ...]](), ActionRow.__init__

    def checked(row: ActionRow, *children: Part) -> None:
        draw(row, *children)
        if not is_told_apart(row):
            found.add(tuple(names(row)))

    with patch.object(ActionRow, "__init__", checked):
        yield found


@pytest.fixture(autouse=True)
def row_names_differ() -> Iterator[None]:
    """Guard every screen that a test draws; `tests/text/test_catalogue.py` does the languages."""
    with recorded() as alike:
        yield
    assert alike == set()
