"""Drawing cards for partners: the two highest play together against the two lowest.

Aces are high; equal ranks are ordered spades, hearts, diamonds, clubs. Partners sit opposite each
other, so the players are seated after the draw; the lowest card deals first.
"""

from collections.abc import Sequence

from kwbot.engine.phases.playrules import ace_high
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.wording import N_

PARTNERS: tuple[tuple[Seat, ...], ...] = ((0, 2), (1, 3))
"""The two sides where four play in partnerships."""


def _height(card: Card) -> tuple[int, int]:
    return ace_high(card), -card.index


def seating(cards: Sequence[Card]) -> list[int]:
    """Return, for each seat, the place in `cards` of the player who sits there after the draw."""
    highest, second, third, lowest = sorted(
        range(len(cards)), key=lambda at: _height(cards[at]), reverse=True
    )
    return [highest, third, second, lowest]


def by_seat(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards in the order of the seats that the draw gives their players."""
    return tuple(cards[at] for at in seating(cards))


def check(cards: Sequence[Card]) -> None:
    """Raise IllegalAction unless these cards, by seat, fit the seats."""
    if len(set(cards)) != 4 or any(card.suit is None for card in cards):
        raise IllegalAction(N_("Everyone must draw a different card."))
    two_highest = set(sorted(range(4), key=lambda seat: _height(cards[seat]))[2:])
    if two_highest not in map(set, PARTNERS):
        raise IllegalAction(N_("The two who drew highest play together, opposite each other."))


def first_dealer(cards: Sequence[Card]) -> Seat:
    """Return the seat of the lowest card."""
    return min(range(len(cards)), key=lambda seat: _height(cards[seat]))
