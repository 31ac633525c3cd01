"""Texts of other people inside Discord's markdown: shown as they are, meaning nothing."""

import re
from functools import lru_cache

from kwbot.engine.values.names import ELLIPSIS, MAX_NAME_LENGTH, UNNAMED, clean_name, clusters

_SPECIAL = re.compile(r"[\\*_~`|<>\[\]]|:(?=//)|^[#+-]|(?<=^\d)\.")
_ZERO_WIDTH = "\u200b"
_STROKE = "\u0336"


class Markup(str):
    """Discord's own markup, like a link: it goes into a sentence as it is."""

    __slots__ = ()


def cut(text: str, limit: int) -> str:
    """Cut a text to `limit` characters at most, between clusters and with an ellipsis if cut."""
    if len(text) <= limit:
        return text
    whole = clusters(text[:limit])[:-1]  # the last one may go on
    return "".join(whole).rstrip(" ,;:") + ELLIPSIS


def plain(name: str, limit: int = MAX_NAME_LENGTH) -> str:
    """Return a name in one line without invisible characters, for labels, which know no markdown.
    `limit` counts clusters."""
    return clean_name(name, limit) or UNNAMED


@lru_cache(maxsize=1024)  # each screen tells the same few names many times
def escape(name: str, limit: int = MAX_NAME_LENGTH) -> str:
    """Return a name that cannot format, link, mention or break a line, `limit` characters seen."""
    return _SPECIAL.sub(r"\\\g<0>", plain(name, limit)).replace("@", "@" + _ZERO_WIDTH)


def struck(label: str) -> str:
    """Return a text struck out for a label, which knows no markdown, letter by letter."""
    return "".join(letter + _STROKE for letter in label)
