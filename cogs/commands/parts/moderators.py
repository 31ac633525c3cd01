"""The check for moderators: those who manage the server, whatever their roles are called."""

import discord

from cogs.connection.context import guild_id_of
from kwbot.engine.values.wording import N_
from kwbot.ids import GuildId
from kwbot.tables.errors.refusals import Refused

NOT_HERE = N_("I can't post in this channel. Give me permission, or choose another channel.")
POSTING = discord.Permissions(view_channel=True, send_messages=True)
MODERATOR_RIGHTS = discord.Permissions(manage_guild=True)


def check_moderator(interaction: discord.Interaction) -> GuildId:
    """Return the server's id. Raises Refused for everybody else. Discord's own check is not enough:
    an administrator can open commands to anyone, and a press can be forged."""
    if interaction.guild_id is None or not interaction.permissions >= MODERATOR_RIGHTS:
        raise Refused(N_("Only this server's moderators can do that."))
    return guild_id_of(interaction)


def check_channel(interaction: discord.Interaction) -> GuildId:
    """Return the server's id. Raises Refused where the bot could not post on its own from now on,
    or a member may not ask for that."""
    guild = check_moderator(interaction)
    fits = isinstance(interaction.channel, discord.TextChannel)
    if not fits or not interaction.app_permissions >= POSTING:
        raise Refused(NOT_HERE)
    return guild
