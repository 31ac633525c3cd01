"""Tokens of interactions: for some minutes each lets the bot write where something was pressed.

What is sent by a token does not count against the calls that all tables share. Tokens are kept in
memory alone; they reach no log and no database.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

import discord
from cachetools import TLRUCache, TTLCache

from kwbot.ids import UserId
from kwbot.tables.time.clock import Clock

Key = TypeVar("Key")

TokenKey = tuple[int, str]
"""The application and the value of a token."""
ORIGINAL: Any = "@original"
"""Stands for the id of the message that answered a token's interaction."""
TOKEN_LIFE = timedelta(minutes=14)
"""How long a token is used; Discord promises 15 minutes."""
MAX_ANSWER_DELAY = timedelta(seconds=3)
"""How long an answer may be under way; a token is not used before it."""
MAX_RESPONSE_DELAY = timedelta(seconds=5)
"""How long Discord may take to carry out an answer given in a response."""
MOST_TOKENS = 50_000
"""Most channels, most users in channels, and most messages that have a token kept."""
REDRAWN = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)
"""Kinds of answers whose message is the pressed one."""


class Limit(Protocol):
    """A limit that calls wait for; see `rate_limit`."""

    async def turn(self) -> None: ...


class LimitedToken(Protocol):
    """A token, or a message redrawn by one."""

    limit: Limit | None


@dataclass(eq=False, slots=True)
class InteractionToken:
    """The token of a user's press on the message `pressed`, or of a command, in `channel`."""

    value: str = field(repr=False)
    interaction: int
    application: int
    channel: int
    user: UserId
    until: datetime
    pressed: int | None
    original: int | None = None
    """The message that answered it, as far as known."""
    limit: Limit | None = field(default=None, repr=False)
    """The rate limit of its calls, from the first one on: most tokens are never used."""

    @property
    def key(self) -> TokenKey:
        """The application and value, which calls by the token need."""
        return self.application, self.value


Shelf = TLRUCache[Key, InteractionToken, datetime]


def _until(key: object, token: InteractionToken, now: datetime) -> datetime:
    """Return when a token expires."""
    return token.until


class InteractionTokens:
    """The newest token of each channel, of each user there, and of each message to be edited."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._coming: dict[str, tuple[InteractionToken, asyncio.Event]] = {}
        """Tokens of unanswered interactions by value, each with an event set at the answer."""
        self._newest: Shelf[int] = TLRUCache(MOST_TOKENS, _until, clock.now)
        self._own: Shelf[tuple[int, UserId]] = TLRUCache(MOST_TOKENS, _until, clock.now)
        self._editors: Shelf[int] = TLRUCache(MOST_TOKENS, _until, clock.now)
        self._responded = TTLCache[str, None, datetime](MOST_TOKENS, MAX_RESPONSE_DELAY, clock.now)
        """Tokens answered in a response that may still be on its way."""
        self._dead = TTLCache[str, None, datetime](MOST_TOKENS, TOKEN_LIFE, clock.now)
        """Tokens that Discord no longer knows, as long as they may be kept."""

    def note_response(self, value: str) -> None:
        """Note that a token's interaction was answered in a response, not by a call."""
        self._responded[value] = None

    def is_on_its_way(self, value: str | None) -> bool:
        """Whether Discord may not have carried out yet the response that answered a token."""
        return value in self._responded

    def note_arrival(self, interaction: discord.Interaction) -> None:
        """Note an interaction that is about to be answered."""
        if interaction.channel_id is None:
            return
        now = self._clock.now()
        for value, (token, _) in list(self._coming.items()):
            if token.until - TOKEN_LIFE + MAX_ANSWER_DELAY > now:
                break
            del self._coming[value]  # nobody answered it
        token = InteractionToken(
            interaction.token,
            interaction.id,
            interaction.application_id,
            interaction.channel_id,
            UserId(interaction.user.id),
            now + TOKEN_LIFE,
            interaction.message.id if interaction.message else None,
        )
        self._coming[interaction.token] = token, asyncio.Event()

    def note_answer(
        self, value: str, kind: discord.InteractionResponseType, message: int | None
    ) -> None:
        """Note how an interaction was answered, and by which message if known."""
        if value not in self._coming:
            return
        token, settled = self._coming.pop(value)
        if kind in REDRAWN:
            message = token.pressed
        if kind in REDRAWN or kind is discord.InteractionResponseType.channel_message:
            self._newest[token.channel] = self._own[token.channel, token.user] = token
        if message is not None:
            token.original = message
            self.note_post(token, message)
        settled.set()

    def note_answer_message(self, interaction: discord.Interaction, message_id: int) -> None:
        """Note the message that answered an interaction, once it is known."""
        token = self._newest.get(interaction.channel_id or 0)
        if token is not None and token.interaction == interaction.id:
            token.original = message_id
            self.note_post(token, message_id)

    def note_post(self, token: InteractionToken, message_id: int) -> None:
        """Note that `token` may edit a message."""
        self._editors[message_id] = token

    def has_posted(self, message_id: int) -> bool:
        """Whether a token is known that posted a message."""
        return message_id in self._editors

    def mark_dead(self, value: str) -> None:
        """Note that Discord no longer knows a token, which others may hold."""
        self._dead[value] = None

    def drop(self, token: InteractionToken) -> None:
        """Forget a token that Discord refuses."""
        token.until = self._clock.now()

    async def newest(self, channel_id: int) -> InteractionToken | None:
        """Return a token to post by in a channel. Waits for an answer under way."""
        await self._answers(lambda token: token.channel == channel_id)
        return self._alive(self._newest, channel_id)

    async def own(self, channel_id: int, user_id: UserId) -> InteractionToken | None:
        """Return a token for posting what one user alone sees. Waits as `newest` does."""
        await self._answers(lambda token: (token.channel, token.user) == (channel_id, user_id))
        return self._alive(self._own, (channel_id, user_id))

    async def _answers(self, is_meant: Callable[[InteractionToken], bool]) -> None:
        """Wait until the newest interaction that `is_meant` has been answered."""
        for token, settled in reversed(self._coming.values()):
            if is_meant(token):
                await self._clock.wait(token.until - TOKEN_LIFE + MAX_ANSWER_DELAY, settled)
                return

    def editor(self, message_id: int) -> InteractionToken | None:
        """Return a token by which to edit or delete a message."""
        return self._alive(self._editors, message_id)

    def _alive(self, shelf: Shelf[Key], key: Key) -> InteractionToken | None:
        token = shelf.get(key)
        if token is not None and (token.until <= self._clock.now() or token.value in self._dead):
            del shelf[key]
            return None
        return token
