"""Stakes of an ending's tricks, its cards as bits, and the hands that fit what was seen.

This yardstick for computer players shares neither their samples nor their solver. A card is a bit:
14 to a suit, stronger cards higher, jokers above all suits. The lowest bit of a suit is a card that
counts as one of it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, islice, repeat
from operator import or_
from random import Random
from typing import Any, NamedTuple

from benches.players.open_solver import load_solver
from benches.players.open_solver.alpha_beta import OpenRules
from benches.players.unseen_hands import draw_hands, rarest_first
from kwbot.engine.phases.playrules import Ban
from kwbot.engine.phases.rulepoints import LedFirst, MustFall, TrumpsAfterOthers
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import JOKERS as ENGINE_JOKERS
from kwbot.engine.views.payoffs import Payoffs
from tests.independent.endings import Ending, bits

PLACES = 14
SUIT = (1 << PLACES) - 1
JOKERS = 0b111 << 4 * PLACES
NO_TRUMPS = 5
"""Stands for no trump suit in the solver."""
TOLERANCE = 1e-6
DEALING_TRIES = 200
Fits = Callable[[Mapping[int, int]], object]
"""Whether hands fit what was seen; if hands do, so do subsets of them."""


def always_fits(hands: Mapping[int, int]) -> bool:
    """Whether hands fit where every hand of possible cards does: always."""
    return True


class TrickStakes(NamedTuple):
    """Stakes of the remaining tricks, by row; the first row is the present one.

    `after` has the next row by taker; `least` and `most` the worst and best end reachable from a
    row, for the viewer. With more than two sides, `reach` has the ends reachable from a row, as
    bits, and `ranks` each end's rank by player, the worst 0.
    """

    after: list[tuple[int, ...]]
    least: list[int]
    most: list[int]
    ends: int
    """Number of ends."""
    sides: tuple[int, ...]
    """For each place, the first one that always wants the same."""
    reach: Sequence[int] = ()
    ranks: Sequence[tuple[int, ...]] = ()


def stakes(
    payoffs: Payoffs, now: Hashable, seats: Sequence[Seat], viewer: Seat, tricks: int
) -> TrickStakes:
    """Return what the next `tricks` tricks decide from state `now` on."""
    after, states = _rows(payoffs, now, seats, tricks)
    worths = [payoffs.worth(state) for state in states]
    sides = _sides(worths, seats)
    wishes = [_places(round(one[seat], 6) for one in worths) for seat in seats]
    several = len({*sides}) > 2
    # With two sides one gets what the other loses: the viewer's view of an end suffices.
    ends = _places(zip(*wishes, strict=True)) if several else wishes[seats.index(viewer)]
    least, reach = [0] * len(after) + ends, [0] * len(after) + [1 << end for end in ends]
    most = [*least]
    for row in reversed(range(len(after))):
        least[row] = min(least[then] for then in after[row])
        most[row] = max(most[then] for then in after[row])
        reach[row] = union(reach[then] for then in after[row])
    found = TrickStakes(after, least, most, len({*ends}), sides)
    if not several:
        return found
    ranks = [dict(zip(ends, wish, strict=True)) for wish in wishes]
    by_end = [tuple(rank[end] for end in range(found.ends)) for rank in ranks]
    return found._replace(reach=reach, ranks=by_end)


def _rows(
    payoffs: Payoffs, now: Hashable, seats: Sequence[Seat], tricks: int
) -> tuple[list[tuple[int, ...]], list[Hashable]]:
    """Return the next row by row and taker, and the final states, whose rows follow these."""
    layer: dict[Hashable, int] = {now: 0}
    after: list[tuple[int, ...]] = []
    for _ in range(tricks):
        following: dict[Hashable, int] = {}
        begin = len(after) + len(layer)
        for state in layer:
            then = [payoffs.after(state, seat) for seat in seats]
            after.append(tuple([following.setdefault(one, begin + len(following)) for one in then]))
        layer = following
    return after, [*layer]


def _places(values: Iterable[Any]) -> list[int]:
    """Return the rank of each value among them, the least being 0."""
    found = [*values]
    places = {value: place for place, value in enumerate(sorted({*found}))}
    return [places[value] for value in found]


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
    """A trick under way: the places in turn, the row it began in, all its `cards`, the suit led,
    the `best` card with its `suit`, and the place of its `holder`."""

    order: tuple[int, ...]
    row: int
    trumps: int
    cards: int = 0
    led: int = 0
    best: int = 0
    suit: int = 0
    holder: int = 0

    def beaten_by(self, card: int) -> bool:
        """Whether a card beats the trick's best one."""
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
            card: 1 << PLACES * suit + rank
            for suit, cards in enumerate(known.suits)
            for rank, card in enumerate(sorted(bits(cards), key=known.power.__getitem__), start=1)
        }
        found |= zip(bits(ENGINE_JOKERS.bits), bits(JOKERS), strict=True)
        if known.stand_in:
            found[known.stand_in[0]] = lowest(known.stand_in[1])
        return cls(known, found)

    def cards(self, cards: int) -> int:
        """Return the cards of an ending as bits of this module."""
        return sum(self.bit[card] for card in bits(cards))

    def orders(self) -> list[tuple[int, ...]]:
        """Return for each place the order of play when it leads."""
        return [self._order(seat) for seat in self.known.seats]

    def trick(self) -> OpenTrick:
        """Return the trick under way."""
        known = self.known
        order = tuple(known.seats.index(seat) for seat in known.order)
        trick = OpenTrick(order, 0, 0 if known.trumps is None else SUIT << PLACES * known.trumps)
        for seat, card in known.plays:
            trick = trick.after(known.seats.index(seat), self.cards(card))
        return trick

    def named_rules(self, bans: Iterable[Ban]) -> NamedRules:
        """Return the rules that name a card or player: these bans, and the card that gives a trick
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
        """Return the rules for the solver, from the view of the player in turn."""
        mine = decides.sides[self.known.seats.index(self.known.claimant)]
        rules: OpenRules = load_solver().OpenRules(
            [*chain(*self.orders())],
            [*chain(*decides.after)],
            decides.least,
            decides.most,
            [int(side == mine) for side in decides.sides],
            trumps_follow=self.known.trumps_follow,
        )
        if decides.reach:
            rules.want(decides.reach, [*chain(*decides.ranks)], decides.ends)
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
    return JOKERS if card & JOKERS else SUIT << place - place % PLACES


def lowest(suit: int) -> int:
    """Return the card that counts as the lowest of a suit."""
    return 1 << PLACES * suit


def distinct(cards: int, hands: Sequence[int], hand: int, trick: int, named: int) -> Iterator[int]:
    """Yield those of `cards` in `hand` that differ, the strongest first; cards named by a rule
    always do."""
    others = (union(hands) | trick) & ~hand
    last = 0
    while cards:
        card = 1 << (cards.bit_length() - 1)
        cards ^= card
        apart = not last or suit_of(card) != suit_of(last) or (card | last) & named
        if apart or others & (last - 1) & ~(card - 1):
            yield card
        last = card


def layouts(
    known: Ending, rng: Random, most: int, fits: Fits = always_fits
) -> tuple[int, Iterator[dict[int, int]]]:
    """Return the number of hands to try, and these in random order: all that fit, or `most` drawn
    at random if there are more."""
    holders = [*known.might]
    unseen = rarest_first(bits(union(known.might.values())), known.might)
    few = [*islice(_every(unseen, known, fits, dict.fromkeys(holders, 0)), most + 1)]
    if len(few) <= most:
        rng.shuffle(few)
        return len(few), iter(few)

    def choose(able: list[int], room: Mapping[int, int]) -> int:
        return rng.choices(able, [room[one] for one in able])[0]

    tries = (draw_hands(unseen, known.might, known.sizes, rng, choose) for _ in repeat(None))
    fitting = (one for one in islice(tries, most * DEALING_TRIES) if one is not None and fits(one))
    return most, islice(fitting, most)


def union(masks: Iterable[int]) -> int:
    """Return all cards of these masks."""
    return reduce(or_, masks, 0)


def _every(
    unseen: list[int], known: Ending, fits: Fits, held: dict[int, int]
) -> Iterator[dict[int, int]]:
    """Yield all hands; `unseen` begins with cards that few may hold, to find dead ends early."""
    if not unseen:
        yield held
        return
    card = unseen[0]
    for who, cards in held.items():
        if known.might[who] & card and cards.bit_count() < known.sizes[who]:
            more = {**held, who: cards | card}
            if fits(more):
                yield from _every(unseen[1:], known, fits, more)
