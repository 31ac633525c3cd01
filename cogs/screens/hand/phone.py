"""Estimates of the room that a panel takes on a phone: rough, as every phone has its fonts."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any

from cogs.screens.hand.text_height import LINE_WIDTH, text_height
from cogs.screens.parts.components import ActionRow, Part, Section, Select, TextDisplay

ROOM = 464
"""Pixels for the content of a box on a screen of 360 × 740, above its last row of buttons."""
MENU_WIDTH = 200
GAP, ROW_GAP = 6, 14
SCREEN = 560
"""Pixels of a whole box that fits such a screen, as `box_height` counts them."""
FRAME, PART_GAP, BUTTON, BUTTON_GAP = 18, 8, 32, 8


def box_height(parts: Iterable[Part], png: bytes = b"") -> int:
    """Return the height of a box with these parts, `png` among them, with low buttons."""
    return FRAME + parts_height(parts, png)


def parts_height(parts: Iterable[Part], png: bytes = b"") -> int:
    """Return the pixels of parts of a box, with the gaps below them."""
    return sum(_part_height(part, png) + PART_GAP for part in parts)


def _part_height(part: Part, png: bytes) -> int:
    match part:
        case TextDisplay():
            return text_height(part.content)
        case Section():
            return _section_height(part)
        case ActionRow(children=(Select(), *_)):
            return _row_height(part)
        case ActionRow():
            lines = _lines(map(_button_width, part.children), LINE_WIDTH)
            return lines * (BUTTON + BUTTON_GAP) - BUTTON_GAP
        case _:
            return picture_height(png)


def picture_height(png: bytes) -> int:
    """Return the height of a picture as wide as the box."""
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    return height * LINE_WIDTH // width if width else 0


def fitting(versions: Iterable[Sequence[Section]], room: int) -> Sequence[Section]:
    """Return the first version of sections that fits in `room` pixels, or the last one."""
    shown: Sequence[Section] = ()
    for shown in versions:
        if sections_height(shown) <= room:
            break
    return shown


def sections_height(sections: Iterable[Section]) -> int:
    """Return the height of texts that have a button beside them."""
    return sum(_section_height(one) + ROW_GAP for one in sections)


def _section_height(section: Section) -> int:
    width = LINE_WIDTH - _button_width(section.accessory) - ROW_GAP
    return max(40, text_height(section.told.content, width))


def rows_height(rows: Iterable[ActionRow]) -> int:
    """Return the height of rows of buttons or menus; buttons without room begin a new line."""
    return sum(_row_height(row) + ROW_GAP for row in rows)


def _row_height(row: ActionRow) -> int:
    first, *_ = row.children
    if isinstance(first, Select):
        chosen = [_chip_width(one.label) for one in first.options if one.default]
        waiting = ceil(8 * len(first.placeholder or "") / MENU_WIDTH)
        return 20 + 26 * (_lines(chosen, MENU_WIDTH) if chosen else max(1, waiting))
    lines = _lines(map(_button_width, row.children), LINE_WIDTH)
    return lines * 40 + (lines - 1) * GAP


def _lines(widths: Iterable[int], room: int) -> int:
    """Return the number of lines for things of these widths, broken where there is no room."""
    lines, used = 1, 0
    for width in widths:
        if used and used + width > room:
            lines, used = lines + 1, 0
        used += width + GAP
    return lines


def _chip_width(label: str) -> int:
    """Return the width of a choice's label in a menu."""
    return 16 + 8 * len(label)


def _button_width(button: Any) -> int:
    letters = len(button.label or "") + (3 if button.emoji else 0)
    return max(52, 16 + 8 * letters)
