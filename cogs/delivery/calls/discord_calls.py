"""The one way out to Discord: by a token where there is one, else paced; says why something failed.

What goes by the token of an interaction (see `token_purse`) does not count against the calls that
all tables share. Whatever Discord refuses a token is sent at once by a call of the bot's own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from hashlib import blake2b
from typing import TypeVar

import discord
from cachetools import LRUCache
from discord.http import Route

from cogs.delivery.calls.interaction_tokens import (
    ORIGINAL,
    InteractionToken,
    InteractionTokens,
    TokenKey,
)
from cogs.delivery.calls.last_messages import LastMessages
from cogs.delivery.calls.posts import MakePost, MakeView, Post, Posted, Private, ServerEvent
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
from cogs.delivery.calls.retry import AnswerAdapter, calling_by
from cogs.delivery.calls.token_calls import TokenCalls
from cogs.delivery.calls.undelivered import (
    FLAGGED,
    INVALID_FORM,
    MESSAGE_GONE,
    NO_MEMBER,
    UNKNOWN_CHANNEL,
    EmojiRefused,
    MessageGone,
    OutOfReach,
    PictureRefused,
    ThreadArchived,
    ThreadExists,
    TokenDead,
    TransientFailure,
    sent_again,
    understood,
)
from cogs.screens.parts.components import Screen
from kwbot.metrics import BACKLOG
from kwbot.tables.time.clock import Clock, sleep
from kwbot.tables.time.refusals import OwnedElsewhere

T = TypeVar("T")

LOOKS, LOOK_AGAIN = 10, timedelta(seconds=3)
"""How often it is looked whether another process has posted what a table shows, and when again."""
MOST_LIMITS = 5000
"""Channels of which the recent calls are remembered."""
MOST_CONVERSATIONS = 10_000
MOST_DOUBTS = 1000
"""Posts of which nobody knows whether they came through, at most."""
MOST_NONCES = 5
"""How often a message is posted with another nonce, at most, as one with that was deleted."""
_CONVERSATIONS = 0
"""The channel that opening any conversation counts to."""
MEMORY = timedelta(hours=1)
"""How long it is told that Discord has taken the application for a spammer."""


async def _at_once() -> bool:
    """Wait for nothing."""
    return False


class _TokenRefused(Exception):
    """Discord does not take this token for that."""


class DiscordCalls:
    """Sends through the present connection.

    What a message shows is made when its turn has come (`make`): the latest state wins. Where
    nothing is left to say by then, `make` gives None and nothing is sent. Every method may raise
    Undelivered; LookRefused where the same, drawn plainer, may get through.
    """

    def __init__(self, clock: Clock, calls: int = CALLS) -> None:
        """`calls`: how many of the bot's own go to one channel in five seconds."""
        self.tokens = InteractionTokens(clock)
        self.last = LastMessages()
        self._clock = clock
        self._calls = calls
        self._limits: dict[int, RateLimit] = {}
        self.in_all = max(TOGETHER, calls)
        """Calls a second to all channels together, of all processes."""
        self._together = RateLimit(clock, self.in_all, A_SECOND, shares=SHARES)
        self.sharers: Callable[[], int] = lambda: 1
        """How many processes share Discord's limit."""
        self.revived: Callable[[], Awaitable[bool]] = _at_once
        """Waits while others may take this process for dead, and tells whether it did: they send in
        its place."""
        self._wishes: dict[int, set[Wish]] = {}
        """The calls that wait, by channel."""
        self._conversations = LRUCache[int, int](MOST_CONVERSATIONS)
        """The channels of direct messages by user; they never change."""
        self._doubts = LRUCache[str, InteractionToken | None](MOST_DOUBTS)
        """Posts that may have come through, by nonce: with the token, or by a call of our own."""
        self._client: discord.Client
        self._by_token: TokenCalls
        self._flagged_at: datetime | None = None

    def connect(self, client: discord.Client) -> None:
        """Send through `client` from now on."""
        self._client = client
        self._by_token = TokenCalls(client, partial(calling_by, AnswerAdapter(self.tokens)))

    def counts(self, message: int) -> bool:
        """Whether redrawing a message takes a call of the bot's own, of which there are few."""
        return self._calls <= CALLS and self.tokens.editor(message) is None

    # --- posts ----------------------------------------------------------------------------------

    async def say(self, channel: int, post: Post) -> Posted:
        """Post a message that shows the same whenever its turn comes."""

        async def make() -> Post:
            return post

        posted = await self.post(channel, make)
        assert posted is not None
        return posted

    async def post(
        self, channel: int, make: MakePost, besides: Collection[int] = ()
    ) -> Posted | None:
        """Post a message. By a token it stands as a reply to what answered that one, so not where
        this is one of `besides`: messages about to be deleted."""
        posted = await self._posted(channel, make, besides)
        if posted is not None:
            self.last.posted(channel, posted.message)
        return posted

    async def _posted(
        self, channel: int, make: MakePost, besides: Collection[int]
    ) -> Posted | None:
        token = await self.tokens.newest(channel)
        if token is not None and token.original not in besides:
            with suppress(_TokenRefused):
                return await self._follow_up(token, make)
        await self._turn(channel, Lane.FIRST)
        post = await self._made(make)
        return None if post is None else Posted(await self._send(channel, post), post.view)

    async def _send(self, channel: int, post: Post) -> int:
        """Post by a call of our own. Return the message."""
        by = self._doubts.get(post.nonce)
        sent = None if by is None else await self._found(channel, by)
        if sent is None:
            with self._doubting(post.nonce, by):
                sent = await self._send_anew(channel, post)
        self._doubts.pop(post.nonce, None)
        return sent

    async def _send_anew(self, channel: int, post: Post) -> int:
        """Post, and return the message. Where one with that nonce was deleted a moment ago, Discord
        posts nothing in its place: it is posted with the next nonce, the same at each try."""

        async def send(nonce: str) -> int:
            sent = await self._channel(channel).send(nonce=nonce, **post.parts())
            return sent.id

        nonce = post.nonce
        for _ in range(MOST_NONCES):
            with suppress(MessageGone), self._understood(post.view):
                return await sent_again(partial(send, nonce))
            nonce = blake2b(nonce.encode(), digest_size=12).hexdigest()
        raise MessageGone(MESSAGE_GONE)

    async def _follow_up(self, token: InteractionToken, make: MakePost) -> Posted | None:
        """Post by a token. Raises _TokenRefused."""
        await self._turn_of(token)
        post = await self._made(make)
        if post is None:
            return None
        if post.nonce in self._doubts:  # a call of our own finds out whether it is there
            raise _TokenRefused
        parts = post.parts()
        refusable = self._refusable(token, post.view)
        with self._doubting(post.nonce, token), refusable:
            sent = await self._by_token.post(token.key, **parts)
        self.tokens.posted(token, sent)
        return Posted(sent, post.view)

    async def _found(self, channel: int, by: InteractionToken) -> int | None:
        """Return what a token has posted without our hearing of it."""
        with suppress(OutOfReach), self._understood():
            async for message in self._channel(channel).history(limit=10):
                about = message.interaction_metadata
                known = self.tokens.has_posted(message.id)
                if about is None or about.id != by.interaction or known:
                    continue
                if about.original_response_message_id is not None:  # else it is the answer itself
                    self.tokens.posted(by, message.id)
                    return message.id
        return None

    @contextmanager
    def _doubting(self, nonce: str, token: InteractionToken | None) -> Iterator[None]:
        """Remember how something was posted whose answer was lost."""
        try:
            yield
        except TransientFailure:
            self._doubts[nonce] = token
            raise

    async def keep(
        self,
        channel: int,
        message: int,
        keeping: Awaitable[None],
        theirs: Callable[[], Awaitable[int | None]],
    ) -> None:
        """Await `keeping`, which stores where a table shows. Where another process has the table,
        remove the message as soon as that one has posted its own: by the same nonce, that may be
        this very message. `theirs` returns it; None: there is none yet."""
        try:
            await keeping
        except OwnedElsewhere:
            if await self._awaited(theirs) not in (None, message):
                await self.delete(channel, message)
            raise

    async def _awaited(self, theirs: Callable[[], Awaitable[int | None]]) -> int | None:
        for _ in range(LOOKS):
            await sleep(self._clock, self._clock.now() + LOOK_AGAIN)
            if (found := await theirs()) is not None:
                return found
        return None

    # --- edits ----------------------------------------------------------------------------------

    async def edit(
        self, channel: int, message: int | Private, make: MakeView, lane: Lane = Lane.TRICK
    ) -> bool:
        """Redraw a message. Return whether there was still something to redraw."""
        if isinstance(message, Private):
            return await self._edit_hidden(message, make)
        token = self.tokens.editor(message)
        if token is not None:
            with suppress(_TokenRefused):
                return await self._edit_by(token, message, make)
        await self._turn(channel, lane)
        view = await self._made(make)
        if view is None:
            return False
        found = self._channel(channel).get_partial_message(message)
        with self._understood(view):
            await sent_again(lambda: found.edit(view=view, attachments=view.files()))
        return True

    async def _edit_by(self, token: InteractionToken, message: int, make: MakeView) -> bool:
        """Redraw a message by a token. Raises _TokenRefused."""
        await self._turn_of(token)
        view = await self._made(make)
        if view is None:
            return False
        files = view.files()
        with self._refusable(token, view):
            called = ORIGINAL if message == token.original else message
            await self._by_token.edit(token.key, called, view, files)
        return True

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message, if it is still there and within reach."""
        token = self.tokens.editor(message)
        if token is not None and message != token.original:
            await self._turn_of(token)
            with suppress(_TokenRefused), self._refusable(token):
                await self._by_token.delete(token.key, message)
                return
        await self._turn(channel, Lane.TRICK)
        with suppress(OutOfReach), self._understood():
            await self._channel(channel).get_partial_message(message).delete()

    async def edit_answer(self, interaction: discord.Interaction, view: Screen) -> None:
        """Redraw the answer to a click."""
        await self.edit_private(Private.answer(interaction, self._clock.now()), view)

    # --- what one user alone sees -----------------------------------------------------------------

    async def whisper(self, channel: int, user: int, make: MakeView) -> Private | None:
        """Post what a user alone sees; None where there is no token of theirs, or nothing left."""
        token = await self.tokens.own(channel, user)
        if token is None:
            return None
        await self._turn_of(token)
        view = await self._made(make)
        if view is None:
            return None
        files = view.files()
        with suppress(_TokenRefused), self._refusable(token, view):
            sent = await self._by_token.post(token.key, view=view, files=files, ephemeral=True)
            return Private(token.key, sent, token.until, sent)
        return None

    async def _edit_hidden(self, private: Private, make: MakeView) -> bool:
        await self._turn_of(private)
        view = await self._made(make)
        if view is not None:
            await self.edit_private(private, view)
        return view is not None

    async def edit_private(self, private: Private, view: Screen) -> None:
        """Redraw what one user alone sees."""
        files = view.files()
        with self._understood(view, private.key):
            await self._by_token.edit(private.key, private.called, view, files)

    async def delete_private(self, private: Private) -> None:
        """Remove what one user alone sees, if that can still be done."""
        if self._clock.now() < private.until:
            with suppress(OutOfReach), self._understood(None, private.key):
                await self._by_token.delete(private.key, private.called)

    # --- what else there is ---------------------------------------------------------------------

    async def open_dm(self, user: int) -> int:
        """Return the channel of direct messages with a user."""
        channel = self._conversations.get(user)
        if channel is None:
            await self._turn(_CONVERSATIONS, Lane.FIRST)
            with self._understood():
                channel = (await self._client.create_dm(discord.Object(user))).id
            self._conversations[user] = channel
        return channel

    async def hear(self) -> None:
        """Have Discord answer something."""
        await self._together.turn(Wish(Lane.TRICK))
        with suppress(OutOfReach), self._understood():
            await self._client.http.request(Route("GET", "/gateway"))

    async def user(self, user: int) -> discord.User:
        """Return what Discord says of a user; nobody waits for that."""
        await self._together.turn(Wish(Lane.CARD))
        with self._understood():
            return await self._client.fetch_user(user)

    async def open_thread(self, message: discord.PartialMessage, name: str) -> int:
        """Return the thread of a message, a new one unless it has one already (the answer to an
        earlier call was lost or late); Discord archives it after a quiet day."""
        await self._turn(message.channel.id, Lane.FIRST)
        try:
            with self._understood():
                thread = await message.create_thread(name=name, auto_archive_duration=1440)
        except ThreadExists:
            return message.id  # Discord gives a thread the id of its message
        return thread.id

    async def add_thread(self, channel: int, name: str, *, private: bool = False) -> int:
        """Return a new thread of a channel that hangs on no message. In a `private` one only those
        are whom we let in, and who may manage threads."""
        await self._turn(channel, Lane.FIRST)
        with self._understood():
            made = await self._client.http.start_thread_without_message(
                channel, name=name, auto_archive_duration=1440, type=12 if private else 11,
                invitable=not private,
            )  # fmt: skip
        return int(made["id"])

    async def is_there(self, channel: int) -> bool:
        """Whether a channel or thread has not been deleted."""
        await self._turn(channel, Lane.FIRST)
        try:
            with self._understood():
                await self._client.http.get_channel(channel)
        except OutOfReach as refusal:
            return refusal.code != UNKNOWN_CHANNEL
        return True

    async def is_member(self, guild: int) -> bool:
        """Whether the bot is a member of a server."""
        await self._together.turn(Wish(Lane.FIRST))
        try:
            with self._understood():
                await self._client.http.get_guild(guild, with_counts=False)
        except OutOfReach as refusal:
            return refusal.code not in NO_MEMBER
        return True

    async def last_in(self, channel: int) -> int | None:
        """Return a channel's last message; None where Discord does not say."""
        await self._turn(channel, Lane.TRICK)
        with suppress(OutOfReach), self._understood():
            found = (await self._client.http.get_channel(channel)).get("last_message_id")
            return int(found) if isinstance(found, str) else None
        return None

    async def let_in(self, thread: int, user: int) -> None:
        """Let somebody into a private thread."""
        await self._turn(thread, Lane.TRICK)
        with self._understood():
            await self._client.http.add_user_to_thread(thread, user)

    async def archive(self, thread: int) -> None:
        """Close a thread, if it is within reach: whoever writes in it opens it again."""
        await self._turn(thread, Lane.TRICK)
        with suppress(OutOfReach), self._understood():
            await self._client.http.edit_channel(thread, archived=True)

    async def set_event(self, guild: int, event: int | None, about: ServerEvent) -> int:
        """Add an event to a server, or change it; return it."""
        await self._together.turn(Wish(Lane.TRICK))
        http = self._client.http
        with self._understood():
            if event is None:
                made = await http.create_guild_scheduled_event(guild, **about.parts())
            else:
                made = await http.edit_scheduled_event(guild, event, **about.parts())
        return int(made["id"])

    async def event_at(self, guild: int, place: str) -> int | None:
        """Return the bot's own event of a server that takes place there, if there is one."""
        await self._together.turn(Wish(Lane.TRICK))
        with self._understood():
            events = await self._client.http.get_scheduled_events(guild, with_user_count=False)
        me, where = self._client.user, ServerEvent.location(place)
        assert me is not None
        mine = (one for one in events if int(one.get("creator_id") or 0) == me.id)
        return next((int(one["id"]) for one in mine if one["entity_metadata"] == where), None)

    async def remove_event(self, guild: int, event: int) -> None:
        """Remove an event from a server, if it is still there."""
        await self._together.turn(Wish(Lane.TRICK))
        with suppress(OutOfReach), self._understood():
            await self._client.http.delete_scheduled_event(guild, event)

    async def emojis(self) -> dict[str, int]:
        """Return the ids of the application's emojis by name."""
        await self._together.turn(Wish(Lane.TRICK))
        with self._understood():
            return {one.name: one.id for one in await self._client.fetch_application_emojis()}

    async def add_emoji(self, name: str, picture: bytes) -> int:
        """Upload an emoji of the application and return its id."""
        await self._together.turn(Wish(Lane.TRICK))
        with self._understood():
            return (await self._client.create_application_emoji(name=name, image=picture)).id

    async def remove_emoji(self, emoji: int) -> None:
        """Remove an emoji, if it is still there."""
        await self._together.turn(Wish(Lane.TRICK))
        application = self._client.application_id
        assert application is not None
        with suppress(OutOfReach), self._understood():
            await self._client.http.delete_application_emoji(application, emoji)

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    def forget(self, channel: int) -> None:
        """Forget what was of use while somebody played in a thread that is left for good."""
        self.last.forget(channel)
        limit = self._limits.get(channel)
        if limit is not None and not limit.awaited:
            del self._limits[channel]

    def hurry(self, channel: int, lane: Lane) -> None:
        """Put what waits for a channel on a lane: it has more to show now, or that comes after."""
        for wish in self._wishes.get(channel, ()):
            wish.hurry(lane)

    async def _turn(self, channel: int, lane: Lane) -> None:
        """Wait until the bot may make a call of its own."""
        self._together.calls = max(1, self.in_all // self.sharers())
        if len(self._limits) > MOST_LIMITS:
            self._limits = {key: one for key, one in self._limits.items() if one.busy}
        fresh = RateLimit(self._clock, self._calls, over=self._together)
        limit, wish = self._limits.setdefault(channel, fresh), Wish(lane)
        waiting = self._wishes.setdefault(channel, set())
        waiting.add(wish)
        try:
            with BACKLOG.track_inprogress():
                await limit.turn(wish)
        finally:
            waiting.discard(wish)
            if not waiting:
                self._wishes.pop(channel, None)
        await self.revived()

    async def _made(self, make: Callable[[], Awaitable[T]]) -> T:
        """Return what is to be sent; made anew if this process was silent meanwhile."""
        made = await make()
        while await self.revived():
            made = await make()
        return made

    def token_limit(self) -> RateLimit:
        """Return a limit for the calls by one token."""
        calls = self._calls if self._calls > CALLS else TOKEN_CALLS
        return RateLimit(self._clock, calls, TOKEN_SECONDS)

    async def _turn_of(self, token: InteractionToken | Private) -> None:
        """Wait until a token may make a call."""
        if token.limit is None:
            token.limit = self.token_limit()
        await token.limit.turn()
        await self.revived()

    @contextmanager
    def _refusable(self, token: InteractionToken, view: Screen | None = None) -> Iterator[None]:
        """Turn what Discord refuses a token into _TokenRefused. `view`: as `_understood`."""
        try:
            with understood(view, by_token=True):
                yield
        except (MessageGone, ThreadArchived):
            raise _TokenRefused from None
        except EmojiRefused:
            raise
        except OutOfReach as refusal:
            if view is not None and view.pictures and refusal.code == INVALID_FORM:
                raise PictureRefused(refusal.code) from None
            self.tokens.drop(token)
            raise _TokenRefused from None

    @contextmanager
    def _understood(self, view: Screen | None = None, by: TokenKey | None = None) -> Iterator[None]:
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
        if at is None or self._clock.now() - at > MEMORY:
            return None
        return f"Discord takes the application for a spammer and stops its messages ({FLAGGED})."
