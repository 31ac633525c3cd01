"""What is raised where something cannot be shown in a place, and when that is tried again."""

from datetime import datetime, timedelta

REFUSAL_RETRY_DELAY = timedelta(minutes=15)
"""How soon a place that has refused something is tried again, unless it is heard of before."""

REFUSAL_RETRY_PERIOD = timedelta(hours=1)
"""For how long it is tried again; after that something has to change there first."""


class Unreachable(Exception):
    """A place refuses what is to be shown, and will until something changes there."""


class Unavailable(Exception):
    """A place does not answer, or takes nothing just now: the same may succeed soon."""


def next_try(refused_at: datetime, now: datetime) -> datetime | None:
    """Return when to retry what a place refuses since `refused_at`; None: not by the clock."""
    return now + REFUSAL_RETRY_DELAY if now < refused_at + REFUSAL_RETRY_PERIOD else None
