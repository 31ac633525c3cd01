"""The holding of a hand in one suit: its sure cards, whoever holds the others."""

from functools import lru_cache
from typing import NamedTuple

from kwbot.engine.values.cards import CardSet, Suit

RANKS = 13
_HOLDING_CACHE_SIZE = 2048
"""Number of cached suits: a menu needs those of one hand again and again."""


class Holding(NamedTuple):
    """Numbers of cards in a suit. Higher and lower are by the ranks of the deal."""

    own: int
    unseen: int
    covered: int
    """Own cards that can be matched one to one with higher unseen ones."""
    low: int
    """Own cards with no unseen card below them; all if no card is unseen."""
    lost: int
    """Tricks that declarer must lose if the suit is trumps."""

    @property
    def sure(self) -> int:
        """Own cards that cannot be matched."""
        return self.own - self.covered


@lru_cache(maxsize=_HOLDING_CACHE_SIZE)
def holding(pattern: int, players: int) -> Holding:
    """Return the holding of a suit written in binary: a leading 1, then from high to low 1 for an
    own card and 0 for an unseen one."""
    own = unseen = covered = free = lost = 0
    low = 0
    for place in reversed(range(pattern.bit_length() - 1)):
        if pattern >> place & 1:
            own += 1
            low += 1
            if free:
                free -= 1
                covered += 1
        else:
            unseen += 1
            free += 1
            low = 0
            lost = max(lost, -(-unseen // (players - 1)) - own)
    return Holding(own, unseen, covered, low, lost)


@lru_cache(maxsize=_HOLDING_CACHE_SIZE)
def _pattern(held: int, there: int, ace_low: int) -> int:
    """Return a suit as a pattern for `holding`. `held`, `there`: 13 bits each, the ace's lowest, as
    in a CardSet."""
    ranks = [*range(1, RANKS), 0] if ace_low else range(RANKS)
    pattern = 1
    for rank in ranks:
        if there >> rank & 1:
            pattern = pattern << 1 | (held >> rank & 1)
    return pattern


def patterns(hand: CardSet, deck: CardSet, *, ace_low: bool) -> tuple[int, ...]:
    """Return the four suits of a hand as patterns for `holding`."""
    suit = (1 << RANKS) - 1
    return tuple(
        _pattern(hand.bits >> RANKS * at & suit, deck.bits >> RANKS * at & suit, ace_low)
        for at in Suit
    )
