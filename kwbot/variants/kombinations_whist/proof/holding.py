"""The holding of a hand in one suit: its sure cards, whoever has the others."""

from functools import lru_cache
from typing import NamedTuple

from kwbot.engine.values.cards import CardSet, Suit

RANKS = 13
_HOLDING_CACHE_SIZE = 2048
"""Suits that are remembered: a menu asks for those of one hand again and again."""


class Holding(NamedTuple):
    """Numbers of cards. Above and below are by the ranks of the deal."""

    own: int
    unseen: int
    covered: int
    """Own cards that can be matched one to one with higher unseen ones."""
    low: int
    """Own cards with no unseen card below them while there are unseen ones (or not: all)."""
    lost: int
    """As trumps: tricks that declarer cannot but lose."""

    @property
    def sure(self) -> int:
        """Own cards that cannot be matched."""
        return self.own - self.covered


@lru_cache(maxsize=_HOLDING_CACHE_SIZE)
def holding(pattern: int, players: int) -> Holding:
    """Return the holding of a suit written as a number: a leading 1, then from high to low 1 own
    and 0 unseen."""
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
    """Return a suit's cards as a pattern; `held`, `there`: 13 bits, ace first as in a CardSet."""
    ranks = [*range(1, RANKS), 0] if ace_low else range(RANKS)
    pattern = 1
    for rank in ranks:
        if there >> rank & 1:
            pattern = pattern << 1 | (held >> rank & 1)
    return pattern


def patterns(hand: CardSet, deck: CardSet, *, ace_low: bool) -> tuple[int, ...]:
    """Return the four suits of a hand, written as numbers."""
    suit = (1 << RANKS) - 1
    return tuple(
        _pattern(hand.bits >> RANKS * at & suit, deck.bits >> RANKS * at & suit, ace_low)
        for at in Suit
    )
