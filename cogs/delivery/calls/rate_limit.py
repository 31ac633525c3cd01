"""Our own limit on calls, below Discord's, so that nobody waits for its 429."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum

from kwbot.tables.time.clock import Clock

CALLS, SECONDS = 5, 5.0
"""Most calls to one channel, and the seconds for which they count."""
TOGETHER, A_SECOND = 45, 1.0
"""The same for all channels together: Discord allows a bot 50, and some calls are not paced."""
TOKEN_CALLS, TOKEN_SECONDS = 4, 2.0
"""The same for one token of an interaction: Discord allows 5, and one is not paced."""


class Lane(IntEnum):
    """The order in which calls go when they have to wait."""

    FIRST = 0
    """Somebody waits for it: a hand, a new deal, a result, a vote, a ping."""
    TRICK = 1
    """People look at it: a finished trick, and tidying up."""
    CARD = 2
    """It can wait for room: a single card, and decoration."""


EVERYTHING = dict.fromkeys(Lane, 1.0)
SHARES = {Lane.FIRST: 1.0, Lane.TRICK: 7 / 9, Lane.CARD: 8 / 15}
"""The part of all channels' calls up to which a lane goes: 45, 35 and 24 a second. Repeated
drawings stay within 70 % of Discord's limit, and single cards leave room for tricks."""
CARD_PATIENCE = timedelta(seconds=20)
"""How long a card waits for room before it goes like a trick: the table may seem to stand still."""


class Wish:
    """A call to be made. Its `lane` may rise while it waits."""

    def __init__(self, lane: Lane = Lane.FIRST) -> None:
        self.lane = lane
        self.queue_again: Callable[[], None] | None = None
        """While it waits, queues it once more, on its present lane."""

    def hurry(self, lane: Lane) -> None:
        """Raise the call to a lane, unless it is on a better one."""
        if lane < self.lane:
            self.lane = lane
            if self.queue_again is not None:
                self.queue_again()


@dataclass(eq=False, slots=True)
class QueuedCall:
    """A call that waits for a place, and since when."""

    wish: Wish
    since: datetime
    given: asyncio.Future[None]


class RateLimit:
    """At most `calls` in any `seconds`: by lanes, and in order of arrival within a lane. `shares`:
    the part of the calls up to which a lane goes; `over`: the limit of all channels together, which
    a call must pass as well."""

    __slots__ = (
        "_clock", "_held", "_over", "_recent", "_room", "_seconds", "_serving", "_shares",
        "_waiting", "calls",
    )  # fmt: skip

    def __init__(
        self,
        clock: Clock,
        calls: int = CALLS,
        seconds: float = SECONDS,
        over: RateLimit | None = None,
        shares: Mapping[Lane, float] = EVERYTHING,
    ) -> None:
        self._clock = clock
        self.calls = calls
        self._seconds = timedelta(seconds=seconds)
        self._over = over
        self._shares = shares
        self._recent: deque[datetime] = deque()
        """When the places taken by recent calls are free again."""
        self._held = 0
        """Places held by calls that still wait for `over`."""
        self._waiting: dict[Lane, deque[QueuedCall]] = {}
        self._room: asyncio.Event | None = None
        """Set when a place may be free, while calls wait for that."""
        self._serving: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a recent call still counts, or a call waits."""
        return self.has_queue or self._places_taken() > 0

    @property
    def has_queue(self) -> bool:
        """Whether a call waits for a place."""
        return any(self._waiting.values()) or self._held > 0

    def _places_taken(self) -> int:
        """Return the number of places taken now."""
        now = self._clock.now()
        while self._recent and self._recent[0] <= now:
            self._recent.popleft()
        return len(self._recent) + self._held

    def _places(self, lane: Lane) -> int:
        """Return the number of places up to which a lane may go, free or taken."""
        return max(1, round(self.calls * self._shares[lane]))

    async def turn(self, wish: Wish | None = None) -> None:
        """Wait until the caller may make one call."""
        wish = wish or Wish()
        if any(self._waiting.values()) or self._places_taken() >= self._places(wish.lane):
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
        """Wait until the caller has got a place."""
        place = QueuedCall(wish, self._clock.now(), asyncio.get_running_loop().create_future())

        def queue() -> None:
            self._waiting.setdefault(wish.lane, deque()).append(place)
            self._look_again()  # this lane may have room while the waiting ones have none

        queue()
        wish.queue_again = queue
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve(), name="rate limit")
        try:
            await place.given
        except asyncio.CancelledError:
            self._held -= not place.given.cancelled()  # it was given at the same time
            self._look_again()
            raise
        finally:
            wish.queue_again = None

    def _look_again(self) -> None:
        if self._room is not None:
            self._room.set()

    def _first(self, lane: Lane) -> QueuedCall | None:
        """Return the first waiting call of a lane."""
        waiting = self._waiting.get(lane)
        while waiting:
            place = waiting[0]
            if not place.given.done() and place.wish.lane is lane:
                return place
            waiting.popleft()  # its caller has given up, or it waits on a better lane
        return None

    def _next(self) -> QueuedCall | None:
        """Return the call that goes next; None if no call waits."""
        while (card := self._first(Lane.CARD)) and self._clock.now() - card.since >= CARD_PATIENCE:
            card.wish.hurry(Lane.TRICK)
        return next(filter(None, map(self._first, Lane)), None)

    async def _serve(self) -> None:
        """Give places to waiting calls as they become free."""
        while (place := self._next()) is not None:
            lane = place.wish.lane
            if (over := self._places_taken() - self._places(lane)) < 0:
                self._waiting[lane].popleft()
                self._held += 1
                place.given.set_result(None)
            else:
                self._room = asyncio.Event()
                free = self._recent[over] if over < len(self._recent) else None
                await self._clock.wait(free, self._room)
