"""Messages to Discord and back: three calls, and what their failures mean to us."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import aiohttp
import discord
from discord import ui


class Undelivered(Exception):
    """A message did not get through."""


class MessageGone(Undelivered):
    """Somebody has deleted it: post it again."""


class OutOfReach(Undelivered):
    """The channel or server is gone, or the bot may not write there any more."""


class DmClosed(Undelivered):
    """This person takes no direct messages from us."""


class Hiccup(Undelivered):
    """Discord or the network failed; the same may succeed later."""


_MEANINGS: dict[int, type[Undelivered]] = {
    10003: OutOfReach,  # unknown channel
    10004: OutOfReach,  # unknown guild
    10008: MessageGone,
    50001: OutOfReach,  # missing access
    50007: DmClosed,
    50013: OutOfReach,  # missing permissions
    160005: OutOfReach,  # the thread is locked
}


@asynccontextmanager
async def understood() -> AsyncIterator[None]:
    """Turn failures into ours; those that only a fault of the bot can cause go on as they are."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code in _MEANINGS:
            raise _MEANINGS[error.code] from None
        if error.status == 429 or error.status >= 500:
            raise Hiccup from None
        raise
    except (TimeoutError, discord.RateLimited, aiohttp.ClientError, OSError):
        raise Hiccup from None
    except RuntimeError as error:
        if str(error) != "Session is closed":  # aiohttp's way to say it
            raise
        raise Hiccup from None  # by ourselves; a new connection may come


class Courier:
    """Sends for one connection. Every method may raise Undelivered."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def post(
        self, channel: int, view: ui.LayoutView, nonce: str, ping: Sequence[int] = ()
    ) -> int:
        """Post a message, ring `ping` (users), and return its id.

        The same nonce within minutes gives the message that was posted before.
        """
        users = [discord.Object(user) for user in ping]
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, users=users, replied_user=False
        )
        async with understood():
            sent = await self._channel(channel).send(
                view=view, nonce=nonce, allowed_mentions=allowed
            )
        return sent.id

    async def edit(self, channel: int, message: int, view: ui.LayoutView) -> None:
        async with understood():
            await self._channel(channel).get_partial_message(message).edit(view=view)

    async def delete(self, channel: int, message: int) -> None:
        """Of a message that is gone already nothing more is asked."""
        try:
            async with understood():
                await self._channel(channel).get_partial_message(message).delete()
        except MessageGone:
            pass

    async def direct(self, user: int) -> int:
        """The channel of direct messages with a user."""
        async with understood():
            channel = await self._client.create_dm(discord.Object(user))
        return channel.id
