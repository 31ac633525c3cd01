"""How fast we may speak: our own limit before Discord's, so that nobody waits for its 429."""

from __future__ import annotations

import asyncio
from collections import deque
from datetime import datetime, timedelta

from kwbot.tables.clock import Clock

CALLS, SECONDS = 5, 5.0
"""So many calls in so many seconds in a channel."""


class Pacer:
    """One channel's calls: at most `calls` in any `SECONDS`, in the order in which they come."""

    def __init__(self, clock: Clock, calls: int = CALLS) -> None:
        self._clock = clock
        self._calls = calls
        self._recent: deque[datetime] = deque(maxlen=calls)
        self._queue = asyncio.Lock()

    def free_at(self) -> datetime:
        """When the next call may go out; a time in the past if it may at once."""
        if len(self._recent) < self._calls:
            return datetime.min.replace(tzinfo=self._clock.now().tzinfo)
        return self._recent[0] + timedelta(seconds=SECONDS)

    @property
    def busy(self) -> bool:
        """Whether what was sent lately still counts."""
        now = self._clock.now()
        return any(at + timedelta(seconds=SECONDS) > now for at in self._recent)

    async def turn(self) -> None:
        """Return when the caller may make one call."""
        async with self._queue:
            while self.free_at() > self._clock.now():
                await self._clock.wait(self.free_at(), asyncio.Event())
            self._recent.append(self._clock.now())
