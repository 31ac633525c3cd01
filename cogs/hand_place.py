"""The place of a player's hand, where a press opens something else that leads back to it."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from cogs.connection.context import is_own, offers, user_id_of
from cogs.connection.replies import redraw, send_private
from cogs.delivery.display import TableDisplay
from cogs.screens.parts.components import Screen
from cogs.screens.table.table_buttons import to_hand_press, with_way_back
from cogs.screens.table.table_facts import HandKey
from kwbot.engine.values.actions import Seat
from kwbot.ids import TableId
from kwbot.tables.state.table_state import TableState
from kwbot.text.words.language import Language


def stands_on_hand(
    display: TableDisplay, interaction: discord.Interaction, table_id: TableId, seat: Seat
) -> bool:
    """Whether what was pressed stands on a player's hand."""
    hand = display.hand_at(table_id, seat)
    return hand is not None and hand.is_on(interaction.message)


@dataclass(eq=False, slots=True)
class HandPlace:
    """Where a hand makes room for what a press on it brings. The hand comes back when its player
    has to know more than `key` says, or presses for it."""

    display: TableDisplay
    interaction: discord.Interaction
    table: TableState
    seat: Seat
    key: HandKey
    language: Language
    _taken: bool = False

    @classmethod
    def of(
        cls,
        display: TableDisplay,
        interaction: discord.Interaction,
        table: TableState | None,
        language: Language,
        *,
        on_hand: bool,
    ) -> HandPlace | None:
        """Return the place of the pressed hand at a table that is open; None where neither the
        hand was pressed (`on_hand`) nor what stands in its place."""
        if table is None or not table.has(user_id_of(interaction)) or not is_own(interaction):
            return None
        if not (on_hand or offers(interaction, to_hand_press(table.id))):
            return None
        seat = table.seat_of(user_id_of(interaction))
        key = display.panels.key(table, seat)
        return cls(display, interaction, table, seat, key, language)

    def take(self) -> None:
        """Keep the hand away from its place, for what is still being found."""
        self.display.put_aside(self.interaction, self.table, self.key)
        self._taken = True

    @property
    def is_kept(self) -> bool:
        """Whether the hand has not come back since its place was taken."""
        message, hand = self.interaction.message, self.display.hand_at(self.table.id, self.seat)
        return not self._taken or hand is None or message is None or hand.is_aside(message)

    async def show(self, view: Screen) -> None:
        """Answer in the place of the hand; below it where that has come back."""
        if not self.is_kept:
            await send_private(self.interaction, view)
            return
        with self.display.answering(self.table.id, self.interaction.message):
            await redraw(self.interaction, with_way_back(view, self.table.id, self.language))
            if self.is_kept:
                self.take()
            else:  # it came back meanwhile
                self.display.redraw_hands(user_id_of(self.interaction))
