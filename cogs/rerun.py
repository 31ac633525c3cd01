"""A finished deal that somebody plays again by themselves, from its start or from a card on.

It is no table: what is kept is where it began and the moves since, and all else comes from the log
of the table at each press.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

import discord
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import chosen
from cogs.connection.past_table import DELETED, past_table
from cogs.connection.replies import answer_in_time
from cogs.screens.hand.picking import Answer, Pick, action_of, picked_on
from cogs.screens.hand.solo_screen import SoloPanel, solo_scene, solo_screen
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import RERUN, Press, Screen
from cogs.screens.parts.rendering import Rendering
from cogs.screens.past.rerun_buttons import ANEW, RerunPress
from cogs.screens.past.rerun_screen import rerun_end_screen, rerun_result, ways_from
from kwbot.engine.values.choices import Choice
from kwbot.solo.computer_moves import answered
from kwbot.solo.rerun_deal import RerunDeal, usual_seat
from kwbot.solo.solo_deal import SoloDeal
from kwbot.storage.values.documents import Learning, RerunState
from kwbot.tables.state.table_state import RunningTable
from kwbot.tables.thinking.replays import after_deal
from kwbot.tables.time.refusals import Refused, Stale
from kwbot.text.deal.rerun_comparison import rerun_head

ACT, PICK, LOOK = "ract", "rpick", "rlook"
"""The areas of presses in such a deal: to answer, to choose on the way, to unfold something."""


@dataclass(frozen=True, slots=True)
class Rerun:
    """The deal of a `game` that somebody plays again, as their `learning` has it since its change
    number `seq`."""

    seq: int
    learning: Learning
    game: RunningTable
    deal: RerunDeal

    def asked(self, press: Press) -> Choice:
        """Return what the person may do; raise Stale unless a press answers that."""
        if press.asked_at != self.seq:
            raise Stale
        return self.deal.solo.asked


class RerunCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        self._refusals = bot.display.gallery.refusals
        bot.router.on(RERUN, self.begin)
        bot.router.on(ACT, self.act)
        bot.router.on(PICK, self.pick)
        bot.router.on(LOOK, self.look)

    # --- presses ---------------------------------------------------------------------------------

    async def begin(self, interaction: discord.Interaction, press: Press) -> None:
        """Play a deal from one of its moves on."""
        row = await past_table(interaction, press.table)
        asked = RerunPress.of(press.argument)
        if asked.start < 0:
            raise Stale
        game = await self._game(press.table)
        seat = asked.seat
        if seat is None:
            seat = await self._seat(interaction, game, press.asked_at)
        state = RerunState(table=row.id, deal=press.asked_at, start=asked.start, seat=seat)

        async def begun() -> Screen:
            deal = await asyncio.to_thread(RerunDeal.read, game.match, state)
            solo = await answered(self.bot.tables.computers, deal.solo)
            seq, learning = await self.bot.store.settings.learning(interaction.user.id)
            stored = await self._stored(interaction, Rerun(seq, learning, game, deal), solo)
            return await self._screen(interaction, stored)

        await answer_in_time(interaction, begun, self._refusals, anew=asked.anew == ANEW)

    async def act(self, interaction: discord.Interaction, press: Press) -> None:
        """Make a move, then show what follows; a press for an earlier moment only brings the
        present one."""

        async def moved() -> Screen:
            now = await self._now(interaction)
            with suppress(Stale):
                action = action_of(now.asked(press), Answer.of(press.argument), chosen(interaction))
                solo = await answered(self.bot.tables.computers, now.deal.solo.act(action))
                now = await self._stored(interaction, now, solo)
            return await self._screen(interaction, now)

        await answer_in_time(interaction, moved, self._refusals)

    async def pick(self, interaction: discord.Interaction, press: Press) -> None:
        """Show a choice on the way to an answer: only the message holds it."""

        async def picked() -> Screen:
            now, shown = await self._now(interaction), ""
            with suppress(Stale):
                shown = picked_on(now.asked(press), Pick.of(press.argument), chosen(interaction))
            return await self._screen(interaction, now, shown)

        await answer_in_time(interaction, picked, self._refusals)

    async def look(self, interaction: discord.Interaction, press: Press) -> None:
        async def unfolded() -> Screen:
            return await self._screen(interaction, await self._now(interaction), "", press.argument)

        await answer_in_time(interaction, unfolded, self._refusals)

    # --- the deal --------------------------------------------------------------------------------

    async def _game(self, table: int) -> RunningTable:
        """Return the game of a table; raise Refused where its cards are not kept."""
        row = await self.bot.store.tables.load(table)
        game = await self.bot.tables.archive.game(row) if row else None
        if game is None:
            raise Refused(DELETED)
        return game

    async def _seat(self, interaction: discord.Interaction, game: RunningTable, number: int) -> int:
        user = interaction.user.id
        then = await asyncio.to_thread(after_deal, game.match, number)
        return usual_seat(then, game.seat_of(user) if game.has(user) else None)

    async def _now(self, interaction: discord.Interaction) -> Rerun:
        """Return the deal that somebody plays; raise Stale if there is none."""
        seq, learning = await self.bot.store.settings.learning(interaction.user.id)
        if learning.rerun is None:
            raise Stale
        game = await self._game(learning.rerun.table)
        deal = await asyncio.to_thread(RerunDeal.read, game.match, learning.rerun)
        return Rerun(seq, learning, game, deal)

    async def _stored(
        self, interaction: discord.Interaction, before: Rerun, solo: SoloDeal
    ) -> Rerun:
        """Store that a deal stands as in `solo`, unless something else has changed since `before`;
        return what is stored."""
        user, state = interaction.user.id, before.deal.state(solo)
        learning = before.learning.model_copy(update={"rerun": state})
        if not await self.bot.store.settings.set_learning(user, before.seq, learning):
            return await self._now(interaction)
        deal = replace(before.deal, solo=solo)
        return replace(before, seq=before.seq + 1, learning=learning, deal=deal)

    # --- what is shown ---------------------------------------------------------------------------

    async def _screen(
        self, interaction: discord.Interaction, now: Rerun, picked: str = "", unfolded: str = ""
    ) -> Screen:
        """Return the deal as it stands, or how it ended."""
        game, deal = now.game, now.deal
        preferences = await self.bot.preferences.of(interaction)
        if deal.solo.deal is None:
            return await self._end(interaction, game, deal, preferences)
        head = rerun_head(game.variant, deal.number, deal.trick, preferences.language)
        ways = ways_from(deal, preferences.language)
        panel = SoloPanel((ACT, PICK, LOOK), now.seq, head, picked, unfolded, ways)
        gallery = self.bot.display.gallery
        shows = (
            solo_scene(deal.solo, preferences, gallery.faces.at(game))
            if preferences.picture
            else None
        )
        picture = await gallery.picture(shows, interaction.channel_id or 0)
        return solo_screen(deal.solo, panel, preferences, picture)

    async def _end(
        self,
        interaction: discord.Interaction,
        game: RunningTable,
        deal: RerunDeal,
        preferences: CardPreferences,
    ) -> Screen:
        gallery, user = self.bot.display.gallery, interaction.user.id
        shows = rerun_result(deal, preferences, gallery.faces.at(game))
        drawn = shows if preferences.pictures_to_look_at else None
        channel = interaction.channel_id or 0
        png = await gallery.png(drawn, channel, edit=True)
        own = game.has(user) and game.seat_of(user) == deal.solo.seat
        return rerun_end_screen(
            deal, preferences, shows, Rendering(png, preferences.emojis), own=own
        )


async def setup(bot: Kwbot) -> None:
    await bot.add_cog(RerunCog(bot))
