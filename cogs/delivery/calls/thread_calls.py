"""Calls about threads and their channels."""

from contextlib import suppress

import discord

from cogs.delivery.calls.paced_client import PacedClient
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.undelivered import UNKNOWN_CHANNEL, OutOfReach, ThreadExists
from kwbot.ids import UserId


class ThreadCalls:
    """Calls about threads. Every method may raise Undelivered."""

    def __init__(self, client: PacedClient) -> None:
        self._client = client

    async def open(self, message: discord.PartialMessage, name: str) -> int:
        """Return the thread of a message: a new one, or an existing one (the answer to an earlier
        call was lost or late). Discord archives it after a day without messages."""
        try:
            async with self._client.call(message.channel.id, Lane.FIRST):
                thread = await message.create_thread(name=name, auto_archive_duration=1440)
        except ThreadExists:
            return message.id  # Discord gives a thread the id of its message
        return thread.id

    async def add(self, channel_id: int, name: str, *, private: bool = False) -> int:
        """Add a thread to a channel, without a message, and return its id. Only users whom we add,
        and those who may manage threads, see a `private` one."""
        async with self._client.call(channel_id, Lane.FIRST) as client:
            made = await client.http.start_thread_without_message(
                channel_id, name=name, auto_archive_duration=1440, type=12 if private else 11,
                invitable=not private,
            )  # fmt: skip
        return int(made["id"])

    async def is_there(self, channel_id: int) -> bool:
        """Whether a channel or thread still exists."""
        try:
            async with self._client.call(channel_id, Lane.FIRST) as client:
                await client.http.get_channel(channel_id)
        except OutOfReach as refusal:
            return refusal.code != UNKNOWN_CHANNEL
        return True

    async def last_message(self, channel_id: int) -> int | None:
        """Return the id of a channel's or thread's last message; None if Discord does not say."""
        with suppress(OutOfReach):
            async with self._client.call(channel_id, Lane.TRICK) as client:
                found = (await client.http.get_channel(channel_id)).get("last_message_id")
            return int(found) if isinstance(found, str) else None
        return None

    async def let_in(self, thread: int, user_id: UserId) -> None:
        """Add a user to a private thread."""
        async with self._client.call(thread, Lane.TRICK) as client:
            await client.http.add_user_to_thread(thread, user_id)

    async def archive(self, thread: int) -> None:
        """Archive a thread, if it is within reach: any message in it reopens it."""
        with suppress(OutOfReach):
            async with self._client.call(thread, Lane.TRICK) as client:
                await client.http.edit_channel(thread, archived=True)
