"""The place of a player's hand, where a press opens something else that leads back to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord

from cogs.connection.context import user_id_of
from cogs.connection.press_data import is_own, presses_on
from cogs.connection.replies import redraw, send_private
from cogs.delivery.display import TableDisplay
from cogs.screens.hand.picking import DRAFT, MAIN, Pick
from cogs.screens.parts.arguments import MENU, MenuOpening
from cogs.screens.parts.components import MORE, PICK, Press, Screen
from cogs.screens.table.table_buttons import to_hand_press, with_way_back
from cogs.screens.table.table_facts import HandKey
from kwbot.engine.values.actions import Seat
from kwbot.ids import TableId
from kwbot.tables.state.table_state import TableState
from kwbot.text.words.language import Language


def stands_on_hand(
    display: TableDisplay, interaction: discord.Interaction, table_id: TableId, seat: Seat
) -> bool:
    """Whether the pressed control is on a player's hand."""
    hand = display.hand_at(table_id, seat)
    return hand is not None and hand.is_on(interaction.message)


def _way_back(interaction: discord.Interaction, table_id: TableId) -> Press | None:
    """Return the press that brings a hand back, on the screen in its place."""
    for press in presses_on(interaction):
        is_draft = press.area == PICK and Pick.of(press.argument).way == DRAFT
        if press == to_hand_press(table_id) or (is_draft and press.table == table_id):
            return press
    return None


def _to_draft(interaction: discord.Interaction, table_id: TableId) -> Press:
    """Return the press that brings a pressed hand back, with the bid being put together on it."""
    for press in presses_on(interaction):
        pick = Pick.of(press.argument)
        if press.area == PICK and press.table == table_id and pick.way == MAIN:
            return replace(press, argument=str(replace(pick, way=DRAFT)))
    return to_hand_press(table_id)


@dataclass(eq=False, slots=True)
class HandPlace:
    """The place where a hand makes room for the answer to a press on it. The hand comes back when
    its player has to know more than `key` says, or presses for it (`back`)."""

    display: TableDisplay
    interaction: discord.Interaction
    table: TableState
    seat: Seat
    key: HandKey
    language: Language
    back: Press
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
        """Return the place of the pressed hand at an open table; None if neither the hand
        (`on_hand`) nor the screen in its place was pressed."""
        if table is None or not table.has(user_id_of(interaction)) or not is_own(interaction):
            return None
        back = (_to_draft if on_hand else _way_back)(interaction, table.id)
        if back is None:
            return None
        seat = table.seat_of(user_id_of(interaction))
        key = display.panels.key(table, seat)
        return cls(display, interaction, table, seat, key, language, back)

    @classmethod
    def at_press(
        cls,
        display: TableDisplay,
        interaction: discord.Interaction,
        table: TableState | None,
        language: Language,
    ) -> HandPlace | None:
        """Return the place of the player's hand, if it was pressed or has made room: the answer to
        a press in a menu beside the table is a message of its own."""
        if table is None or table.running is None or not table.has(user_id_of(interaction)):
            return None
        in_menu = any(
            one.area == MORE and MenuOpening.of(one.argument).what != MENU
            for one in presses_on(interaction)
        )
        seat = table.seat_of(user_id_of(interaction))
        on_hand = not in_menu and stands_on_hand(display, interaction, table.id, seat)
        return cls.of(display, interaction, table, language, on_hand=on_hand)

    def take(self) -> None:
        """Keep the hand away from its place, for what is still being found."""
        self.display.put_aside(self.interaction, self.table, self.key)
        self._taken = True

    @property
    def is_kept(self) -> bool:
        """Whether the hand has not come back since its place was taken."""
        message, hand = self.interaction.message, self.display.hand_at(self.table.id, self.seat)
        return not self._taken or hand is None or message is None or hand.is_aside(message)

    async def show(self, screen: Screen) -> None:
        """Answer in the place of the hand; below it if it has come back."""
        if not self.is_kept:
            await send_private(self.interaction, screen)
            return
        with self.display.answering(self.table.id, self.interaction.message):
            await redraw(self.interaction, with_way_back(screen, self.back, self.language))
            if self.is_kept:
                self.take()
            else:  # it came back meanwhile
                self.display.redraw_hands(user_id_of(self.interaction))
