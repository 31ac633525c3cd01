"""A process's lease: how long the others take it to be alive without hearing from it.

A killed process loses its lock, so the others know at once that it is dead. The lease is for one
that hangs or is cut off. One that is merely late must not be taken for dead, or an overloaded
machine would have to take over tables on top of its work.
"""

from collections import deque
from datetime import datetime, timedelta

LATE_BEATS = 3
"""Number of usual intervals between heartbeats that the lease lasts."""
BEATS_REMEMBERED = 20
"""Number of recent intervals of which the second longest counts as usual."""
MAX_LEASE = timedelta(seconds=10)


class Lease:
    """The lease of one process. It grows when heartbeats come late."""

    def __init__(self, least: timedelta) -> None:
        self._least = least
        self._beaten_at: datetime | None = None
        self._intervals = deque([timedelta(0)] * 2, BEATS_REMEMBERED)
        """Times between the latest heartbeats."""

    def beat(self, at: datetime) -> timedelta:
        """Note a heartbeat, and return how long the lease lasts from then."""
        if self._beaten_at is not None:
            self._intervals.append(at - self._beaten_at)
        self._beaten_at = at
        # The longest does not count: the machine may have slept, or some other single event delayed
        # it.
        *_, usual, _longest = sorted(self._intervals)
        return max(self._least, min(MAX_LEASE, LATE_BEATS * usual))

    def miss(self) -> None:
        """Note a failed heartbeat, so that the interval until the next one is not counted."""
        self._beaten_at = None
