"""A process's lease: for how long the others believe that it lives if they hear nothing of it.

A process that is killed loses its lock, and so is known to be dead at once. The lease is for one
that hangs or is cut off. One that is merely late must not be taken for dead: then an overloaded
machine would have tables to take over besides its work.
"""

from collections import deque
from datetime import datetime, timedelta

LATE_BEATS = 3
"""The lease lasts for this many heartbeats, as late as they usually come lately."""
BEATS_REMEMBERED = 20
"""How many of the latest heartbeats say how late they usually come."""
MAX_LEASE = timedelta(seconds=10)


class Lease:
    """The lease of one process, which grows as its heartbeats come late."""

    def __init__(self, least: timedelta) -> None:
        self._least = least
        self._beaten_at: datetime | None = None
        self._intervals = deque([timedelta(0)] * 2, BEATS_REMEMBERED)
        """Between the latest heartbeats."""

    def beat(self, at: datetime) -> timedelta:
        """Note a heartbeat, and return how long the lease lasts from then."""
        if self._beaten_at is not None:
            self._intervals.append(at - self._beaten_at)
        self._beaten_at = at
        # The longest one may come of the machine's sleep, or of anything else that happens once.
        *_, usual, _longest = sorted(self._intervals)
        return max(self._least, min(MAX_LEASE, LATE_BEATS * usual))

    def miss(self) -> None:
        """Note a failed heartbeat: the interval until the next is not this process's fault."""
        self._beaten_at = None
