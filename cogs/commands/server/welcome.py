"""The greeting of a new server, once, and the same for whoever asks with /help."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import language, takes_posts
from cogs.connection.installation import in_direct_messages_too
from cogs.connection.localised import words
from cogs.connection.replies import send_private
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.undelivered import Undelivered
from cogs.screens.club.welcome_screen import welcome_screen
from kwbot.ids import GuildId
from kwbot.text.words import labels
from kwbot.text.words.language import language_of


class WelcomeCog(commands.Cog):
    """Answers /help and greets new servers. Other commands' cogs handle the buttons."""

    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot

    @app_commands.command(**words(labels.COMMANDS["help"]))
    @in_direct_messages_too
    async def help(self, interaction: discord.Interaction) -> None:
        on_server = interaction.guild_id is not None
        spoken = await language(interaction)
        await send_private(interaction, welcome_screen(spoken, on_server=on_server, asked=True))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that the bot has just joined, unless it was greeted before."""
        settings, guild_id = self.bot.store.settings, GuildId(guild.id)
        if (await settings.guild_settings(guild_id)).greeted:
            return
        if (channel := _channel_of(guild)) is None:
            return
        spoken = language_of(
            guild.preferred_locale.value
            if "COMMUNITY" in guild.features
            else self.bot.settings.default_language
        )
        post = Post(welcome_screen(spoken), f"w{guild.id}")
        try:
            await self.bot.display.calls.messages.say(channel.id, post)
        except Undelivered:
            return  # nobody waits for it, and /help says the same
        await settings.change_guild_settings(
            guild_id, lambda before: before.model_copy(update={"greeted": True})
        )


def _channel_of(guild: discord.Guild) -> discord.TextChannel | None:
    """Return a channel that everybody reads and where the bot may write: the one where the server
    greets its members, otherwise the first one."""
    first = [guild.system_channel] if guild.system_channel else []
    for channel in (*first, *guild.text_channels):
        seen = channel.permissions_for(guild.default_role).view_channel
        if seen and takes_posts(guild, channel.id):
            return channel
    return None
