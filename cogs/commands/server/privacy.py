"""/privacy: the data that the bot keeps about a user, and their deletion."""

import discord
from discord import ButtonStyle, app_commands
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import language, user_id_of
from cogs.connection.installation import in_direct_messages_too
from cogs.connection.localised import words
from cogs.connection.replies import answer_in_time
from cogs.screens.parts.components import ActionRow, Press, Screen, button, text_screen
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import UserId
from kwbot.storage.values.stored_people import UserDataCounts
from kwbot.text.words.labels import CANCEL, Command
from kwbot.text.words.language import Language

PRIVACY_AREA = "privacy"
ASK, DELETE = "ask", "delete"
PRIVACY = Command(
    Term("privacy", "command"), Term("See or delete what the bot keeps about you", "command")
)
DELETE_MINE = Term("Delete my data", "button")
REALLY_DELETE = Term("Delete for good", "button")


def privacy_screen(kept: UserDataCounts, language: Language) -> Screen:
    """Draw the kinds of data that are kept, each with its count."""
    counts = {
        N_(
            "Your preferences: language, how your cards look, and where you see them."
        ): kept.preferences,
        N_(
            "Results of games you finished, on each server: wins, points, bids, titles."
        ): kept.results,
        N_("Your rating in each game, on each server where you finished one."): kept.ratings,
        N_("Deals you played, on each server: the bid, tricks and points."): kept.deals,
        N_(
            "Tables you are or were at: your name, the bids and cards played, and whether you left."
        ): kept.tables,
        N_("Servers on which the bot knows your name, for leaderboards."): kept.names,
        N_("Your lessons: which you have finished, and where you stopped."): kept.lessons,
        N_("Tables that someone invited you to."): kept.invitations,
        N_("Servers where you asked to be pinged, and the last time you were."): kept.pings,
        N_("Evenings you signed up for: your name, and what you scored there."): kept.evenings,
        N_("Deals of the day that you played: your name, your cards, your points."): kept.dailies,
        N_("Seasons you won: your name and place."): kept.championships,
        N_("If moderators have banned you from a game: which one, why and when."): kept.bans,
    }
    found = [
        f"- {f'**{count} ×** ' if count > 1 else ''}{language.text(what)}"
        for what, count in counts.items()
        if count
    ]
    title = f"### {language.text(N_('What this bot keeps about you'))}"
    rest = language.text(N_("Nothing else.") if found else N_("Nothing."))
    return text_screen(
        "\n".join([title, *found, rest]),
        ActionRow(
            button(
                language.term(DELETE_MINE), Press(PRIVACY_AREA, argument=ASK), ButtonStyle.danger
            )
        ),
    )


def confirm_screen(language: Language) -> Screen:
    return text_screen(
        language.text(
            N_(
                "Deletes your preferences, lessons, results, titles, invitations and "
                "closed tables, for good. Stays: bans, and points, tricks and bids in "
                "others' results, without your name. Today's deal of the day goes at "
                "midnight."
            )
        ),
        ActionRow(
            button(
                language.term(REALLY_DELETE),
                Press(PRIVACY_AREA, argument=DELETE),
                ButtonStyle.danger,
            ),
            button(language.term(CANCEL), Press(PRIVACY_AREA)),
        ),
    )


class PrivacyCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(PRIVACY_AREA, self.on_press)

    @app_commands.command(**words(PRIVACY))
    @in_direct_messages_too
    async def privacy(self, interaction: discord.Interaction) -> None:
        await self._tell(interaction, anew=True)

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        spoken, user = await language(interaction), user_id_of(interaction)
        if press.argument == ASK:
            await interaction.response.edit_message(view=confirm_screen(spoken))
        elif press.argument == DELETE:
            await interaction.response.defer()  # deleting much is slow, to block nobody
            await interaction.edit_original_response(view=await self._delete(user, spoken))
        else:
            await self._tell(interaction)

    async def _tell(self, interaction: discord.Interaction, *, anew: bool = False) -> None:
        """Say what is kept. Counting a lot takes long, too."""

        async def count() -> Screen:
            kept = await self.bot.store.count_user_data(user_id_of(interaction))
            return privacy_screen(kept, await language(interaction))

        await answer_in_time(interaction, count, self.bot.display.renderer.refusals, anew=anew)

    async def _delete(self, user_id: UserId, spoken: Language) -> Screen:
        still = await self.bot.store.delete_user_data(user_id)
        self.bot.preferences.forget(user_id)
        self.bot.last_names.forget(user_id)
        if not still:
            return text_screen(spoken.text(N_("Your data is deleted.")))
        told = N_(
            "Your data is deleted, except table {numbers}, which is still open. Delete again "
            "once it's closed."
        )
        numbers = spoken.enumeration(map(str, still))
        return text_screen(spoken.text(told, numbers=numbers))
