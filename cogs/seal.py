"""The button beside a sealed shuffle: the whole commitment, and what to do with it."""

from __future__ import annotations

import re

import discord
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import language
from cogs.connection.replies import send_private
from cogs.screens.components import SEAL, Press, text_screen
from kwbot.tables.refusals import Stale
from kwbot.tables.table_state import RunningTable
from kwbot.text.seal_lines import seal_text

_COMMITMENT = re.compile(r"[0-9a-f]{64}")


class SealCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(SEAL, self.shown)

    async def shown(self, interaction: discord.Interaction, press: Press) -> None:
        """Spell out what the button was posted with."""
        if not _COMMITMENT.fullmatch(press.rest):
            raise Stale
        spoken = await language(interaction)
        table = self.bot.tables.get(press.table)
        shared = isinstance(table, RunningTable) and table.is_shared
        text = seal_text(press.seen, press.rest, spoken, shared=shared)
        await send_private(interaction, text_screen(text))


async def setup(bot: Kwbot) -> None:
    await bot.add_cog(SealCog(bot))
