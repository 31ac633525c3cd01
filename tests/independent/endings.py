"""Endings as one player knows them, by trying everything: what a claim is held against.

All hands that fit, and all cards of all players. Written on its own, without the engine and its
proofs: cards are the bits of a number, and of equal cards none is left out. Only positions that
differ by nothing but the names of their cards are looked at once.

The others must follow suit and hold what they may hold; what else the rules forbid them they may
do here. So what is true here is true in the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

JOKER, NOTHING_LED = -2, -3
"""In place of a suit."""
ASIDE = -1
"""Whoever holds the cards that are in no hand."""
Bans = Callable[["Moment"], int]


class Moment(NamedTuple):
    """What bans of the claimant may look at: their `hand`, the suit `led` (or NOTHING_LED) and the
    `trumps` by number, whether it is the `first` trick, which suits any of the `others` has played,
    and which were played otherwise than `led_by` the claimant."""

    hand: int
    led: int
    trumps: int | None
    first: bool
    others: int
    freed: int


@dataclass(frozen=True)
class Ending:
    """Tricks to come, as `claimant` knows them, who is in turn. Sets of cards are bits.

    `might`: what each of the others may hold, and `ASIDE` what may be in no hand; `sizes`: how many
    they have. `suits`: the cards of each suit by what is printed on them, and `power` by card.
    `plays`: of the trick under way, in the `order` in which it is played.
    """

    claimant: int
    seats: tuple[int, ...]
    hand: int
    might: Mapping[int, int]
    sizes: Mapping[int, int]
    suits: tuple[int, ...]
    power: Mapping[int, int]
    trumps: int | None
    order: tuple[int, ...]
    plays: tuple[tuple[int, int], ...] = ()
    last: int | None = None
    """Who plays last unless they lead."""
    trumps_follow: bool = False
    """Whether the suit led becomes trumps of the next trick."""
    bans: tuple[Bans, ...] = ()
    special: int = 0
    """Cards that some rule names."""
    awarded: tuple[int, int] | None = None
    """Who gives the trick with a card away, and that card."""
    stand_in: tuple[int, int] | None = None
    """A card that counts as the lowest of a suit."""
    secret: tuple[int, int] | None = None
    """Who may have such a card, unseen, and of which suit."""
    lacks: int = 0
    """Suits of which the latter has nothing else."""
    first: bool = False
    others: int = 0
    freed: int = 0
    """See `Moment`."""


def bits(cards: int) -> Iterator[int]:
    while cards:
        yield cards & -cards
        cards &= cards - 1


class _Rest(NamedTuple):
    """What hardly ever changes within a trick."""

    trumps: int | None
    need: int
    stand_in: tuple[int, int] | None
    first: bool
    others: int
    freed: int
    lacks: int


class Solver:
    """Says what is true of an ending."""

    def __init__(self, ending: Ending, *, choosing: bool = True, most: int = 10**9) -> None:
        """`choosing`: whether the claimant plays for it, or in any way; `most`: so many positions
        are looked at."""
        self.ending, self._claimant, self._choosing = ending, ending.claimant, choosing
        self._left = most
        self._holders = [*(seat for seat in ending.seats if seat != ending.claimant), ASIDE]
        self._place = {seat: place for place, seat in enumerate(self._holders)}
        self._groups = [
            some
            for count in range(1, len(self._holders) + 1)
            for some in combinations(range(len(self._holders)), count)
        ]
        self._by_power = [
            sorted(bits(cards), key=lambda card: ending.power[card]) for cards in ending.suits
        ]
        self._printed = {
            card: suit for suit, cards in enumerate(ending.suits) for card in bits(cards)
        }
        self._suited = sum(ending.suits)
        self._plain = not (ending.bans or ending.awarded or ending.secret or ending.stand_in)
        self._found: dict[object, bool] = {}
        self._possible: dict[object, bool] = {}

    def holds(self, tricks: int) -> bool:
        """Whether the claimant takes exactly so many of the tricks left. Raises TimeoutError."""
        ending = self.ending
        masks = tuple([ending.might.get(holder, 0) for holder in self._holders])
        rest = _Rest(
            ending.trumps, tricks, ending.stand_in, ending.first, ending.others, ending.freed,
            ending.lacks,
        )  # fmt: skip
        led: int = NOTHING_LED
        worth, taker, gone, lead = -1, ending.order[0], 0, 0
        for at, (seat, card) in enumerate(ending.plays):
            if at == 0:
                led, lead = self._suit(card, ending.stand_in), card
            mine = self._worth(card, at, led, rest)
            if mine > worth:
                worth, taker = mine, seat
            gone |= card
        at = len(ending.plays)
        return self._card(ending.order, at, masks, ending.hand, led, worth, taker, gone, lead, rest)

    # --- cards ----------------------------------------------------------------------------------

    def _suit(self, card: int, stand_in: tuple[int, int] | None) -> int:
        """The suit that a card counts as; JOKER of a joker."""
        if stand_in is not None and stand_in[0] == card:
            return stand_in[1]
        return self._printed.get(card, JOKER)

    def _of_suit(self, suit: int, stand_in: tuple[int, int] | None) -> int:
        cards = self.ending.suits[suit]
        if stand_in is not None:
            cards = cards | stand_in[0] if stand_in[1] == suit else cards & ~stand_in[0]
        return cards

    def _worth(self, card: int, at: int, led: int, rest: _Rest) -> int:
        """What a card is worth in a trick; the highest takes it, and a joker that was led."""
        if led == JOKER:
            return 1000 if at == 0 else -1
        stand_in = rest.stand_in
        suit = self._suit(card, stand_in)
        if suit not in (led, rest.trumps):
            return -1
        power = 0 if stand_in is not None and stand_in[0] == card else self.ending.power[card]
        return power + 100 if suit == rest.trumps else power

    # --- one trick ------------------------------------------------------------------------------

    def _card(  # noqa: PLR0917 - one call for each card: nothing may be dearer
        self, order: tuple[int, ...], at: int, masks: tuple[int, ...], hand: int, led: int,
        worth: int, taker: int, gone: int, lead: int, rest: _Rest,
    ) -> bool:  # fmt: skip
        """Go on with the next card of a trick. `led`: the suit; `worth` and `taker`: of its best
        card; `gone`: its cards; `lead`: the first."""
        if at == len(order):
            return self._complete(masks, hand, taker, gone, lead, rest)
        seat = order[at]
        own = seat == self._claimant
        cards = self._legal(hand, led, rest) if own else masks[self._place[seat]] & ~gone
        any_will_do = own and self._choosing
        downwards = own and rest.need == 0
        while cards:
            card = 1 << (cards.bit_length() - 1) if downwards else cards & -cards
            cards ^= card
            for stand_in in self._ways(seat, card, rest):
                before, suit = rest, self._suit(card, stand_in)
                now, known = suit if at == 0 else led, masks
                if not self._plain:
                    before = self._noted(rest, seat, card, at, stand_in)
                if not own and (before.stand_in != rest.stand_in or suit not in (now, JOKER)):
                    before, known = self._void(before, masks, seat, now, suit)
                mine = self._worth(card, at, now, before)
                best, who = (mine, seat) if mine > worth else (worth, taker)
                true = self._card(
                    order, at + 1, known, hand & ~card, now, best, who, gone | card,
                    card if at == 0 else lead, before,
                )  # fmt: skip
                if true == any_will_do:
                    return true
        return not any_will_do

    def _hides(self, seat: int, rest: _Rest) -> bool:
        """Whether a card of theirs may yet turn out to stand in."""
        secret = self.ending.secret
        if secret is None or secret[0] != seat or rest.stand_in is not None:
            return False
        return not rest.lacks >> secret[1] & 1  # it follows that suit

    def _ways(self, seat: int, card: int, rest: _Rest) -> list[tuple[int, int] | None]:
        """What may stand in once a card is seen: what did before, or it."""
        secret = self.ending.secret
        if secret is None or not self._hides(seat, rest):
            return [rest.stand_in]
        suit = self._printed.get(card)
        shown: list[tuple[int, int] | None] = [(card, secret[1])]
        return shown if suit is not None and rest.lacks >> suit & 1 else [None, *shown]

    def _void(
        self, rest: _Rest, masks: tuple[int, ...], seat: int, led: int, suit: int
    ) -> tuple[_Rest, tuple[int, ...]]:
        """Note what somebody lacks who did not follow suit, or whose card stands in."""
        lacks = 1 << led if led >= 0 and suit not in (led, JOKER) else 0
        if self.ending.secret is not None and seat == self.ending.secret[0]:
            hides, lacks = self._hides(seat, rest), lacks | rest.lacks
            rest = rest._replace(lacks=lacks)
            if hides and self._hides(seat, rest):  # one card of such a suit may be left
                return rest, masks
        known = [*masks]
        for one in range(4):
            if lacks >> one & 1:
                known[self._place[seat]] &= ~self._of_suit(one, rest.stand_in)
        return rest, tuple(known)

    def _noted(
        self, rest: _Rest, seat: int, card: int, at: int, stand_in: tuple[int, int] | None
    ) -> _Rest:
        """Note what bans look at, and a card that stands in."""
        others, freed, own = rest.others, rest.freed, seat == self._claimant
        printed = self._printed.get(card)
        if printed is not None and self.ending.bans:
            others |= 0 if own else 1 << printed
            freed |= 0 if own and at == 0 else 1 << printed
        return _Rest(rest.trumps, rest.need, stand_in, rest.first, others, freed, rest.lacks)

    def _legal(self, hand: int, led: int, rest: _Rest) -> int:
        """What the claimant may play: bans yield, the first one first."""
        cards = hand
        if led >= 0:
            following = hand & self._of_suit(led, rest.stand_in)
            if following:
                jokers = hand & ~self._suited
                if rest.stand_in is not None:
                    jokers &= ~rest.stand_in[0]
                cards = following | jokers
        bans = self.ending.bans
        if bans:
            moment = Moment(hand, led, rest.trumps, rest.first, rest.others, rest.freed)
            for yielded in range(len(bans)):
                allowed = cards
                for ban in bans[yielded:]:
                    allowed &= ~ban(moment)
                if allowed:
                    return allowed
        return cards

    def _complete(
        self, masks: tuple[int, ...], hand: int, taker: int, gone: int, lead: int, rest: _Rest
    ) -> bool:
        masks = tuple([mask & ~gone for mask in masks])
        if not self._is_possible(masks, hand.bit_count()):
            return True  # so it never comes to this
        awarded = self.ending.awarded
        if awarded is None or not awarded[1] & gone:
            return self._next(masks, hand, taker, lead, rest)
        decides = awarded[0] == self._claimant and self._choosing
        for seat in self.ending.seats:
            if self._next(masks, hand, seat, lead, rest) == decides:
                return decides
        return not decides

    def _next(self, masks: tuple[int, ...], hand: int, taker: int, lead: int, rest: _Rest) -> bool:
        """Go on with the next trick."""
        left, need = hand.bit_count(), rest.need - (1 if taker == self._claimant else 0)
        if not 0 <= need <= left:
            return False
        if left == 0:
            return True
        trumps = rest.trumps
        if self.ending.trumps_follow:
            trumps = self._printed.get(lead)
        after = rest._replace(trumps=trumps, need=need, first=False)
        same = (masks, hand, taker, after)
        found = self._found.get(same)
        if found is not None:
            return found
        key = self._key(masks, hand, taker, after)
        found = self._found.get(key)
        if found is None:
            self._left -= 1
            if self._left < 0:
                raise TimeoutError
            order = self._order(taker)
            found = self._card(order, 0, masks, hand, NOTHING_LED, -1, taker, 0, 0, after)
        self._found[same] = self._found[key] = found
        return found

    def _order(self, leader: int) -> tuple[int, ...]:
        seats, last = self.ending.seats, self.ending.last
        at = seats.index(leader)
        order = seats[at:] + seats[:at]
        if last is None or last == leader:
            return order
        return (*(seat for seat in order if seat != last), last)

    def _is_possible(self, masks: tuple[int, ...], left: int) -> bool:
        """Whether the cards that are left can be dealt so that everybody has enough of them."""
        key = (masks, left)
        found = self._possible.get(key)
        if found is None:
            aside = self.ending.sizes.get(ASIDE, 0)
            found = True
            for some in self._groups:
                cards = size = 0
                for place in some:
                    cards |= masks[place]
                    size += aside if self._holders[place] == ASIDE else left
                if cards.bit_count() < size:
                    found = False
                    break
            self._possible[key] = found
        return found

    def _key(self, masks: tuple[int, ...], hand: int, leader: int, rest: _Rest) -> object:
        """A position without the names of its cards: of each suit who may hold which, by power."""
        stand_in = rest.stand_in[0] if rest.stand_in is not None else 0
        special = self.ending.special | stand_in
        live = hand
        for mask in masks:
            live |= mask
        named = live & (special | ~self._suited)
        found = []
        for cards in self._by_power:
            line = 1
            for card in cards:
                if card & named:
                    line = line << 5 | 31
                elif card & live:
                    who = 1 if card & hand else 0
                    for mask in masks:
                        who = who << 1 | (1 if card & mask else 0)
                    line = line << 5 | who
            found.append(line)
        apart = tuple([mask & named for mask in (hand, *masks)]) if named else ()
        stand = rest.stand_in if stand_in & live else rest.stand_in is not None
        noted = (rest.others, rest.freed, rest.lacks)
        return (*found, apart, leader, rest.trumps, rest.need, stand, noted)
