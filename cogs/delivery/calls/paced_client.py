"""The present connection to Discord, through which calls go in their turn; says why one failed."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime, timedelta
from typing import TypeVar

import discord

from cogs.delivery.calls.interaction_tokens import InteractionTokens, LimitedToken, TokenKey
from cogs.delivery.calls.rate_limit import (
    A_SECOND,
    CALLS,
    SHARES,
    TOGETHER,
    TOKEN_CALLS,
    TOKEN_SECONDS,
    Lane,
    RateLimit,
    Wish,
)
from cogs.delivery.calls.undelivered import (
    FLAGGED,
    OutOfReach,
    PictureRefused,
    Sendable,
    TokenDead,
    understood,
)
from kwbot.metrics import BACKLOG
from kwbot.tables.time.clock import Clock

T = TypeVar("T")

MAX_CHANNEL_LIMITS = 5000
"""Channels of which the recent calls are remembered."""
FLAG_MEMORY = timedelta(hours=1)
"""How long it is told that Discord has taken the application for a spammer."""


async def at_once() -> bool:
    """Wait for nothing."""
    return False


class PacedClient:
    """The client of the present connection, with our own limits on its calls."""

    def __init__(
        self,
        clock: Clock,
        channel_limit: int,
        total_limit: int | None = None,
        *,
        count_sharers: Callable[[], int] = lambda: 1,
        wait_for_life: Callable[[], Awaitable[bool]] = at_once,
    ) -> None:
        """`channel_limit`: how many calls of the bot's own go to one channel in five seconds;
        `total_limit`: in a second to all channels together, of all processes, `count_sharers` of
        them. `wait_for_life` waits while others may take this process for dead, and tells whether
        it did: they send in its place."""
        self.discord: discord.Client
        self.tokens = InteractionTokens(clock)
        self._is_limited = channel_limit <= CALLS
        """Whether calls of the bot's own are few."""
        self.total_limit = max(TOGETHER, channel_limit) if total_limit is None else total_limit
        self.count_sharers = count_sharers
        self.wait_for_life = wait_for_life
        self._clock = clock
        self._channel_limit = channel_limit
        self._limits: dict[int, RateLimit] = {}
        self._together = RateLimit(clock, self.total_limit, A_SECOND, shares=SHARES)
        self._wishes: dict[int, set[Wish]] = {}
        """The calls that wait, by channel."""
        self._flagged_at: datetime | None = None

    def counts(self, message: int) -> bool:
        """Whether redrawing a message takes a call of the bot's own, of which there are few."""
        return self._is_limited and self.tokens.editor(message) is None

    # --- turns ----------------------------------------------------------------------------------

    @asynccontextmanager
    async def call(self, channel_id: int | None, lane: Lane) -> AsyncIterator[discord.Client]:
        """Let the bot make a call of its own within the block, once it may; a failure is raised as
        Undelivered. `channel_id`: None where none has a limit for it."""
        if channel_id is None:
            await self._together.turn(Wish(lane))
        else:
            await self.turn(channel_id, lane)
        with self.understood():
            yield self.discord

    async def turn(self, channel_id: int, lane: Lane) -> None:
        """Wait until the bot may make a call of its own."""
        self._together.calls = max(1, self.total_limit // self.count_sharers())
        if len(self._limits) > MAX_CHANNEL_LIMITS:
            self._limits = {key: one for key, one in self._limits.items() if one.busy}
        fresh = RateLimit(self._clock, self._channel_limit, over=self._together)
        limit, wish = self._limits.setdefault(channel_id, fresh), Wish(lane)
        waiting = self._wishes.setdefault(channel_id, set())
        waiting.add(wish)
        try:
            with BACKLOG.track_inprogress():
                await limit.turn(wish)
        finally:
            waiting.discard(wish)
            if not waiting:
                self._wishes.pop(channel_id, None)
        await self.wait_for_life()

    async def turn_of(self, token: LimitedToken) -> None:
        """Wait until a token may make a call."""
        if token.limit is None:
            token.limit = self.token_limit()
        await token.limit.turn()
        await self.wait_for_life()

    def token_limit(self) -> RateLimit:
        """Return a limit for the calls by one token."""
        calls = TOKEN_CALLS if self._is_limited else self._channel_limit
        return RateLimit(self._clock, calls, TOKEN_SECONDS)

    async def latest(self, make: Callable[[], Awaitable[T]]) -> T:
        """Return what is to be sent; made anew if this process was silent meanwhile."""
        made = await make()
        while await self.wait_for_life():
            made = await make()
        return made

    def hurry(self, channel_id: int, lane: Lane) -> None:
        """Put what waits for a channel on a lane: it has more to show now, or that comes after."""
        for wish in self._wishes.get(channel_id, ()):
            wish.hurry(lane)

    def forget(self, channel_id: int) -> None:
        """Forget the recent calls to a channel that is left for good."""
        limit = self._limits.get(channel_id)
        if limit is not None and not limit.awaited:
            del self._limits[channel_id]

    # --- failures -------------------------------------------------------------------------------

    @contextmanager
    def understood(
        self, view: Sendable | None = None, by: TokenKey | None = None
    ) -> Iterator[None]:
        """Say what a failure means. `view`: what was sent; `by`: the token that it went by."""
        try:
            with understood(view, by_token=by is not None):
                yield
        except OutOfReach as refusal:
            if by is not None and isinstance(refusal, TokenDead):
                self.tokens.died(by[1])
            if refusal.code == FLAGGED:
                self._flagged_at = self._clock.now()
            if view is not None and view.pictures and type(refusal) is OutOfReach:
                raise PictureRefused(refusal.code) from None
            raise

    def trouble(self) -> str | None:
        """What Discord holds against the whole application, in a sentence."""
        at = self._flagged_at
        if at is None or self._clock.now() - at > FLAG_MEMORY:
            return None
        return f"Discord takes the application for a spammer and stops its messages ({FLAGGED})."
