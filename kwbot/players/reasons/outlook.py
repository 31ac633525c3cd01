"""The outlook of the player in turn when choosing a card: who may hold what, who wants the same,
who may still beat which card.

It errs on the safe side: whatever it calls impossible is impossible. With unusual rules nothing is
certain (`plain`), and few reasons are given.
"""

import random
from collections.abc import Iterator
from functools import cached_property

from kwbot.engine.phases.playrules import highest_wins, same_trumps
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import View
from kwbot.players.samples.determinization import Determinizer
from kwbot.players.samples.kernel_input import KernelInput
from kwbot.variants import counsels

OUTLOOK_SAMPLES = 100
"""Number of sampled deals for counting how often something is true."""
TRUMP_POWER = 100
"""Power of a trump above that of its rank; no other card reaches it."""

Hands = dict[Seat, CardSet]


class Outlook:
    """The outlook of the viewer in turn. Raises Unsupported if the kernel does not know a rule."""

    def __init__(self, seen: View, rng: random.Random) -> None:
        assert seen.seat is not None
        assert seen.rules is not None
        assert isinstance(seen.choice, PlayCard)
        self.seen, self.me, self.rules, self.legal = seen, seen.seat, seen.rules, seen.choice.cards
        self.seed = rng.getrandbits(62)
        self._input = KernelInput(seen)
        self._input.weigh()
        self._known = Determinizer(seen, self._input.masks)
        counsel = counsels()[seen.variant.key]
        self.wants = counsel.leaning(seen)
        self.guessed = self._input.is_guess or not counsel.sure_of_partner(seen)
        self.led = self.rules.suit_of(seen.plays[0][1]) if seen.plays else None
        self.plain = self.rules.winner is highest_wins and not self.rules.interrupts
        self.leading = not seen.plays
        self.later = seen.order[len(seen.plays) + 1 :]

    # --- the cards --------------------------------------------------------------------------------

    def suit(self, card: Card) -> Suit | None:
        return self.rules.suit_of(card)

    def is_trump(self, card: Card) -> bool:
        return self.seen.trumps is not None and self.suit(card) == self.seen.trumps

    def mine(self, suit: Suit | None) -> list[Card]:
        """Return the viewer's cards of a suit, the lowest first."""
        cards = NO_CARDS if suit is None else self.rules.of_suit(self.seen.hand, suit)
        return sorted(cards, key=self.rules.power)

    def options(self, card: Card) -> list[Card]:
        """Return the legal cards of the suit of `card`, the lowest first."""
        same = (one for one in self.legal if self.suit(one) == self.suit(card))
        return sorted(same, key=self.rules.power)

    @cached_property
    def out(self) -> CardSet:
        """The cards in others' hands or aside, as far as the viewer knows."""
        sure = (card for cards in self._known.sure.values() for card in cards)
        return self._known.unseen | CardSet(sure)

    @cached_property
    def all_held(self) -> bool:
        """Whether all cards that are out are in hands, and none is a joker, so that players must
        follow suit."""
        jokers = self.rules.jokers(self.out)
        return len(self.out) == sum(self._known.size.values()) and not jokers

    def out_of(self, suit: Suit | None) -> list[Card]:
        """Return the cards of a suit that are out, the lowest first."""
        cards = NO_CARDS if suit is None else self.rules.of_suit(self.out, suit)
        return sorted(cards, key=self.rules.power)

    def higher(self, card: Card) -> list[Card]:
        """Return the cards of its suit that are out and higher than `card`."""
        power = self.rules.power(card)
        return [one for one in self.out_of(self.suit(card)) if self.rules.power(one) > power]

    def may_hold(self, seat: Seat) -> CardSet:
        """Return the cards that another player may hold."""
        sure = self._known.sure[seat]
        full = len(sure) >= self._known.size[seat]
        return sure if full else sure | (self._known.unseen - self._known.lacking.get(seat, ()))

    def is_out_of(self, seat: Seat, suit: Suit) -> bool:
        """Whether another player certainly has none of a suit."""
        return not self.rules.of_suit(self.may_hold(seat), suit)

    # --- the trick --------------------------------------------------------------------------------

    def power(self, card: Card, led: Suit | None) -> int:
        """Return the power of a card in a trick to which `led` was led; −1 if it never wins."""
        suit, trumps = self.suit(card), self.seen.trumps
        if suit is None or suit not in (led, trumps):
            return -1
        return self.rules.power(card) + TRUMP_POWER * (suit == trumps)

    @cached_property
    def best(self) -> tuple[Seat, Card]:
        """The player who has the trick now, and their card. A suit must have been led."""
        return max(self.seen.plays, key=lambda play: self.power(play[1], self.led))

    @cached_property
    def certain(self) -> bool:
        """Whether the trick is sure to go to the best card of the suit led, or the best trump."""
        joker_led = bool(self.seen.plays) and self.led is None
        return self.plain and not joker_led and not self.seen.trumps_by_lead

    def takes(self, card: Card) -> bool:
        """Whether `card` would have the trick for now."""
        if self.leading:
            return self.suit(card) is not None
        return self.power(card, self.led) > self.power(self.best[1], self.led)

    def beaters(self, card: Card, led: Suit | None = None) -> CardSet:
        """Return the cards with which later players may beat `card`."""
        led = self.led if self.led is not None else led if led is not None else self.suit(card)
        power = self.power(card, led)
        found = NO_CARDS
        for seat in self.later:
            for one in self.may_hold(seat):
                follows = self.suit(one) == led
                if self.power(one, led) > power and (follows or not self._must_follow(seat, led)):
                    found = found.with_card(one)
        return found

    def _must_follow(self, seat: Seat, led: Suit | None) -> bool:
        """Whether a player surely holds a card of the suit led."""
        return led is not None and bool(self.rules.of_suit(self._known.sure[seat], led))

    def stands(self, card: Card) -> bool:
        """Whether `card` is sure to take the trick."""
        return self.certain and self.takes(card) and not self.beaters(card)

    def leaves(self, card: Card) -> bool:
        """Whether `card` is sure not to take the trick."""
        return self.certain and not self.leading and not self.takes(card)

    @cached_property
    def friends(self) -> frozenset[Seat]:
        """The other players who certainly want the same as the viewer."""
        if self.guessed:
            return frozenset()
        side, place = self._input.start.rules.side, self._input.place
        mine = side[place[self.me]]
        return frozenset(
            seat for seat in self.seen.seats if seat != self.me and side[place[seat]] == mine >= 0
        )

    @cached_property
    def friend_has(self) -> bool:
        """Whether a friend has the trick and no later player can take it from them."""
        if self.leading or not self.certain or self.best[0] not in self.friends:
            return False
        return not self.beaters(self.best[1])

    # --- the contract -----------------------------------------------------------------------------

    def outcome(self, taker: Seat | None) -> tuple[float, float]:
        """Return the least and the most points that declarer may get in the end if `taker` takes
        this trick (None: before it); −1 and 1 if nothing is certain, as when taken cards count."""
        start = self._input.start
        by_cards = start.rules.gatherer >= 0 or start.rules.overloaded >= 0
        if self.seen.declarer is None or self.guessed or by_cards:
            return -1.0, 1.0
        row, players = start.row, start.rules.players
        if taker is not None:
            row = start.rules.after[row * players + self._input.place[taker]]
        at = row * players + self._input.place[self.seen.declarer]
        return start.rules.least[at], start.rules.most[at]

    # --- deals that fit ---------------------------------------------------------------------------

    @cached_property
    def deals(self) -> list[Hands]:
        """Samples of the other players' hands that fit what the viewer has seen."""
        return list(self._samples())

    def _samples(self) -> Iterator[Hands]:
        start, seed, masks = self._input.start, self.seed, self._input.masks
        for _ in range(OUTLOOK_SAMPLES):
            seed = self._known.deal(start, seed)
            yield {
                seat: masks.cards(start.hand[place])
                for seat, place in self._input.place.items()
                if seat != self.me
            }

    def can_beat(self, hand: CardSet, card: Card) -> bool:
        """Whether a later player with this hand could take the trick from `card`."""
        led = self.suit(card) if self.leading else self.led
        follow = NO_CARDS if led is None else self.rules.of_suit(hand, led)
        power = self.power(card, led)
        return any(self.power(one, led) > power for one in follow or hand)

    @property
    def lasting_trumps(self) -> bool:
        """Whether the trumps stay the same in later tricks."""
        return self.seen.trumps is not None and self.rules.next_trumps is same_trumps
