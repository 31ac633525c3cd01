"""/leaderboard of a server and game, and /stats of one player there."""

from __future__ import annotations

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import channel_language, game_last_played, language
from cogs.connection.localised import descriptions, game_choices, words
from cogs.connection.replies import send_private
from cogs.moderators import MODERATORS
from cogs.screens.components import Press, text_screen
from cogs.screens.paging import page_in, turning
from kwbot.engine.variant import Variant
from kwbot.engine.wording import N_
from kwbot.storage.stored import LeaderboardEntry
from kwbot.tables.refusals import Refused
from kwbot.text import standings
from kwbot.text.labels import COMMANDS

AREA = "leaderboard"
ROWS = 10


def row(stored: LeaderboardEntry, variant: Variant) -> standings.Standing:
    """Return a stored line as the text layer takes it, with the player as a mention."""
    return standings.Standing(
        rank=stored.rank,
        who=f"<@{stored.user_id}>",
        games=stored.games,
        wins=stored.wins,
        points=stored.points,
        tried=stored.bids_tried,
        made=stored.bids_made,
        titles=tuple(variant.titles[key] for key in stored.titles if key in variant.titles),
    )


_LEFT = N_("Left before the end: {count} of {games} games of the last year.")


class LeaderboardCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(AREA, self.turned)

    @app_commands.command(**words(COMMANDS["leaderboard"]))
    @app_commands.describe(**descriptions(["game"]))
    @app_commands.choices(game=game_choices())
    @app_commands.guild_only()
    async def leaderboard(self, interaction: discord.Interaction, game: str | None = None) -> None:
        view = await self._screen(interaction, game or await game_last_played(interaction), 1)
        await interaction.response.send_message(view=view)

    async def turned(self, interaction: discord.Interaction, press: Press) -> None:
        game, page, *_ = [*press.rest.split(" "), ""]
        view = await self._screen(interaction, game, page_in(page))
        await interaction.response.edit_message(view=view)

    async def _screen(
        self, interaction: discord.Interaction, game: str, page: int
    ) -> ui.LayoutView:
        """Draw a page, or the last one for a number beyond it, in the server's language."""
        guild, variant = interaction.guild_id, self.bot.games.get(game)
        if guild is None or variant is None:
            raise Refused(N_("There's no such game here."))
        rows, total = await self._page(guild, game, page)
        pages = -(-total // ROWS)
        if page > pages > 0:
            page = pages
            rows, _ = await self._page(guild, game, page)
        settings = await self.bot.store.guild_settings(guild)
        spoken = channel_language(interaction, settings.language)
        shown = [row(stored, variant) for stored in rows]
        text = standings.leaderboard_text(variant, shown, page, pages, spoken)
        if not rows:
            text += "\n" + spoken.text(N_("Finish a game with /play to get on it."))
        return text_screen(text, *([turning(AREA, game, page, pages)] if pages > 1 else ()))

    async def _page(self, guild: int, game: str, page: int) -> tuple[list[LeaderboardEntry], int]:
        offset = (page - 1) * ROWS
        return await self.bot.store.leaderboard(guild, game, limit=ROWS, offset=offset)

    @app_commands.command(**words(COMMANDS["stats"]))
    @app_commands.describe(**descriptions(["player"]))
    @app_commands.guild_only()
    async def stats(
        self, interaction: discord.Interaction, player: discord.User | None = None
    ) -> None:
        user = player or interaction.user
        found = await self.bot.store.stats(interaction.guild_id or 0, user.id)
        games = self.bot.games
        rows = [(games[one.game], row(one, games[one.game])) for one in found if one.game in games]
        spoken = await language(interaction)
        text = standings.stats_text(user.mention, rows, spoken)
        if await self._may_see_leavers(interaction):
            count, of = await self.bot.store.games_left(interaction.guild_id or 0, user.id)
            text += f"\n-# 💤 {spoken.text(_LEFT, count=count, games=of)}"
        await send_private(interaction, text_screen(text))

    async def _may_see_leavers(self, interaction: discord.Interaction) -> bool:
        """Whether a server shows who leaves games to whoever asks: a moderator, or a host."""
        guild, user = interaction.guild_id or 0, interaction.user.id
        hosts = any(table.guild == guild and table.host == user for table in self.bot.tables)
        if not (hosts or interaction.permissions >= MODERATORS):
            return False
        return (await self.bot.store.guild_settings(guild)).show_leavers


async def setup(bot: Kwbot) -> None:
    await bot.add_cog(LeaderboardCog(bot))
