"""Places that do not take what is to be shown there."""

from __future__ import annotations

from datetime import timedelta

REFUSED_AGAIN = timedelta(minutes=15)
"""When a place that has refused something is tried again, unless it is heard of before."""


class Unreachable(Exception):
    """A place refuses what is to be shown, and will until something changes there."""


class Unavailable(Exception):
    """A place does not answer, or takes nothing just now: the same may succeed soon."""
