"""The characters of computer players: what they like where it hardly matters, and how they are.

A character decides among choices that are about equal; how strong they play the level says. They
are known by their names, so that a table keeps its characters whatever else changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from kwbot.engine.choices import BidPart
from kwbot.engine.match import Match

from . import Computer
from .bid_taste import BidTaste
from .monte_carlo import MonteCarloPlayer
from .rule_of_thumb import RuleOfThumb


class Tone(Enum):
    """How a character speaks."""

    DRY = "dry"
    KIND = "kind"


@dataclass(frozen=True, slots=True)
class Character:
    """`boldness`, and the liking for bids with trumps and for those to take few tricks: from −1 to
    1 each. `pause`: how long they take for a turn, in the table's own pauses."""

    boldness: float
    trumps: float
    few_tricks: float
    pause: float
    tone: Tone

    def taste(self, parts: Mapping[str, BidPart]) -> BidTaste:
        """Return the taste in a game whose bids have these parts."""
        liking = {1: self.trumps, -1: self.few_tricks}
        likes = {key: liking[part.leaning] for key, part in parts.items() if part.leaning}
        return BidTaste(likes, self.boldness)


CHARACTERS: Mapping[str, Character] = {
    "Ada": Character(-1.0, 0.2, 0.3, 0.8, Tone.KIND),
    "Brage": Character(1.0, 1.0, -0.8, 0.7, Tone.DRY),
    "Cleo": Character(-0.5, -0.9, 1.0, 1.3, Tone.DRY),
    "Disa": Character(1.0, -0.3, 1.0, 0.8, Tone.KIND),
    "Einar": Character(-0.6, 0.8, -1.0, 1.4, Tone.DRY),
    "Freja": Character(0.6, -1.0, -0.2, 0.7, Tone.KIND),
    "Gorm": Character(0.2, 0.2, -1.0, 1.4, Tone.DRY),
    "Hilma": Character(-0.3, 0.9, 0.9, 1.2, Tone.KIND),
}
"""By the name of a computer player."""


def in_character(computer: Computer, match: Match, name: str) -> Computer:
    """Return `computer` with the taste of the character of that name, if there is one."""
    character = CHARACTERS.get(name)
    if character is None or not isinstance(computer, MonteCarloPlayer | RuleOfThumb):
        return computer
    return computer.with_taste(character.taste(match.variant.parts(match.sheet.options)))
