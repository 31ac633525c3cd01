"""Events of servers and channels after which unreachable tables are tried again."""

from collections.abc import Sequence

import discord
from discord.ext import commands

from cogs.connection.client import Kwbot
from kwbot.ids import GuildId


class GuildEventsCog(commands.Cog):
    """Retries tables. A deleted channel needs nothing here: the next drawing notices it."""

    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        if self.bot.store.cluster is not None:
            await self.bot.store.cluster.on_within_reach(self.retry)

    async def _retry(self, guild: discord.Guild, *channels: int) -> None:
        """Have a server's tables, or only those in `channels`, redrawn by whoever serves them."""
        if self.bot.store.cluster is None or not self.bot.is_ready():  # a start shows all of them
            self.retry(GuildId(guild.id), channels)
        else:
            await self.bot.store.cluster.tell_within_reach(GuildId(guild.id), channels)

    def retry(self, guild_id: GuildId, channels: Sequence[int]) -> None:
        """Redraw the tables that this process serves, and show what the server has refused."""
        for table in self.bot.tables.index.in_memory:
            here = not channels or {table.channel, table.parent_channel} & set(channels)
            if table.guild == guild_id and here:
                self.bot.display.retry(table)
        self.bot.display.evening_messages.retry(guild_id)
        self.bot.dailies.due.retry(guild_id)
        self.bot.weekly.due.retry(guild_id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._retry(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._retry(guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if before.permissions != after.permissions:
            await self._retry(after.guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        if before.overwrites != after.overwrites:
            await self._retry(after.guild, after.id)

    @commands.Cog.listener()
    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        if before.locked and not after.locked:
            await self._retry(after.guild, after.id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Retry the table of a reopened thread: discord.py forgets archived ones."""
        await self._retry(thread.guild, thread.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Retry if the bot's own roles have changed. Without the intent, nothing is reported of
        other members."""
        if after == after.guild.me and before.roles != after.roles:
            await self._retry(after.guild)
