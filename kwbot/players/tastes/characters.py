"""The characters of computer players: their tastes, pace and tone.

A character decides among nearly equal choices; the level decides how strongly it plays. Characters
belong to names, so that a table keeps its characters whatever else changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from kwbot.engine.values.choices import BidManner, BidPart

from .bid_taste import BidTaste


class Tone(Enum):
    """A character's way of speaking."""

    DRY = "dry"
    KIND = "kind"


@dataclass(frozen=True, slots=True)
class Character:
    """A character: boldness, and likings for bids with trumps, bids to take few tricks and unusual
    features (`manners`; the bold also like risks), from −1 to 1 each. `pause`: the time that they
    take for a turn, as a multiple of the table's pause."""

    boldness: float
    trumps: float
    few_tricks: float
    pause: float
    tone: Tone
    manners: Mapping[BidManner, float] = field(default_factory=dict)

    def taste(self, parts: Mapping[str, BidPart]) -> BidTaste:
        """Return the taste in a game whose bids have these parts."""
        leanings = {1: self.trumps, -1: self.few_tricks}
        manners = {BidManner.RISK: self.boldness, **self.manners}
        likes = {
            key: leanings.get(part.leaning, 0.0)
            + (manners.get(part.manner, 0.0) if part.manner else 0.0)
            for key, part in parts.items()
        }
        return BidTaste({key: liking for key, liking in likes.items() if liking}, self.boldness)


def _manners(open_cards: float, passing: float, odd: float) -> Mapping[BidManner, float]:
    return {BidManner.OPEN: open_cards, BidManner.PASSING: passing, BidManner.ODD: odd}


CHARACTERS: Mapping[str, Character] = {
    "Ada": Character(-1.0, 0.2, 0.3, 0.8, Tone.KIND, _manners(-1.0, 1.0, -0.5)),
    "Brage": Character(0.6, 1.0, -0.8, 0.7, Tone.DRY, _manners(0.5, -1.0, 0.0)),
    "Cleo": Character(-0.5, -0.9, 1.0, 1.3, Tone.DRY, _manners(-1.0, 0.0, 1.0)),
    "Disa": Character(0.9, -0.3, 1.0, 0.8, Tone.KIND, _manners(1.0, -0.7, -0.3)),
    "Einar": Character(-0.6, 0.8, -1.0, 1.4, Tone.DRY, _manners(-0.5, 0.7, -1.0)),
    "Freja": Character(0.4, -0.9, -0.2, 0.7, Tone.KIND, _manners(0.3, -0.3, 0.8)),
    "Gorm": Character(0.2, 0.2, -1.0, 1.4, Tone.DRY, _manners(1.0, 0.5, -1.0)),
    "Hilma": Character(-0.3, 0.9, 0.9, 1.2, Tone.KIND, _manners(-0.2, -1.0, 0.8)),
}
"""The characters by the name of a computer player."""
