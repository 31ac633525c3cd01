"""Players' panels, in the look that each has chosen, as far as possible."""

from datetime import timedelta

from cachetools import LRUCache

from cogs.delivery.pictures.suggestions import MAX_QUESTIONS, Question, Suggestions
from cogs.delivery.pictures.table_renderer import TableRenderer
from cogs.screens.hand.hand_screen import ended_screen, hand_screen, panel_scene, told_result
from cogs.screens.hand.panel import ADVICE, ONLY_COPY, Extras, HandCopy
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Screen
from cogs.screens.table.table_facts import HandKey, hand_key
from kwbot.engine.values.actions import Seat
from kwbot.tables.state.table_state import RunningTable, TableState
from kwbot.text.deal.advice import Hint

AT_FIRST = timedelta(seconds=0.3)
"""How long a new deal's hand waits for suggested bids: they mostly take half as long to find, and
buttons that change are pressed by mistake."""


def hint_question(table: TableState, seat: Seat) -> Question:
    """Return the player's question that a hint answers."""
    running = table.running
    return table.id, seat, running.asked_at.get(seat, 0) if running else 0


class Panels:
    """Draws panels; in emojis or symbols where a picture is wanted but not available."""

    def __init__(self, renderer: TableRenderer, suggestions: Suggestions) -> None:
        self._renderer = renderer
        self.suggestions = suggestions
        self.hints = LRUCache[Question, Hint | None](MAX_QUESTIONS)
        """Hints for players who have asked; None while a hint is being found."""

    def key(self, table: TableState, seat: Seat) -> HandKey:
        """Return what a panel shows, for comparison."""
        key = hand_key(table, seat)
        return key._replace(own=(key.own, self.suggestions.key(table, seat)))

    async def draw(
        self,
        table: TableState,
        seat: Seat,
        preferences: CardPreferences,
        channel_id: int,
        *,
        edit: bool = False,
        picked: str = "",
        unfolded: str = "",
        copy: HandCopy = ONLY_COPY,
    ) -> Screen:
        """Return a panel for `channel_id`. `edit`: it replaces one; `copy`: see `Extras`."""
        beside, picture, running = channel_id == table.channel, None, table.running
        playing = running is not None and running.match.deal is not None
        wanted = preferences.picture if playing else preferences.pictures_to_look_at
        if wanted:
            faces = self._renderer.faces.at(table)
            shows = panel_scene(table, seat, preferences, faces, beside=beside, copy=copy)
            picture = await self._renderer.picture(shows, channel_id, edit=edit)
        if picked:
            self.suggestions.decline(table, seat)
        return hand_screen(
            table, seat, preferences, picked, picture, beside=beside,
            extras=self._extras(table, seat, unfolded, copy),
        )  # fmt: skip

    def _extras(self, table: TableState, seat: Seat, unfolded: str, copy: HandCopy) -> Extras:
        """Return what a panel shows besides; no hint if none was asked for at this question."""
        question, suggested = hint_question(table, seat), self.suggestions.suggest(table, seat)
        if unfolded != ADVICE:
            return Extras(unfolded, suggested, copy=copy)
        if question not in self.hints:
            return Extras(suggested=suggested, copy=copy)
        hint = self.hint_with_difference(self.hints[question], table, seat)
        return Extras(unfolded, suggested, hint, copy)

    def hint_with_difference(self, hint: Hint | None, table: TableState, seat: Seat) -> Hint | None:
        """Return a hint that says so where it differs from the suggested bid."""
        return hint.beside(self.suggestions.best(table, seat)) if hint else None

    async def ended_panel(
        self, table: RunningTable, seat: Seat, preferences: CardPreferences, channel_id: int
    ) -> Screen | None:
        """Return what remains of the last deal's panel in `channel_id`, if the running deal gets a
        message of its own; otherwise None."""
        picture = None
        if preferences.pictures_to_look_at:
            faces = self._renderer.faces.at(table)
            shows = told_result(table, seat, preferences, faces)
            picture = await self._renderer.picture(shows, channel_id)
        return ended_screen(table, seat, preferences, picture)
