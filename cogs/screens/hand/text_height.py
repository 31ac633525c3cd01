"""Estimates of the room that a text takes on a phone: rough, as every phone has its fonts."""

import re
from functools import lru_cache
from math import ceil

LINE_WIDTH = 262
"""Pixels of a line on a screen of 360 × 740."""
_WIDE = re.compile(r"<(?:a?:\w+:|#|@!?)\d+>|[\U0001F300-\U0001FAFF]")
"""Mentions and emojis: each is about as wide as three letters, at least."""
_TIME = re.compile(r"<t:\d+:R>")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_MARKS = re.compile(r"\*\*|^(?:-# |#+ |> )")
_KINDS = (("### ", 8.3, 22, 12), ("-# ", 6.6, 19, 0), ("", 7.6, 22, 0))
"""By a line's beginning: pixels of a letter's width, of a line's height, and around it."""


def text_height(text: str, width: int = LINE_WIDTH) -> int:
    """Return the height of markdown with its lines broken."""
    return sum([_line_height(line, width) for line in text.split("\n")]) if text else 0


@lru_cache(maxsize=512)  # a panel is measured for each way to shorten it, with the same lines
def _line_height(line: str, width: int) -> int:
    _, letter, height, around = next(kind for kind in _KINDS if line.startswith(kind[0]))
    shown = _MARKS.sub("", _WIDE.sub("###", _TIME.sub("in 22 seconds", _LINK.sub(r"\1", line))))
    return max(1, ceil(len(shown) * letter / width)) * height + around
