"""Input of the kernel from a view of the tricks: its rules, cards and positions."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from kwbot.engine.phases.playrules import Ban, PlayRules, follow_suit, highest_wins, same_trumps
from kwbot.engine.phases.rulepoints import (
    Awarded,
    LeadAfterPlayed,
    LedFirst,
    MustFall,
    NoJokerFirst,
    TrumpsAfterOthers,
    suit_led_before,
)
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet
from kwbot.engine.values.trick import Trick
from kwbot.engine.views.payoffs import Payoffs, TrickCourse
from kwbot.engine.views.view import View
from kwbot.players.kernel import (
    MAX_PLAYERS,
    PlayInference,
    State,
    TrickRules,
    bounds,
    leanings,
    prospects,
)
from kwbot.variants import counsels

from .masks import Hands, Masks

NOBODY, NO_SUIT = -1, 5
"""As in the kernel, which does not export its constants when compiled."""
_WISH_TOLERANCE = 1e-6
_TABLES_CACHE_SIZE = 64
"""Number of cached tables of payoffs, some 300 kB each: an auction needs a dozen contracts."""
_COURSES_CACHE_SIZE = 32
"""Number of cached courses, which do not depend on the stakes."""
_NEXT_CACHE_SIZE = 256
"""Number of cached tables of single tricks, a few numbers each."""


class Unsupported(Exception):
    """The kernel does not know a rule of this deal."""


class KernelInput:
    """One deal as a viewer sees it, for the kernel. Raises Unsupported.

    `start` is the current position, without the hidden hands. The viewer remembers who was out of a
    suit only from the last `memory` tricks; `remembered` is a view of only these. With `this_trick`
    the tables cover only this trick, which suffices to choose a card by policy and is much cheaper.
    With `ending` players are on one side if they want the same of the tricks left: after a lost
    contract sides may change.
    """

    def __init__(
        self,
        seen: View,
        memory: int | None = None,
        *,
        this_trick: bool = False,
        ending: bool = False,
    ) -> None:
        assert seen.rules is not None
        self._this_trick, self._ending = this_trick, ending
        self.seen = self.remembered = seen
        if memory is not None:
            self.remembered = replace(seen, tricks=seen.tricks[max(0, len(seen.tricks) - memory) :])
        self.tricks = _tricks(seen)
        self.place = {seat: at for at, seat in enumerate(seen.seats)}
        self.masks = Masks(seen.rules.strength, seen.rules.stand_in)
        self._plain = _rules(seen.rules, seen.seats, self.masks.bit)
        self._prepared: dict[Hashable, tuple[TrickRules, int]] = {}
        self.start = State(self._plain)
        self._hands = Hands(self.start, self.masks, seen.seats)
        for trick in seen.tricks:
            self.start.take(self.place[trick.winner], self.masks.of(trick.cards))
        self.start.first = int(not seen.tricks)
        self.start.trumps = NO_SUIT if seen.trumps is None else int(seen.trumps)
        for seat, at in self.place.items():
            shown = (seen.open_cards or {}).get(seat, NO_CARDS) | (seen.known or {}).get(
                seat, NO_CARDS
            )
            self.start.show(at, self.masks.of(shown))
        self._show()
        self._into_trick()

    def weigh(self) -> None:
        """Set the payoffs of the tricks for the hands as dealt now."""
        if self._prepared and not self._hands.looked:
            return
        payoffs = counsels()[self.seen.variant.key].payoffs(self.seen, self._hands)
        if payoffs.key not in self._prepared:
            self._prepared[payoffs.key] = self._with(payoffs)
        self.start.rules, self.start.row = self._prepared[payoffs.key]

    @property
    def is_guess(self) -> bool:
        """Whether the payoffs depend on hidden cards."""
        return self._hands.looked

    def deal(self, hands: Sequence[CardSet]) -> State:
        """Return the start with these hands, by player number."""
        for seat, at in self.place.items():
            self.start.hold(at, self.masks.of(hands[seat]))
        self.weigh()
        return self.start

    def opening(self) -> State:
        """Return the position at the first lead, with the rules of `start`; its hands hold the
        cards played since."""
        seen, opening = self.seen, State(self.start.rules)
        tricks = self._all_tricks()
        for trick in tricks:
            for seat, card in trick.plays:
                place = self.place[seat]
                opening.hold(place, opening.hand[place] | self.masks.bit[card])
        first = tricks[0]
        leader = first.leader if first.plays else seen.order[0]
        opening.leader = opening.seat = self.place[leader]
        if first.trumps is not None and not self._plain.first_lead_makes_trumps:
            opening.trumps = int(first.trumps)
        return opening

    def inference(self, opening: State) -> PlayInference:
        """Return the play since `opening`, for weighting hands."""
        cards, takers = array("Q"), array("i")
        for trick in self._all_tricks():
            for _, card in trick.plays:
                cards.append(self.masks.bit[card])
                takers.append(self.place.get(trick.winner, NOBODY))
        assert self.seen.seat is not None
        return PlayInference(opening, cards, takers, self.place[self.seen.seat])

    def _all_tricks(self) -> tuple[Trick, ...]:
        """Return all tricks, the one under way included."""
        seen = self.seen
        return (*seen.tricks, Trick(seen.plays, seen.trumps, NOBODY))

    def _show(self) -> None:
        """Note from the tricks which bans are lifted, and who is out of a suit."""
        forgotten = len(self.seen.tricks) - len(self.remembered.tricks)
        for number, trick in enumerate(self._all_tricks()):
            if number >= forgotten:
                self._show_voids(trick)
            self._show_freed(trick)

    def _show_voids(self, trick: Trick) -> None:
        """Note who did not follow suit."""
        assert self.seen.rules
        suits = [(seat, self.seen.rules.suit_of(card)) for seat, card in trick.plays]
        led = suits[0][1] if suits else None
        for seat, suit in suits:
            if led is not None and suit not in (led, None):
                self.start.out |= 1 << (4 * self.place[seat] + led)

    def _show_freed(self, trick: Trick) -> None:
        """Note whether plague or trumps have been played, which lifts the bans on them."""
        rules = self._plain
        for at, (seat, card) in enumerate(trick.plays):
            suit, place = card.suit, self.place[seat]
            if suit == rules.plague and (at or place != rules.plagued):
                self.start.plague_shown = 1
            if suit is not None and suit == self.seen.trumps and place != rules.blocked:
                self.start.trumps_shown = 1

    def _into_trick(self) -> None:
        """Play the cards of the trick under way again."""
        start, seen = self.start, self.seen
        start.leader = start.seat = self.place[seen.order[0]]
        for seat, card in seen.plays:
            bit = self.masks.bit[card]
            start.hold(self.place[seat], bit)
            start.play(bit)

    def _with(self, payoffs: Payoffs) -> tuple[TrickRules, int]:
        """Return the rules with the tables of the payoffs, and the row of the current state."""
        seen = self.seen
        assert seen.rules is not None
        rules = self._plain  # not yet used by other payoffs
        if self._prepared:
            rules = _rules(seen.rules, seen.seats, self.masks.bit)
        state = payoffs.state_after(trick.winner for trick in seen.tricks)
        if self._this_trick:
            tables = _next_tables(payoffs, state, seen.seats)
        else:
            tables = _tables(payoffs, seen.seats, self.tricks)
        rules.after, rules.worth, rules.side = tables.after, tables.worth, tables.side
        if self._ending and len({*rules.side[: rules.players]}) > 2:
            rules.side = _sides_left(payoffs, state, seen.seats, self.tricks - len(seen.tricks))
        rules.readiness, rules.granted, rules.final = tables.leanings
        rules.brings, rules.stake = tables.prospects
        rules.least, rules.most = tables.bounds
        if payoffs.overload:
            over = payoffs.overload
            worth = [over.worth[seat] for seat in seen.seats]
            rules.overloads(self.place[over.seat], self.masks.of(over.cards), worth)
        if payoffs.gathering:
            all_of = payoffs.gathering
            missed = [all_of.worth[seat] for seat in seen.seats]
            rules.gathers(self.place[all_of.seat], self.masks.of(all_of.cards), missed)
        return rules, tables.rows[state]


def plain_rules(seats: Sequence[Seat]) -> TrickRules:
    """Return the kernel's plain rules for these players. Raises Unsupported for too many."""
    if len(seats) > MAX_PLAYERS:
        raise Unsupported
    return TrickRules(len(seats))


def _sides(worth: array[float], players: int) -> list[int]:
    """Return for each player the first player who always wants the same."""
    wishes = [_wish(worth[seat::players]) for seat in range(players)]
    return ([_first_alike(wish, wishes) for wish in wishes] + [NOBODY] * MAX_PLAYERS)[:MAX_PLAYERS]


def _sides_left(
    payoffs: Payoffs, state: Hashable, seats: tuple[Seat, ...], tricks: int
) -> list[int]:
    """Return the sides as `_sides` does, for the next `tricks` tricks from `state` on."""
    ends = {state}
    for _ in range(tricks):
        ends = {payoffs.after(one, seat) for one in ends for seat in seats}
    worth = [payoffs.worth(one) for one in ends]
    return _sides(array("d", [one[seat] for one in worth for seat in seats]), len(seats))


def _wish(points: array[float]) -> list[float]:
    least, most = min(points), max(points)
    return [(one - least) / ((most - least) or 1.0) for one in points]


def _first_alike(wish: list[float], wishes: list[list[float]]) -> int:
    return next(
        at
        for at, other in enumerate(wishes)
        if wish == other
        or all(
            abs(mine - theirs) < _WISH_TOLERANCE for mine, theirs in zip(wish, other, strict=True)
        )
    )


def _tricks(seen: View) -> int:
    """Return the number of tricks in the deal."""
    played_now = any(seat == seen.seat for seat, _ in seen.plays)
    return len(seen.tricks) + len(seen.hand) + int(played_now)


def _rules(rules: PlayRules, seats: tuple[Seat, ...], bit: dict[Card, int]) -> TrickRules:
    """Return the engine's rules as rules of the kernel, without the tables. Raises Unsupported."""
    if rules.winner is not highest_wins or rules.follow is not follow_suit:
        raise Unsupported
    if rules.next_trumps not in (same_trumps, suit_led_before):
        raise Unsupported
    made = plain_rules(seats)
    place = {seat: at for at, seat in enumerate(seats)}
    for leader in range(len(seats)):
        turns = rules.order(seats[leader:] + seats[:leader])
        made.turns(leader, [place[seat] for seat in turns])
    made.lead_before_makes_trumps = int(rules.next_trumps is suit_led_before)
    made.first_lead_makes_trumps = int(rules.lead_makes_trumps)
    for ban in rules.bans:
        _ban(made, ban, place, bit)
    for interrupt in rules.interrupts:
        if isinstance(interrupt, Awarded):
            made.awarded, made.awarder = bit[interrupt.card], place[interrupt.seat]
    return made


def _ban(made: TrickRules, ban: Ban, place: dict[Seat, int], bit: dict[Card, int]) -> None:
    match ban.cards:
        case TrumpsAfterOthers(seat):
            made.blocked = place[seat]
        case LeadAfterPlayed(seat, suit):
            made.plagued, made.plague = place[seat], int(suit)
        case MustFall(card) | LedFirst(card) if card.suit is not None:
            made.must_fall, made.must_fall_suit = bit[card], int(card.suit)
        case NoJokerFirst():
            made.no_joker_first = 1
        case _:
            raise Unsupported


class _Tables(NamedTuple):
    """The payoffs as tables of the kernel's TrickRules. `rows`: the row of each state."""

    after: array[int]
    worth: array[float]
    side: list[int]
    leanings: tuple[array[float], array[int], array[int]]
    prospects: tuple[array[float], array[float]]
    bounds: tuple[array[float], array[float]]
    rows: dict[Hashable, int]


@lru_cache(maxsize=_TABLES_CACHE_SIZE)
def _tables(payoffs: Payoffs, seats: tuple[Seat, ...], tricks: int) -> _Tables:
    """Return the tables of a whole deal of `tricks` tricks."""
    return _flat(payoffs, _whole_course(payoffs.course, tricks), seats)


@lru_cache(maxsize=_NEXT_CACHE_SIZE)
def _next_tables(payoffs: Payoffs, state: Hashable, seats: tuple[Seat, ...]) -> _Tables:
    """Return the tables of one trick from `state` on."""
    return _flat(payoffs, _number(payoffs.course, state, 1), seats)


class _Numbered(NamedTuple):
    """The states of a course with their numbers, and the following states by role and number."""

    rows: dict[Hashable, int]
    after: list[array[int]]


@lru_cache(maxsize=_COURSES_CACHE_SIZE)
def _whole_course(course: TrickCourse, tricks: int) -> _Numbered:
    return _number(course, course.opening, tricks)


def _number(course: TrickCourse, first: Hashable, tricks: int) -> _Numbered:
    """Return the states of the course from `first` on, for `tricks` tricks. A state has a lower
    number than those that follow it."""
    rows = {first: 0}
    after = [array("i") for _ in range(course.roles)]
    layer = [first]
    for depth in range(tricks + 1):
        following = []
        for state in layer:
            for role, numbers in enumerate(after):
                then = state if depth == tricks else course.after(state, role)
                row = rows.get(then)
                if row is None:
                    row = rows[then] = len(rows)
                    following.append(then)
                numbers.append(row)
        layer = following
    return _Numbered(rows, after)


def _flat(payoffs: Payoffs, numbered: _Numbered, seats: tuple[Seat, ...]) -> _Tables:
    """Return the tables of numbered states for the players in `seats`."""
    rows, players = numbered.rows, len(seats)
    after, worth = array("i", [0] * (players * len(rows))), array("d")
    for place, seat in enumerate(seats):
        after[place::players] = numbered.after[payoffs.roles[seat]]
    in_order = itemgetter(*seats)
    for state in rows:
        worth.extend(in_order(payoffs.worth(state)))
    return _Tables(
        after,
        worth,
        _sides(worth, players),
        leanings(after, worth, players),
        prospects(after, worth, players),
        bounds(after, worth, players),
        rows,
    )
