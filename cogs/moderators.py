"""The check for moderators: those who manage the server, whatever their roles are called."""

from __future__ import annotations

import discord

from kwbot.engine.wording import N_
from kwbot.tables.refusals import Refused

MODERATORS = discord.Permissions(manage_guild=True)


def check_moderator(interaction: discord.Interaction) -> int:
    """Return the server's id. Raises Refused for everybody else.

    Discord's own check is not enough: an administrator can open commands to anyone, and a press
    can be forged.
    """
    if interaction.guild_id is None or not interaction.permissions >= MODERATORS:
        raise Refused(N_("Only this server's moderators can do that."))
    return interaction.guild_id
