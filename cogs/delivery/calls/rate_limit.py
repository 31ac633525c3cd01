"""Our own limit on calls, below Discord's, so that nobody waits for its 429."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count

from kwbot.tables.time.clock import Clock

CALLS, SECONDS = 5, 5.0
"""Calls to one channel, at most, and in how many seconds."""
TOGETHER, A_SECOND = 45, 1.0
"""The same for all channels together: Discord takes 50 of a bot, and some are not paced."""
TOKEN_CALLS, TOKEN_SECONDS = 4, 2.0
"""The same for one token of an interaction: Discord takes 5, and one is not paced."""


class Lane(IntEnum):
    """Who goes first where calls have to wait."""

    FIRST = 0
    """Somebody waits for it: a hand, a new deal, a vote."""
    THEN = 1
    """It is looked at: a table as it changes, and what is tidied up."""
    LAST = 2
    """It makes something prettier: who somebody is, to show their face."""


class Wish:
    """A call that somebody wants to make. `lane` may rise while it waits."""

    def __init__(self, lane: Lane = Lane.FIRST) -> None:
        self.lane = lane
        self.queue_again: Callable[[], None] | None = None
        """Queues it once more, by its lane of then, where it waits now."""

    def hurry(self) -> None:
        """Put it on the first lane."""
        self.lane = Lane.FIRST
        if self.queue_again is not None:
            self.queue_again()


class RateLimit:
    """At most `calls` in any `seconds`: by lanes, and within a lane in the order they come.

    `over`: the limit of all channels together, which a call must pass as well.
    """

    __slots__ = (
        "_clock", "_held", "_numbers", "_over", "_recent", "_room", "_seconds", "_serving",
        "_waiting", "calls",
    )  # fmt: skip

    def __init__(
        self,
        clock: Clock,
        calls: int = CALLS,
        seconds: float = SECONDS,
        over: RateLimit | None = None,
    ) -> None:
        self._clock = clock
        self.calls = calls
        self._seconds = timedelta(seconds=seconds)
        self._over = over
        self._recent: list[datetime] = []
        """When the places are free again that recent calls have taken."""
        self._held = 0
        """Places of those who still wait for `over`."""
        self._waiting: list[tuple[Lane, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._room: asyncio.Event | None = None
        """Set when a place may have got free, while somebody waits for that."""
        self._serving: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a recent call still counts, or somebody waits."""
        return self.awaited or self._free() < self.calls

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for a place."""
        return bool(self._waiting) or self._held > 0

    def _free(self) -> int:
        """Return how many may call now."""
        now = self._clock.now()
        while self._recent and self._recent[0] <= now:
            del self._recent[0]
        return self.calls - len(self._recent) - self._held

    async def turn(self, wish: Wish | None = None) -> None:
        """Return when the caller may make one call."""
        wish = wish or Wish()
        if self._waiting or self._free() <= 0:
            await self._wait(wish)
        else:
            self._held += 1
        try:
            if self._over is not None:
                await self._over.turn(wish)
            self._recent.append(self._clock.now() + self._seconds)
        finally:
            self._held -= 1
            self._look_again()

    async def _wait(self, wish: Wish) -> None:
        """Return when the caller has got a place."""
        place = asyncio.get_running_loop().create_future()

        def queue() -> None:
            heappush(self._waiting, (wish.lane, next(self._numbers), place))

        queue()
        wish.queue_again = queue
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve(), name="rate limit")
        try:
            await place
        except asyncio.CancelledError:
            self._held -= not place.cancelled()  # it was given at the same time
            self._look_again()
            raise
        finally:
            wish.queue_again = None

    def _look_again(self) -> None:
        if self._room is not None:
            self._room.set()

    async def _serve(self) -> None:
        """Give places to those who wait, as they get free."""
        while self._waiting:
            _, _, place = self._waiting[0]
            if place.done():  # its caller has given up, or was queued twice
                heappop(self._waiting)
            elif self._free() > 0:
                heappop(self._waiting)
                self._held += 1
                place.set_result(None)
            else:
                self._room = asyncio.Event()
                await self._clock.wait(self._recent[0] if self._recent else None, self._room)
