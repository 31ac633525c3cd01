"""Texts of other people inside Discord's markdown: shown as they are, meaning nothing."""

from __future__ import annotations

import re
from functools import lru_cache

NAME_LIMIT = 32
ELLIPSIS = "…"

_UNPRINTED = re.compile(
    r"[\s\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+"
)
_SPECIAL = re.compile(r"[\\*_~`|<>\[\]]|:(?=//)|^[#+-]|(?<=^\d)\.")
_ZERO_WIDTH = "\u200b"
_STROKE = "\u0336"


class Markup(str):
    """Discord's own markup, like a link: it goes into a sentence as it is."""

    __slots__ = ()


def cut(text: str, limit: int) -> str:
    """At most `limit` characters; where some are missing, the last is an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1].rstrip(" ,;:") + ELLIPSIS


def cut_after_word(text: str, limit: int) -> str:
    """At most `limit` characters, and no part of a word; what is cut ends in an ellipsis."""
    if len(text) <= limit:
        return text
    whole, _, _ = text[:limit].rpartition(" ")
    return whole.rstrip(" ,;:.") + ELLIPSIS


@lru_cache(maxsize=1024)  # each screen tells the same few names many times
def plain(name: str, limit: int = NAME_LIMIT) -> str:
    """A name in one line without invisible characters, for labels, which know no markdown."""
    return cut(_UNPRINTED.sub(" ", name).strip(), limit) or "?"


@lru_cache(maxsize=1024)
def escaped(name: str, limit: int = NAME_LIMIT) -> str:
    """A name that cannot format, link, mention or break a line. `limit` counts what is seen."""
    return _SPECIAL.sub(r"\\\g<0>", plain(name, limit)).replace("@", "@" + _ZERO_WIDTH)


def struck(label: str) -> str:
    """Struck out in a label, which knows no markdown: every letter gets its own stroke."""
    return "".join(letter + _STROKE for letter in label)
