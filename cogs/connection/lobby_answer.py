"""Answers to presses that change a lobby, on its own message or in a user's menu of it."""

import discord

from cogs.connection.context import bot_of, language, user_id_of
from cogs.connection.press_data import is_own, is_private
from cogs.connection.replies import redraw
from cogs.delivery.display import TableDisplay
from cogs.screens.lobby.lobby_menu import lobby_menu
from cogs.screens.lobby.lobby_screen import lobby_screen
from cogs.screens.parts.components import text_screen
from kwbot.ids import TableId
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.state.table_state import TableState
from kwbot.text.words.language import Voice


async def redraw_lobby(
    interaction: discord.Interaction, display: TableDisplay, table: TableState
) -> None:
    """Redraw the pressed message: the lobby, or, if private, the menu."""
    if is_private(interaction):
        menu = lobby_menu(table, user_id_of(interaction), await language(interaction))
        await display.answers.redraw(interaction, menu)
    else:
        await display.answers.redraw_table(interaction, table, lobby_screen(table))


async def tell_gone(interaction: discord.Interaction, table_id: TableId) -> bool:
    """Say in the place of a user's own invitation that its table is gone, and return True; False if
    the table is open. Raises NoTable or BeforeRestore where others can press it too."""
    try:
        bot_of(interaction).tables.index.at(table_id)
    except Refused as gone:
        if not is_own(interaction):
            raise
        told = Voice(await language(interaction)).say(gone.sentence)
        await redraw(interaction, text_screen(f"💌 {told}"))
        return True
    return False
