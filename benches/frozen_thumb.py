"""The rule of thumb of old, frozen as a yardstick for strength.

For each legal card the takers of the trick get chances, from the cards that are not seen yet and
from who has shown to be out of a suit. The best card brings the best expectation; among equals
the one goes that is needed least later.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from kwbot.engine.actions import PLAYS, Action, Seat
from kwbot.engine.cards import JOKERS, NO_CARDS, Card, CardSet, Suit
from kwbot.engine.choices import PlayCard
from kwbot.engine.playrules import ace_high
from kwbot.engine.view import View
from kwbot.players import RuleOfThumb
from kwbot.players.determinization import Determinizer
from kwbot.players.kernel_input import KernelInput
from kwbot.variants import counsels

WILLING, INDIFFERENT, HELD_BACK = 0.9, 0.4, 0.1
"""How often a later player who can take the trick does so, by whether they want it."""
OVERTAKEN = 0.5
"""What is left of that chance when another has taken over meanwhile, with a higher card."""
THRIFT = 0.25
"""What a high card is worth later, against everything that this trick is worth."""
TRUMP_BONUS = 0.5
WHIM = 0.01


class FrozenThumb(RuleOfThumb):
    """Plays cards as it ever did, and makes all other decisions as the rule of thumb does."""

    def choose(self, seen: View, rng: random.Random) -> Action:
        if not isinstance(seen.choice, PlayCard) or len(seen.choice) == 1:
            return super().choose(seen, rng)
        return PLAYS[best_card(seen, seen.choice.cards, rng)]


def best_card(seen: View, legal: CardSet, rng: random.Random) -> Card:
    """The card of `legal` to play for the viewer, who is in turn."""
    knowledge = Knowledge(seen, rng)
    worth = knowledge.worth[knowledge.me]
    at_stake = max(worth.values()) - min(worth.values())

    def promise(card: Card) -> float:
        later = -THRIFT * knowledge.appetite * knowledge.power(card)
        if at_stake < 1e-6:
            return later
        takers = knowledge.takers(card)
        return later + sum(worth[seat] * chance for seat, chance in takers.items()) / at_stake

    return max(legal, key=lambda card: promise(card) + WHIM * rng.random())


class Knowledge:
    """What the viewer can know of the trick under way: unseen cards, and who may hold them."""

    def __init__(self, seen: View, rng: random.Random) -> None:
        assert seen.seat is not None
        self.me: Seat = seen.seat
        self.seen = seen
        self.strength = seen.strength or ace_high
        gone = CardSet(card for _, card in seen.plays)
        for trick in seen.tricks:
            gone |= trick.cards
        self.shown = _shown(seen)
        self.worth, self.appetite = _worth(seen, rng), counsels()[seen.variant.key].leaning(seen)
        self.outside = (
            seen.variant.deck(len(seen.names)) - gone - seen.hand - seen.laid - CardSet(seen.kitty)
        )
        """Every card that others may hold."""
        self.unseen = self.outside
        for cards in self.shown.values():
            self.unseen -= cards
        self.void = frozenset(_shown_void(seen))
        self.later = seen.order[len(seen.plays) + 1 :]
        self.others = {seat: self._other(seat) for seat in self.shown}
        self._taking: dict[tuple[Seat, int, Suit], dict[Seat, float]] = {}

    def power(self, card: Card) -> float:
        """How useful a card is later: 0 to 1 for a plain one, more for a trump.

        A joker takes a trick for who wants one, and is no danger to who wants none.
        """
        suit = suit_of(card, self.seen)
        if suit is None:
            return float(self.appetite > 0)
        return self._height(card) / 14 + TRUMP_BONUS * (suit == self.seen.trumps)

    def _height(self, card: Card) -> int:
        """Which card of a suit beats which; one that stands in is the lowest."""
        return 0 if _stands_in(card, self.seen) else self.strength(card)

    def takers(self, card: Card) -> dict[Seat, float]:
        """Who takes the trick with which chance if the viewer plays `card`."""
        plays = (*self.seen.plays, (self.me, card))
        led = suit_of(plays[0][1], self.seen)
        if led is None:
            return {plays[0][0]: 1.0}  # a joker that is led takes the trick
        holder, best = self._best(plays, led)
        over = self._over(best)
        key = (holder, over.bits, led)
        if key not in self._taking:  # many cards do not beat the best one, or alike
            self._taking[key] = self._takers(holder, best, over, led)
        return self._taking[key]

    def _takers(self, holder: Seat, best: Card, over: CardSet, led: Suit) -> dict[Seat, float]:
        suit = suit_of(best, self.seen)
        assert suit is not None
        takers = {holder: 1.0}
        for seat in self.later:
            can, must = self._can_and_must(seat, suit, over, led)
            taken = 0.0
            for who, share in takers.items():
                chance = max(must, can * self._wish(seat, who))
                if who != holder:
                    chance *= OVERTAKEN
                takers[who] = share * (1 - chance)
                taken += share * chance
            takers[seat] = taken
        return takers

    def _best(self, plays: Iterable[tuple[Seat, Card]], led: Suit) -> tuple[Seat, Card]:
        trumps = self.seen.trumps

        def power(play: tuple[Seat, Card]) -> int:
            suit = suit_of(play[1], self.seen)
            if suit is None:
                return -1
            if suit == trumps:
                return 100 + self._height(play[1])
            return self._height(play[1]) if suit == led else -1

        return max(plays, key=power)

    def _wish(self, seat: Seat, holder: Seat) -> float:
        """How readily `seat` takes the trick from `holder`."""
        gain = self.worth[seat][seat] - self.worth[seat][holder]
        return INDIFFERENT if abs(gain) < 1e-9 else WILLING if gain > 0 else HELD_BACK

    def _over(self, best: Card) -> CardSet:
        """The cards of others that beat it within its suit."""
        suit, power = suit_of(best, self.seen), self._height(best)
        if suit is None:
            return NO_CARDS
        return CardSet(card for card in self.outside.of_suit(suit) if self.strength(card) > power)

    def _can_and_must(
        self, seat: Seat, suit: Suit, over: CardSet, led: Suit
    ) -> tuple[float, float]:
        """With which chances `seat` can take the trick from a card of `suit`, and must."""
        trumps, following = self.seen.trumps, self.outside.of_suit(led)
        follows = self._holds(seat, following)
        above = self._holds(seat, over)
        if suit != led:  # only a higher trump beats a trump, from a hand out of the suit
            return (1 - follows) * above, 0.0
        ruffs = 0.0
        if trumps is not None and trumps != led:
            ruffs = (1 - follows) * self._holds(seat, self.outside.of_suit(trumps))
        below, joker = self._holds(seat, following - over), self._holds(seat, self.outside & JOKERS)
        return above + ruffs - above * ruffs, above * (1 - below) * (1 - joker)

    def _other(self, seat: Seat) -> _Other:
        shown = self.shown[seat]
        void = CardSet()
        for who, suit in self.void:
            if who == seat:
                void |= self.unseen.of_suit(suit)
        room = len(self.seen.hand) - len(shown)
        each = min(1.0, room / len(self.unseen)) if room > 0 and self.unseen else 0.0
        return _Other(shown.bits, (self.unseen - void).bits, 1 - each)

    def _holds(self, seat: Seat, cards: CardSet) -> float:
        """How likely `seat` holds any of `cards`."""
        other = self.others[seat]
        if cards.bits & other.shown:
            return 1.0
        return 1 - other.misses ** (cards.bits & other.possible).bit_count()


def _worth(seen: View, rng: random.Random) -> dict[Seat, dict[Seat, float]]:
    """What the trick brings each player, by taker, in one deal drawn at random."""
    setting = KernelInput(seen)
    Determinizer(seen, setting.masks).deal(setting.start, rng.getrandbits(62))
    setting.weigh()
    rules, row, place = setting.start.rules, setting.start.row, setting.place
    return {
        seat: {
            taker: rules.worth[4 * rules.after[4 * row + place[taker]] + place[seat]]
            for taker in seen.seats
        }
        for seat in seen.seats
    }


@dataclass(frozen=True, slots=True)
class _Other:
    """What is known of another hand: cards it shows, those that it may hold besides (as bits), and
    how likely it does not hold a certain one of these."""

    shown: int
    possible: int
    misses: float


def suit_of(card: Card, seen: View) -> Suit | None:
    """The suit that a card counts as, as far as the viewer knows; None for a joker."""
    return seen.stand_in[1] if seen.stand_in and _stands_in(card, seen) else card.suit


def _stands_in(card: Card, seen: View) -> bool:
    return seen.stand_in is not None and card is seen.stand_in[0]


def _shown(seen: View) -> dict[Seat, CardSet]:
    """Cards that others are known to hold: they lie open, or everybody saw them before."""
    opened, known = seen.open_cards or {}, seen.known or {}
    return {
        seat: opened.get(seat, NO_CARDS) | known.get(seat, NO_CARDS)
        for seat in seen.seats
        if seat != seen.seat
    }


def _shown_void(seen: View) -> Iterable[tuple[Seat, Suit]]:
    """Who did not follow suit, and in which. A joker may be played instead, so it tells nothing."""
    for plays in (*(trick.plays for trick in seen.tricks), seen.plays):
        led = suit_of(plays[0][1], seen) if plays else None
        for seat, card in plays:
            suit = suit_of(card, seen)
            if led is not None and suit not in (led, None):
                yield seat, led
