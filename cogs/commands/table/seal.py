"""The button beside a sealed shuffle: the whole commitment, and what to do with it."""

import re

import discord
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import language, user_id_of
from cogs.connection.replies import send_private
from cogs.screens.parts.components import SEAL, Press, screen, words
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.state.table_state import LobbyTable, RunningTable
from kwbot.text.table.seal_lines import seal_text

_COMMITMENT = re.compile(r"[0-9a-f]{64}")


class SealCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(SEAL, self.on_press)

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        """Show the whole commitment with which the button was posted."""
        if not _COMMITMENT.fullmatch(press.argument):
            raise Stale
        spoken = await language(interaction)
        table = self.bot.tables.index.get(press.table)
        shared = isinstance(table, RunningTable) and table.is_duplicate
        text = seal_text(
            press.asked_at,
            press.argument,
            spoken,
            self._stir_lines(interaction, press),
            shared=shared,
        )
        await send_private(interaction, screen(words(text, as_typed=True)))

    def _stir_lines(self, interaction: discord.Interaction, press: Press) -> list[tuple[str, str]]:
        """Return the lines that players typed for this commitment, if the asker sits there."""
        table = self.bot.tables.index.get(press.table)
        if not isinstance(table, LobbyTable | RunningTable) or not table.has(
            user_id_of(interaction)
        ):
            return []
        sealed = table.seal if isinstance(table, LobbyTable) else table.ready
        if sealed is None or sealed.commitment != press.argument:
            return []
        return [(table.seated[seat].name, line) for seat, line in table.lines]
