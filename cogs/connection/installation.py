"""The places where commands and controls serve: servers of which the bot is a member, and for some
its direct messages. A user who installed it for themselves alone takes it along to any server."""

import discord
from discord import app_commands

from cogs.connection.context import bot_of, guild_id_of
from kwbot.engine.values.wording import N_
from kwbot.tables.errors.refusals import Refused

SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
"""Where a command serves unless it says otherwise."""
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)
"""How the bot is installed: on a server, for everybody there."""

in_direct_messages_too = app_commands.allowed_contexts(
    guilds=True, dms=True, private_channels=False
)
"""Decorates a command that needs no server."""

_NO_MEMBER = N_("I'm not a member of this server: ask someone who manages it to add me.")


async def check_member(interaction: discord.Interaction) -> None:
    """Raise Refused on a server of which the bot is not a member."""
    if interaction.guild_id is None:
        return
    is_theirs = interaction.is_user_integration() and not interaction.is_guild_integration()
    if is_theirs or not await bot_of(interaction).is_in(guild_id_of(interaction)):
        raise Refused(_NO_MEMBER)
