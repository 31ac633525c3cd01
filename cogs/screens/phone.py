"""How much of a phone's screen a panel takes. The numbers are rough: every phone has its fonts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil
from typing import Any

from cogs.screens.components import ActionRow, Section, Select

ROOM = 470
"""Pixels for the content of a box on a screen of 360 × 740, above its last row of buttons."""
WIDTH = 262
GAP, ROW_GAP = 6, 14
_MARKUP = re.compile(r"<(?:a?:\w+:|#|@!?|t:)\d+(?::R)?>")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_MARKS = re.compile(r"\*\*|^(?:-# |#+ |> )")
_KINDS = (("### ", 9.0, 22, 12), ("-# ", 6.6, 19, 0), ("", 7.6, 22, 0))
"""By how a line begins: pixels of a letter, of a line, and around it."""


def text_height(text: str, width: int = WIDTH) -> int:
    """Return the pixels of markdown with its lines broken."""
    return sum([_line_height(line, width) for line in text.split("\n")]) if text else 0


@lru_cache(maxsize=512)  # a panel is measured for each way to shorten it, with the same lines
def _line_height(line: str, width: int) -> int:
    _, letter, height, around = next(kind for kind in _KINDS if line.startswith(kind[0]))
    shown = _MARKS.sub("", _MARKUP.sub("###", _LINK.sub(r"\1", line)))
    return max(1, ceil(len(shown) * letter / width)) * height + around


def fitting(versions: Iterable[Sequence[Section]], room: int) -> Sequence[Section]:
    """Return the first version of sections that fits in `room` pixels; of the last one as many as
    do, one at least."""
    shown: list[Section] = []
    for version in versions:
        shown = [*version]
        if sections_height(shown) <= room:
            break
    while len(shown) > 1 and sections_height(shown) > room:
        shown.pop()
    return shown


def sections_height(sections: Iterable[Section]) -> int:
    """Return the pixels of texts that have a button beside them."""
    return sum(_section_height(one) + ROW_GAP for one in sections)


def _section_height(section: Section) -> int:
    width = WIDTH - _button_width(section.accessory) - ROW_GAP
    return max(40, text_height(section.told.content, width))


def rows_height(rows: Iterable[ActionRow]) -> int:
    """Return the pixels of rows of buttons or menus; buttons without room begin a new line."""
    return sum(_row_height(row) + ROW_GAP for row in rows)


def _row_height(row: ActionRow) -> int:
    lines, used = 1, 0
    for item in row.children:
        if isinstance(item, Select):
            chips = sum(len(one.label) for one in item.options if one.default)
            return 20 + 26 * max(1, ceil(chips / 24))
        width = _button_width(item)
        if used and used + width > WIDTH:
            lines, used = lines + 1, 0
        used += width + GAP
    return lines * 40 + (lines - 1) * GAP


def _button_width(button: Any) -> int:
    letters = len(button.label or "") + (3 if button.emoji else 0)
    return max(52, 16 + 8 * letters)
