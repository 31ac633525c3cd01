"""Calls about a server: its events, and whether the bot is a member."""

from contextlib import suppress

from cogs.delivery.calls.paced_client import PacedClient
from cogs.delivery.calls.posts import ServerEvent
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.undelivered import NO_MEMBER, OutOfReach
from kwbot.ids import GuildId


class GuildCalls:
    """Calls about servers. Every method may raise Undelivered."""

    def __init__(self, client: PacedClient) -> None:
        self._client = client

    async def is_member(self, guild_id: GuildId) -> bool:
        """Whether the bot is a member of a server."""
        try:
            async with self._client.call(None, Lane.FIRST) as client:
                await client.http.get_guild(guild_id, with_counts=False)
        except OutOfReach as refusal:
            return refusal.code not in NO_MEMBER
        return True

    async def put_event(
        self, guild_id: GuildId, event: int | None, about: ServerEvent
    ) -> int | None:
        """Create or update a server event to match `about`, and return its id: `event`, one added
        but not noted, or a new one. Where the bot may not, return `event` unchanged."""
        with suppress(OutOfReach):
            event = event or await self.event_at(guild_id, about.place)
            async with self._client.call(None, Lane.TRICK) as client:
                if event is None:
                    made = await client.http.create_guild_scheduled_event(guild_id, **about.parts())
                else:
                    made = await client.http.edit_scheduled_event(guild_id, event, **about.parts())
            return int(made["id"])
        return event

    async def event_at(self, guild_id: GuildId, place: str) -> int | None:
        """Return the bot's own event at `place` on a server, if there is one."""
        async with self._client.call(None, Lane.TRICK) as client:
            events = await client.http.get_scheduled_events(guild_id, with_user_count=False)
        me, where = client.user, ServerEvent.location(place)
        assert me is not None
        mine = (one for one in events if int(one.get("creator_id") or 0) == me.id)
        return next((int(one["id"]) for one in mine if one["entity_metadata"] == where), None)

    async def remove_event(self, guild_id: GuildId, event: int) -> None:
        """Delete a server event, if it still exists."""
        with suppress(OutOfReach):
            async with self._client.call(None, Lane.TRICK) as client:
                await client.http.delete_scheduled_event(guild_id, event)
