"""Calls about messages: by a token where there is one, otherwise paced.

What goes by the token of an interaction (see `interaction_tokens`) does not count against the calls
that all tables share. If Discord refuses a token, a counted call follows at once.
"""

from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from hashlib import blake2b

import discord
from cachetools import LRUCache

from cogs.delivery.calls.interaction_tokens import ORIGINAL, InteractionToken
from cogs.delivery.calls.last_messages import LastMessages
from cogs.delivery.calls.paced_client import PacedClient
from cogs.delivery.calls.posts import MakePost, MakeView, Post, Posted, Private
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.token_calls import TokenCalls
from cogs.delivery.calls.undelivered import (
    INVALID_FORM,
    MESSAGE_GONE,
    EmojiRefused,
    MessageGone,
    OutOfReach,
    PictureRefused,
    ThreadArchived,
    TransientFailure,
    sent_again,
    understood,
)
from cogs.screens.parts.components import Screen
from kwbot.ids import UserId
from kwbot.tables.errors.refusals import OwnedElsewhere
from kwbot.tables.time.clock import Clock, sleep

MAX_LOOKS, LOOK_AGAIN = 10, timedelta(seconds=3)
"""Most looks for what another process has posted for a table, and the time between them."""
CONVERSATION_CACHE_SIZE = 10_000
DOUBT_CACHE_SIZE = 1000
"""Most remembered posts that may or may not have come through."""
MAX_NONCES = 5
"""Most nonces tried for one message, where a message with the one before was deleted."""
CONVERSATIONS = 0
"""Stands for a channel: opening any direct messages counts as a call to it."""


class _TokenRefused(Exception):
    """Discord refuses a token for a call."""


class MessageCalls:
    """Calls about messages.

    `make` makes what a message shows when its turn has come: the latest state wins. Where nothing
    is left to say by then, `make` returns None and nothing is sent. Every method may raise
    Undelivered; LookRefused where the same, drawn plainer, may get through.
    """

    def __init__(self, clock: Clock, client: PacedClient) -> None:
        self._client = client
        self.last = LastMessages()
        self._clock = clock
        self._conversations = LRUCache[UserId, int](CONVERSATION_CACHE_SIZE)
        """Channels of direct messages by user; they never change."""
        self._doubts = LRUCache[str, InteractionToken | None](DOUBT_CACHE_SIZE)
        """Posts that may have come through, by nonce: with their token, or None if counted."""
        self.by_token: TokenCalls

    # --- posts ----------------------------------------------------------------------------------

    async def say(self, channel_id: int, post: Post) -> Posted:
        """Post a message that shows the same whenever its turn comes."""

        async def make() -> Post:
            return post

        posted = await self.post(channel_id, make)
        assert posted is not None
        return posted

    async def post(
        self, channel_id: int, make: MakePost, besides: Collection[int] = ()
    ) -> Posted | None:
        """Post a message. By a token it appears as a reply to what answered the interaction, so no
        token is used whose answer is one of `besides`, messages about to be deleted."""
        posted = await self._post(channel_id, make, besides)
        if posted is not None:
            self.last.note_own(channel_id, posted.message)
        return posted

    async def _post(
        self, channel_id: int, make: MakePost, besides: Collection[int]
    ) -> Posted | None:
        token = await self._client.tokens.newest(channel_id)
        if token is not None and token.original not in besides:
            with suppress(_TokenRefused):
                return await self._follow_up(token, make)
        await self._client.turn(channel_id, Lane.FIRST)
        post = await self._client.latest(make)
        if post is None:
            return None
        is_new = not self._is_doubtful(post)
        return Posted(await self._send(channel_id, post), post.screen, is_new=is_new)

    def _is_doubtful(self, post: Post) -> bool:
        """Whether a post may have been made before, by this process or by one that died."""
        return post.is_doubtful or post.nonce in self._doubts

    async def _send(self, channel_id: int, post: Post) -> int:
        """Post by a counted call. Return the message's id."""
        by = self._doubts.get(post.nonce)
        sent = None if by is None else await self._find(channel_id, by)
        if sent is None:
            with self._doubting(post.nonce, by):
                sent = await self._send_anew(channel_id, post)
        self._doubts.pop(post.nonce, None)
        return sent

    async def _send_anew(self, channel_id: int, post: Post) -> int:
        """Post a message and return its id. Where one with its nonce was deleted a moment ago,
        Discord posts nothing; the next nonce is tried then, the same in each attempt."""

        async def send(nonce: str) -> int:
            sent = await self._channel(channel_id).send(nonce=nonce, **post.parts())
            return sent.id

        nonce = post.nonce
        for _ in range(MAX_NONCES):
            with suppress(MessageGone), self._client.understood(post.screen):
                return await sent_again(partial(send, nonce))
            nonce = blake2b(nonce.encode(), digest_size=12).hexdigest()
        raise MessageGone(MESSAGE_GONE)

    async def _follow_up(self, token: InteractionToken, make: MakePost) -> Posted | None:
        """Post by a token. Raises _TokenRefused."""
        await self._client.turn_of(token)
        post = await self._client.latest(make)
        if post is None:
            return None
        if self._is_doubtful(post):  # a counted call finds out whether it is there
            raise _TokenRefused
        parts = post.parts()
        refusable = self._refusable(token, post.screen)
        with self._doubting(post.nonce, token), refusable:
            sent = await self.by_token.post(token.key, **parts)
        self._client.tokens.note_post(token, sent)
        return Posted(sent, post.screen)

    async def _find(self, channel_id: int, by: InteractionToken) -> int | None:
        """Return the message that a token posted without our learning of it."""
        with suppress(OutOfReach), self._client.understood():
            async for message in self._channel(channel_id).history(limit=10):
                about = message.interaction_metadata
                known = self._client.tokens.has_posted(message.id)
                if about is None or about.id != by.interaction or known:
                    continue
                if about.original_response_message_id is not None:  # or it is the answer
                    self._client.tokens.note_post(by, message.id)
                    return message.id
        return None

    @contextmanager
    def _doubting(self, nonce: str, token: InteractionToken | None) -> Iterator[None]:
        """Remember how a post whose answer was lost was made."""
        try:
            yield
        except TransientFailure:
            self._doubts[nonce] = token
            raise

    async def keep(
        self,
        channel_id: int,
        message_id: int,
        keeping: Awaitable[None],
        theirs: Callable[[], Awaitable[int | None]],
    ) -> None:
        """Await `keeping`, which stores where a table is shown. If another process has the table
        (raises OwnedElsewhere), delete the message once that process has posted its own, unless, by
        the same nonce, that is this very message. `theirs` returns its id, or None so far."""
        try:
            await keeping
        except OwnedElsewhere:
            if await self._await_message(theirs) not in (None, message_id):
                await self.delete(channel_id, message_id)
            raise

    async def _await_message(self, theirs: Callable[[], Awaitable[int | None]]) -> int | None:
        for _ in range(MAX_LOOKS):
            await sleep(self._clock, self._clock.now() + LOOK_AGAIN)
            if (found := await theirs()) is not None:
                return found
        return None

    # --- edits ----------------------------------------------------------------------------------

    async def edit(
        self, channel_id: int, message: int | Private, make: MakeView, lane: Lane = Lane.TRICK
    ) -> bool:
        """Redraw a message. Return whether anything was left to redraw."""
        if isinstance(message, Private):
            return await self._edit_hidden(message, make)
        token = self._client.tokens.editor(message)
        if token is not None:
            with suppress(_TokenRefused):
                return await self._edit_by(token, message, make)
        await self._client.turn(channel_id, lane)
        screen = await self._client.latest(make)
        if screen is None:
            return False
        found = self._channel(channel_id).get_partial_message(message)
        with self._client.understood(screen):
            await sent_again(lambda: found.edit(view=screen, attachments=screen.files()))
        return True

    async def _edit_by(self, token: InteractionToken, message_id: int, make: MakeView) -> bool:
        """Redraw a message by a token. Raises _TokenRefused."""
        await self._client.turn_of(token)
        screen = await self._client.latest(make)
        if screen is None:
            return False
        files = screen.files()
        with self._refusable(token, screen):
            called = ORIGINAL if message_id == token.original else message_id
            await self.by_token.edit(token.key, called, screen, files)
        return True

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message, if it still exists and is within reach."""
        token = self._client.tokens.editor(message_id)
        if token is not None and message_id != token.original:
            await self._client.turn_of(token)
            with suppress(_TokenRefused), self._refusable(token):
                await self.by_token.delete(token.key, message_id)
                return
        await self._client.turn(channel_id, Lane.TRICK)
        with suppress(OutOfReach), self._client.understood():
            await self._channel(channel_id).get_partial_message(message_id).delete()

    async def edit_answer(self, interaction: discord.Interaction, screen: Screen) -> None:
        """Redraw the answer to an interaction."""
        await self.edit_private(Private.answer(interaction, self._clock.now()), screen)

    # --- what one user alone sees -----------------------------------------------------------------

    async def whisper(self, channel_id: int, user_id: UserId, make: MakeView) -> Private | None:
        """Post a message for one user alone. Return None without a token, or with nothing left."""
        token = await self._client.tokens.own(channel_id, user_id)
        if token is None:
            return None
        await self._client.turn_of(token)
        screen = await self._client.latest(make)
        if screen is None:
            return None
        files = screen.files()
        with suppress(_TokenRefused), self._refusable(token, screen):
            sent = await self.by_token.post(token.key, view=screen, files=files, ephemeral=True)
            return Private(token.key, sent, token.until, sent)
        return None

    async def _edit_hidden(self, private: Private, make: MakeView) -> bool:
        await self._client.turn_of(private)
        screen = await self._client.latest(make)
        if screen is not None:
            await self.edit_private(private, screen)
        return screen is not None

    async def edit_private(self, private: Private, screen: Screen) -> None:
        """Redraw a private message."""
        files = screen.files()
        with self._client.understood(screen, private.key):
            await self.by_token.edit(private.key, private.called, screen, files)

    async def delete_private(self, private: Private) -> None:
        """Delete a private message, while its token lasts."""
        if self._clock.now() < private.until:
            with suppress(OutOfReach), self._client.understood(None, private.key):
                await self.by_token.delete(private.key, private.called)

    async def open_dm(self, user_id: UserId) -> int:
        """Return the channel of direct messages with a user."""
        channel = self._conversations.get(user_id)
        if channel is None:
            async with self._client.call(CONVERSATIONS, Lane.FIRST) as client:
                channel = (await client.create_dm(discord.Object(user_id))).id
            self._conversations[user_id] = channel
        return channel

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.discord.get_partial_messageable(channel_id)

    @contextmanager
    def _refusable(self, token: InteractionToken, screen: Screen | None = None) -> Iterator[None]:
        """Turn Discord's refusals of a token into _TokenRefused. `screen`: what was sent."""
        try:
            with understood(screen, by_token=True):
                yield
        except (MessageGone, ThreadArchived):
            raise _TokenRefused from None
        except EmojiRefused:
            raise
        except OutOfReach as refusal:
            if screen is not None and screen.pictures and refusal.code == INVALID_FORM:
                raise PictureRefused(refusal.code) from None
            self._client.tokens.drop(token)
            raise _TokenRefused from None
