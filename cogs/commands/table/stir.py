"""*Stir*: a player's typed line replaces presses in the shuffle, so that nobody can choose it."""

import discord
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import language, user_id_of
from cogs.connection.press_data import form_values
from cogs.connection.replies import send_private
from cogs.screens.parts.components import STIR, Press, screen, words
from cogs.screens.parts.form import form, line
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import UserId
from kwbot.tables.state.contributions import MAX_STIR_LINES
from kwbot.tables.state.dealing import MAX_STIR_LENGTH
from kwbot.tables.state.table_state import LobbyTable, OpenTable
from kwbot.text.words import labels
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import escape

SENT = "stirred"
"""The area of the sent form."""
FIELD = "line"
_FORM = Term("Stir the shuffle", "title of a form")
_LINE = Term("Anything nobody can guess", "field of a form")
_STIRRED = N_("Your line goes into the shuffle: {line}. After the deal, find it in {command}.")
_LAST = N_("That was the last of your three lines.")
_AGAIN = N_("Stir again if players or options change.")


class StirCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(STIR, self.on_press)
        bot.router.on_form(SENT, self.on_form)

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        self.bot.tables.index.at(press.table).state.seat_of(user_id_of(interaction))
        spoken, sent = await language(interaction), Press(SENT, press.table, press.asked_at)
        field = line(FIELD, spoken.term(_LINE), MAX_STIR_LENGTH)
        await interaction.response.send_modal(form(spoken.term(_FORM), sent, [field]))

    async def on_form(self, interaction: discord.Interaction, press: Press) -> None:
        spoken, live = await language(interaction), self.bot.tables.index.at(press.table)
        typed = form_values(interaction).get(FIELD, "")
        counted = await live.stir(user_id_of(interaction), press.asked_at, typed)
        command = f"/{spoken.term(labels.COMMANDS['verify'].name)}"
        text = spoken.text(
            _STIRRED, line=f"**{escape(counted, MAX_STIR_LENGTH)}**", command=command
        )
        told = [f"🥄 {text}", _remaining_text(live.open, user_id_of(interaction), spoken)]
        told += [spoken.text(_AGAIN)] if isinstance(live.state, LobbyTable) else []
        await send_private(interaction, screen(words(" ".join(told), as_typed=True)))


def _remaining_text(table: OpenTable, user_id: UserId, spoken: Language) -> str:
    """Return a note on how many more lines a player may type for this deal."""
    left = MAX_STIR_LINES - table.stirrers.count(table.seat_of(user_id))
    if not left:
        return spoken.text(_LAST)
    return spoken.plural(
        "If someone stirs after you and you want to be last, you can stir {count} more time.",
        "If someone stirs after you and you want to be last, you can stir {count} more times.",
        left,
    )
