"""How fast we may speak: our own limit before Discord's, so that nobody waits for its 429."""

from __future__ import annotations

import asyncio
from collections import deque
from datetime import datetime, timedelta

from kwbot.tables.clock import Clock

CALLS, SECONDS = 5, 5.0
"""So many calls in so many seconds in a channel."""
TOGETHER, A_SECOND = 45, 1.0
"""So many in a second to all channels: Discord takes 50 of a bot, and some are not paced."""


class Pacer:
    """One channel's calls: at most `calls` in any `seconds`, in the order in which they come.

    `over` paces all channels together.
    """

    def __init__(
        self,
        clock: Clock,
        calls: int = CALLS,
        seconds: float = SECONDS,
        over: Pacer | None = None,
    ) -> None:
        self._clock = clock
        self._calls = calls
        self._seconds = timedelta(seconds=seconds)
        self._over = over
        self._recent: deque[datetime] = deque(maxlen=calls)
        self._queue = asyncio.Lock()

    def free_at(self) -> datetime:
        """When the next call may go out; a time in the past if it may at once."""
        if len(self._recent) < self._calls:
            return datetime.min.replace(tzinfo=self._clock.now().tzinfo)
        return self._recent[0] + self._seconds

    @property
    def busy(self) -> bool:
        """Whether what was sent lately still counts."""
        now = self._clock.now()
        return any(at + self._seconds > now for at in self._recent)

    async def turn(self) -> None:
        """Return when the caller may make one call."""
        async with self._queue:
            while self.free_at() > self._clock.now():
                await self._clock.wait(self.free_at(), asyncio.Event())
            if self._over is not None:
                await self._over.turn()
            self._recent.append(self._clock.now())
