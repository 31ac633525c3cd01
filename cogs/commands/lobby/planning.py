"""*Play at …*: a lobby is put off until a time at which it opens by itself."""

from datetime import datetime, time, tzinfo

import discord
from discord import ui
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import channel_zone, language, user_id_of
from cogs.connection.lobby_answer import redraw_lobby
from cogs.connection.press_data import form_values
from cogs.screens.parts.components import PLAN, Press
from cogs.screens.parts.form import form, line
from cogs.screens.parts.time_fields import DAY, LONGEST_TIME, day_field, time_hint
from kwbot.engine.values.wording import Term
from kwbot.tables.play import planned_tables
from kwbot.tables.play.lobby import check_host
from kwbot.tables.state.table_state import LobbyTable, lobby_of
from kwbot.tables.time import clock_times
from kwbot.text.words import labels
from kwbot.text.words.language import Language

TIME = "time"
USUAL_TIME = time(20)
_TIME = Term("Time", "field of a form")


class PlanningCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(PLAN, self.on_press, of_server=True)
        bot.router.on_form(PLAN, self.on_form)

    async def _zone(self, interaction: discord.Interaction, table: LobbyTable) -> tzinfo:
        settings = await self.bot.store.settings.guild_settings(table.guild)
        return channel_zone(interaction, settings)

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        """Ask the host for a day and a time."""
        table = lobby_of(self.bot.table(press.table))
        check_host(table, user_id_of(interaction))
        zone, spoken = await self._zone(interaction, table), await language(interaction)
        shown = plan_form(table, self.bot.clock.now(), zone, spoken)
        await interaction.response.send_modal(shown)

    async def on_form(self, interaction: discord.Interaction, press: Press) -> None:
        """Put the table off, and show until when."""
        table, typed = lobby_of(self.bot.table(press.table)), form_values(interaction)
        zone, now = await self._zone(interaction, table), self.bot.clock.now()
        day = clock_times.chosen_day(typed.get(DAY, ""))
        at = clock_times.clock_time(typed.get(TIME, ""))
        starts = clock_times.chosen_moment(day, at, zone, now)
        live = self.bot.tables.index.at(table.id)
        with self.bot.display.answering(table.id, interaction.message):
            await live.rearrange(planned_tables.plan_table, user_id_of(interaction), starts, now)
            await redraw_lobby(interaction, self.bot.display, live.state)


def plan_form(table: LobbyTable, now: datetime, zone: tzinfo, language: Language) -> ui.Modal:
    """Return the form for a day and a time, filled in with what is planned."""
    starts = table.starts.astimezone(zone) if table.starts else None
    days = clock_times.days(now, zone)
    kept = starts is not None and starts.date() in days
    chosen = starts.date() if starts and kept else clock_times.next_day(USUAL_TIME, now, zone)
    at = language.clock_time(starts.time() if starts else USUAL_TIME)
    return form(
        language.term(labels.PLAY_AT),
        Press(PLAN, table.id),
        [
            day_field(days, chosen, language),
            line(TIME, language.term(_TIME), LONGEST_TIME, time_hint(zone, language), at),
        ],
    )
