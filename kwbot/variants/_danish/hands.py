"""What a hand is worth, by rules of thumb: tricks that it takes, tricks that it must take."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from kwbot.engine.cards import FULL_DECK, JOKERS, Card, CardSet, Suit
from kwbot.engine.playrules import ace_high

Strength = Callable[[Card], int]

HONOUR = (0.9, 0.6, 0.3, 0.12)
"""Chance of a trick for a card with so many higher ones in other hands."""
TRUMP_HONOUR = (1.0, 0.85, 0.7, 0.55, 0.45, 0.4)
LONG_CARD, LONG_TRUMP = 0.35, 0.6
"""What a suit's fifth and each further card adds."""
RUFF = (0.8, 0.5, 0.15)
"""What a side suit of so few cards adds to a hand with some trumps."""
JOKER = 0.85
"""What a joker is worth that can be led."""
FORCED = (0.8, 0.6, 0.35, 0.15, 0.05)
"""How often a suit's lowest, second lowest … card must be played in earnest, avoiding tricks."""
ESCAPE = 0.35
"""How many forced tricks a joker saves."""


@lru_cache(maxsize=20_000)
def taking(hand: CardSet, trumps: Suit | None) -> float:
    """Return tricks that `hand` promises to take."""
    found = JOKER * len(hand & JOKERS)
    trump_count = 0 if trumps is None else len(hand.of_suit(trumps))
    for suit in Suit:
        cards = hand.of_suit(suit)
        found += _suit_taking(cards, suit, trump=suit == trumps)
        if suit != trumps and trump_count > 2 and len(cards) < len(RUFF):
            found += RUFF[len(cards)]
    return found


def _suit_taking(cards: CardSet, suit: Suit, *, trump: bool) -> float:
    honour, long_card = (TRUMP_HONOUR, LONG_TRUMP) if trump else (HONOUR, LONG_CARD)
    others, found = FULL_DECK.of_suit(suit) - cards, 0.0
    for place, card in enumerate(cards):
        above = sum(other.index < card.index for other in others)
        if above < len(honour) and len(cards) > above:
            found += honour[above]
        elif place >= (3 if trump else 4):
            found += long_card
    return found


@lru_cache(maxsize=20_000)
def forced(hand: CardSet, strength: Strength = ace_high) -> float:
    """Return tricks that `hand` must fear to take against its will."""
    found = -ESCAPE * len(hand & JOKERS)
    for suit in Suit:
        cards = hand.of_suit(suit)
        mine = sorted(map(strength, cards))
        theirs = sorted(map(strength, FULL_DECK.of_suit(suit) - cards))
        for place, power in enumerate(mine[: len(FORCED)]):
            below = sum(other < power for other in theirs) - place
            found += FORCED[place] * max(0.0, min(1.0, below / max(1, len(theirs))))
    return found


def least_missed(
    hand: CardSet, count: int, worth: Callable[[CardSet], float], kept: CardSet
) -> list[Card]:
    """Up to `count` cards whose loss costs `worth` least, one after the other; none of `kept`."""
    found: list[Card] = []
    for _ in range(count):
        free = hand - kept
        if not free:
            break
        worst = max(free, key=lambda card: (worth(hand.without(card)), -card.index))
        found.append(worst)
        hand = hand.without(worst)
    return found
