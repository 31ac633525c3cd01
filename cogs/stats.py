"""/stats of one player on a server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.boards import row
from cogs.connection.client import Kwbot
from cogs.connection.context import language
from cogs.connection.localised import descriptions, words
from cogs.connection.replies import send_private
from cogs.moderators import MODERATORS
from cogs.screens.components import text_screen
from kwbot.engine.wording import N_
from kwbot.text import standings
from kwbot.text.labels import COMMANDS

_LEFT = N_("Left before the end: {count} of {games} games of the last year.")


class StatsCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot

    @app_commands.command(**words(COMMANDS["stats"]))
    @app_commands.describe(**descriptions(["player"]))
    @app_commands.guild_only()
    async def stats(
        self, interaction: discord.Interaction, player: discord.User | None = None
    ) -> None:
        user = player or interaction.user
        found = await self.bot.store.stats(interaction.guild_id or 0, user.id)
        games = self.bot.games
        rows = [(games[one.game], row(one, games[one.game])) for one in found if one.game in games]
        spoken = await language(interaction)
        text = standings.stats_text(user.mention, rows, spoken)
        if await self._may_see_leavers(interaction):
            count, of = await self.bot.store.games_left(interaction.guild_id or 0, user.id)
            text += f"\n-# 💤 {spoken.text(_LEFT, count=count, games=of)}"
        await send_private(interaction, text_screen(text))

    async def _may_see_leavers(self, interaction: discord.Interaction) -> bool:
        """Whether a server shows who leaves games to whoever asks: a moderator, or a host."""
        guild, user = interaction.guild_id or 0, interaction.user.id
        hosts = any(table.guild == guild and table.host == user for table in self.bot.tables)
        if not (hosts or interaction.permissions >= MODERATORS):
            return False
        return (await self.bot.store.guild_settings(guild)).show_leavers


async def setup(bot: Kwbot) -> None:
    await bot.add_cog(StatsCog(bot))
