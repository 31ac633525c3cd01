"""Welcomes of players who sit down at a table: do direct messages reach them?"""

import asyncio
import logging
from collections.abc import Mapping

import discord
from cachetools import LRUCache

from cogs.connection.context import language, user_id_of
from cogs.connection.preferences import PreferenceCache
from cogs.connection.replies import send_private
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.undelivered import OutOfReach, Undelivered, directly
from cogs.screens.parts.components import text_screen
from kwbot.engine.values.wording import N_
from kwbot.ids import TableId, UserId
from kwbot.tables.state.table_state import TableState
from kwbot.text.words import labels

_log = logging.getLogger(__name__)

DELIVERY_SECONDS = 1.5
"""Seconds that a press waits for a direct message or a thread; Discord gives it three."""
WELCOME_CACHE_SIZE = 500
"""Most welcomes remembered."""
_WELCOME = N_("You're at a table. I'll deal your cards here.")
_DM_CLOSED = N_(
    "I can't DM you: press *{button}* on the table to see your "
    "cards. Or allow DMs from this server, then leave and rejoin."
)


class Welcomes:
    """Direct messages to players who sit down, each once at a table."""

    def __init__(self, calls: DiscordCalls, preferences: PreferenceCache) -> None:
        self._calls, self._preferences = calls, preferences
        self._channels = LRUCache[tuple[TableId, UserId], int](WELCOME_CACHE_SIZE)
        """The channels of direct messages by (table, user)."""

    def channel(self, table_id: TableId, user_id: UserId) -> int | None:
        """Return the channel where a user was welcomed to a table before leaving it, or None."""
        return self._channels.get((table_id, user_id))

    def note(
        self, table_id: TableId, user_id: UserId, dm_channel: int | None, *, dm_open: bool
    ) -> None:
        """Remember a welcome, so that a user who leaves and rejoins is not welcomed again."""
        if dm_open and dm_channel is not None:
            self._channels[table_id, user_id] = dm_channel

    async def send(
        self, interaction: discord.Interaction, options: Mapping[str, str]
    ) -> tuple[int | None, bool]:
        """Welcome a player by direct message. Return its channel, and whether they accept any; a
        player whose hand is in the channel gets none. `options`: the table's."""
        preferences = await self._preferences.of(interaction)
        if preferences.is_hand_here(options):
            return None, True
        spoken = preferences.language
        welcome = Post(text_screen(f"🃏 {spoken.text(_WELCOME)}"), f"{interaction.id}")
        messages, channel = self._calls.messages, None
        try:
            with directly():
                async with asyncio.timeout(DELIVERY_SECONDS):
                    channel = await messages.open_dm(user_id_of(interaction))
                    await messages.say(channel, welcome)
        except OutOfReach as refusal:
            _log.info("a direct message is refused (%d)", refusal.code)
            return channel, False
        except (Undelivered, TimeoutError):
            _log.info("a direct message is late: it is taken for delivered")
        return channel, True

    async def tell_closed(self, interaction: discord.Interaction) -> None:
        """Say that direct messages do not reach whoever pressed, and what to do."""
        spoken = await language(interaction)
        text = spoken.text(_DM_CLOSED, button=spoken.term(labels.MY_HAND))
        await send_private(interaction, text_screen(f"🔕 {text}"))


def takes_dms(table: TableState, user_id: UserId) -> bool:
    """Whether direct messages reach a user at a table, as far as known."""
    return table.seated[table.seat_of(user_id)].dm_open
