"""/hint and /review: what a strong player would do or would have done; for the asker alone."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.parts.hand_place import HandPlace
from cogs.connection.client import Kwbot
from cogs.connection.context import guild_id_of, language, own_table, user_id_of
from cogs.connection.installation import in_direct_messages_too
from cogs.connection.localised import words
from cogs.connection.one_at_a_time import OneAtATime
from cogs.connection.press_data import is_own
from cogs.connection.replies import redraw, refuse, send_private
from cogs.delivery.calls.undelivered import UNSENT
from cogs.delivery.pictures.panels import hint_question
from cogs.delivery.pictures.suggestions import Question
from cogs.screens.hand.draft import ADVICE, Draft
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import HINT, REVIEW, Press, Screen, text_screen
from cogs.screens.past.rerun_buttons import rerun_press
from cogs.screens.past.review_screen import moment_scene, review_screen
from cogs.screens.table.table_facts import seen_by
from kwbot.engine.deals.deal import Deal
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.errors import NotYourTurn
from kwbot.engine.values.wording import N_
from kwbot.engine.views.mistake import Mistake
from kwbot.engine.views.view import View
from kwbot.ids import NO_GUILD, TableId, UserId
from kwbot.players.turns.deal_start import chance
from kwbot.tables.errors.refusals import COMPUTER_PLAYS, Refused, Stale
from kwbot.tables.past.past_decisions import decisions
from kwbot.tables.past.reviews import REVIEW_SAMPLES, review_all, without_objection
from kwbot.tables.play.votes import check_no_vote
from kwbot.tables.state.table_state import OpenTable, RunningTable, running_of
from kwbot.tables.thinking.computer_turns import advice_seed
from kwbot.tables.thinking.computers import by_thumb
from kwbot.text.deal.advice import Hint, ReviewText, hint_text, review_text
from kwbot.text.words import labels

ShowScreen = Callable[[Screen], Awaitable[None]]
Work = asyncio.Future[Hint | None]
"""Finds a hint; None: its player is asked something else by now."""
HINT_SECONDS = 2.0
"""Seconds after which the asker is told that it takes longer: a press must be answered in three."""
MAX_HINT_SECONDS = 20.0
REVIEW_SECONDS = 60.0
PROGRESS = timedelta(seconds=2)
"""Time between messages about the progress of a review."""
_OFF = N_(
    "Hints are off at this table. The host can turn them on under Options before the game starts."
)
_BUSY = N_("That's taking too long right now. Ask again in a little while.")
_OVER = N_("Play has moved on. If it's your turn, ask again.")
_NO_DEAL = N_("No deal is in progress.")
_NOTHING = N_("You haven't finished a deal here.")
_SAT_OUT = N_("You sat out the last deal.")
_LOOKING = N_("Looking at your decisions: {done} of {all}")


class HintsCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        self._advising = OneAtATime()
        bot.router.on(HINT, self.on_hint)
        bot.router.on(REVIEW, self.on_review)

    # --- hints ----------------------------------------------------------------------------------

    @app_commands.command(**words(labels.COMMANDS["hint"]))
    @in_direct_messages_too
    async def hint(self, interaction: discord.Interaction) -> None:
        await self._hint(interaction, own_table(interaction))

    async def on_hint(self, interaction: discord.Interaction, press: Press) -> None:
        """Show a hint on the pressed hand, until the move that it is about."""
        table = self.bot.tables.index.get(press.table)
        if table is None:
            raise Stale
        display = self.bot.display
        try:
            running_of(table).question(user_id_of(interaction), press.asked_at)
        except Stale as stale:
            if not is_own(interaction):  # forged
                raise
            with display.answering(table.id, interaction.message):
                await self._redraw(interaction, table.id)
            await refuse(interaction, stale.sentence)
            return
        if not is_own(interaction):  # forged
            await self._hint(interaction, table)
            return
        with self._advising.working(user_id_of(interaction)):
            with display.answering(table.id, interaction.message):
                game, work = await self._begin(interaction, table)
                question = hint_question(game, game.seat_of(user_id_of(interaction)))
                found, _ = await asyncio.wait({work}, timeout=HINT_SECONDS)
                display.panels.hints[question] = work.result() if found else None
                await self._redraw(interaction, table.id)
            if not found:
                await self._show_later(interaction, work, question)

    async def _show_later(
        self, interaction: discord.Interaction, work: Work, question: Question
    ) -> None:
        """Show a hint on a hand that says that it is being found, if the question still stands."""
        display, found = self.bot.display, None
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(MAX_HINT_SECONDS):
                    found = await work
        finally:
            del display.panels.hints[question]
        table, seat, _ = question
        now = self.bot.tables.index.get(table)
        if now is None or hint_question(now, seat) != question:
            return
        if found is not None:
            display.panels.hints[question] = found
        with display.answering(table, interaction.message):
            await self._redraw(interaction, table)
        if found is None:
            raise Refused(_BUSY)

    async def _redraw(self, interaction: discord.Interaction, table_id: TableId) -> None:
        """Answer with the hand and its hint."""
        state, preferences = self.bot.table(table_id), await self.bot.preferences.of(interaction)
        await self.bot.display.answers.redraw_hand(
            interaction, state, preferences, Draft(unfolded=ADVICE)
        )

    async def _hint(self, interaction: discord.Interaction, table: OpenTable) -> None:
        """Answer with a hint in full."""
        with self._advising.working(user_id_of(interaction)):
            game, work = await self._begin(interaction, table)
            seat = game.seat_of(user_id_of(interaction))
            seen = seen_by(game, seat)
            preferences = await self.bot.preferences.of(interaction)

            def text_of(hint: Hint | None) -> str:
                if hint is None:
                    return f"⛔ {preferences.language.text(_OVER)}"
                checked = self.bot.display.panels.hint_with_difference(hint, game, seat)
                return hint_text(seen, checked or hint, preferences.voice(seen))

            try:
                await asyncio.wait({work}, timeout=HINT_SECONDS)
                if work.done():
                    await send_private(interaction, text_screen(text_of(work.result())))
                    return
                await interaction.response.defer(ephemeral=True, thinking=True)
                try:
                    async with asyncio.timeout(MAX_HINT_SECONDS):
                        text = text_of(await work)
                except TimeoutError:
                    text = f"⛔ {preferences.language.text(_BUSY)}"
                await interaction.edit_original_response(view=text_screen(text))
            finally:
                work.cancel()

    async def _begin(
        self, interaction: discord.Interaction, table: OpenTable
    ) -> tuple[RunningTable, Work]:
        """Begin to find a hint for the asker, at the table as it is now."""
        seat = table.seat_of(user_id_of(interaction))
        await self.bot.tables.index.at(table.id).wake(user_id_of(interaction))
        table = self.bot.table(table.id)
        if not table.gives_hints:
            raise Refused(_OFF)
        running = table.running
        if running is None or running.match.deal is None:
            raise Refused(_NO_DEAL)
        if seat in running.away:
            raise Refused(COMPUTER_PLAYS)
        check_no_vote(running)
        seen = seen_by(running, seat)
        if seen.choice is None:
            raise NotYourTurn
        return running, asyncio.ensure_future(self._advise(running, running.match.deal, seen))

    async def _advise(self, table: RunningTable, deal: Deal, seen: View) -> Hint | None:
        """Return the advice; None if the player is asked something else meanwhile."""
        assert seen.seat is not None
        seat, computers = seen.seat, self.bot.tables.computers
        seed = advice_seed(table.id, deal, seen.number)
        possible = without_objection(deal, seen, await computers.weigh(seen, seed, REVIEW_SAMPLES))
        action = next(iter(possible), None)
        if action is None:
            action = await by_thumb(table.match, seat, chance(b"", seed))
        now = self.bot.tables.index.get(table.id)
        if not now or not now.running or now.running.asked_at.get(seat) != table.asked_at[seat]:
            return None
        return Hint(action, possible)

    # --- reviews --------------------------------------------------------------------------------

    @app_commands.command(**words(labels.COMMANDS["review"]))
    @in_direct_messages_too
    async def review(self, interaction: discord.Interaction) -> None:
        """Review the last deal at the table here, otherwise at any on this server; in a direct
        message at any."""
        user = user_id_of(interaction)
        guild = guild_id_of(interaction)
        channel = interaction.channel_id
        newest_first = reversed(self.bot.tables.index.of_user(user))
        sat_out = False
        for table in sorted(newest_first, key=lambda one: not one.is_in(channel)):
            running = table.running
            if guild in (NO_GUILD, table.guild) and running and running.match.finished:
                if _took_part(running, user):
                    await self._review(interaction, running)
                    return
                sat_out = True
        async for running in self.bot.tables.archive.closed_games(guild or None, user):
            if _took_part(running, user):
                await self._review(interaction, running)
                return
        raise Refused(_SAT_OUT if sat_out else _NOTHING)

    async def on_review(self, interaction: discord.Interaction, press: Press) -> None:
        tables = self.bot.tables
        table = tables.index.get(press.table)
        running = table.running if table else await tables.archive.closed_game(press.table)
        spoken = await language(interaction)
        place = HandPlace.at_press(self.bot.display, interaction, table, spoken)
        await self._review(interaction, running, place)

    async def _review(
        self,
        interaction: discord.Interaction,
        table: RunningTable | None,
        place: HandPlace | None = None,
    ) -> None:
        user = user_id_of(interaction)
        if table is None or not table.has(user) or not table.match.finished:
            raise Refused(_NOTHING)
        if not _took_part(table, user):
            raise Refused(_SAT_OUT)
        with self._advising.working(user):
            if place is not None:
                await interaction.response.defer()
                place.take()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
            await self._show_review(interaction, table, table.seat_of(user), place)

    async def _show_review(
        self,
        interaction: discord.Interaction,
        table: RunningTable,
        seat: Seat,
        place: HandPlace | None,
    ) -> None:
        show = place.show if place is not None else partial(redraw, interaction)
        taken = decisions(table.match, seat, table.late_before)
        preferences = await self.bot.preferences.of(interaction)
        judged = 0

        def note_progress(count: int) -> None:
            nonlocal judged
            judged = count

        computers = self.bot.tables.computers
        work = asyncio.ensure_future(
            review_all(computers, taken, table.id, note_progress, REVIEW_SECONDS)
        )
        try:
            while not work.done():
                await asyncio.wait({work}, timeout=PROGRESS.total_seconds())
                if not work.done() and (place is None or place.is_kept):
                    told = preferences.language.text(_LOOKING, done=judged, all=len(taken))
                    with suppress(*UNSENT):  # what is found comes all the same
                        await show(text_screen(f"🔍 {told}"))
            found = await work
        finally:
            work.cancel()
        if taken and not judged:
            await show(text_screen(f"⛔ {preferences.language.text(_BUSY)}"))
            return
        mistakes = found.mistakes
        voice = preferences.voice(seen_by(table, seat))
        number = len(table.match.deals)
        text = review_text(mistakes, number, (found.judged, found.made), voice)
        starts = {id(one.seen): len(one.deal.moves()) for one in taken}
        tries = [
            rerun_press(table.id, number, starts[id(one.seen)], seat, anew=True) for one in mistakes
        ]
        await self._show(
            show, interaction.channel_id or 0, table, preferences, mistakes, text, tries
        )

    async def _show(
        self,
        show: ShowScreen,
        channel_id: int,
        table: RunningTable,
        preferences: CardPreferences,
        mistakes: Sequence[Mistake],
        told: ReviewText,
        tries: Sequence[Press],
    ) -> None:
        """Answer with a review, and with pictures where they are wanted and available."""
        renderer = self.bot.display.renderer

        async def send() -> None:
            wanted = mistakes if preferences.pictures_to_look_at else ()
            faces = renderer.faces.at(table)
            scenes = [moment_scene(table, one.seen, preferences, faces) for one in wanted]
            drawn = [await renderer.picture(shows, channel_id) for shows in scenes]
            await show(review_screen(told, drawn, tries, preferences.language))

        await renderer.refusals.send_with_fallback(channel_id, send, edit=True)


def _took_part(table: RunningTable, user_id: UserId) -> bool:
    """Whether a seated user played in the last scored deal."""
    ended = table.match.finished
    return ended is not None and table.seat_of(user_id) in ended.start.seats
