"""Errors of showing something in a place, and when to try again."""

from datetime import datetime, timedelta

REFUSAL_RETRY_DELAY = timedelta(minutes=15)
"""Time until a place that has refused something is tried again, unless it is heard of sooner."""

REFUSAL_RETRY_PERIOD = timedelta(hours=1)
"""How long the retries go on; after that something has to change in the place first."""


class Unreachable(Exception):
    """A place refuses to show something, and will until something changes there."""


class Unavailable(Exception):
    """A place does not answer, or accepts nothing for now; the call may soon succeed."""


def next_try(refused_at: datetime, now: datetime) -> datetime | None:
    """Return when to try a place again that refuses since `refused_at`; None: not by the clock."""
    return now + REFUSAL_RETRY_DELAY if now < refused_at + REFUSAL_RETRY_PERIOD else None
