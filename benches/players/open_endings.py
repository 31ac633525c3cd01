"""Endings with all cards open, solved on their own, and the hands that fit what somebody has seen.

What computer players are held against shares neither their samples nor their solver. A card is a
bit: within a suit the stronger the higher, 16 to a suit, jokers above all suits.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice, repeat
from math import inf
from operator import or_
from random import Random
from typing import NamedTuple

from benches.players.unseen_hands import draw_hands, rarest_first
from kwbot.engine.values.actions import Seat
from kwbot.engine.views.payoffs import Payoffs
from tests.independent.endings import Ending, bits

SUIT = 0xFFFF
JOKERS = 0b111 << 64
TOLERANCE = 1e-6
DEALING_TRIES = 200
Hands = tuple[int, ...]
"""The cards of each place at the table."""


class TrickStakes(NamedTuple):
    """What the tricks left decide, by row: the first is that of now. `worth` is the viewer's."""

    after: list[tuple[int, ...]]
    worth: list[float]
    least: list[float]
    most: list[float]
    ends: list[float]
    """What may come of it, the least first."""
    sides: tuple[int, ...]
    """For each place the first that always wants the same."""


def stakes(
    payoffs: Payoffs, now: Hashable, seats: Sequence[Seat], viewer: Seat, tricks: int
) -> TrickStakes:
    """Return what so many tricks decide from state `now` on."""
    rows: dict[Hashable, int] = {now: 0}
    after: list[tuple[int, ...]] = []
    layer: list[Hashable] = [now]
    for _ in range(tricks):
        following: list[Hashable] = []
        for state in layer:
            then = [payoffs.after(state, seat) for seat in seats]
            for one in then:
                if one not in rows:
                    rows[one] = len(rows)
                    following.append(one)
            after.append(tuple([rows[one] for one in then]))
        layer = following
    worths = [payoffs.worth(state) for state in rows]
    ends = worths[len(after) :]
    worth = [one[viewer] for one in worths]
    least, most = [*worth], [*worth]
    for row in reversed(range(len(after))):
        least[row] = min(least[then] for then in after[row])
        most[row] = max(most[then] for then in after[row])
    values = sorted({round(one[viewer], 6) for one in ends})
    return TrickStakes(after, worth, least, most, values, _sides(ends, seats))


def _sides(ends: Sequence[tuple[float, ...]], seats: Sequence[Seat]) -> tuple[int, ...]:
    wishes = []
    for seat in seats:
        worth = [one[seat] for one in ends]
        middle, wide = min(worth), (max(worth) - min(worth)) or 1.0
        wishes.append([(one - middle) / wide for one in worth])
    return tuple(
        next(
            at
            for at, other in enumerate(wishes)
            if all(abs(a - b) < TOLERANCE for a, b in zip(wish, other, strict=True))
        )
        for wish in wishes
    )


class OpenTrick(NamedTuple):
    """A trick under way: the places in turn, the row that it began in, and what has been played:
    all `cards`, the suits led and of the `best` card, and the place of its `holder`."""

    order: tuple[int, ...]
    row: int
    trumps: int
    cards: int = 0
    led: int = 0
    best: int = 0
    suit: int = 0
    holder: int = 0

    def beaten_by(self, card: int) -> bool:
        """Whether a card takes the trick."""
        if self.led == JOKERS or card & JOKERS:
            return False
        return card > self.best if card & self.suit else card & self.trumps != 0

    def after(self, place: int, card: int) -> "OpenTrick":
        """Return the trick after the next card."""
        order, row, trumps, cards, led, best, suit, holder = self
        if not cards:
            led = suit_of(card)
            return OpenTrick(order, row, trumps, card, led, card, led, place)
        if self.beaten_by(card):
            best, suit, holder = card, suit_of(card), place
        return OpenTrick(order, row, trumps, cards | card, led, best, suit, holder)


class Deck(NamedTuple):
    """The cards of an ending as bits of this module, and its rules."""

    known: Ending
    bit: dict[int, int]

    @classmethod
    def of(cls, known: Ending) -> "Deck":
        found = {
            card: 1 << 16 * suit + known.power[card]
            for suit, cards in enumerate(known.suits)
            for card in bits(cards)
        }
        return cls(known, found)

    def cards(self, cards: int) -> int:
        """Return the cards of an ending as bits of this module."""
        return sum(self.bit.get(card) or card << 12 for card in bits(cards))  # 52 and on: jokers

    def orders(self) -> list[tuple[int, ...]]:
        """Return for each place in which order it is played when that leads."""
        return [self._order(seat) for seat in self.known.seats]

    def trick(self) -> OpenTrick:
        """Return the trick under way."""
        known = self.known
        order = tuple(known.seats.index(seat) for seat in known.order)
        trick = OpenTrick(order, 0, 0 if known.trumps is None else SUIT << 16 * known.trumps)
        for seat, card in known.plays:
            trick = trick.after(known.seats.index(seat), self.cards(card))
        return trick

    def _order(self, leader: Seat) -> tuple[int, ...]:
        seats, last = self.known.seats, self.known.last
        at = seats.index(leader)
        order = seats[at:] + seats[:at]
        if last is not None and last != leader:
            order = (*(seat for seat in order if seat != last), last)
        return tuple(seats.index(seat) for seat in order)


class OpenHands:
    """One layout of an ending, in which everybody sees all hands and plays their best."""

    def __init__(self, deck: Deck, decides: TrickStakes, hands: Hands) -> None:
        self.decides, self._hands = decides, hands
        self._follow = deck.known.trumps_follow
        self._trick, self._orders = deck.trick(), deck.orders()
        self._me = self._trick.order[self._trick.cards.bit_count()]
        self._mine = [side == decides.sides[self._me] for side in decides.sides]
        self._bounds: dict[tuple[Hands, int, int, int], list[float]] = {}

    def value(self, card: int, guess: int) -> int:
        """Return which of the ends is reached by `card`, perhaps that of `guess`."""
        ends = self.decides.ends
        if not self.reaches(card, ends[guess]):
            return next(
                at for at in range(guess - 1, -1, -1) if at == 0 or self.reaches(card, ends[at])
            )
        while guess + 1 < len(ends) and self.reaches(card, ends[guess + 1]):
            guess += 1
        return guess

    def reaches(self, card: int, aim: float) -> bool:
        """Whether the player in turn gets `aim` or more by `card`."""
        hands = self._without(self._hands, self._me, card)
        return self._next_card(hands, self._trick.after(self._me, card), aim - TOLERANCE)

    def _without(self, hands: Hands, place: int, card: int) -> Hands:
        return (*hands[:place], hands[place] ^ card, *hands[place + 1 :])

    def _next_card(self, hands: Hands, trick: OpenTrick, aim: float) -> bool:
        """Go on with the next card of a trick."""
        at = trick.cards.bit_count()
        if at == len(trick.order):
            return self._next_trick(hands, trick, aim)
        place = trick.order[at]
        hand, mine = hands[place], self._mine[place]
        cards = hand
        if at and trick.led != JOKERS and hand & trick.led:
            cards = hand & (trick.led | JOKERS)
        for card in distinct(cards, hands, hand, trick.cards):
            found = self._next_card(
                self._without(hands, place, card), trick.after(place, card), aim
            )
            if found == mine:
                return mine
        return not mine

    def _next_trick(self, hands: Hands, trick: OpenTrick, aim: float) -> bool:
        """Go on after a trick."""
        decides, leader = self.decides, trick.holder
        row = decides.after[trick.row][leader]
        if decides.least[row] >= aim:
            return True
        if decides.most[row] < aim:
            return False
        trumps = trick.led if self._follow else trick.trumps
        bounds = self._bounds.setdefault((hands, leader, row, trumps), [-inf, inf])
        if bounds[0] >= aim or bounds[1] <= aim:
            return bounds[0] >= aim
        found = self._next_card(hands, OpenTrick(self._orders[leader], row, trumps), aim)
        bounds[0 if found else 1] = aim
        return found


def suit_of(card: int) -> int:
    """Return all cards of a card's suit."""
    place = card.bit_length() - 1
    return JOKERS if place >= 64 else SUIT << (place & ~15)


def distinct(cards: int, hands: Sequence[int], hand: int, trick: int) -> Iterator[int]:
    """Yield those of `cards` in `hand` that differ, the strongest first."""
    others = (union(hands) | trick) & ~hand
    last = 0
    while cards:
        card = 1 << (cards.bit_length() - 1)
        cards ^= card
        if not last or suit_of(card) != suit_of(last) or others & (last - 1) & ~(card - 1):
            yield card
        last = card


def layouts(known: Ending, rng: Random, most: int) -> list[dict[int, int]]:
    """Return all hands that fit, or so many drawn at random where there are more."""
    holders = [*known.might]
    unseen = rarest_first(bits(union(known.might.values())), known.might)
    few = [*islice(_every(unseen, known, holders, dict.fromkeys(holders, 0)), most + 1)]
    if len(few) <= most:
        return few

    def choose(able: list[int], room: Mapping[int, int]) -> int:
        return rng.choices(able, [room[one] for one in able])[0]

    tries = (draw_hands(unseen, known.might, known.sizes, rng, choose) for _ in repeat(None))
    fitting = (one for one in islice(tries, most * DEALING_TRIES) if one is not None)
    return [*islice(fitting, most)]


def union(masks: Iterable[int]) -> int:
    """Return all cards of these masks."""
    return reduce(or_, masks, 0)


def _every(
    unseen: list[int], known: Ending, holders: list[int], held: dict[int, int]
) -> Iterator[dict[int, int]]:
    """Yield all hands; `unseen` has cards that few may hold first: so errors are soon found out."""
    if not unseen:
        yield held
        return
    card = unseen[0]
    for who in holders:
        if known.might[who] & card and held[who].bit_count() < known.sizes[who]:
            yield from _every(unseen[1:], known, holders, {**held, who: held[who] | card})
