"""A process's lease: for how long the others take it to live that says nothing.

A process that is killed loses its lock, and so is known to be dead at once. The lease is for one
that hangs or is cut off; one that is merely late must not be taken for that, or an overloaded
machine would have tables to take over besides.
"""

from __future__ import annotations

from datetime import datetime, timedelta

BEATS = 3
"""So many heartbeats, as late as the latest one was, must fail to come."""
FADING = 0.9
"""What each heartbeat leaves of how late earlier ones were: after ten, a third."""
LONGEST = timedelta(seconds=10)


class Lease:
    def __init__(self, least: timedelta) -> None:
        self._least = least
        self._beaten_at: datetime | None = None
        self._apart = timedelta(0)
        """How far heartbeats were apart at worst."""

    def beat(self, at: datetime) -> timedelta:
        """Return for how long a process lives that beats at this moment."""
        if self._beaten_at is not None:
            self._apart = max(at - self._beaten_at, FADING * self._apart)
        self._beaten_at = at
        return max(self._least, min(LONGEST, BEATS * self._apart))

    def miss(self) -> None:
        """Note that a heartbeat failed: the time until the next one is not this process's fault."""
        self._beaten_at = None
