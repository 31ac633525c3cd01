"""The present connection to Discord: paces our calls and explains why one failed."""

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
"""Most channels whose recent calls are remembered."""
FLAG_MEMORY = timedelta(hours=1)
"""How long the bot reports that Discord has flagged the application for spam."""


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
        """`channel_limit`: most counted calls to one channel in five seconds; `total_limit`: most a
        second to all channels, by all `count_sharers` processes. `wait_for_life` waits while others
        may presume this process dead and send in its place, and returns whether it waited."""
        self.discord: discord.Client
        self.tokens = InteractionTokens(clock)
        self._is_limited = channel_limit <= CALLS
        """Whether counted calls are scarce."""
        self.total_limit = max(TOGETHER, channel_limit) if total_limit is None else total_limit
        self.count_sharers = count_sharers
        self.wait_for_life = wait_for_life
        self._clock = clock
        self._channel_limit = channel_limit
        self._limits: dict[int, RateLimit] = {}
        self._together = RateLimit(clock, self.total_limit, A_SECOND, shares=SHARES)
        self._wishes: dict[int, set[Wish]] = {}
        """Waiting calls by channel."""
        self._flagged_at: datetime | None = None

    def counts(self, message_id: int) -> bool:
        """Whether redrawing a message costs a counted call, of which there are few."""
        return self._is_limited and self.tokens.editor(message_id) is None

    # --- turns ----------------------------------------------------------------------------------

    @asynccontextmanager
    async def call(self, channel_id: int | None, lane: Lane) -> AsyncIterator[discord.Client]:
        """Let the bot make a counted call within the block, once it may. A failure is raised as
        Undelivered. `channel_id`: None for a call that no channel's limit covers."""
        if channel_id is None:
            await self._together.turn(Wish(lane))
        else:
            await self.turn(channel_id, lane)
        with self.understood():
            yield self.discord

    async def turn(self, channel_id: int, lane: Lane) -> None:
        """Wait until the bot may make a counted call to a channel."""
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
        """Return what to send, made anew if this process was silent meanwhile."""
        made = await make()
        while await self.wait_for_life():
            made = await make()
        return made

    def hurry(self, channel_id: int, lane: Lane) -> None:
        """Raise a channel's waiting calls to a lane: they show more now, or hold up what does."""
        for wish in self._wishes.get(channel_id, ()):
            wish.hurry(lane)

    def forget(self, channel_id: int) -> None:
        """Forget the recent calls to a channel that is no longer used."""
        limit = self._limits.get(channel_id)
        if limit is not None and not limit.has_queue:
            del self._limits[channel_id]

    # --- failures -------------------------------------------------------------------------------

    @contextmanager
    def understood(
        self, view: Sendable | None = None, by: TokenKey | None = None
    ) -> Iterator[None]:
        """Raise failures in the block as the kind of Undelivered that they mean. `view`: what was
        sent; `by`: the token used."""
        try:
            with understood(view, by_token=by is not None):
                yield
        except OutOfReach as refusal:
            if by is not None and isinstance(refusal, TokenDead):
                self.tokens.mark_dead(by[1])
            if refusal.code == FLAGGED:
                self._flagged_at = self._clock.now()
            if view is not None and view.pictures and type(refusal) is OutOfReach:
                raise PictureRefused(refusal.code) from None
            raise

    def trouble(self) -> str | None:
        """Return a sentence on what Discord holds against the whole application; None: nothing."""
        at = self._flagged_at
        if at is None or self._clock.now() - at > FLAG_MEMORY:
            return None
        return f"Discord takes the application for a spammer and stops its messages ({FLAGGED})."
