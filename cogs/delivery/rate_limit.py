"""Our own limit on calls, below Discord's, so that nobody waits for its 429."""

from __future__ import annotations

import asyncio
from collections import deque
from datetime import datetime, timedelta

from kwbot.tables.clock import Clock, sleep

CALLS, SECONDS = 5, 5.0
"""Calls to one channel, at most, and in how many seconds."""
TOGETHER, A_SECOND = 45, 1.0
"""The same for all channels together: Discord takes 50 of a bot, and some are not paced."""


class RateLimit:
    """At most `calls` in any `seconds`, in the order in which they come.

    `over`: the limit of all channels together, which a call must pass as well.
    """

    def __init__(
        self,
        clock: Clock,
        calls: int = CALLS,
        seconds: float = SECONDS,
        over: RateLimit | None = None,
    ) -> None:
        self._clock = clock
        self._calls = calls
        self._seconds = timedelta(seconds=seconds)
        self._over = over
        self._recent: deque[datetime] = deque(maxlen=calls)
        self._queue = asyncio.Lock()

    @property
    def busy(self) -> bool:
        """Whether a recent call still counts."""
        now = self._clock.now()
        return any(at + self._seconds > now for at in self._recent)

    async def turn(self) -> None:
        """Return when the caller may make one call."""
        async with self._queue:
            if len(self._recent) == self._calls:
                await sleep(self._clock, self._recent[0] + self._seconds)
            if self._over is not None:
                await self._over.turn()
            self._recent.append(self._clock.now())
