"""The menu of what is seldom needed at a table: leave, call a foul, take moves back."""

import discord
from discord.ext import commands

from cogs.commands.parts.hand_place import HandPlace
from cogs.connection.client import Kwbot
from cogs.connection.context import language, user_id_of
from cogs.connection.press_data import chosen_values
from cogs.connection.replies import redraw, send_private
from cogs.screens.hand.hand_screen import behind_more
from cogs.screens.parts.arguments import MENU, MenuOpening
from cogs.screens.parts.components import MORE, Press, Screen, text_screen
from cogs.screens.table.leave_screen import really_screen
from cogs.screens.table.menu_press import MenuPress
from cogs.screens.table.menu_questions import (
    claim_screen,
    end_screen,
    moves_screen,
    offenders_screen,
    players_screen,
    rulings_screen,
)
from cogs.screens.table.menu_screen import menu_screen, onlookers_screen, past_screen
from cogs.screens.table.table_facts import label_voice
from cogs.screens.table.table_screen import words_screen
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.state.table_state import ClosedTable, RunningTable, running_of
from kwbot.tables.thinking.certain_claims import claimable
from kwbot.text.table import vote_texts
from kwbot.text.words import labels
from kwbot.text.words.language import Language

_PROPOSED = N_("I'm asking the others. Their answer will show at the table.")
_HERE_AGAIN = N_("You're back.")
_SETTLED = N_(
    "End the game now? It's settled by the points so far. A deal in progress won't count."
)
_UNFINISHED = N_("End the game now? It stays unfinished: nobody wins, and no points count.")
_FOR_GOOD = N_("This can't be taken back. Really end it for everyone?")
_ENDED = N_("The game is over.")
_NOT_CERTAIN = N_("Not certain: play on.")
_CLAIMED = N_("Certain: the deal is settled.")
_GIVEN = N_("A computer has that seat now, until the game is over.")
_HANDED_OVER = N_("{player} is the host now.")


class TableMenuCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(MORE, self.on_press)

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        spoken = await language(interaction)
        if press.argument == "past":
            await send_private(interaction, past_screen(press.table, press.asked_at, spoken))
            return
        table = running_of(self.bot.table(press.table))
        onlooker = interaction.guild_id == table.guild and not table.has(user_id_of(interaction))
        asked = MenuPress.of(press.argument, *chosen_values(interaction))
        if asked.what == MENU and onlooker:
            await send_private(
                interaction, onlookers_screen(table, spoken, _posted_commitment(press))
            )
            return
        seat, display = table.seat_of(user_id_of(interaction)), self.bot.display
        is_menu = asked.what == MENU
        place = HandPlace.of(display, interaction, table, spoken, on_hand=is_menu)
        with display.answering(table.id, interaction.message if place else None):
            in_hand = place is not None
            screen = await self._answer(interaction, press, seat, asked, spoken, in_hand=in_hand)
            if place is not None and asked.what != "leave":
                await place.show(screen)
            else:
                await (send_private if place or is_menu else redraw)(interaction, screen)

    async def _answer(
        self,
        interaction: discord.Interaction,
        press: Press,
        seat: Seat,
        asked: MenuPress,
        language: Language,
        *,
        in_hand: bool,
    ) -> Screen:
        """Carry out a press and draw the answer. `in_hand`: in the place of the hand."""
        user = user_id_of(interaction)
        if asked.what != "back":
            await self.bot.tables.index.at(press.table).wake(user)
        table = running_of(self.bot.table(press.table))
        if asked.what == "look" and (looks := [*labels.LOOKS.keys() & asked.more]):
            await self.bot.preferences.choose(user, look=looks[0])
            self.bot.display.redraw_hands(user)
        if asked.what in (MENU, "look"):
            preferences = await self.bot.preferences.of(interaction)
            aside = behind_more(table, seat, language) if in_hand else None
            return menu_screen(
                table, seat, preferences, _posted_commitment(press), aside,
                on_server=interaction.guild_id is not None,
            )  # fmt: skip
        if asked.what == "text":
            return words_screen(table, await self.bot.preferences.of(interaction))
        question = self._question(table, seat, asked, language)
        return question or await self._carry_out(table, seat, press.asked_at, asked, language)

    def _question(
        self, table: RunningTable, seat: Seat, asked: MenuPress, language: Language
    ) -> Screen | None:
        """Draw the question to ask before something is done; None if there is none."""
        screen: Screen | None = None
        match asked:
            case MenuPress("foul", ()):
                screen = offenders_screen(table, seat, language)
            case MenuPress("foul", (int(offender),)):
                screen = rulings_screen(table, seat, offender, language, self.bot.clock.now())
            case MenuPress("right", (int(offender),)):
                screen = moves_screen(table, MenuPress("foul", (offender,)), language)
            case MenuPress("undo", ()):
                screen = moves_screen(table, MenuPress("take"), language)
            case MenuPress("end", ()):
                meaning = _SETTLED if table.variant.host_ends else _UNFINISHED
                screen = end_screen(table, meaning, MenuPress("end", ("really",)), language)
            case MenuPress("end", ("really",)):
                screen = end_screen(table, _FOR_GOOD, MenuPress("end", ("yes",)), language)
            case MenuPress("claim", ()):
                screen = claim_screen(table, claimable(table, seat), language)
            case MenuPress("players", ()):
                screen = players_screen(table, seat, language)
            case MenuPress("leave", ()):
                user = table.seated[seat].user
                assert user is not None
                screen = really_screen(table, user, language)
        return screen

    async def _carry_out(
        self, table: RunningTable, seat: Seat, asked_at: int, asked: MenuPress, language: Language
    ) -> Screen:
        """Carry out a press, and draw what was done."""
        live, user = self.bot.tables.index.at(table.id), table.seated[seat].user
        assert user is not None
        match asked:
            case MenuPress("back", ()):
                await live.back(user)
                return text_screen(language.text(_HERE_AGAIN))
            case MenuPress("foul", (int(offender), int(count))):
                await live.decisions.call_foul(user, asked_at, offender, count)
            case MenuPress("claim", (("all" | "none" | int()) as claim,)):
                granted = await live.claim(user, str(claim))
                return text_screen(language.text(_CLAIMED if granted else _NOT_CERTAIN))
            case MenuPress("take", (int(count),)):
                await live.decisions.ask_undo(user, asked_at, count)
            case MenuPress("end", ("yes",)):
                await live.decisions.finish(user)
                if isinstance(live.state, ClosedTable):
                    return text_screen(language.text(_ENDED))
            case MenuPress("computer", (int(other),)):
                await live.decisions.give_to_computer(user, other)
                if not running_of(live.state).vote:
                    return text_screen(_replaced_text(table, other, language))
            case MenuPress("host", (int(other),)):
                await live.decisions.hand_over(user, other)
                if running_of(live.state).host == table.seated[other].user:
                    name = label_voice(table, language).name(other)
                    return text_screen(language.text(_HANDED_OVER, player=name))
            case _:
                raise Stale
        return text_screen(language.text(_PROPOSED))


def _posted_commitment(press: Press) -> str:
    """Return the commitment that was posted with *More*; empty where none was."""
    opening = MenuOpening.of(press.argument)
    return opening.commitment if opening.what == MENU else ""


def _replaced_text(table: RunningTable, seat: Seat, language: Language) -> str:
    """Return the news about a seat, at a `table` as it was before."""
    if table.is_silent(seat):
        return vote_texts.until_back_text(seat, label_voice(table, language))
    return language.text(_GIVEN)
