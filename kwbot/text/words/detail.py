"""The amount of detail on a screen, so that it always fits into a message."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from kwbot.text.words import lines
from kwbot.text.words.language import Voice


@dataclass(frozen=True, slots=True)
class Detail:
    """An amount of detail. `auction`: most characters; `name`: most clusters; `announcements`: most
    lines; `effects`: whether a bid's parts are explained; `parts`: whether they are named beside
    the menus they are picked from."""

    auction: int
    name: int
    effects: bool
    announcements: int
    parts: bool = True


DETAILS = (
    Detail(auction=700, name=32, effects=True, announcements=20),
    Detail(auction=300, name=20, effects=True, announcements=20),
    Detail(auction=600, name=20, effects=False, announcements=20),
    Detail(auction=250, name=10, effects=False, announcements=8),
)
"""All amounts of detail, from the most to the least."""


def fit(
    limit: int, voice: Voice, blocks: Callable[[Voice, Detail], Iterable[Sequence[str]]]
) -> str:
    """Return a screen with as much detail as fits into `limit` characters; names are shortened,
    too. With the least detail it may still be longer."""
    text = ""
    for detail in DETAILS:
        text = lines.together(blocks(replace(voice, longest_name=detail.name), detail))
        if len(text) <= limit:
            break
    return text
