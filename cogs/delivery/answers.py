"""Answers to presses and commands that show a table or a hand, in the message that they bring."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import discord

from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.calls.undelivered import refusing_looks
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.delivery.messages.kept_message import KeptMessage
from cogs.delivery.pictures.panels import AT_FIRST, Panels
from cogs.delivery.pictures.table_renderer import TableRenderer
from cogs.screens.hand.draft import NO_DRAFT, Draft
from cogs.screens.hand.hand_screen import copy_in_dms
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Screen, drawing
from cogs.screens.table.table_facts import present_deal
from kwbot.engine.values.actions import Seat
from kwbot.ids import TableId, UserId
from kwbot.tables.state.table_state import TableState
from kwbot.text.words.facts import ONLY_COPY, HandCopy


class AnsweredTable(Protocol):
    """A table's message in its channel; see `ChannelMessages`."""

    at: DisplayedTable

    async def present_screen(self) -> Screen: ...

    def close_lobby(self, message_id: int) -> None: ...

    async def move(self, message: KeptMessage, deal_number: int) -> None: ...


@dataclass(eq=False)
class PressAnswers:
    """Draws answers, and plainer ones where a look is refused. `awaited`: lobbies whose first
    message is the answer to a command under way; `note_hand`: see `TableDisplay.note_hand`."""

    calls: DiscordCalls
    renderer: TableRenderer
    panels: Panels
    messages_of: Callable[[TableState], AnsweredTable]
    note_hand: Callable[..., None]
    awaited: set[TableId] = field(default_factory=set)

    async def redraw_table(
        self, interaction: discord.Interaction, table: TableState, screen: Screen | None = None
    ) -> None:
        """Answer a press on the table's message by redrawing it, as `screen` if given."""
        messages = self.messages_of(table)

        async def send() -> Screen:
            drawn = screen if screen is not None else await messages.present_screen()
            await self.redraw(interaction, drawn)
            return drawn

        shown = await self.renderer.refusals.send_with_fallback(table.channel, send, edit=True)
        if interaction.message is not None:
            if interaction.message.id == messages.at.present.id:
                messages.at.present.shows = drawing(shown)
            if table.running is not None:
                messages.close_lobby(interaction.message.id)

    async def redraw(self, interaction: discord.Interaction, screen: Screen) -> None:
        """Answer a press by redrawing the pressed message."""
        files = screen.files()
        if interaction.response.is_done():  # deferred because it took long
            await self.calls.messages.edit_answer(interaction, screen)
        else:
            with refusing_looks(screen):
                await interaction.response.edit_message(view=screen, attachments=files)

    async def post_lobby(
        self, interaction: discord.Interaction, table: TableState, screen: Screen
    ) -> None:
        """Answer a command with a message that becomes the table's first one."""
        self.awaited.add(table.id)
        try:
            sent = await interaction.response.send_message(view=screen)
            message = await self._message_of(interaction, sent)
            await self._move(table, message, 0, screen)
        finally:
            self.awaited.discard(table.id)

    async def post_table(self, interaction: discord.Interaction, table: TableState) -> None:
        """Answer a command with a message that becomes the table's present one."""
        await self.renderer.refusals.send_with_fallback(
            table.channel, lambda: self._post_table(interaction, table)
        )

    async def _post_table(self, interaction: discord.Interaction, table: TableState) -> None:
        screen = await self.renderer.table(table, table.channel)
        files = screen.files()
        with refusing_looks(screen):
            sent = await interaction.response.send_message(view=screen, files=files)
        message = await self._message_of(interaction, sent)
        await self._move(table, message, present_deal(table), screen)

    async def _move(
        self, table: TableState, message_id: int, deal_number: int, screen: Screen
    ) -> None:
        """Make the message that answered a command the table's present one."""
        messages = self.messages_of(table)
        await messages.move(messages.at.message(message_id, drawing(screen)), deal_number)

    async def _message_of(
        self, interaction: discord.Interaction, sent: discord.InteractionCallbackResponse[Any]
    ) -> int:
        """Return the id of the message that answered a command."""
        message = sent.message_id
        if message is None:  # it went out in our HTTP response
            message = (await interaction.original_response()).id
            self.calls.client.tokens.note_answer_message(interaction, message)
        assert interaction.channel_id is not None
        self.calls.messages.last.note_own(interaction.channel_id, message)
        return message

    async def redraw_hand(
        self,
        interaction: discord.Interaction,
        table: TableState,
        preferences: CardPreferences,
        draft: Draft = NO_DRAFT,
        *,
        instead: bool = False,
    ) -> None:
        """Answer a press on a hand by redrawing it; see `Panels.draw`. `instead`: another message
        was pressed, which becomes the hand."""
        channel, seat = interaction.channel_id or 0, _seat(interaction, table)
        key = self.panels.key(table, seat)
        copy = _pressed_copy(interaction, table, seat, preferences)

        async def send() -> None:
            screen = await self.panels.draw(
                table, seat, preferences, channel, draft, edit=True, copy=copy
            )
            await self.redraw(interaction, screen)

        await self.renderer.refusals.send_with_fallback(channel, send, edit=True)
        self.note_hand(interaction, table, seat, key, copy=instead, unfolded=draft.unfolded)

    async def lend_hand(
        self, interaction: discord.Interaction, table: TableState, preferences: CardPreferences
    ) -> None:
        """Answer with a private copy of a hand, in the deferred answer if there is one. A question
        about a bid is drawn with suggested bids if they are found soon."""
        channel, answered = interaction.channel_id or 0, interaction.response.is_done()
        seat = _seat(interaction, table)
        await self.panels.suggestions.wait_for(table, seat, AT_FIRST.total_seconds())
        key = self.panels.key(table, seat)
        copy = _pressed_copy(interaction, table, seat, preferences)

        async def send() -> None:
            screen = await self.panels.draw(table, seat, preferences, channel, copy=copy)
            if answered:
                await self.redraw(interaction, screen)
                return
            files = screen.files()
            with refusing_looks(screen):
                await interaction.response.send_message(view=screen, files=files, ephemeral=True)

        await self.renderer.refusals.send_with_fallback(channel, send)
        self.note_hand(interaction, table, seat, key, copy=True)

    async def leave_result(
        self, interaction: discord.Interaction, table: TableState, preferences: CardPreferences
    ) -> bool:
        """Reduce a pressed hand to the last deal's result. Return False if the running deal's hand
        comes in no message of its own."""
        running, channel, left = table.running, interaction.channel_id or 0, False
        seat = _seat(interaction, table)

        async def send() -> None:
            nonlocal left
            screen = (
                await self.panels.ended_panel(running, seat, preferences, channel)
                if running
                else None
            )
            if screen is not None:
                left = True
                await self.redraw(interaction, screen)

        await self.renderer.refusals.send_with_fallback(channel, send, edit=True)
        return left


def _seat(interaction: discord.Interaction, table: TableState) -> Seat:
    return table.seat_of(UserId(interaction.user.id))


def _pressed_copy(
    interaction: discord.Interaction, table: TableState, seat: Seat, preferences: CardPreferences
) -> HandCopy:
    """Return what a pressed hand says about its other copy."""
    if interaction.guild_id is None:
        return ONLY_COPY
    return HandCopy(other=copy_in_dms(table, seat, preferences))
