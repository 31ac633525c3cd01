"""Answers to presses that change a lobby, on its own message or in a user's menu of it."""

import discord

from cogs.connection.context import language, user_id_of
from cogs.connection.press_data import is_private
from cogs.delivery.display import TableDisplay
from cogs.screens.lobby.lobby_menu import lobby_menu
from cogs.screens.lobby.lobby_screen import lobby_screen
from kwbot.tables.state.table_state import TableState


async def redraw_lobby(
    interaction: discord.Interaction, display: TableDisplay, table: TableState
) -> None:
    """Redraw the pressed message: the lobby, or, if private, the menu."""
    if is_private(interaction):
        menu = lobby_menu(table, user_id_of(interaction), await language(interaction))
        await display.answers.redraw(interaction, menu)
    else:
        await display.answers.redraw_table(interaction, table, lobby_screen(table))
