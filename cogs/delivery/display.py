"""Shows all tables in Discord: hears of every change, and lets each message catch up by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import discord

from cogs.delivery.channel_messages import Board, drawing
from cogs.delivery.hand_messages import HandMail
from cogs.delivery.loop import place, sleep
from cogs.delivery.outlet import Courier, Undelivered
from cogs.delivery.rate_limit import A_SECOND, CALLS, TOGETHER, Pacer
from cogs.screens.components import text_screen
from cogs.screens.hand import hand_key
from kwbot.engine.actions import Seat
from kwbot.engine.wording import N_
from kwbot.tables.clock import Clock
from kwbot.tables.game_manager import Tables
from kwbot.tables.state import TableState
from kwbot.text.language import language_of

if TYPE_CHECKING:
    from cogs.connection.client import Kwbot

_log = logging.getLogger(__name__)

REDRAWN_AT_ONCE = 20
"""Tables that are redrawn in each second after a start."""
MOST_PACERS = 5000
"""Channels of which is known how much was sent to them lately."""
_UNREACHABLE = N_(
    "I cannot write in the channel of your table any more, so the game waits there. "
    "Give me back my permissions, or use /table in a channel where I may write."
)


class TableDisplay:
    """The Display of the tables. `calls`: so many in five seconds go to one channel."""

    bot: Kwbot
    courier: Courier
    tables: Tables

    def __init__(self, clock: Clock, *, calls: int = CALLS) -> None:
        self.clock = clock
        self.edition = 0
        self._calls = calls
        self._boards: dict[int, Board] = {}
        self._mail: dict[tuple[int, Seat], HandMail] = {}
        self._pacers: dict[int, Pacer] = {}
        self._together = Pacer(clock, max(TOGETHER, calls), A_SECOND)
        self._connected = False
        self._redrawing: asyncio.Task[None] | None = None

    def connect(self, bot: Kwbot) -> None:
        """Speak through `bot` from now on."""
        self.bot, self.tables = bot, bot.tables
        self.courier = Courier(bot)
        self._connected = True

    async def stop(self) -> None:
        """Send nothing more."""
        self._connected = False
        if self._redrawing:
            self._redrawing.cancel()
        loops = [one.loop for one in self._boards.values()]
        for loop in [*loops, *(one.loop for one in self._mail.values())]:
            await loop.stop()

    def pacer(self, channel: int) -> Pacer:
        if len(self._pacers) > MOST_PACERS:
            self._pacers = {key: one for key, one in self._pacers.items() if one.busy}
        return self._pacers.setdefault(channel, Pacer(self.clock, self._calls, over=self._together))

    # --- news -----------------------------------------------------------------------------------

    def show(self, before: TableState, states: Sequence[TableState]) -> None:
        """A table has changed; see kwbot.tables.services."""
        if not self._connected:
            return
        try:
            self._tell(before, states)
        except Exception as error:  # noqa: BLE001 - the table stands, whatever is wrong with its look
            _log.error("table %d: %s at %s", before.id, type(error).__name__, place(error))

    def _tell(self, before: TableState, states: Sequence[TableState]) -> None:
        self._forget_closed(besides=before.id)
        board = self._board(before)
        after = states[-1]
        acted = after.seq > before.seq or after.last_human_at > before.last_human_at
        board.news(states, acted=acted)
        for seat in after.humans if after.match else ():
            self._hand(board, seat).loop.poke()

    def _board(self, table: TableState) -> Board:
        board = self._boards.get(table.id)
        if board is None:
            board = self._boards[table.id] = Board(self, table)
        return board

    def _hand(self, board: Board, seat: Seat) -> HandMail:
        mail = self._mail.get((board.table.id, seat))
        if mail is None or mail.user != board.table.seated[seat].user:
            mail = self._mail[board.table.id, seat] = HandMail(self, board, seat)
        return mail

    def _forget_closed(self, besides: int) -> None:
        """Boards of closed tables go when their last messages are out."""
        for table, board in list(self._boards.items()):
            done = table != besides and board.table.state == "closed" and board.loop.idle
            if done and all(mail.loop.idle for (of, _), mail in self._mail.items() if of == table):
                del self._boards[table]
                self._mail = {key: mail for key, mail in self._mail.items() if key[0] != table}

    def show_all(self, tables: Sequence[TableState]) -> None:
        """After a start or a new connection: bring every table's messages up to date."""
        if self._redrawing is None or self._redrawing.done():
            self._redrawing = asyncio.create_task(self._show_all(tables), name="redrawing")

    async def _show_all(self, tables: Sequence[TableState]) -> None:
        for at, table in enumerate(tables):
            if at % REDRAWN_AT_ONCE == REDRAWN_AT_ONCE - 1:
                await sleep(self.clock, 1)
            present = self.tables.get(table.id)
            if present is not None:
                self.retry(present)

    def retry(self, table: TableState) -> None:
        """Draw a table anew where something is out of date or was out of reach."""
        board = self._board(table)
        board.unreachable = False
        self.show(table, [table])

    # --- answers to clicks ----------------------------------------------------------------------

    @contextmanager
    def answering(self, table: int, message: discord.Message | None) -> Iterator[None]:
        """Within the block the pressed message is left to the answer of the click."""
        board = self._boards.get(table)
        if board is None or message is None:
            yield
            return
        board.claimed.add(message.id)
        try:
            yield
        finally:
            board.claimed.discard(message.id)
            board.loop.poke()
            for (of, _), mail in self._mail.items():
                if of == table:
                    mail.loop.poke()

    def present_screen(self, table: TableState) -> discord.ui.LayoutView:
        """What the table's present message should show now."""
        return self._board(table).present_screen()

    def is_present(self, table: int, message: discord.Message | None) -> bool:
        """Whether this is the table's message in the channel."""
        board = self._boards.get(table)
        return board is not None and message is not None and board.message == message.id

    def drew_table(self, table: int, message: int, view: discord.ui.LayoutView) -> None:
        """The answer to a click has redrawn the table's message."""
        board = self._boards.get(table)
        if board is not None:
            board.drawn[message] = drawing(view)

    async def moved(
        self, table: TableState, message: int, deal: int, view: discord.ui.LayoutView
    ) -> None:
        """The table's message is another one from now on."""
        await self._board(table).moved(message, deal, view)

    def drew_hand(self, table: TableState, seat: Seat, interaction: discord.Interaction) -> None:
        """The answer to a click has redrawn the hand on the pressed message."""
        if table.id in self._boards:
            mail = self._hand(self._boards[table.id], seat)
            mail.drew(interaction, hand_key(table, seat))

    def lent_hand(self, table: TableState, seat: Seat, interaction: discord.Interaction) -> None:
        """A private copy of the hand was sent."""
        if table.id in self._boards:
            mail = self._hand(self._boards[table.id], seat)
            mail.lent(interaction, hand_key(table, seat))

    # --- what boards need -----------------------------------------------------------------------

    async def keep_hand(self, table: int, seat: Seat, deal: int, message: int) -> None:
        """Remember where a hand is shown, over a restart."""
        kept = self._boards[table].kept
        kept["hands"] = {**kept.get("hands", {}), str(seat): [deal, message]}
        await self.tables.note(table, display=dict(kept))

    async def tell_unreachable(self, table: TableState) -> None:
        """Tell the host by direct message that the channel is out of reach."""
        text = language_of(table.language).text(_UNREACHABLE)
        try:
            channel = await self.courier.direct(table.host)
            await self.courier.post(channel, text_screen(text), f"{table.id}.u")
        except Undelivered:
            _log.info("table %d: its host cannot be reached either", table.id)
