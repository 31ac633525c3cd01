"""How many bids a hand leaves: all that the rules let anyone bid first, without the impossible."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

from kwbot.engine.cards import CardSet
from kwbot.variants.kombinations_whist.bids import (
    SPECIAL,
    STANDARD,
    STANDARDS,
    Standard,
    clash,
    value_of,
)

from .contracts import anything
from .judgement import ALL_COUNTED, ALL_WEIGHTY, RELEVANT, Judgement, Specials, frame_of
from .made import made

LEAST = 1
Class = tuple[str, Specials, Specials]
"""A standard bid with its counted and its weighty specials."""


def open_bids(hand: CardSet, deck: CardSet, players: int) -> tuple[int, int]:
    """Return how many bids of value 1 or more `hand` may make, and how many some hand may make."""
    sizes = _sizes(players)
    impossible = sum(sizes.get(one, 0) for one in Judgement.of(hand, deck, players).menu())
    total = sum(sizes.values())
    return total - impossible, total


@cache
def _sizes(players: int) -> dict[Class, int]:
    """Return how many bids each class has, with the specials that do not matter to the proof."""
    found, frame = {}, frame_of(players)
    for standard in STANDARDS:
        for counted in ALL_COUNTED:
            makeable = anything(frame) & made(frame, standard, counted)
            if not makeable or _clashing(standard, counted):
                continue
            for weighty in ALL_WEIGHTY:
                least = LEAST - value_of(standard, counted | weighty)
                found[standard.key, counted, weighty] = sum(
                    many for value, many in _others(standard.key).items() if value >= least
                )
    return found


@cache
def _others(key: str) -> Counter[int]:
    """Return the sets of further specials that can stand with a standard bid, by what they add."""
    standard, spread = STANDARD[key], Counter[int]()
    others = [special for special in SPECIAL if special not in RELEVANT]
    for size in range(len(others) + 1):
        for some in combinations(others, size):
            if not _clashing(standard, frozenset(some)):
                spread[value_of(standard, some) - standard.value] += 1
    return spread


def _clashing(standard: Standard, specials: Specials) -> bool:
    return ("oppentrumf" in specials and not standard.trump) or any(
        clash(standard, SPECIAL[key], specials) for key in specials
    )
