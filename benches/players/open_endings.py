"""What the tricks of an ending decide, its cards as bits, and the hands that fit what was seen.

What computer players are held against shares neither their samples nor their solver. A card is a
bit: within a suit the stronger the higher, 13 to a suit, jokers above all suits.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, islice, repeat
from operator import or_
from random import Random
from typing import NamedTuple

from benches.players.open_solver import load_solver
from benches.players.open_solver.alpha_beta import OpenRules
from benches.players.unseen_hands import draw_hands, rarest_first
from kwbot.engine.phases.playrules import Ban
from kwbot.engine.phases.rulepoints import LedFirst, MustFall, TrumpsAfterOthers
from kwbot.engine.values.actions import Seat
from kwbot.engine.views.payoffs import Payoffs
from tests.independent.endings import Ending, bits

SUIT = 0x1FFF
JOKERS = 0b111 << 52
NO_TRUMPS = 5
"""In place of a suit, for the solver."""
TOLERANCE = 1e-6
DEALING_TRIES = 200


class TrickStakes(NamedTuple):
    """What the tricks left decide, by row: the first is that of now.

    `after` has the next row by taker; `least` and `most` the ends that may come of a row, from the
    viewer's least on.
    """

    after: list[tuple[int, ...]]
    least: list[int]
    most: list[int]
    ends: int
    """How many there are."""
    sides: tuple[int, ...]
    """For each place the first that always wants the same."""


def stakes(
    payoffs: Payoffs, now: Hashable, seats: Sequence[Seat], viewer: Seat, tricks: int
) -> TrickStakes:
    """Return what so many tricks decide from state `now` on."""
    layer: dict[Hashable, int] = {now: 0}
    after: list[tuple[int, ...]] = []
    for _ in range(tricks):
        following: dict[Hashable, int] = {}
        begin = len(after) + len(layer)
        for state in layer:
            then = [payoffs.after(state, seat) for seat in seats]
            after.append(tuple([following.setdefault(one, begin + len(following)) for one in then]))
        layer = following
    ends = [payoffs.worth(state) for state in layer]
    values = [round(one[viewer], 6) for one in ends]
    ranks = {value: rank for rank, value in enumerate(sorted({*values}))}
    least = [0] * len(after) + [ranks[value] for value in values]
    most = [*least]
    for row in reversed(range(len(after))):
        least[row] = min(least[then] for then in after[row])
        most[row] = max(most[then] for then in after[row])
    return TrickStakes(after, least, most, len(ranks), _sides(ends, seats))


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


class NamedRules(NamedTuple):
    """Rules that name a card or a player, as in the solver's OpenRules."""

    fallen: int = 0
    blocked: int = -1
    awarded: int = 0
    awarder: int = 0


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
            card: 1 << 13 * suit + rank
            for suit, cards in enumerate(known.suits)
            for rank, card in enumerate(sorted(bits(cards), key=known.power.__getitem__))
        }
        return cls(known, found)

    def cards(self, cards: int) -> int:
        """Return the cards of an ending as bits of this module."""
        return sum(self.bit.get(card, card) for card in bits(cards))  # jokers are the same

    def orders(self) -> list[tuple[int, ...]]:
        """Return for each place in which order it is played when that leads."""
        return [self._order(seat) for seat in self.known.seats]

    def trick(self) -> OpenTrick:
        """Return the trick under way."""
        known = self.known
        order = tuple(known.seats.index(seat) for seat in known.order)
        trick = OpenTrick(order, 0, 0 if known.trumps is None else SUIT << 13 * known.trumps)
        for seat, card in known.plays:
            trick = trick.after(known.seats.index(seat), self.cards(card))
        return trick

    def named_rules(self, bans: Iterable[Ban]) -> NamedRules:
        """Return the rules that name something, of these bans and the card that gives a trick
        away."""
        fallen, blocked = 0, -1
        for ban in bans:
            match ban.cards:
                case MustFall(card) | LedFirst(card):
                    fallen = self.cards(card.bit)
                case TrumpsAfterOthers(who):
                    blocked = self.known.seats.index(who)
        awarder, awarded = self.known.awarded or (self.known.seats[0], 0)
        return NamedRules(fallen, blocked, self.cards(awarded), self.known.seats.index(awarder))

    def open_rules(self, decides: TrickStakes, named: NamedRules) -> OpenRules:
        """Return the rules for the solver, from the player in turn."""
        mine = decides.sides[self.known.seats.index(self.known.claimant)]
        rules: OpenRules = load_solver().OpenRules(
            [*chain(*self.orders())],
            [*chain(*decides.after)],
            decides.least,
            decides.most,
            [int(side == mine) for side in decides.sides],
            trumps_follow=self.known.trumps_follow,
        )
        rules.name(*named)
        return rules

    def _order(self, leader: Seat) -> tuple[int, ...]:
        seats, last = self.known.seats, self.known.last
        at = seats.index(leader)
        order = seats[at:] + seats[:at]
        if last is not None and last != leader:
            order = (*(seat for seat in order if seat != last), last)
        return tuple(seats.index(seat) for seat in order)


def suit_of(card: int) -> int:
    """Return all cards of a card's suit."""
    place = card.bit_length() - 1
    return JOKERS if place >= 52 else SUIT << place - place % 13


def distinct(cards: int, hands: Sequence[int], hand: int, trick: int, named: int) -> Iterator[int]:
    """Yield those of `cards` in `hand` that differ, the strongest first; those that some rule names
    do."""
    others = (union(hands) | trick) & ~hand
    last = 0
    while cards:
        card = 1 << (cards.bit_length() - 1)
        cards ^= card
        apart = not last or suit_of(card) != suit_of(last) or (card | last) & named
        if apart or others & (last - 1) & ~(card - 1):
            yield card
        last = card


def layouts(known: Ending, rng: Random, most: int) -> tuple[int, Iterator[dict[int, int]]]:
    """Return how many hands are to be tried, and these in any order: all that fit, or `most` drawn
    at random where there are more."""
    holders = [*known.might]
    unseen = rarest_first(bits(union(known.might.values())), known.might)
    few = [*islice(_every(unseen, known, holders, dict.fromkeys(holders, 0)), most + 1)]
    if len(few) <= most:
        rng.shuffle(few)
        return len(few), iter(few)

    def choose(able: list[int], room: Mapping[int, int]) -> int:
        return rng.choices(able, [room[one] for one in able])[0]

    tries = (draw_hands(unseen, known.might, known.sizes, rng, choose) for _ in repeat(None))
    fitting = (one for one in islice(tries, most * DEALING_TRIES) if one is not None)
    return most, islice(fitting, most)


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
