"""*Stir*: a player types a line that goes into the shuffle, so that nobody can have chosen it."""

from __future__ import annotations

from typing import Any, cast

import discord
from discord import ui
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import language
from cogs.connection.replies import send_private
from cogs.screens.components import STIR, Press, text_screen
from kwbot.engine.wording import N_, Term
from kwbot.tables.dealing import LONGEST_LINE
from kwbot.text import labels
from kwbot.text.language import Language
from kwbot.text.markdown import escaped

SENT = "stirred"
"""The area of the filled form."""
FIELD = "line"
_FORM = Term("Stir the shuffle", "title of a form")
_LINE = Term("Anything nobody can guess", "field of a form")
_STIRRED = N_("Your line goes into the shuffle: {line}. After the deal, find it in {command}.")


class StirCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(STIR, self.asked)
        bot.router.on_form(SENT, self.sent)

    async def asked(self, interaction: discord.Interaction, press: Press) -> None:
        self.bot.tables.at(press.table).state.seat_of(interaction.user.id)
        await interaction.response.send_modal(form(press, await language(interaction)))

    async def sent(self, interaction: discord.Interaction, press: Press) -> None:
        spoken, live = await language(interaction), self.bot.tables.at(press.table)
        line = await live.stir(interaction.user.id, press.seen, typed(interaction))
        command = f"/{spoken.term(labels.COMMANDS['verify'].name)}"
        text = spoken.text(_STIRRED, line=f"**{escaped(line, LONGEST_LINE)}**", command=command)
        await send_private(interaction, text_screen(f"🥄 {text}"))


def form(press: Press, language: Language) -> ui.Modal:
    """The form of one line. It is stopped: discord.py must not keep it."""
    made = ui.Modal(title=language.term(_FORM), custom_id=str(Press(SENT, press.table, press.seen)))
    field: ui.TextInput[Any] = ui.TextInput(custom_id=FIELD, max_length=LONGEST_LINE)
    made.add_item(ui.Label(text=language.term(_LINE), component=field))
    made.stop()
    return made


def typed(interaction: discord.Interaction) -> str:
    """Return what stands in the field of a sent form, or nothing."""
    data = cast("dict[str, Any]", interaction.data or {})
    for row in data.get("components") or ():
        field = row.get("component") or {}
        if field.get("custom_id") == FIELD:
            return str(field.get("value", ""))
    return ""


async def setup(bot: Kwbot) -> None:
    await bot.add_cog(StirCog(bot))
