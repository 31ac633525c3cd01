"""What the tricks of a contract decide, in points: for players who look ahead."""

from __future__ import annotations

from dataclasses import replace

from kwbot.engine.actions import NameNumber, NameNumbers, NameSuit, Seat
from kwbot.engine.cards import CardSet
from kwbot.engine.payoffs import Overload, Payoffs
from kwbot.engine.view import View

from . import stakes
from .bids import STANDARD, goal_of
from .goal import COMPARED, Progress, likelihood
from .purposes import GUESS, PLAGUE

State = tuple[Progress, tuple[int, ...]]
"""The course with its tricks of the others left out, and these by place where they matter."""


def of_contract(seen: View) -> Payoffs:
    """Declarer's points if the contract is made or not; the others share the contrary."""
    assert seen.contract is not None
    assert seen.declarer is not None
    bid, declarer, seats = seen.contract, seen.declarer, seen.seats
    goal = goal_of(STANDARD[bid.parts[0]], frozenset(bid.parts[1:]), _guess(seen))
    places = {seat: at for at, seat in enumerate(seat for seat in seats if seat != declarer)}
    compared = goal.need in COMPARED
    gain = max(stakes.gain(seen, declarer, bid), 1.0)
    loss = stakes.loss(seen, declarer, penalty="straff" in bid.parts)

    def after(state: State, taker: Seat) -> State:
        course, others = state
        if taker == declarer:
            return goal.relevant(course.taken_by_declarer()), others
        if compared:
            at = places[taker]
            others = (*others[:at], others[at] + 1, *others[at + 1 :])
        following = Progress(
            course.done + 1, course.mine, course.others, course.early, course.lock_broken
        )
        return goal.relevant(following), others

    def worth(state: State) -> tuple[float, ...]:
        course, others = state
        complete = Progress(
            course.done, course.mine, tuple(sorted(others)), course.early, course.lock_broken,
            course.took_last,
        )  # fmt: skip
        made = likelihood(goal, complete)
        return _shared(made * gain - (1 - made) * loss, declarer, seen)

    opening = goal.relevant(Progress.opening(len(seats)))
    return Payoffs(
        ("contract", bid, goal.guess, declarer, seats, len(seen.names), gain, loss),
        (replace(opening, others=()), (0,) * len(places) if compared else ()),
        after,
        worth,
        _plague(seen, declarer, loss),
    )


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


def _plague(seen: View, declarer: Seat, loss: float) -> Overload | None:
    for entry in seen.said:
        if entry.purpose.key == PLAGUE.key and isinstance(entry.action, NameSuit):
            deck: CardSet = seen.variant.deck(len(seen.names))
            cards = deck.of_suit(entry.action.suit)
            return Overload(declarer, cards, _shared(-loss, declarer, seen))
    return None
