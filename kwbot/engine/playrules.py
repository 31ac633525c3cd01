"""The rules of trick play, as named points that a game or a bid may change.

Each field is one rule of plain whist. A bid is a function from `PlayRules` to `PlayRules`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .actions import Action, Seat
from .cards import Card, CardSet, Suit
from .choices import Choice
from .phases.base import Purpose
from .wording import Sentence

if TYPE_CHECKING:
    from .phases.tricks import Trick, TrickPlay


@dataclass(frozen=True, slots=True)
class Ban:
    """Cards that a rule keeps from being played now, and why."""

    cards: Callable[[TrickPlay, Seat], CardSet]
    reason: Sentence


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A decision between two cards: who decides what, and what the play becomes."""

    seat: Seat
    options: Choice
    about: Purpose
    resolve: Callable[[TrickPlay, Action], TrickPlay]


def ace_high(card: Card) -> int:
    """The rank as printed: 2–14, a joker 0."""
    return card.rank or 0


def ace_low(card: Card) -> int:
    """As `ace_high`, but the ace is 1."""
    return (card.rank or 0) % 14 or (1 if card.rank else 0)


def follow_suit(play: TrickPlay, seat: Seat) -> CardSet:
    """The cards that follow the suit led, or all if there are none or nothing is led yet."""
    hand = play.table.hands[seat]
    led = play.led
    return hand if led is None else hand.of_suit(led) or hand


def highest_wins(play: TrickPlay) -> Seat:
    """The highest trump, else the highest card of the suit led."""
    strength, trumps, led = play.rules.strength, play.trumps, play.led
    best, best_power = play.plays[0][0], -1
    for seat, card in play.plays:
        if trumps is not None and card.suit == trumps:
            power = 100 + strength(card)
        elif card.suit == led:
            power = strength(card)
        else:
            continue
        if power > best_power:
            best, best_power = seat, power
    return best


def same_trumps(trumps: Suit | None, trick: Trick) -> Suit | None:
    """Trumps stay what they are."""
    return trumps


def clockwise(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The order of play is the order at the table, the leader first."""
    return seats


def never_settled(play: TrickPlay) -> bool:
    """Every card is played."""
    return False


def nothing_open(play: TrickPlay) -> dict[Seat, CardSet]:
    """Nobody's cards lie open."""
    return {}


@dataclass(frozen=True)
class PlayRules:
    """`leader` leads to trick 1. `bans` yield in order when they would leave no legal card."""

    leader: Seat
    trumps: Suit | None = None
    strength: Callable[[Card], int] = ace_high
    follow: Callable[[TrickPlay, Seat], CardSet] = follow_suit
    bans: tuple[Ban, ...] = ()
    order: Callable[[tuple[Seat, ...]], tuple[Seat, ...]] = clockwise
    winner: Callable[[TrickPlay], Seat] = highest_wins
    next_trumps: Callable[[Suit | None, Trick], Suit | None] = same_trumps
    interrupts: tuple[Callable[[TrickPlay], Interrupt | None], ...] = ()
    open_cards: Callable[[TrickPlay], dict[Seat, CardSet]] = nothing_open
    settled: Callable[[TrickPlay], bool] = never_settled
