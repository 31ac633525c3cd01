"""One player's hand at one table: their direct message, and the last private copy they got."""

from __future__ import annotations

import logging
from collections.abc import Hashable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord

from cogs.delivery.loop import Loop
from cogs.delivery.outlet import DmClosed, MessageGone, OutOfReach, Undelivered, understood
from cogs.screens.components import text_screen
from cogs.screens.hand import hand_key, hand_screen
from cogs.screens.table_facts import mention, shown_deal
from kwbot.engine.actions import Seat
from kwbot.engine.wording import N_
from kwbot.tables.state import TableState
from kwbot.text import labels
from kwbot.text.language import language_of

if TYPE_CHECKING:
    from cogs.delivery.channel_messages import Board
    from cogs.delivery.display import TableDisplay

_log = logging.getLogger(__name__)

TOKEN_LIFE = timedelta(minutes=14)
"""How long the answer to a click can be redrawn; Discord says 15."""
_DM_CLOSED = N_("{player}: I cannot write to you. Press *{button}* on the table for your cards.")


class HandMail:
    """Draws the hand anew when its owner is asked something, or when it changed without them."""

    def __init__(self, display: TableDisplay, board: Board, seat: Seat) -> None:
        self.seat = seat
        self.user = board.table.seated[seat].user
        kept = board.table.display.get("hands", {}).get(str(seat), (0, None))
        self.deal: int = kept[0]
        self.message: int | None = kept[1]
        self._drawn: Hashable = None
        self._display = display
        self._board = board
        self._channel = board.table.seated[seat].dm_channel
        self._closed = not board.table.seated[seat].dm_open
        self._private: tuple[discord.Interaction, datetime, Hashable] | None = None
        self._answered: tuple[discord.Interaction, datetime] | None = None
        """The last click on the message that was answered by drawing it."""
        self.loop = Loop(f"hand {seat} of table {board.table.id}", display.clock, self._work)
        if self.message and not _is_asked(board.table, seat):
            self._drawn = hand_key(board.table, seat)  # as good as new after a restart

    @property
    def table(self) -> TableState:
        return self._board.table

    def drew(self, interaction: discord.Interaction, key: Hashable) -> None:
        """The answer to a click has shown the hand, as `key` says, on the pressed message."""
        message = interaction.message
        if message is not None and message.id == self.message:
            self._drawn = key
            self._answered = (interaction, self._display.clock.now())
        elif message is not None and message.flags.ephemeral:
            self._private = (interaction, self._display.clock.now(), key)

    def lent(self, interaction: discord.Interaction, key: Hashable) -> None:
        """A private copy was sent as the answer to `interaction`."""
        self._private = (interaction, self._display.clock.now(), key)

    # --- the work -------------------------------------------------------------------------------

    async def _work(self) -> datetime | None:
        if (until := self._board.awaited()) is not None:
            return until
        await self._draw_private()
        try:
            await self._draw_mail()
        except (DmClosed, OutOfReach):
            await self._tell_closed()
        return None

    async def _draw_private(self) -> None:
        """Whoever plays by private messages sees their turn there, as long as Discord lets us."""
        if self._private is None or self.table.match is None:
            return
        interaction, at, drawn = self._private
        key = hand_key(self.table, self.seat)
        if drawn == key or self._claims(interaction.message):
            return
        if self._display.clock.now() - at > TOKEN_LIFE:
            self._private = None
            return
        self._private = (interaction, at, key)
        try:
            async with understood():
                await interaction.edit_original_response(view=await self._view(self.table))
        except (Undelivered, discord.HTTPException):
            self._private = None

    def _claims(self, message: discord.Message | None) -> bool:
        return message is not None and message.id in self._board.claimed

    async def _draw_mail(self) -> None:
        table = self.table
        if self._closed or self.user is None or table.match is None:
            return
        if _awaits_cards(table) and not _is_asked(table, self.seat):
            return
        if self._wants_new(table):
            await self._post()
        elif self.message and self.message not in self._board.claimed:
            await self._edit(self.message)

    def _wants_new(self, table: TableState) -> bool:
        """A new deal comes as a new message, so that it rings; not for those who are away."""
        deal = table.match.deal if table.match else None
        return (
            deal is not None
            and table.state == "running"
            and self.seat in deal.table.seats
            and self.seat not in table.away
            and self.deal != shown_deal(table)
        )

    async def _post(self) -> None:
        if self._channel is None:
            assert self.user is not None
            self._channel = await self._display.courier.direct(self.user)
        await self._display.pacer(self._channel).turn()
        table = self.table
        if not self._wants_new(table):
            return
        deal, key, view = (
            shown_deal(table),
            hand_key(table, self.seat),
            await self._view(table),
        )
        nonce = f"{table.id}.{deal}.{self.seat}.{self._display.edition}"
        self.message = await self._display.courier.post(self._channel, view, nonce)
        self.deal, self._drawn = deal, key
        await self._display.keep_hand(table.id, self.seat, deal, self.message)
        self.loop.poke()

    async def _edit(self, message: int) -> None:
        if self._drawn == hand_key(self.table, self.seat) or await self._edit_answer():
            return
        if self._channel is None:
            assert self.user is not None
            self._channel = await self._display.courier.direct(self.user)
        await self._display.pacer(self._channel).turn()
        table = self.table
        key = hand_key(table, self.seat)
        if message in self._board.claimed or self._drawn == key:
            return
        try:
            await self._display.courier.edit(self._channel, message, await self._view(table))
        except MessageGone:
            self._lost()
        else:
            self._drawn = key

    def _lost(self) -> None:
        """Somebody deleted the message: a new one comes."""
        self.message, self.deal, self._drawn = None, 0, None
        self.loop.poke()

    async def _edit_answer(self) -> bool:
        """Draw the message as more of the answer to the last click on it, while Discord lets us:
        such calls are not counted against the bot."""
        answered, self._answered = self._answered, None
        if answered is None or self._display.clock.now() - answered[1] > TOKEN_LIFE:
            return False
        table, (interaction, _) = self.table, answered
        if interaction.message is None or interaction.message.id != self.message:
            return False  # another deal's
        try:
            async with understood():
                await interaction.edit_original_response(view=await self._view(table))
        except MessageGone:
            self._lost()
            return True
        except (Undelivered, discord.HTTPException):
            return False
        self._answered, self._drawn = answered, hand_key(table, self.seat)
        return True

    async def _view(self, table: TableState) -> discord.ui.LayoutView:
        assert self.user is not None
        taste = await self._display.bot.preferences.taste_of(self.user, table.language)
        return hand_screen(table, self.seat, taste)

    async def _tell_closed(self) -> None:
        """In the middle of the game: say once in the channel how to go on."""
        self._closed = True
        if self.user is None:
            return
        language = language_of(self.table.language)
        text = language.text(
            _DM_CLOSED,
            player=mention(self.user),
            button=language.term(labels.MY_HAND),
        )
        nonce = f"{self.table.id}.c{self.seat}"
        await self._display.pacer(self.table.channel).turn()
        try:
            await self._display.courier.post(
                self.table.channel, text_screen(text), nonce, [self.user]
            )
        except Undelivered:
            _log.info("table %d: a player cannot be reached", self.table.id)


def _awaits_cards(table: TableState) -> bool:
    """Whether somebody must cut before the cards of the running deal are dealt."""
    deal = table.match.deal if table.match else None
    return deal is not None and deal.play is None and not any(deal.table.hands)


def _is_asked(table: TableState, seat: Seat) -> bool:
    """Whether the table waits for this player: for a move, or for their Ready."""
    if table.ready is not None:
        return seat in table.present and seat not in table.ready.seats
    return seat in table.to_act()
