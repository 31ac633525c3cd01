"""How much a screen tells, so that it fits into a message whatever happens at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Detail:
    """`auction` and `name` are in characters; `effects`: whether a bid's parts are explained."""

    auction: int
    name: int
    effects: bool
    announcements: int


DETAILS = (
    Detail(auction=700, name=32, effects=True, announcements=20),
    Detail(auction=300, name=20, effects=True, announcements=20),
    Detail(auction=600, name=20, effects=False, announcements=20),
    Detail(auction=250, name=10, effects=False, announcements=8),
)
"""From the most to the least."""


def fitted(limit: int, render: Callable[[Detail], str]) -> str:
    """The screen with as much detail as `limit` characters allow."""
    text = ""
    for detail in DETAILS:
        text = render(detail)
        if len(text) <= limit:
            break
    return text
