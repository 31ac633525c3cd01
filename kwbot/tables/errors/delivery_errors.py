"""Places that do not take what is to be shown there."""

from __future__ import annotations

from datetime import datetime, timedelta

REFUSED_AGAIN = timedelta(minutes=15)
"""When a place that has refused something is tried again, unless it is heard of before."""

TRIED_FOR = timedelta(hours=1)
"""For how long that is done; then something has to change there first."""


class Unreachable(Exception):
    """A place refuses what is to be shown, and will until something changes there."""


class Unavailable(Exception):
    """A place does not answer, or takes nothing just now: the same may succeed soon."""


def next_try(refused_at: datetime, now: datetime) -> datetime | None:
    """Return when to try again what a place has refused since then; None: not by the clock."""
    return now + REFUSED_AGAIN if now < refused_at + TRIED_FOR else None
