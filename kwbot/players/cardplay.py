"""Which card to play: by who is likely to take the trick, and what that is worth.

For each legal card the takers of the trick get chances, from the cards that are not seen yet and
from who has shown to be out of a suit. The best card brings the best expectation; among equals
the one goes that is needed least later.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from kwbot.engine.actions import Seat
from kwbot.engine.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.playrules import ace_high
from kwbot.engine.view import View

WILLING, INDIFFERENT, HELD_BACK = 0.9, 0.4, 0.1
"""How often a later player who can take the trick does so, by whether they want it."""
OVERTAKEN = 0.5
"""What is left of that chance when another has taken over meanwhile, with a higher card."""
THRIFT = 0.25
"""What a high card is worth later, against everything that this trick is worth."""
TRUMP_BONUS = 0.5


def best_card(seen: View, legal: CardSet, rng: random.Random) -> Card:
    """The card of `legal` to play for the viewer, who is in turn."""
    knowledge = Knowledge(seen)
    worth = knowledge.worth[knowledge.me]
    at_stake = max(worth.values()) - min(worth.values())

    def promise(card: Card) -> float:
        later = -THRIFT * seen.appetite * knowledge.power(card)
        if at_stake < 1e-6:
            return later
        takers = knowledge.takers(card)
        return sum(worth[seat] * chance for seat, chance in takers.items()) / at_stake + later

    return max(legal, key=lambda card: promise(card) + 0.01 * rng.random())


class Knowledge:
    """What the viewer can know of the trick under way: unseen cards, and who may hold them."""

    def __init__(self, seen: View) -> None:
        assert seen.seat is not None
        self.me: Seat = seen.seat
        self.seen = seen
        self.open = seen.open_cards or {}
        self.strength = seen.strength or ace_high
        gone = CardSet(card for _, card in seen.plays)
        for trick in seen.tricks:
            gone |= trick.cards
        shown = NO_CARDS
        for seat, cards in self.open.items():
            shown |= cards if seat != self.me else NO_CARDS
        self.worth = seen.worth or {
            seat: {taker: float(seat == taker) for taker in seen.seats} for seat in seen.seats
        }
        self.outside = seen.variant.deck(len(seen.names)) - gone - seen.hand - seen.laid
        """Every card that others may hold."""
        self.unseen = self.outside - shown
        self.later = seen.order[len(seen.plays) + 1 :]
        self.each = min(1.0, len(seen.hand) / max(1, len(self.unseen)))
        """The chance that a given unseen card lies with a given player."""
        self.void = frozenset(_shown_void(seen))
        self._known: dict[tuple[Seat, int, Suit], tuple[float, float]] = {}

    def power(self, card: Card) -> float:
        """0 to 1 for a plain card, more for a trump."""
        trump = card.suit is not None and card.suit == self.seen.trumps
        return self.strength(card) / 14 + TRUMP_BONUS * trump

    def takers(self, card: Card) -> dict[Seat, float]:
        """Who takes the trick with which chance if the viewer plays `card`."""
        plays = (*self.seen.plays, (self.me, card))
        led = plays[0][1].suit
        holder, best = self._best(plays, led)
        over = self._over(best)
        takers = {holder: 1.0}
        for seat in self.later:
            can, must = self._beats(seat, best, over, led)
            taken = 0.0
            for who, share in takers.items():
                chance = max(must, can * self._wish(seat, who))
                if who != holder:
                    chance *= OVERTAKEN
                takers[who] = share * (1 - chance)
                taken += share * chance
            takers[seat] = taken
        return takers

    def _best(self, plays: Iterable[tuple[Seat, Card]], led: Suit | None) -> tuple[Seat, Card]:
        trumps = self.seen.trumps

        def power(play: tuple[Seat, Card]) -> int:
            suit = play[1].suit
            if trumps is not None and suit == trumps:
                return 100 + self.strength(play[1])
            return self.strength(play[1]) if suit == led else -1

        return max(plays, key=power)

    def _wish(self, seat: Seat, holder: Seat) -> float:
        """How readily `seat` takes the trick from `holder`."""
        gain = self.worth[seat][seat] - self.worth[seat][holder]
        return INDIFFERENT if abs(gain) < 1e-9 else WILLING if gain > 0 else HELD_BACK

    def _over(self, best: Card) -> CardSet:
        """The cards of others that beat it within its suit."""
        if best.suit is None:
            return NO_CARDS
        power = self.strength(best)
        return CardSet(
            card for card in self.outside.of_suit(best.suit) if self.strength(card) > power
        )

    def _beats(
        self, seat: Seat, best: Card, over: CardSet, led: Suit | None
    ) -> tuple[float, float]:
        """With which chances `seat` can take the trick from `best`, and must."""
        if led is None or best.suit is None:
            return INDIFFERENT, 0.0  # a joker: anything may happen
        key = (seat, over.bits, best.suit)
        if key not in self._known:
            self._known[key] = self._can_and_must(seat, best.suit, over, led)
        return self._known[key]

    def _can_and_must(
        self, seat: Seat, suit: Suit, over: CardSet, led: Suit
    ) -> tuple[float, float]:
        trumps, following = self.seen.trumps, self.outside.of_suit(led)
        follows = self._holds(seat, following)
        above = self._holds(seat, over)
        if suit != led:  # only a higher trump beats a trump, from a hand out of the suit
            return (1 - follows) * above, 0.0
        ruffs = 0.0
        if trumps is not None and trumps != led:
            ruffs = (1 - follows) * self._holds(seat, self.outside.of_suit(trumps))
        return above + ruffs - above * ruffs, above * (1 - self._holds(seat, following - over))

    def _holds(self, seat: Seat, cards: CardSet) -> float:
        """How likely `seat` holds any of `cards`, which are of one suit."""
        shown = self.open.get(seat, NO_CARDS)
        if cards & shown:
            return 1.0
        hidden = cards & self.unseen
        if not hidden or len(shown) == len(self.seen.hand):
            return 0.0
        if (seat, next(iter(hidden)).suit) in self.void:
            return 0.0
        return float(1 - (1 - self.each) ** len(hidden))


def _shown_void(seen: View) -> Iterable[tuple[Seat, Suit]]:
    """Who did not follow suit, and in which."""
    for plays in (*(trick.plays for trick in seen.tricks), seen.plays):
        led = plays[0][1].suit if plays else None
        for seat, card in plays:
            if led is not None and card.suit != led:
                yield seat, led
