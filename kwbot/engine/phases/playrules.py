"""The rules of trick play as fields that a game or bid may change.

The defaults are the rules of plain whist. A bid is a function from `PlayRules` to `PlayRules`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import JOKERS, Card, CardSet, Suit
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.trick import Plays, Trick
from kwbot.engine.values.wording import Sentence


class PlayState(Protocol):
    """Trick play under way, as the rules see it; see phases.tricks.TrickPlay."""

    @property
    def layout(self) -> Layout: ...
    @property
    def rules(self) -> PlayRules: ...
    @property
    def order(self) -> tuple[Seat, ...]: ...
    @property
    def trumps(self) -> Suit | None: ...
    @property
    def led(self) -> Suit | None: ...
    @property
    def plays(self) -> Plays: ...
    @property
    def tricks(self) -> tuple[Trick, ...]: ...
    @property
    def laid(self) -> CardSet: ...
    @property
    def taker(self) -> Seat | None: ...
    def tricks_taken(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class Ban:
    """A rule that forbids cards to be played now, with its reason."""

    cards: Callable[[PlayState, Seat], CardSet]
    reason: Sentence


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A decision between two cards: who decides what. Chosen cards are laid open; a named player
    takes the trick."""

    seat: Seat
    options: Choice
    about: Purpose


def ace_high(card: Card) -> int:
    """Return the height of a card with the ace 14; a joker 0."""
    return card.rank or 0


def ace_low(card: Card) -> int:
    """Return the height of a card with the ace 1; a joker 0."""
    return (card.rank or 0) % 14 or (1 if card.rank else 0)


def follow_suit(play: PlayState, seat: Seat) -> CardSet:
    """Return the cards that follow the suit led, and jokers; the whole hand if there is no such
    card or no suit is led."""
    hand, led = play.layout.hands[seat], play.led
    if led is None:
        return hand
    following = play.rules.of_suit(hand, led)
    if not following.bits:
        return hand
    return following | play.rules.jokers(hand) if hand.bits & JOKERS.bits else following


def highest_wins(play: PlayState) -> Seat:
    """Return the player of the highest trump, otherwise of the highest card of the suit led. A
    joker that is led wins."""
    rules, trumps, led = play.rules, play.trumps, play.led
    best, best_power = play.plays[0][0], -1
    if led is None:
        return best
    usual = rules.stand_in is None
    power_of = rules.strength if usual else rules.power
    for seat, card in play.plays:
        suit = card.suit if usual else rules.suit_of(card)
        if suit is trumps and suit is not None:
            power = 100 + power_of(card)
        elif suit is led:
            power = power_of(card)
        else:
            continue
        if power > best_power:
            best, best_power = seat, power
    return best


def same_trumps(trumps: Suit | None, trick: Trick) -> Suit | None:
    return trumps


def clockwise(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return `seats`, the leader first: play goes round the table."""
    return seats


def never_settled(play: PlayState) -> bool:
    """Whether the remaining tricks need not be played: never."""
    return False


def nothing_open(play: PlayState) -> dict[Seat, CardSet]:
    """Return the cards that lie open: none."""
    return {}


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The rules of one deal's tricks. `leader` leads to trick 1. When the `bans` would leave no
    legal card, they are lifted in order, the first one first."""

    leader: Seat
    trumps: Suit | None = None
    strength: Callable[[Card], int] = ace_high
    follow: Callable[[PlayState, Seat], CardSet] = follow_suit
    bans: tuple[Ban, ...] = ()
    order: Callable[[tuple[Seat, ...]], tuple[Seat, ...]] = clockwise
    winner: Callable[[PlayState], Seat] = highest_wins
    next_trumps: Callable[[Suit | None, Trick], Suit | None] = same_trumps
    interrupts: tuple[Callable[[PlayState], Interrupt | None], ...] = ()
    open_cards: Callable[[PlayState], dict[Seat, CardSet]] = nothing_open
    settled: Callable[[PlayState], bool] = never_settled
    lead_makes_trumps: bool = False
    """Whether the suit of the very first lead becomes trumps."""
    stand_in: tuple[Card, Suit] | None = None
    """A card that counts only as the lowest of another suit, and that suit."""
    secret_stand_in: tuple[Seat, Suit] | None = None
    """The player who may secretly have a stand-in, and the suit that it counts as."""
    alone: Seat | None = None
    """The player whose number of tricks alone decides the result, whoever takes the others and
    whatever cards are in them; None if there is no such player."""
    alone_from: int = 0
    """Number of tricks after which it does not matter either which of the rest `alone` takes."""

    def suit_of(self, card: Card) -> Suit | None:
        """Return the suit that a card counts as; None for a joker."""
        stand_in = self.stand_in
        return stand_in[1] if stand_in and card is stand_in[0] else card.suit

    def of_suit(self, cards: CardSet, suit: Suit) -> CardSet:
        """Return those of `cards` that count as `suit`."""
        found = cards.of_suit(suit)
        if self.stand_in is None or self.stand_in[0] not in cards:
            return found
        card, counts_as = self.stand_in
        return found.with_card(card) if counts_as == suit else found.without(card)

    def jokers(self, cards: CardSet) -> CardSet:
        """Return the jokers among `cards`."""
        found = cards.jokers()
        return found.without(self.stand_in[0]) if found and self.stand_in else found

    def power(self, card: Card) -> int:
        """Return the power of a card in its suit: the higher number beats the lower."""
        return 0 if self.stand_in and card is self.stand_in[0] else self.strength(card)
