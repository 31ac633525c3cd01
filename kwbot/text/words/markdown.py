"""Other people's texts inside Discord's markdown, shown literally."""

import re
from functools import lru_cache

from kwbot.engine.values.names import ELLIPSIS, MAX_NAME_LENGTH, UNNAMED, clean_name, clusters

_SPECIAL = re.compile(r"[\\*_~`|<>\[\]]|:(?=//)|^[#+-]|(?<=^\d)\.")
_ZERO_WIDTH = "\u200b"
_STROKE = "\u0336"


class Markup(str):
    """Discord's own markup, like a link, which is not escaped in sentences."""

    __slots__ = ()


def cut(text: str, limit: int) -> str:
    """Return a text cut to at most `limit` characters, between clusters and with an ellipsis."""
    if len(text) <= limit:
        return text
    whole = clusters(text[:limit])[:-1]  # the last one may be incomplete
    return "".join(whole).rstrip(" ,;:") + ELLIPSIS


def plain(name: str, limit: int = MAX_NAME_LENGTH) -> str:
    """Return a name on one line without invisible characters, for labels, which have no markdown.
    `limit` counts clusters."""
    return clean_name(name, limit) or UNNAMED


@lru_cache(maxsize=1024)  # each screen shows the same few names many times
def escape(name: str, limit: int = MAX_NAME_LENGTH) -> str:
    """Return a name, at most `limit` clusters, that cannot format, link, mention or break lines."""
    return _SPECIAL.sub(r"\\\g<0>", plain(name, limit)).replace("@", "@" + _ZERO_WIDTH)


def struck(label: str) -> str:
    """Return a text struck out letter by letter, for labels, which have no markdown."""
    return "".join(letter + _STROKE for letter in label)
