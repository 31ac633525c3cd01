"""*Ping me* and *Ping others* in a lobby: whoever asked for it is pinged, once in a while."""

import asyncio

import discord
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import guild_id_of, language, role_is_gone, user_id_of
from cogs.connection.replies import show_private
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.undelivered import OutOfReach, TransientFailure
from cogs.screens.lobby.ping_screen import PING_INTERVAL, ping_screen, wish_screen
from cogs.screens.parts.components import ME, NOT_ME, OTHERS, PINGS, Press, text_screen
from kwbot.engine.values.wording import N_
from kwbot.ids import UserId
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.play.lobby import check_host
from kwbot.tables.state.table_state import LobbyTable, PlannedTable, lobby_of
from kwbot.text.words.language import language_of

MAX_PINGS = 50
"""Most users pinged at once."""
_NOBODY = N_("There's nobody to ping right now.")
_PINGED = N_("I've pinged everyone who asked.")
_REFUSED = N_("I can't post in this channel, so nobody was pinged.")
_UNSURE = N_("Discord didn't answer. Maybe nobody was pinged: try again.")


class PingsCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        self._turn = asyncio.Lock()  # if two tables ping at once, each person hears of one
        bot.router.on(PINGS, self.on_press, of_server=True)

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        guild = guild_id_of(interaction)
        if not guild or press.argument not in (ME, NOT_ME, OTHERS):
            raise Stale
        if press.argument == OTHERS:
            await self._ping(interaction, lobby_of(self.bot.table(press.table)))
            return
        wanted = press.argument == ME
        await self.bot.store.people.set_ping_wish(guild, user_id_of(interaction), wanted=wanted)
        screen = wish_screen(await language(interaction), wanted=wanted)
        await show_private(interaction, screen)

    async def _ping(self, interaction: discord.Interaction, table: LobbyTable) -> None:
        """Ping whoever asked for it, and the role that moderators have named."""
        check_host(table, user_id_of(interaction))
        if isinstance(table, PlannedTable):
            raise Stale
        spoken, now, store = await language(interaction), self.bot.clock.now(), self.bot.store
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with self._turn:
            waiting = await store.people.waiting_for_ping(table.guild, now - PING_INTERVAL)
            role = (await store.settings.guild_settings(table.guild)).ping_role
            gone = role_is_gone(interaction.guild, role)
            roles = [one for one in waiting if one == role and not gone]
            people = [one for one in map(UserId, waiting) if one != role and not table.has(one)]
            users = (await self.bot.preferences.awake(table.guild, people, table.language))[
                :MAX_PINGS
            ]
            if not users and not roles:
                raise Refused(_NOBODY)
            screen = ping_screen(table, users, roles, language_of(table.language))
            post = Post(screen, f"r{interaction.id}", users, roles)
            await self._say(table.channel, post)
            await store.people.note_pings(table.guild, [*users, *roles], now)  # once they are
        told = text_screen(f"🔔 {spoken.text(_PINGED)}")
        await interaction.edit_original_response(view=told)

    async def _say(self, channel_id: int, post: Post) -> None:
        """Post a message. Raises Refused where that fails."""
        try:
            await self.bot.display.calls.messages.say(channel_id, post)
        except OutOfReach:
            raise Refused(_REFUSED) from None
        except TransientFailure:
            raise Refused(_UNSURE) from None
