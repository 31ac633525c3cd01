"""Calls that belong to no channel and no server: the application's emojis, and users."""

from contextlib import suppress

import discord
from discord.http import Route

from cogs.delivery.calls.paced_client import PacedClient
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.undelivered import OutOfReach
from kwbot.ids import UserId


class ApplicationCalls:
    """The application of the present connection. Every method may raise Undelivered."""

    def __init__(self, client: PacedClient) -> None:
        self._client = client

    async def hear(self) -> None:
        """Have Discord answer a call, whatever it says."""
        with suppress(OutOfReach):
            async with self._client.call(None, Lane.TRICK) as client:
                await client.http.request(Route("GET", "/gateway"))

    async def user(self, user_id: UserId) -> discord.User:
        """Return a user as Discord knows them; nobody waits for that."""
        async with self._client.call(None, Lane.CARD) as client:
            return await client.fetch_user(user_id)

    async def emojis(self) -> dict[str, int]:
        """Return the ids of the application's emojis by name."""
        async with self._client.call(None, Lane.TRICK) as client:
            return {one.name: one.id for one in await client.fetch_application_emojis()}

    async def add_emoji(self, name: str, picture: bytes) -> int:
        """Upload an emoji for the application and return its id."""
        async with self._client.call(None, Lane.TRICK) as client:
            return (await client.create_application_emoji(name=name, image=picture)).id

    async def rename_emoji(self, emoji: int, name: str) -> None:
        """Rename an emoji, if it still exists and the name is free."""
        with suppress(OutOfReach):
            async with self._client.call(None, Lane.TRICK) as client:
                application = client.application_id
                assert application is not None
                await client.http.edit_application_emoji(application, emoji, payload={"name": name})

    async def remove_emoji(self, emoji: int) -> None:
        """Delete an emoji, if it still exists."""
        with suppress(OutOfReach):
            async with self._client.call(None, Lane.TRICK) as client:
                application = client.application_id
                assert application is not None
                await client.http.delete_application_emoji(application, emoji)
