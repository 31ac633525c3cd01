"""Estimates of hands in the Danish games, jokers included."""

from collections.abc import Callable
from functools import lru_cache

from kwbot.engine.phases.playrules import ace_high
from kwbot.engine.values.cards import FULL_DECK, JOKERS, Card, CardSet, Suit
from kwbot.variants._hands import Strength, Weights, by_suit

_TRICK_WEIGHTS = Weights(
    honour=(0.9, 0.6, 0.3, 0.12),
    trump_honour=(1.0, 0.85, 0.7, 0.55, 0.45, 0.4),
    long_card=0.35,
    long_trump=0.6,
    trump_length=3,
    ruff=(0.8, 0.5, 0.15),
    forced=(0.8, 0.6, 0.35, 0.15, 0.05),
)
_JOKER_TRICKS = 0.85
"""Tricks that a joker is worth, as it can be led."""
ESCAPE = 0.35
"""Forced tricks that a joker saves."""


@lru_cache(maxsize=20_000)
def taking(hand: CardSet, trumps: Suit | None) -> float:
    """Return the expected tricks of `hand` if its player wants tricks."""
    return _JOKER_TRICKS * len(hand & JOKERS) + _TRICK_WEIGHTS.taking(
        by_suit(hand, FULL_DECK, ace_high), trumps
    )


@lru_cache(maxsize=20_000)
def forced_tricks(hand: CardSet, strength: Strength = ace_high) -> float:
    """Return the expected tricks of `hand` if its player avoids tricks."""
    return _TRICK_WEIGHTS.forced_to_take(by_suit(hand, FULL_DECK, strength)) - ESCAPE * len(
        hand & JOKERS
    )


def least_missed(
    hand: CardSet, count: int, worth: Callable[[CardSet], float], kept: CardSet
) -> list[Card]:
    """Return up to `count` cards, chosen one by one so that `worth` of the rest stays highest; none
    of `kept`."""
    found: list[Card] = []
    for _ in range(count):
        free = hand - kept
        if not free:
            break
        worst = max(free, key=lambda card: (worth(hand.without(card)), -card.index))
        found.append(worst)
        hand = hand.without(worst)
    return found
