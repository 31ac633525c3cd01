"""The rules of trick play, as named points that a game or a bid may change.

Each field is one rule of plain whist. A bid is a function from `PlayRules` to `PlayRules`.
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
    """A trick play under way, as far as rules see it; see phases.tricks.TrickPlay."""

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
    def taken(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class Ban:
    """Cards that a rule keeps from being played now, and why."""

    cards: Callable[[PlayState, Seat], CardSet]
    reason: Sentence


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A decision between two cards: who decides what. Cards that are chosen are laid open; a player
    who is named takes the trick."""

    seat: Seat
    options: Choice
    about: Purpose


def ace_high(card: Card) -> int:
    """Return the rank as printed: 2–14, a joker 0."""
    return card.rank or 0


def ace_low(card: Card) -> int:
    """Return the height of a card, the ace being 1."""
    return (card.rank or 0) % 14 or (1 if card.rank else 0)


def follow_suit(play: PlayState, seat: Seat) -> CardSet:
    """Return the cards that follow the suit led, or all if there are none or no suit is led. Jokers
    may always be played."""
    hand, led = play.layout.hands[seat], play.led
    if led is None:
        return hand
    following = play.rules.of_suit(hand, led)
    if not following.bits:
        return hand
    return following | play.rules.jokers(hand) if hand.bits & JOKERS.bits else following


def highest_wins(play: PlayState) -> Seat:
    """Return the player with the highest trump, else with the highest of the suit led; a joker led
    wins."""
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
    """Return the order at the table, the leader first, as the order of play."""
    return seats


def never_settled(play: PlayState) -> bool:
    """Whether the rest need not be played: every card is."""
    return False


def nothing_open(play: PlayState) -> dict[Seat, CardSet]:
    """Return the cards that lie open: nobody's do."""
    return {}


@dataclass(frozen=True, slots=True)
class PlayRules:
    """`leader` leads to trick 1. `bans` yield in order when they would leave no legal card."""

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
    """A card that counts as the lowest of another suit, and as nothing else."""
    secret_stand_in: tuple[Seat, Suit] | None = None
    """Who may have such a card without the others' knowing of it, and which suit it counts as."""
    alone: Seat | None = None
    """Who alone decides the result by how many tricks they take: it does not matter who takes the
    others, nor which cards are in them. None: nobody does."""
    alone_from: int = 0
    """After how many tricks it does not matter either which of the tricks left they take."""

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
        """Return which card of a suit beats which: the higher number."""
        return 0 if self.stand_in and card is self.stand_in[0] else self.strength(card)
