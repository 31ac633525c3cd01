"""The one way out to Discord: it paces each call, and says why one did not get through."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord
from discord import ui

from cogs.delivery.rate_limit import A_SECOND, CALLS, TOGETHER, RateLimit
from cogs.delivery.undelivered import FLAGGED, OutOfReach, PictureRefused, understood
from cogs.screens.components import files_of
from kwbot.metrics import BACKLOG
from kwbot.tables.clock import Clock

MOST_LIMITS = 5000
"""Channels of which the recent calls are remembered."""
MOST_CONVERSATIONS = 10_000
_CONVERSATIONS = 0
"""The channel that opening any conversation counts to."""
MEMORY = timedelta(hours=1)
"""How long it is told that Discord has taken the application for a spammer."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message to be posted. `ping`: the users that it rings."""

    view: ui.LayoutView
    nonce: str
    """Within minutes, a second message with the same nonce is not posted: it is the first one."""
    ping: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that was posted, by its id."""

    message: int
    view: ui.LayoutView


class Outlet:
    """Paces and sends, through the present connection.

    What a message shows is made when its turn has come (`make`): the latest state wins. Where
    nothing is left to say by then, `make` gives None and nothing is sent. Every method may raise
    Undelivered; PictureRefused where the same without a picture may get through.
    """

    def __init__(self, clock: Clock, calls: int = CALLS) -> None:
        """`calls`: how many go to one channel in five seconds."""
        self._clock = clock
        self._calls = calls
        self._limits: dict[int, RateLimit] = {}
        self._together = RateLimit(clock, max(TOGETHER, calls), A_SECOND)
        self._conversations: OrderedDict[int, int] = OrderedDict()
        """The channels of direct messages by user; they never change."""
        self._client: discord.Client
        self._flagged_at: datetime | None = None

    def connect(self, client: discord.Client) -> None:
        """Send through `client` from now on."""
        self._client = client

    async def say(self, channel: int, post: Post) -> Posted:
        """Post a message that shows the same whenever its turn comes."""
        await self._turn(channel)
        return await self._post(channel, post)

    async def post(self, channel: int, make: Callable[[], Awaitable[Post | None]]) -> Posted | None:
        """Post a message."""
        await self._turn(channel)
        post = await make()
        return None if post is None else await self._post(channel, post)

    async def _post(self, channel: int, post: Post) -> Posted:
        users = [discord.Object(user) for user in post.ping]
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, users=users, replied_user=False
        )
        files = files_of(post.view)
        with self._understood(pictures=bool(files)):
            sent = await self._channel(channel).send(
                view=post.view, files=files, nonce=post.nonce, allowed_mentions=allowed
            )
        return Posted(sent.id, post.view)

    async def edit(
        self, channel: int, message: int, make: Callable[[], Awaitable[ui.LayoutView | None]]
    ) -> bool:
        """Redraw a message. Return whether there was still something to redraw."""
        await self._turn(channel)
        view = await make()
        if view is None:
            return False
        files = files_of(view)
        with self._understood(pictures=bool(files)):
            partial = self._channel(channel).get_partial_message(message)
            await partial.edit(view=view, attachments=files)
        return True

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message, if it is still there and within reach."""
        await self._turn(channel)
        with suppress(OutOfReach), self._understood():
            await self._channel(channel).get_partial_message(message).delete()

    async def edit_answer(self, interaction: discord.Interaction, view: ui.LayoutView) -> None:
        """Redraw the answer to a click; such calls do not count against any limit."""
        files = files_of(view)
        with self._understood(pictures=bool(files)):
            await interaction.edit_original_response(view=view, attachments=files)

    async def open_dm(self, user: int) -> int:
        """Return the channel of direct messages with a user."""
        channel = self._conversations.get(user)
        if channel is None:
            await self._turn(_CONVERSATIONS)
            with self._understood():
                channel = (await self._client.create_dm(discord.Object(user))).id
            if len(self._conversations) >= MOST_CONVERSATIONS:
                self._conversations.popitem(last=False)
            self._conversations[user] = channel
        return channel

    async def open_thread(self, message: discord.Message, name: str) -> int:
        """Return a new thread of a message; Discord archives it after a quiet day."""
        await self._turn(message.channel.id)
        with self._understood():
            thread = await message.create_thread(name=name, auto_archive_duration=1440)
        return thread.id

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def _turn(self, channel: int) -> None:
        if len(self._limits) > MOST_LIMITS:
            self._limits = {key: one for key, one in self._limits.items() if one.busy}
        fresh = RateLimit(self._clock, self._calls, over=self._together)
        with BACKLOG.track_inprogress():
            await self._limits.setdefault(channel, fresh).turn()

    @contextmanager
    def _understood(self, *, pictures: bool = False) -> Iterator[None]:
        """Say what a failure means. `pictures`: whether some were sent along."""
        try:
            with understood():
                yield
        except OutOfReach as refusal:
            if refusal.code == FLAGGED:
                self._flagged_at = self._clock.now()
            if pictures and type(refusal) is OutOfReach:
                raise PictureRefused(refusal.code) from None
            raise

    def trouble(self) -> str | None:
        """What Discord holds against the whole application, in a sentence."""
        at = self._flagged_at
        if at is None or self._clock.now() - at > MEMORY:
            return None
        return f"Discord takes the application for a spammer and stops its messages ({FLAGGED})."
