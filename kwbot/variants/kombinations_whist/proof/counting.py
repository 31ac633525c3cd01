"""Counting the bids open to a hand: those allowed as an opening bid, less the impossible ones."""

from collections import Counter
from functools import cache

from kwbot.engine.values.cards import CardSet
from kwbot.variants.kombinations_whist.bids import (
    COUNTED_SPECIALS,
    FREE_BY_VALUE,
    Bids,
    combinable,
    value_of,
)

from .judgement import WEIGHTY, Judgement, Specials

LOWEST_BID_VALUE = 1
Class = tuple[str, Specials, Specials]
"""A standard bid's key with its counted and its weighty specials."""


def open_bids(hand: CardSet, deck: CardSet, players: int, edition: str = "1.4") -> tuple[int, int]:
    """Return the number of bids of value 1 or more that `hand` may make, and that any hand may."""
    sizes = _sizes(players, edition)
    impossible = sum(sizes[one] for one in Judgement.of(hand, deck, players).menu())
    return sizes.total() - impossible, sizes.total()


@cache
def _sizes(players: int, edition: str) -> Counter[Class]:
    """Return the number of bids of each class, over all specials irrelevant to the proof."""
    kinds = Counter(
        (standard.key, frozenset(kept).intersection(COUNTED_SPECIALS), value_of(standard, kept))
        for standard, kept in combinable(Bids(edition), players)
    )
    found = Counter[Class]()
    for (key, counted, base), as_many in kinds.items():
        for weighty, many in _free(LOWEST_BID_VALUE - base).items():
            found[key, counted, weighty] += as_many * many
    return found


@cache
def _free(least: int) -> Counter[Specials]:
    """Return the number of sets of free specials worth `least` or more, by their weighty ones."""
    return Counter(
        frozenset(some).intersection(WEIGHTY)
        for value, sets in FREE_BY_VALUE.items()
        for some in sets
        if value >= least
    )
