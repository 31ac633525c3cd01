"""A finished deal that somebody plays again by themselves, from its start or from a move on.

It is no table: only its starting point and the moves since are stored; everything else comes from
the table's log at each press.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

import discord
from discord.ext import commands

from cogs.commands.parts.deal_panel import BARE_PANEL, DealAtPress, DealPanel, PanelState
from cogs.connection.client import Kwbot
from cogs.connection.context import user_id_of
from cogs.connection.past_table import DELETED, past_table
from cogs.connection.replies import answer_in_time
from cogs.screens.hand.solo_screen import solo_scene, solo_screen
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import RERUN, Press, Screen
from cogs.screens.parts.rendering import Rendering
from cogs.screens.past.rerun_buttons import ANEW, MomentPress
from cogs.screens.past.rerun_screen import rerun_end_screen, rerun_result, ways_from
from kwbot.engine.values.actions import Action
from kwbot.engine.values.choices import Choice
from kwbot.ids import TableId
from kwbot.solo.computer_moves import play_computers
from kwbot.solo.rerun_deal import RerunDeal, usual_seat
from kwbot.solo.solo_deal import SoloDeal
from kwbot.storage.values.documents import Learning, RerunState
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.past.replays import after_deal
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.deal.rerun_comparison import rerun_head

AREAS = "ract", "rpick", "rlook"
"""The areas of presses in such a deal: to answer, to choose on the way, to unfold something."""


@dataclass(frozen=True, slots=True)
class Rerun:
    """The deal of a `table` that somebody plays again, as in their `learning`, whose last change is
    number `seq`."""

    seq: int
    learning: Learning
    table: RunningTable
    deal: RerunDeal


class RerunCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        self.refusals = bot.display.renderer.refusals
        bot.router.on(RERUN, self.on_press)
        DealPanel(partial(RerunAtPress, self)).listen(bot.router, *AREAS)

    # --- presses ---------------------------------------------------------------------------------

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        """Play a deal from one of its moves on."""
        row = await past_table(interaction, press.table)
        asked = MomentPress.of(press.argument)
        table = await self._table(press.table)
        seat = asked.seat
        if seat is None:
            seat = await self._seat(interaction, table, press.asked_at)
        state = RerunState(table=row.id, deal=press.asked_at, start=asked.at, seat=seat)

        async def begin_and_draw() -> Screen:
            deal = await asyncio.to_thread(RerunDeal.read, table.match, state)
            solo = await play_computers(self.bot.tables.computers, deal.solo)
            seq, learning = await self.bot.store.settings.learning(user_id_of(interaction))
            stored = await self.keep(interaction, Rerun(seq, learning, table, deal), solo)
            return await self.screen(interaction, stored)

        await answer_in_time(interaction, begin_and_draw, self.refusals, anew=asked.sign == ANEW)

    # --- the deal --------------------------------------------------------------------------------

    async def _table(self, table_id: TableId) -> RunningTable:
        """Return a table. Raises Refused where its cards are not kept."""
        row = await self.bot.store.tables.load(table_id)
        table = await self.bot.tables.archive.running(row) if row else None
        if table is None:
            raise Refused(DELETED)
        return table

    async def _seat(
        self, interaction: discord.Interaction, table: RunningTable, number: int
    ) -> int:
        user = user_id_of(interaction)
        then = await asyncio.to_thread(after_deal, table.match, number)
        return usual_seat(then, table.seat_of(user) if table.has(user) else None)

    async def load(self, interaction: discord.Interaction) -> Rerun:
        """Return the deal that somebody plays. Raises Stale if there is none."""
        seq, learning = await self.bot.store.settings.learning(user_id_of(interaction))
        if learning.rerun is None:
            raise Stale
        table = await self._table(learning.rerun.table)
        deal = await asyncio.to_thread(RerunDeal.read, table.match, learning.rerun)
        return Rerun(seq, learning, table, deal)

    async def keep(self, interaction: discord.Interaction, before: Rerun, solo: SoloDeal) -> Rerun:
        """Store the deal as `solo`, unless something changed since `before`; return what is
        stored."""
        user, state = user_id_of(interaction), before.deal.state(solo)
        learning = before.learning.model_copy(update={"rerun": state})
        if not await self.bot.store.settings.set_learning(user, before.seq, learning):
            return await self.load(interaction)
        deal = replace(before.deal, solo=solo)
        return replace(before, seq=before.seq + 1, learning=learning, deal=deal)

    # --- what is shown ---------------------------------------------------------------------------

    async def screen(
        self, interaction: discord.Interaction, now: Rerun, look: PanelState = BARE_PANEL
    ) -> Screen:
        """Return the deal as it is now, or how it ended."""
        game, deal = now.table, now.deal
        preferences = await self.bot.preferences.of(interaction)
        if deal.solo.deal is None:
            return await self._end(interaction, game, deal, preferences)
        head = rerun_head(game.variant, deal.number, deal.trick, preferences.language)
        ways = ways_from(deal, preferences.language)
        draft = replace(look.draft, head=head)
        renderer = self.bot.display.renderer
        shows = (
            solo_scene(deal.solo, preferences, renderer.faces.at(game))
            if preferences.picture
            else None
        )
        picture = await renderer.picture(shows, interaction.channel_id or 0)
        return solo_screen(deal.solo, now.seq, AREAS, draft, preferences, picture, ways)

    async def _end(
        self,
        interaction: discord.Interaction,
        table: RunningTable,
        deal: RerunDeal,
        preferences: CardPreferences,
    ) -> Screen:
        renderer, user = self.bot.display.renderer, user_id_of(interaction)
        shows = rerun_result(deal, preferences, renderer.faces.at(table))
        drawn = shows if preferences.pictures_to_look_at else None
        channel = interaction.channel_id or 0
        png = await renderer.png(drawn, channel, edit=True)
        own = table.has(user) and table.seat_of(user) == deal.solo.seat
        return rerun_end_screen(
            deal, preferences, shows, Rendering(png, preferences.emojis), own=own
        )


class RerunAtPress(DealAtPress[RerunCog]):
    """The deal that somebody plays again, at one of their presses."""

    _now: Rerun

    async def choice(self) -> Choice:
        if self.press.asked_at != self._now.seq:
            raise Stale
        return self._now.deal.solo.choice

    async def act(self, action: Callable[[Choice], Action]) -> None:
        made = action(await self.choice())
        solo = await play_computers(self.area.bot.tables.computers, self._now.deal.solo.act(made))
        self._now = await self.area.keep(self.interaction, self._now, solo)

    async def show(self, look: Callable[[], Awaitable[PanelState]]) -> None:
        async def screen() -> Screen:
            self._now = await self.area.load(self.interaction)
            shown = await look()
            return await self.area.screen(self.interaction, self._now, shown)

        await answer_in_time(self.interaction, screen, self.area.refusals)
