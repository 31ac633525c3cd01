"""Rules of trick play as values, for bids and games to choose from.

Each is a callable for a field of `PlayRules`. As values, unlike closures, they can be recognized,
so that the players' kernel can implement them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kwbot.engine.values.actions import NamePlayer, Seat
from kwbot.engine.values.cards import JOKERS, NO_CARDS, Card, CardSet, Suit
from kwbot.engine.values.choices import OneOf, SomeCards
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.trick import Trick

from .playrules import Interrupt, PlayState


def cards_played(play: PlayState) -> Iterator[tuple[Seat, Card, bool]]:
    """Yield all cards played so far: the player, the card, and whether it was led."""
    for plays in (*(trick.plays for trick in play.tricks), play.plays):
        for at, (seat, card) in enumerate(plays):
            yield seat, card, at == 0


# --- cards that may not be played now (Ban.cards) --------------------------------------------


@dataclass(frozen=True, slots=True)
class TrumpsAfterOthers:
    """`seat` may not play trumps before another player has."""

    seat: Seat

    def __call__(self, play: PlayState, seat: Seat) -> CardSet:
        if seat != self.seat or play.trumps is None:
            return NO_CARDS
        if any(s != self.seat and card.suit == play.trumps for s, card, _ in cards_played(play)):
            return NO_CARDS
        return play.layout.hands[seat].of_suit(play.trumps)


@dataclass(frozen=True, slots=True)
class LeadAfterPlayed:
    """`seat` may not lead `suit` before a card of it has been played in any other way."""

    seat: Seat
    suit: Suit

    def __call__(self, play: PlayState, seat: Seat) -> CardSet:
        if seat != self.seat or play.plays:
            return NO_CARDS
        if any(
            card.suit == self.suit and not (led and s == self.seat)
            for s, card, led in cards_played(play)
        ):
            return NO_CARDS
        return play.layout.hands[seat].of_suit(self.suit)


@dataclass(frozen=True, slots=True)
class MustFall:
    """The holder of `card` must play it the first time its suit is led. No trick needs counting:
    while someone holds the card, its suit has not been led before."""

    card: Card

    def __call__(self, play: PlayState, seat: Seat) -> CardSet:
        hand, rules, suit = play.layout.hands[seat], play.rules, self.card.suit
        if suit is None or play.led != suit or self.card not in hand:
            return NO_CARDS
        return rules.of_suit(hand, suit).without(self.card) | rules.jokers(hand)


@dataclass(frozen=True, slots=True)
class LedFirst:
    """The holder of `card` may lead no other card of its suit."""

    card: Card

    def __call__(self, play: PlayState, seat: Seat) -> CardSet:
        hand, suit = play.layout.hands[seat], self.card.suit
        if play.plays or suit is None or self.card not in hand:
            return NO_CARDS
        return play.rules.of_suit(hand, suit).without(self.card)


@dataclass(frozen=True, slots=True)
class NoJokerFirst:
    """No joker may be led to the first trick."""

    def __call__(self, play: PlayState, seat: Seat) -> CardSet:
        first = not play.tricks and not play.plays
        return play.layout.hands[seat] & JOKERS if first else NO_CARDS


# --- who plays when, trumps, who takes a trick -------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastUnlessLeading:
    """`seat` plays last to tricks that they do not lead (PlayRules.order)."""

    seat: Seat

    def __call__(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        if seats[0] == self.seat:
            return seats
        return (*(seat for seat in seats if seat != self.seat), self.seat)


def suit_led_before(trumps: Suit | None, trick: Trick) -> Suit | None:
    """Return the suit led to a trick, as the next trick's trumps (PlayRules.next_trumps)."""
    return trick.plays[0][1].suit


@dataclass(frozen=True, slots=True)
class Awarded:
    """`seat` decides who takes the trick with `card` (an interrupt)."""

    seat: Seat
    card: Card
    about: Purpose

    def __call__(self, play: PlayState) -> Interrupt | None:
        complete = len(play.plays) == len(play.order)
        if not complete or play.taker is not None or all(c is not self.card for _, c in play.plays):
            return None
        options = OneOf(tuple(NamePlayer(seat) for seat in sorted(play.layout.seats)))
        return Interrupt(self.seat, options, self.about)


@dataclass(frozen=True, slots=True)
class LaysOpen:
    """`seat` lays cards open until `count` lie there, as long as they can (an interrupt). `but`,
    and with `but_trumps` all trumps, may not be laid. Legal plays stay the same."""

    seat: Seat
    count: int
    about: Purpose
    but: CardSet = NO_CARDS
    but_trumps: bool = False

    def __call__(self, play: PlayState) -> Interrupt | None:
        free = play.layout.hands[self.seat] - play.laid - self.but
        if self.but_trumps and play.trumps is not None:
            free -= free.of_suit(play.trumps)
        count = min(self.count - len(play.laid), len(free))
        if count == 0:
            return None
        return Interrupt(self.seat, SomeCards(free, count, count), self.about)
