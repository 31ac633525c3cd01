"""Events of servers and channels, after which tables out of reach are tried again."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs.connection.client import Kwbot


class GuildEventsCog(commands.Cog):
    """Retries tables. A deleted channel needs nothing here: the next drawing notices it."""

    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot

    def _retry(self, guild: int, *channels: int | None) -> None:
        """Redraw the tables of a server; if channels are named, only those in them."""
        for table in self.bot.tables.in_memory:
            here = not channels or {table.channel, table.parent_channel} & set(channels)
            if table.guild == guild and here:
                self.bot.display.retry(table)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        self._retry(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        self._retry(guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if before.permissions != after.permissions:
            self._retry(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        if before.overwrites != after.overwrites:
            self._retry(after.guild.id, after.id)

    @commands.Cog.listener()
    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        if before.locked and not after.locked:
            self._retry(after.guild.id, after.id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Retry the table of a thread that was opened again: discord.py forgets closed ones."""
        self._retry(thread.guild.id, thread.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Retry where the bot was given a role. Of others nothing is told without the intent."""
        if after == after.guild.me and before.roles != after.roles:
            self._retry(after.guild.id)


async def setup(bot: Kwbot) -> None:
    await bot.add_cog(GuildEventsCog(bot))
