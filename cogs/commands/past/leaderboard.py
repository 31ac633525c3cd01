"""/leaderboard of a server and game: by season, by evenings, and of all time."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.past.leaderboard_screens import LeaderboardChoice, LeaderboardScreen
from cogs.connection.client import Kwbot
from cogs.connection.context import channel_language, channel_zone, game_last_played, guild_id_of
from cogs.connection.localised import descriptions, game_choices, words
from cogs.connection.press_data import chosen_values
from cogs.connection.replies import send_private
from cogs.screens.parts.components import LEADERBOARD, OPEN, Press, Screen
from cogs.screens.parts.paging import Turn
from kwbot.engine.values.wording import N_
from kwbot.standings.season_leaderboards import SeasonLeaderboards
from kwbot.tables.errors.refusals import Refused
from kwbot.text.words.labels import COMMANDS


class LeaderboardCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(LEADERBOARD, self.on_press, of_server=True)

    @app_commands.command(**words(COMMANDS["leaderboard"]))
    @app_commands.describe(**descriptions(["game"]))
    @app_commands.choices(game=game_choices())
    @app_commands.guild_only()
    async def leaderboard(self, interaction: discord.Interaction, game: str | None = None) -> None:
        choice = LeaderboardChoice(game or await game_last_played(interaction))
        await interaction.response.send_message(view=await self._screen(interaction, choice, 1))

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        """Turn a page, or show what a menu names; a table's button opens a private one."""
        turn = Turn.of(press.argument)
        choice = LeaderboardChoice.of(turn.listed)
        if turn.to == OPEN:
            await send_private(interaction, await self._screen(interaction, choice, 1))
            return
        for value in chosen_values(interaction):
            choice = choice.with_choice(turn.to, value)
        screen = await self._screen(interaction, choice, turn.page)
        await interaction.response.edit_message(view=screen)

    async def _screen(
        self, interaction: discord.Interaction, choice: LeaderboardChoice, page: int
    ) -> Screen:
        """Draw a page, or the last one for a number beyond it, in the server's language."""
        guild, variant = guild_id_of(interaction), self.bot.games.get(choice.game)
        if not guild or variant is None:
            raise Refused(N_("There's no such game here."))
        settings = await self.bot.store.settings.guild_settings(guild)
        leaderboards = SeasonLeaderboards(
            self.bot.store, guild, choice.game, settings, channel_zone(interaction, settings),
            self.bot.clock.now(),
        )  # fmt: skip
        spoken = channel_language(interaction, settings.language)
        choice = choice.with_ratings(on=settings.ratings)
        return await LeaderboardScreen(leaderboards, variant, choice, spoken).draw(page)
