"""Discord's limits on what a message shows, in characters or pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

TEXT = 4000
"""Characters of all texts of a message."""
ROW = 5
"""Buttons in a row."""
MENU = 25
"""Options of a menu, and choices that are offered while somebody types."""
LABEL = 80
"""Characters of a button's label."""
OPTION = 100
"""Characters of an option's label or description, and of a choice; a menu's title has 150."""


def chunks(items: Sequence[T], size: int = MENU) -> Iterator[Sequence[T]]:
    """Yield the items in order, `size` at a time."""
    return (items[at : at + size] for at in range(0, len(items), size))
