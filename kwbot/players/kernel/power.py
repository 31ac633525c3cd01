# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""The power of cards: which are stronger than others."""

from __future__ import annotations

from .state import State

PLACES, JOKER, SUIT = 14, 4, 0x3FFF
_JOKERS = 0b111 << 56
_SUITS = [SUIT, SUIT << 14, SUIT << 28, SUIT << 42, _JOKERS, 0]
"""As in state: compiled modules do not export their constants."""
_ONE_OF_EACH = 0x400_1000_4001
"""The first card of each suit; multiplied by a place's bit, all cards of that place."""


def winning(state: State, legal: int) -> int:
    """Return those of `legal` that beat the best card of the trick."""
    if state.led == JOKER:
        return 0
    over = legal & _SUITS[state.best_suit] & (state.best - 1)
    if state.best_suit != state.trumps:
        over = over | (legal & _SUITS[state.trumps])
    return over


def suit_of(state: State, card: int) -> int:
    """Return the suit of a card that wins the trick so far."""
    return state.trumps if card & _SUITS[state.trumps] else state.led


def strongest(cards: int) -> int:
    """Return the strongest of `cards` of any suits; a joker only if there is nothing else."""
    found = places(cards & ~_JOKERS)
    if found:
        cards = cards & (found & -found) * _ONE_OF_EACH
    return cards & -cards


def weakest(state: State, cards: int) -> int:
    """Return the weakest of `cards`; a trump or joker only if there is nothing else."""
    plain = cards & ~_JOKERS
    if plain == 0:
        return lowest(cards)
    if plain & ~_SUITS[state.trumps]:
        plain = plain & ~_SUITS[state.trumps]
    cards = plain & lowest(places(plain)) * _ONE_OF_EACH
    while cards & (cards - 1):
        cards = cards & (cards - 1)
    return cards


def lowest(cards: int) -> int:
    """Return the weakest of `cards`, which are one or more of one suit."""
    cards = cards | cards >> 1
    cards = cards | cards >> 2
    cards = cards | cards >> 4
    cards = cards | cards >> 8
    return cards & ~(cards >> 1)


def places(cards: int) -> int:
    """Return the mask of the places of `cards`, which include no jokers."""
    cards = cards | cards >> (2 * PLACES)
    return (cards | cards >> PLACES) & SUIT
