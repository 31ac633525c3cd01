"""How one player wants to be shown things."""

from __future__ import annotations

from dataclasses import dataclass

from kwbot.engine.view import View
from kwbot.text.language import Language, Voice


@dataclass(frozen=True, slots=True)
class Taste:
    """A player's language, and the order and colours of their cards."""

    language: Language
    descending: bool = True
    four_colour: bool = False

    def voice(self, seen: View) -> Voice:
        """Return the voice that puts a view into words for this player."""
        return Voice.of(
            seen, self.language, descending=self.descending, four_colour=self.four_colour
        )
