"""The display of all tables in Discord: it hears of every change, and each message catches up."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress

import discord

from cogs.delivery.answers import PressAnswers
from cogs.delivery.calls.catch_up_loop import CatchUpLoop
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.messages.channel_messages import ChannelMessages
from cogs.delivery.messages.daily_messages import DailyMessages
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.delivery.messages.evening_messages import EveningMessages
from cogs.delivery.messages.hand_messages import HandMessages
from cogs.delivery.messages.plan_notices import Awake, all_awake
from cogs.delivery.messages.private_hand import PreferencesOf
from cogs.delivery.messages.watchers import Watchers
from cogs.delivery.messages.weekly_messages import WeeklyMessages
from cogs.delivery.pictures.emoji_shelf import EmojiShelf
from cogs.delivery.pictures.panels import Panels
from cogs.delivery.pictures.suggestions import Suggestions
from cogs.delivery.pictures.table_renderer import ClimbOf, TableRenderer, no_climb
from cogs.delivery.redraw_queue import RedrawQueue
from cogs.screens.parts.components import Screen
from cogs.screens.table.table_facts import HandKey
from kwbot.engine.values.actions import Seat
from kwbot.ids import TableId, UserId
from kwbot.logs import place_of
from kwbot.metrics import count_error
from kwbot.storage.backend.failures import StorageError
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.indexed_table import IndexedTable
from kwbot.tables.state.table_state import ClosedTable, TableState
from kwbot.tables.time.clock import Clock

_log = logging.getLogger(__name__)


class TableDisplay:
    """The Display of the tables. `emojis`: None where cards are symbols."""

    def __init__(
        self,
        calls: DiscordCalls,
        clock: Clock,
        preferences_of: PreferencesOf,
        *,
        awake: Awake = all_awake,
        emojis: EmojiShelf | None = None,
        climb_of: ClimbOf = no_climb,
    ) -> None:
        self.calls = calls
        find = self.calls.application.user
        self.renderer = (
            TableRenderer(clock, find, lambda: emojis.ids, emojis.doubt, climb_of)
            if emojis
            else TableRenderer(clock, find, climb_of=climb_of)
        )
        self.evening_messages = EveningMessages(self.calls, self.renderer, clock)
        self.daily_messages = DailyMessages(self.calls.messages, self.renderer)
        self.weekly_messages = WeeklyMessages(self.calls.messages, self.renderer)
        self.suggestions = Suggestions(self._redraw_hand)
        self.panels = Panels(self.renderer, self.suggestions)
        self.emojis = emojis
        self._clock = clock
        self._preferences_of = preferences_of
        self._awake = awake
        self._tables: Tables
        self._messages: dict[TableId, ChannelMessages] = {}
        self._hands: dict[TableId, dict[Seat, HandMessages]] = {}
        self._watchers: dict[TableId, Watchers] = {}
        self._closing: dict[TableId, asyncio.Task[None]] = {}
        """Closed tables whose last messages are being sent."""
        self._connected = False
        self._queue = RedrawQueue(clock, self._redraw, self._part)
        self.answers = PressAnswers(
            self.calls, self.renderer, self.panels, self._messages_of, self.note_hand
        )

    def connect(self, client: discord.Client, tables: Tables) -> None:
        """Show `tables` through `client` from now on."""
        self.calls.connect(client)
        if self.emojis is not None:
            self.emojis.stock(self.calls)
        self._tables = tables
        self.suggestions.connect(tables.computers)
        self._connected = True

    async def stop(self) -> None:
        """Send nothing more."""
        self._connected = False
        self._queue.stop()
        for task in self._closing.values():
            task.cancel()
        for messages in list(self._messages.values()):
            for loop in self._loops(messages):
                await loop.stop()
        await self.evening_messages.stop()
        await self.suggestions.stop()
        await self.renderer.stop()
        if self.emojis is not None:
            await self.emojis.stop()

    # --- news -----------------------------------------------------------------------------------

    def show(self, before: TableState, states: Sequence[TableState]) -> None:
        """Show a table that has changed; see kwbot.tables.play.services."""
        if not self._connected:
            return
        try:
            self._tell(before, states)
        except Exception as error:  # noqa: BLE001 - the game goes on, whatever is wrong with its display
            _log.error("table %d: %s at %s", before.id, count_error(error), place_of(error))

    def _tell(self, before: TableState, states: Sequence[TableState]) -> None:
        messages = self._messages_of(before)
        after = states[-1]
        acted = after.seq > before.seq or after.last_human_at > before.last_human_at
        messages.news(states, acted=acted)
        self._see_hands_off(messages)
        for seat in after.humans if after.running else ():
            self._hand(messages.at, seat).news()
        if (watchers := self._watchers.get(before.id)) is not None:
            watchers.loop.poke()
        self._see_off(messages)

    def _redraw_hand(self, table_id: TableId, seat: Seat) -> None:
        """Redraw a hand, now with suggested bids."""
        if (hand := self.hand_at(table_id, seat)) is not None:
            hand.loop.poke()

    def _messages_of(self, table: TableState) -> ChannelMessages:
        messages = self._messages.get(table.id)
        if messages is None:
            at = DisplayedTable(table, self._tables, self.calls, self.renderer, self._clock)
            messages = self._messages[table.id] = ChannelMessages(at, self._awake)
        return messages

    def _see_hands_off(self, messages: ChannelMessages) -> None:
        """Have hands say so where another player or a computer has taken their seat."""
        if not messages.at.table.running:
            return
        hands = self._hands.get(messages.at.table.id, {})
        for seat, now in enumerate(messages.at.table.seated):
            if seat in hands and hands[seat].user != now.user:
                hands[seat].loop.poke()

    def _hand(self, at: DisplayedTable, seat: Seat) -> HandMessages:
        hands = self._hands.setdefault(at.table.id, {})
        hand = hands.get(seat)
        if hand is None or hand.user != at.table.seated[seat].user:
            hand = HandMessages(
                at, seat, self.panels, self._preferences_of,
                newcomer=hand is not None and at.table.running is not None,
            )  # fmt: skip
            hands[seat] = hand
        return hand

    def _loops(self, messages: ChannelMessages) -> list[CatchUpLoop]:
        """The loops of a table's messages, hands and watchers."""
        hands = self._hands.get(messages.at.table.id, {})
        loops = [messages.loop, messages.reminding, *(hand.loop for hand in hands.values())]
        watchers = self._watchers.get(messages.at.table.id)
        return [*loops, *([watchers.loop] if watchers else [])]

    def _see_off(self, messages: ChannelMessages) -> None:
        """Forget a closed table as soon as its last messages have been sent."""
        table = messages.at.table.id
        if isinstance(messages.at.table, ClosedTable) and table not in self._closing:
            task = asyncio.create_task(self._finish_closing(messages), name=f"end of table {table}")
            self._closing[table] = task

    async def _finish_closing(self, messages: ChannelMessages) -> None:
        try:
            await self._forget_when_idle(messages)
        finally:  # at once: the answer to a press, which may come right now, starts it anew
            del self._closing[messages.at.table.id]
        again = self._messages.get(messages.at.table.id, messages)
        if again is not messages:  # a new connection has shown it again meanwhile
            self._see_off(again)

    async def _forget_when_idle(self, messages: ChannelMessages) -> None:
        while busy := [loop for loop in self._loops(messages) if not loop.idle]:
            await asyncio.gather(*(loop.rest() for loop in busy))
        if messages.at.claims:
            return  # the end of the answer to that press sees it off
        table = messages.at.table.id
        self._messages.pop(table, None)
        self._hands.pop(table, None)
        self._watchers.pop(table, None)
        if messages.at.is_last_in_thread:
            self.calls.forget(messages.at.table.channel)
        with suppress(StorageError):  # the next start shows it again
            await self._tables.drop_closing_messages(table)

    def show_all(self, tables: Sequence[IndexedTable]) -> None:
        """Bring the messages of these tables up to date after a start or a new connection, and of
        those that closed when nothing could be sent."""
        if not self._connected:
            return
        self._queue.add(table.id for table in tables)

    async def _redraw(self, table_id: TableId) -> None:
        """Bring the messages of a table up to date, if this process has it. Raises NoTable,
        UnknownTable, StorageError."""
        if table_id not in self._tables.index:
            return
        await self._tables.resume_table(table_id)
        if (present := self._tables.index.get(table_id)) is not None:
            if table_id not in self.answers.awaited:  # whoever was to answer /play is gone
                self._messages_of(present).awaits_answer = False
            self.retry(present)

    async def _part(self) -> AsyncIterator[None]:
        """Show closed tables whose last messages have not been sent, one a step."""
        async for closed in self._tables.closing_messages(besides=self._messages):
            self.show(closed, [closed])
            yield

    def forget(self, table_id: TableId) -> None:
        """Stop showing a table: another process does now."""
        messages = self._messages.pop(table_id, None)
        if messages is not None:
            messages.at.is_elsewhere = True
            for loop in self._loops(messages):
                loop.end()
        self._hands.pop(table_id, None)
        self._watchers.pop(table_id, None)
        self._queue.remove(table_id)

    def retry(self, table: TableState) -> None:
        """Redraw what is out of date at a table, or was out of reach."""
        self._messages_of(table).unreachable = False
        self.renderer.refusals.forget(table.channel)
        self.show(table, [table])

    # --- while clicks are answered --------------------------------------------------------------

    @contextmanager
    def answering(self, table_id: TableId, message: discord.Message | None) -> Iterator[None]:
        """Leave the pressed message to the answer to the press, within the block."""
        messages = self._messages.get(table_id)
        if messages is None or message is None:
            yield
            return
        messages.at.claims.add(message.id)
        try:
            yield
        finally:
            messages.at.claims.discard(message.id)
            self._go_on(messages, message.id)
            self._see_off(messages)

    @contextmanager
    def lending(self, table_id: TableId, user_id: UserId) -> Iterator[None]:
        """Draw a hand's direct message as the spare copy within the block: its player is about to
        get a private one in answer to a press."""
        messages = self._messages.get(table_id)
        lent = messages.at.lent if messages is not None else set[UserId | None]()
        lent.add(user_id)
        try:
            yield
        finally:
            lent.discard(user_id)

    def _go_on(self, messages: ChannelMessages, message_id: int) -> None:
        """Do what may have been left to the answer to a press on a message."""
        hands = self._hands.get(messages.at.table.id, {}).values()
        theirs = [hand for hand in hands if hand.direct.id == message_id]
        for hand in theirs:
            hand.follow_answer()
        for loop in [] if theirs else self._loops(messages):
            loop.poke()

    def is_present(self, table_id: TableId, message: discord.Message | None) -> bool:
        """Whether `message` is the table's in the channel."""
        messages = self._messages.get(table_id)
        return messages is not None and message is not None and messages.at.present.id == message.id

    def hand_at(self, table_id: TableId, seat: Seat) -> HandMessages | None:
        """Return a player's hand, if any message shows it."""
        return self._hands.get(table_id, {}).get(seat)

    def put_aside(self, interaction: discord.Interaction, table: TableState, key: HandKey) -> None:
        """Note that an answer replaced a hand, which comes back when its player has to know more
        than `key` says."""
        seat = table.seat_of(UserId(interaction.user.id))
        self.note_hand(interaction, table, seat, key.aside)

    def use_copy(self, table_id: TableId, user_id: UserId) -> None:
        """Note that a player presses a private copy of their hand at a table."""
        for hand in self._hands.get(table_id, {}).values():
            if hand.user == user_id:
                hand.use_copy()

    def place_hands(self, user_id: UserId, *, here: bool) -> None:
        """Move a user's hands to the place that they have chosen. `here`: to the channel."""
        for hand in self._hands_of(user_id):
            hand.change_place(here=here)

    def redraw_hands(self, user_id: UserId) -> None:
        """Redraw a user's hands, by their present preferences."""
        for hand in self._hands_of(user_id):
            hand.outdate()

    def _hands_of(self, user_id: UserId) -> list[HandMessages]:
        shelves = self._hands.values()
        return [hand for hands in shelves for hand in hands.values() if hand.user == user_id]

    def note_watcher(
        self, interaction: discord.Interaction, table: TableState, screen: Screen
    ) -> None:
        """Note that a user watches a table, whose press was answered with `screen`."""
        messages = self._messages_of(table)
        fresh = Watchers(messages.at, self._preferences_of)
        watchers = self._watchers.setdefault(table.id, fresh)
        watchers.add(interaction, screen)
        watchers.loop.poke()

    def note_hand(
        self,
        interaction: discord.Interaction,
        table: TableState,
        seat: Seat,
        key: HandKey,
        *,
        copy: bool = False,
        unfolded: str = "",
    ) -> None:
        """Note that a press was answered with a hand: on its message, or as a private `copy`.
        `key`: what it shows at least (see `Panels.key`), taken before it was drawn; `unfolded`:
        what it shows besides (see `Panels.draw`)."""
        messages = self._messages.get(table.id)
        if messages and messages.at.table.seated[seat : seat + 1] == table.seated[seat : seat + 1]:
            hand = self._hand(messages.at, seat)
            hand.note_answer(interaction, key, copy=copy, unfolded=unfolded)
