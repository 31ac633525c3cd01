"""Estimates of hands by rules of thumb: the tricks when wanting tricks, and when avoiding them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kwbot.engine.values.cards import Card, CardSet, Suit

Strength = Callable[[Card], int]
"""The height of a card in its suit: the higher number beats the lower."""
Holding = tuple[list[int], list[int]]
"""A player's cards of a suit and the others', by strength, the lowest first."""
SOME_TRUMPS = 3
"""Least trumps with which a hand is expected to ruff."""


@dataclass(frozen=True)
class Weights:
    """The worth of cards in tricks, for a family of games."""

    honour: tuple[float, ...]
    """Tricks for a card with 0, 1, 2 … higher ones in other hands."""
    trump_honour: tuple[float, ...]
    """The same for a trump."""
    long_card: float
    """Tricks for each card of a suit beyond the fourth."""
    long_trump: float
    """Tricks for each trump beyond the first `trump_length`."""
    trump_length: int
    ruff: tuple[float, ...]
    """Tricks for a side suit of 0, 1, 2 … cards in a hand that can ruff."""
    forced: tuple[float, ...]
    """Probability that a suit's lowest, second lowest … card must be played in that suit."""

    def taking(self, suits: Sequence[Holding], trumps: Suit | None) -> float:
        """Return the expected tricks of a hand whose player wants tricks."""
        found = 0.0
        can_ruff = trumps is not None and len(suits[trumps][0]) >= SOME_TRUMPS
        for suit, (mine, theirs) in enumerate(suits):
            found += self._suit_taking(mine, theirs, trump=suit == trumps)
            if suit != trumps and can_ruff and len(mine) < len(self.ruff):
                found += self.ruff[len(mine)]
        return found

    def _suit_taking(self, mine: list[int], theirs: list[int], *, trump: bool) -> float:
        honour, more, usual = self.honour, self.long_card, 4
        if trump:
            honour, more, usual = self.trump_honour, self.long_trump, self.trump_length
        found = 0.0
        for place, power in enumerate(reversed(mine)):
            above = sum(other > power for other in theirs)
            if above < len(honour) and len(mine) > above:
                found += honour[above]
            elif place >= usual:
                found += more
        return found

    def forced_to_take(self, suits: Sequence[Holding]) -> float:
        """Return the expected tricks of a hand whose player avoids tricks: those in which the
        others have lower cards."""
        return sum(self._suit_forced(mine, theirs) for mine, theirs in suits)

    def _suit_forced(self, mine: list[int], theirs: list[int]) -> float:
        found = 0.0
        for place, (power, often) in enumerate(zip(mine, self.forced, strict=False)):
            below = sum(other < power for other in theirs) - place
            found += often * max(0.0, min(1.0, below / max(1, len(theirs))))
        return found


def by_suit(hand: CardSet, deck: CardSet, strength: Strength) -> list[Holding]:
    others = deck - hand
    return [
        (sorted(map(strength, hand.of_suit(suit))), sorted(map(strength, others.of_suit(suit))))
        for suit in Suit
    ]
