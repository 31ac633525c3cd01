"""A trick: the cards played to it, and its winner."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from .actions import Seat
from .cards import Card, CardSet, Suit

Plays = tuple[tuple[Seat, Card], ...]
"""Players and their cards, in the order played."""


@cache
def play_of(seat: Seat, card: Card) -> tuple[Seat, Card]:
    """Return a player and their card, one shared pair for all deals: a bot holds very many."""
    return seat, card


class Trick(NamedTuple):
    """A finished trick: the cards in the order played, its trumps and its winner."""

    plays: Plays
    trumps: Suit | None
    winner: Seat

    @property
    def leader(self) -> Seat:
        return self.plays[0][0]

    @property
    def cards(self) -> CardSet:
        return CardSet([card for _, card in self.plays])


def played_cards(plays: Plays, tricks: Iterable[Trick]) -> CardSet:
    """Return all cards played, to the trick under way and to finished ones."""
    return CardSet.union([CardSet(card for _, card in plays), *(one.cards for one in tricks)])
