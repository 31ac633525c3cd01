"""/leave and *Leave*: which table, what will happen, and a second press."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import language, user_id_of
from cogs.connection.installation import in_direct_messages_too
from cogs.connection.localised import words
from cogs.connection.press_data import chosen_values
from cogs.connection.replies import send_private
from cogs.screens.parts.components import LEAVE, Press
from cogs.screens.table.leave_screen import left_screen, really_screen, which_screen
from kwbot.engine.values.wording import N_
from kwbot.ids import NO_TABLE, TableId, UserId
from kwbot.tables.errors.refusals import COMPUTER_PLAYS, Refused, Stale
from kwbot.tables.state.table_state import OpenTable, RunningTable
from kwbot.text.words import labels


class LeavingCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(LEAVE, self.on_press)

    @app_commands.command(**words(labels.COMMANDS["leave"]))
    @in_direct_messages_too
    async def leave(self, interaction: discord.Interaction) -> None:
        tables, spoken = self._left_by(user_id_of(interaction)), await language(interaction)
        if len(tables) > 1:
            await send_private(interaction, which_screen(tables, spoken))
        else:
            await send_private(
                interaction, really_screen(tables[0], user_id_of(interaction), spoken)
            )

    def _left_by(self, user_id: UserId) -> list[OpenTable]:
        """Return the tables that a user can leave. Raises Refused if there are none."""
        mine = self.bot.tables.index.of_user(user_id)
        there = [
            table
            for table in mine
            if not (table.running and table.seat_of(user_id) in table.running.away)
        ]
        if not there:
            raise Refused(COMPUTER_PLAYS if mine else N_("You're not at a table."))
        return there

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        user, spoken = user_id_of(interaction), await language(interaction)
        if press.argument == "which":
            table = self.bot.table(_number(chosen_values(interaction)))
            screen = really_screen(table, user, spoken)
        elif press.argument == "yes":
            live = self.bot.tables.index.at(press.table)
            await live.leave(user)
            screen = left_screen(press.table, spoken, back=isinstance(live.state, RunningTable))
        else:
            raise Stale
        await interaction.response.edit_message(view=screen)


def _number(values: list[str]) -> TableId:
    """Return the table chosen in a menu; 0 where the press is forged."""
    value = next(iter(values), "")
    return TableId(int(value)) if value.isascii() and value.isdigit() else NO_TABLE
