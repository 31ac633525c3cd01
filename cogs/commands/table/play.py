"""/hand and /table, and the presses of a running game: hands, cards, bids, watching, joining."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import discord
from cachetools import LRUCache
from discord import app_commands
from discord.ext import commands

from cogs.commands.parts.deal_panel import DealAtPress, DealPanel, PanelState
from cogs.commands.parts.first_lesson import offer_first_lesson
from cogs.connection.client import Kwbot
from cogs.connection.context import check_server, language, name_of, own_table, user_id_of
from cogs.connection.installation import in_direct_messages_too
from cogs.connection.localised import words
from cogs.connection.past_table import DELETED, past_table
from cogs.connection.press_data import custom_id_of, is_private
from cogs.connection.replies import refuse, send_private, show_private
from cogs.delivery.calls.undelivered import Undelivered
from cogs.screens.hand.draft import NO_DRAFT, Draft
from cogs.screens.hand.hand_notices import elsewhere_screen
from cogs.screens.hand.hand_screen import hand_screen
from cogs.screens.parts.components import ACT, PANEL, PICK, REPLAY, TABLE, Press, text_screen
from cogs.screens.table.table_buttons import TablePress
from cogs.screens.table.table_screen import words_screen
from kwbot.engine.values.actions import Action
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.wording import N_
from kwbot.ids import TableId, UserId
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.past.replays import after_deal
from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import OpenTable, RunningTable, TableState, running_of
from kwbot.text.words import labels
from kwbot.text.words.markdown import Markup
from kwbot.text.words.mentions import link

_ASKED_IN = N_("I'm asking whether you may join. The answer will show at the table.")
_AFTER_DEAL = N_("You take over a computer's seat after this deal.")
PRESS_CACHE_SIZE = 1000
"""Most users whose last press is kept, to recognise a second one on the same button."""
_PLAYED_ELSEWHERE = N_("Other tables play this deal, too, so nobody can watch it.")


class PlayCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        self._last_press = LRUCache[UserId, str](PRESS_CACHE_SIZE)
        DealPanel(partial(TableAtPress, self)).listen(bot.router, ACT, PICK)
        bot.router.on(PANEL, self.on_panel)
        bot.router.on(TABLE, self.on_table)

    # --- on a hand -------------------------------------------------------------------------------

    async def on_panel(self, interaction: discord.Interaction, press: Press) -> None:
        """Show something else on a hand; nothing changes at the table."""
        with self.bot.display.answering(press.table, interaction.message):
            table = await self._wake(interaction, press.table)
            if press.argument in labels.HAND_PLACES:
                await self._place(interaction, table, press.argument)
                return
            if press.argument in labels.LOOKS:
                await self.bot.preferences.choose(user_id_of(interaction), look=press.argument)
            if self._is_left_behind(interaction, table):
                await self._redraw_ended(interaction, table)
            else:
                await self.redraw(interaction, table, Draft(unfolded=press.argument))

    def _is_left_behind(self, interaction: discord.Interaction, table: TableState) -> bool:
        """Whether a pressed direct message was an earlier deal's hand, as the present one is
        another."""
        seat, pressed = table.seat_of(user_id_of(interaction)), interaction.message
        hand = table.notes.hands.get(seat)
        is_other = hand is not None and pressed is not None and hand.message != pressed.id
        return interaction.guild_id is None and is_other

    async def _place(self, interaction: discord.Interaction, table: TableState, place: str) -> None:
        """Move a player's hands to the channel or to direct messages, from now on. The pressed
        message becomes the hand if it is in that place; otherwise it says where the hand is."""
        user, here = user_id_of(interaction), place == "here"
        table.seat_of(user)
        await self.bot.preferences.choose(user, hand=place)
        if here == (interaction.channel_id == table.channel):
            await self.redraw(interaction, table, instead=here)
        else:
            hand = self.bot.display.hand_at(table.id, table.seat_of(user))
            closed = hand is not None and hand.channel.is_closed
            screen = elsewhere_screen(table, await language(interaction), here=here, closed=closed)
            await interaction.response.edit_message(view=screen)
        self.bot.display.place_hands(user, here=here)

    async def _wake(self, interaction: discord.Interaction, table_id: TableId) -> OpenTable:
        """Return a table at which whoever pressed is back, if they had run out of time."""
        live = self.bot.tables.index.at(table_id)
        await live.wake(user_id_of(interaction))
        return live.open

    async def redraw(
        self,
        interaction: discord.Interaction,
        table: TableState,
        draft: Draft = NO_DRAFT,
        *,
        instead: bool = False,
    ) -> None:
        """Answer a press on a hand by redrawing it; `instead`: another message was pressed, which
        becomes the hand."""
        preferences = await self.bot.preferences.of(interaction)
        if interaction.guild_id is None or is_private(interaction):
            await self.bot.display.answers.redraw_hand(
                interaction, table, preferences, draft, instead=instead
            )
        else:  # forged: a hand is never on a message that everybody sees
            seat = table.seat_of(user_id_of(interaction))
            await send_private(interaction, hand_screen(table, seat, preferences, draft))

    async def _redraw_ended(self, interaction: discord.Interaction, table: TableState) -> None:
        """Leave the result in a direct message: the next hand comes below it."""
        preferences = await self.bot.preferences.of(interaction)
        if not await self.bot.display.answers.leave_result(interaction, table, preferences):
            await self.redraw(interaction, table)

    async def refuse_stale(self, interaction: discord.Interaction, stale: Stale) -> None:
        """Say that the button is out of date, unless this is a second press of it."""
        if self._last_press.get(user_id_of(interaction)) != custom_id_of(interaction):
            await refuse(interaction, stale.sentence)

    def remember(self, interaction: discord.Interaction) -> None:
        self._last_press[user_id_of(interaction)] = custom_id_of(interaction)

    # --- buttons of the table's message ---------------------------------------------------------

    async def on_table(self, interaction: discord.Interaction, press: Press) -> None:
        aside = {
            "tricks": self._replay,
            "text": self._show_words,
            "hand": self._show_hand,
            "watch": self._watch,
            "join": self._join,
            "seat": self._ask_in,
        }
        asked = TablePress.of(press.argument)
        if (show := aside.get(asked.what)) is not None:
            await show(interaction, press)
            return
        live, user = self.bot.tables.index.at(press.table), user_id_of(interaction)
        live.state.seat_of(user)
        with self.bot.display.answering(press.table, interaction.message):
            try:
                match asked:
                    case TablePress("ready"):
                        await live.ready(user, press.asked_at, interaction.id)
                    case TablePress("back"):
                        await live.back(user)
                    case TablePress("quick"):
                        await live.quicken(user)
                    case TablePress("take", "back", place):
                        await live.take_back(user, press.asked_at, place)
                    case TablePress("agree" | "disagree" as said):
                        await live.wake(user)
                        await live.decisions.vote(user, press.asked_at, agree=said == "agree")
            except Stale as stale:
                await self._redraw_pressed(interaction, live.open, press)
                running = live.state.running
                if asked.what == "ready" and running and running.match.deal:
                    return  # others began the deal: there is nothing to refuse
                await self.refuse_stale(interaction, stale)
            else:
                self.remember(interaction)
                await self._redraw_pressed(interaction, live.state, press)

    async def _show_words(self, interaction: discord.Interaction, press: Press) -> None:
        """Show the asker a deal in words: as it is now, or its result if it is over."""
        preferences = await self.bot.preferences.of(interaction)
        table = self.bot.tables.index.get(press.table)
        running = table.running if table else None
        if running and running.match.deal and press.asked_at > len(running.match.deals):
            if not running.has(user_id_of(interaction)):
                check_server(interaction, running)
            _check_watches(running, user_id_of(interaction))
        else:
            running = await self._after_deal(interaction, press)
        await send_private(interaction, words_screen(running, preferences))

    async def _after_deal(self, interaction: discord.Interaction, press: Press) -> RunningTable:
        """Return a table as it was after the deal that a press names."""
        row = await past_table(interaction, press.table)
        table = await self.bot.tables.archive.running(row)
        if table is None:
            raise Refused(DELETED)
        match = await asyncio.to_thread(after_deal, table.match, press.asked_at)
        return replace(table, match=match)

    async def _show_hand(self, interaction: discord.Interaction, press: Press) -> None:
        """Show a player their hand."""
        await self._lend_hand(interaction, press.table)

    async def _watch(self, interaction: discord.Interaction, press: Press) -> None:
        """Show the table to an onlooker; a player gets their hand."""
        table = running_of(self.bot.table(press.table))
        check_server(interaction, table)
        if table.has(user_id_of(interaction)):
            await self._show_hand(interaction, press)
            return
        _check_watches(table, user_id_of(interaction))
        preferences = await self.bot.preferences.of(interaction)
        channel = interaction.channel_id or 0
        display, edit = self.bot.display, is_private(interaction)

        async def send() -> None:
            screen = await display.renderer.watcher_screen(table, preferences, channel, edit=edit)
            await show_private(interaction, screen)
            display.note_watcher(interaction, table, screen)

        await display.renderer.refusals.send_with_fallback(channel, send, edit=edit)

    async def _join(self, interaction: discord.Interaction, press: Press) -> None:
        """Give a newcomer a computer's seat, at once between two deals."""
        user, live = interaction.user, self.bot.tables.index.at(press.table)
        check_server(interaction, live.open)
        with self.bot.display.answering(press.table, interaction.message):
            newcomer = Seated(name_of(user), user_id_of(interaction))
            if await live.take_computers_seat(newcomer, interaction.id):
                await self._redraw_pressed(interaction, live.state, press)
                await offer_first_lesson(interaction, live.state)
                return
        text = (await language(interaction)).text(_AFTER_DEAL)
        await send_private(interaction, text_screen(f"🪑 {text}"))

    async def _ask_in(self, interaction: discord.Interaction, press: Press) -> None:
        """Ask whether a newcomer may have an absent player's seat."""
        user, live = interaction.user, self.bot.tables.index.at(press.table)
        check_server(interaction, live.open)
        await live.ask_in(Seated(name_of(user), user_id_of(interaction)))
        text = (await language(interaction)).text(_ASKED_IN)
        await send_private(interaction, text_screen(text))

    async def _replay(self, interaction: discord.Interaction, press: Press) -> None:
        """Show the asker a finished deal, trick by trick."""
        await self.bot.router.pass_on(interaction, Press(REPLAY, press.table, press.asked_at))

    async def _redraw_pressed(
        self, interaction: discord.Interaction, table: TableState, press: Press
    ) -> None:
        """Redraw the table's message, or the hand with the pressed button."""
        display, message = self.bot.display, interaction.message
        if message is None or not display.is_present(table.id, message):
            if interaction.guild_id is None and press.argument == "ready":
                await self._redraw_ended(interaction, table)
            elif interaction.guild_id is None or is_private(interaction):
                await self.redraw(interaction, table)
            else:
                await interaction.response.defer()  # leave an old message of the table alone
            return
        await display.answers.redraw_table(interaction, table)

    async def _lend_hand(self, interaction: discord.Interaction, table_id: TableId) -> None:
        """Send a private copy of the player's hand with its controls."""
        table = await self._wake(interaction, table_id)
        preferences = await self.bot.preferences.of(interaction)
        await self.bot.display.answers.lend_hand(interaction, table, preferences)

    # --- commands -------------------------------------------------------------------------------

    @app_commands.command(**words(labels.COMMANDS["hand"]))
    @in_direct_messages_too
    async def hand(self, interaction: discord.Interaction) -> None:
        await self._lend_hand(interaction, own_table(interaction).id)

    @app_commands.command(**words(labels.COMMANDS["table"]))
    @app_commands.guild_only()
    async def table(self, interaction: discord.Interaction) -> None:
        """Post the table's message at the end of the channel, and delete the old one."""
        table = self._table_here(interaction)
        display, tables = self.bot.display, self.bot.tables
        old, where = table.message, table.channel
        if where != interaction.channel_id:
            await tables.note(table.id, channel=interaction.channel_id, parent_channel=None)
            table = self.bot.table(table.id)
        await display.answers.post_table(interaction, table)
        display.retry(self.bot.table(table.id))
        if old is not None:
            with contextlib.suppress(Undelivered):
                await display.calls.messages.delete(where, old)

    def _table_here(self, interaction: discord.Interaction) -> OpenTable:
        """Return the table of this channel, or one of the user's whose channel is out of reach."""
        channel, tables = interaction.channel_id or 0, self.bot.tables
        here = tables.index.in_channel(channel)
        if here is not None:
            return here
        guild = interaction.guild_id
        mine = [one for one in tables.index.of_user(user_id_of(interaction)) if one.guild == guild]
        for table in mine:
            if table.running and table.running.paused:
                return table
        thread = next((one for one in tables.index if one.parent_channel == channel), None)
        if thread is not None:
            where = Markup(f"<#{thread.channel}>")
            raise Refused(N_("The table is in a thread: {table}"), table=where)
        if mine:
            text = N_("This channel has no table. Yours is here: {table}")
            raise Refused(text, table=link(mine[0]))
        raise Refused(N_("This channel has no table. Open one with /play."))


class TableAtPress(DealAtPress[PlayCog]):
    """A table at a player's press on their hand."""

    _live: LiveTable

    async def choice(self) -> Choice:
        """Return the choice of a player, who is back if they had run out of time."""
        await self._live.wake(user_id_of(self.interaction))
        return await self._live.question(user_id_of(self.interaction), self.press.asked_at)

    async def act(self, action: Callable[[Choice], Action]) -> None:
        """Store a card, a bid or a choice."""
        await self._live.submit(user_id_of(self.interaction), self.press.asked_at, action)
        self.area.remember(self.interaction)

    async def show(self, look: Callable[[], Awaitable[PanelState]]) -> None:
        """Show the hand on the pressed message."""
        if is_private(self.interaction):
            self.area.bot.display.use_copy(self.press.table, user_id_of(self.interaction))
        with self.area.bot.display.answering(self.press.table, self.interaction.message):
            self._live = self.area.bot.tables.index.at(self.press.table)
            shown = await look()
            if shown.stale is None:
                await self.area.redraw(self.interaction, self._live.state, shown.draft)
            else:
                await self.area.redraw(self.interaction, self._live.open)
                await self.area.refuse_stale(self.interaction, shown.stale)


def _check_watches(table: RunningTable, user_id: UserId) -> None:
    """Raise Refused for onlookers of a table whose deal others play, too."""
    if table.is_duplicate and not table.has(user_id):
        raise Refused(_PLAYED_ELSEWHERE)
