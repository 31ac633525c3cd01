"""A process's lease: for how long the others take it to live that says nothing.

A process that is killed loses its lock, and so is known to be dead at once. The lease is for one
that hangs or is cut off; one that is merely late must not be taken for that, or an overloaded
machine would have tables to take over besides.
"""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta

BEATS = 3
"""So many heartbeats, as late as lately, must fail to come."""
KEPT_BEATS = 20
"""So many of the latest heartbeats count."""
MAX_LEASE = timedelta(seconds=10)


class Lease:
    def __init__(self, least: timedelta) -> None:
        self._least = least
        self._beaten_at: datetime | None = None
        self._apart = deque([timedelta(0)] * 2, KEPT_BEATS)
        """How far the latest heartbeats were apart."""

    def beat(self, at: datetime) -> timedelta:
        """Return for how long a process lives that beats at this moment."""
        if self._beaten_at is not None:
            self._apart.append(at - self._beaten_at)
        self._beaten_at = at
        # The worst one may come of the machine's sleep, or of anything else that happens once.
        *_, usual, _worst = sorted(self._apart)
        return max(self._least, min(MAX_LEASE, BEATS * usual))

    def miss(self) -> None:
        """Note that a heartbeat failed: the time until the next one is not this process's fault."""
        self._beaten_at = None
