"""What a bid wins or loses, in points, and what the tricks decide of that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache

from kwbot.engine.actions import Bid, NameNumber, NameNumbers, NameSuit, Seat
from kwbot.engine.cards import CardSet
from kwbot.engine.payoffs import Gathering, Overload, Payoffs
from kwbot.engine.script import DealResult
from kwbot.engine.view import View

from .bids import STANDARD, goal_of
from .effects import TWOS
from .goal import TRICKS, Goal, Progress, likelihood
from .purposes import GUESS, PLAGUE
from .scoring import LOST, TITLE, KombinationsSheet, is_taintless, points_of

WINNING = 4.0
"""What winning the game is worth besides the points."""
BARRED = 0.5
"""What it costs not to be allowed to bid in the next deals."""
KEPT = 32
"""Goals of which the courses are remembered."""


def gain(seen: View, seat: Seat, bid: Bid) -> float:
    """Return what `seat` wins by making the bid."""
    return _points(bid) + (WINNING if wins(seen, seat, bid) else 0.0)


def _points(bid: Bid) -> int:
    return points_of(bid) + ("girighet" in bid.parts)


def wins(seen: View, seat: Seat, bid: Bid) -> bool:
    """Whether `seat` wins the game by making the bid."""
    won = _points(bid)
    marks = ((TITLE, seat),) if is_taintless(bid) else ()
    return _after(seen, seat, won, marks).winners == (seat,)


def loss(seen: View, seat: Seat, *, penalty: bool) -> float:
    """Return what `seat` loses by not making a bid, with Straff or without."""
    lost = LOST * (2 if penalty else 1)
    after = _after(seen, seat, lost)
    if after.winners:  # all but one are put to shame
        return -lost + WINNING
    return -lost + (BARRED if after.barred(seat) else 0.0)


def _after(
    seen: View, seat: Seat, points: int, marks: tuple[tuple[str, Seat], ...] = ()
) -> KombinationsSheet:
    """Return the sheet once `seat` has got this many points."""
    brought = tuple(points if one == seat else 0 for one in range(len(seen.names)))
    result = DealResult(True, brought, (), seat, made=points >= 0, marks=marks)
    after = seen.variant.settle(seen.sheet, seen.dealer or 0, result)
    assert isinstance(after, KombinationsSheet)
    return after


def of_contract(seen: View, stakes: tuple[float, float] | None = None) -> Payoffs:
    """Declarer's points if the contract is made or not (`stakes`, or what it scores); the others
    share the contrary.

    The state is the course, the tricks of the others by place where they matter.
    """
    assert seen.contract is not None
    assert seen.declarer is not None
    bid, declarer, seats = seen.contract, seen.declarer, seen.seats
    goal = goal_of(STANDARD[bid.parts[0]], frozenset(bid.parts[1:]), _guess(seen))
    places = {seat: at for at, seat in enumerate(seat for seat in seats if seat != declarer)}
    won, lost = stakes or (
        max(gain(seen, declarer, bid), 1.0),
        loss(seen, declarer, penalty="straff" in bid.parts),
    )

    following, likely = _courses(goal)

    def after(course: Progress, taker: Seat) -> Progress:
        return following(course, places.get(taker))

    def worth(course: Progress) -> tuple[float, ...]:
        made = likely(course)
        return _shared(made * won - (1 - made) * lost, declarer, seen)

    opening = goal.relevant(Progress.opening(len(seats)))
    failed = _shared(-lost, declarer, seen)
    gathering = Gathering(declarer, TWOS, failed) if goal.gathers else None
    plague = _plague(seen, declarer, failed)
    key = ("contract", goal, plague, declarer, seats, len(seen.names), won, lost)
    return Payoffs(key, opening, after, worth, plague, gathering)


@lru_cache(maxsize=KEPT)
def _courses(
    goal: Goal,
) -> tuple[Callable[[Progress, int | None], Progress], Callable[[Progress], float]]:
    """The course after a trick that another took (by place) or else declarer, and how likely it is
    made from there; the same for all who bid it, at any stakes, so they are kept."""

    @cache
    def following(course: Progress, place: int | None) -> Progress:
        if place is None:
            return goal.relevant(course.taken_by_declarer())
        others = tuple(count + (at == place) for at, count in enumerate(course.others))
        return goal.relevant(
            Progress(course.done + 1, course.mine, others, course.early, course.lock_broken)
        )

    @cache
    def likely(course: Progress) -> float:
        if course.done == TRICKS:
            return float(goal.met(course))
        return likelihood(goal, replace(course, others=tuple(sorted(course.others))))

    return following, likely


def _shared(points: float, declarer: Seat, seen: View) -> tuple[float, ...]:
    against = -points / (len(seen.seats) - 1)
    return tuple(
        points if seat == declarer else against if seat in seen.seats else 0.0
        for seat in range(len(seen.names))
    )


def _guess(seen: View) -> frozenset[int]:
    for entry in seen.said:
        if entry.purpose.key == GUESS.key and isinstance(entry.action, NameNumber | NameNumbers):
            return frozenset(map(int, entry.action.arguments().split()))
    return frozenset()


def _plague(seen: View, declarer: Seat, failed: tuple[float, ...]) -> Overload | None:
    for entry in seen.said:
        if entry.purpose.key == PLAGUE.key and isinstance(entry.action, NameSuit):
            deck: CardSet = seen.variant.deck(len(seen.names))
            cards = deck.of_suit(entry.action.suit)
            return Overload(declarer, cards, failed)
    return None
