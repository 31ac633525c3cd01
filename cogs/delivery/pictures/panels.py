"""Players' panels, in the look that each has chosen, as far as possible."""

from dataclasses import replace
from datetime import timedelta

from cachetools import LRUCache

from cogs.delivery.pictures.suggestions import MAX_QUESTIONS, Question, Suggestions
from cogs.delivery.pictures.table_renderer import TableRenderer
from cogs.screens.hand.draft import ADVICE, NO_DRAFT, Draft
from cogs.screens.hand.hand_screen import ended_screen, hand_screen, panel_scene, told_result
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Screen
from cogs.screens.table.table_facts import HandKey, hand_key
from kwbot.engine.values.actions import Seat
from kwbot.tables.state.table_state import RunningTable, TableState
from kwbot.text.deal.advice import Hint
from kwbot.text.words.facts import ONLY_COPY, HandCopy

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
        draft: Draft = NO_DRAFT,
        *,
        edit: bool = False,
        copy: HandCopy = ONLY_COPY,
    ) -> Screen:
        """Return a panel for `channel_id`. `edit`: it replaces one; `copy`: of the hand."""
        beside, picture, running = channel_id == table.channel, None, table.running
        playing = running is not None and running.match.deal is not None
        wanted = preferences.picture if playing else preferences.pictures_to_look_at
        if wanted:
            faces = self._renderer.faces.at(table)
            shows = panel_scene(table, seat, preferences, faces, beside=beside, copy=copy)
            picture = await self._renderer.picture(shows, channel_id, edit=edit)
        if draft.picked:
            self.suggestions.decline(table, seat)
        draft = self._with_advice(draft, table, seat)
        return hand_screen(table, seat, preferences, draft, picture, beside=beside, copy=copy)

    def _with_advice(self, draft: Draft, table: TableState, seat: Seat) -> Draft:
        """Return a draft with advice; no hint if none was asked for at this question."""
        question, suggested = hint_question(table, seat), self.suggestions.suggest(table, seat)
        if draft.unfolded != ADVICE:
            return replace(draft, suggested=suggested)
        if question not in self.hints:
            return replace(draft, unfolded="", suggested=suggested)
        hint = self.hint_with_difference(self.hints[question], table, seat)
        return replace(draft, suggested=suggested, hint=hint)

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
