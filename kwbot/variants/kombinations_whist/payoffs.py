"""Gains and losses of a bid in points, and the payoffs of its tricks."""

from collections.abc import Callable
from functools import lru_cache

from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Bid, NameNumber, NameNumbers, NameSuit, Seat
from kwbot.engine.values.cards import CardSet
from kwbot.engine.views.payoffs import Gathering, Overload, Payoffs, TrickCourse
from kwbot.engine.views.view import View

from .bids import goal_of
from .effects import TWOS
from .goal import DEAL_TRICKS, Goal, Progress, likelihood
from .printed_bids import STANDARD_BIDS
from .purposes import GUESS, PLAGUE
from .scoring import LOST_POINTS, OBESUDLAD, KombinationsSheet, is_taintless, points_of

WINNING = 4.0
"""Points that winning the game is worth besides the scored ones."""
BARRED = 0.5
"""Points that it costs to be barred from bidding."""
_PAYOFF_CACHE_SIZE = 32
"""Number of goals whose courses are cached."""
DECLARER, NOBODY = 0, -1
"""Roles in a contract; the other players' roles count from 1."""


def gain(seen: View, seat: Seat, bid: Bid) -> float:
    """Return the gain of `seat` from making the bid, in points."""
    return _points(bid) + (WINNING if wins(seen, seat, bid) else 0.0)


def _points(bid: Bid) -> int:
    return points_of(bid) + ("girighet" in bid.parts)


def wins(seen: View, seat: Seat, bid: Bid) -> bool:
    """Whether `seat` wins the game by making the bid."""
    won = _points(bid)
    marks = ((OBESUDLAD, seat),) if is_taintless(bid) else ()
    return _after(seen, seat, won, marks).winners == (seat,)


def loss(seen: View, seat: Seat, *, penalty: bool) -> float:
    """Return the loss of `seat` from not making a bid, in points; `penalty`: with Straff."""
    lost = LOST_POINTS * (2 if penalty else 1)
    after = _after(seen, seat, lost)
    if after.winners:  # a Win of Shame
        return -lost + WINNING
    return -lost + (BARRED if after.is_barred(seat) else 0.0)


def _after(
    seen: View, seat: Seat, points: int, marks: tuple[tuple[str, Seat], ...] = ()
) -> KombinationsSheet:
    """Return the sheet after `seat` as declarer has got this many points."""
    brought = tuple(points if one == seat else 0 for one in range(len(seen.names)))
    result = DealResult(True, brought, (), seat, made=points >= 0, marks=marks)
    after = seen.variant.settle(seen.sheet, seen.dealer or 0, result)
    assert isinstance(after, KombinationsSheet)
    return after


def of_contract(seen: View, stakes: tuple[float, float] | None = None) -> Payoffs:
    """Return the payoffs of the contract: declarer gains or loses the `stakes` (default: what the
    bid scores), and the others share the opposite."""
    assert seen.contract is not None
    assert seen.declarer is not None
    bid, declarer, seats = seen.contract, seen.declarer, seen.seats
    goal = goal_of(STANDARD_BIDS[bid.parts[0]], frozenset(bid.parts[1:]), _guess(seen))
    won, lost = stakes or (
        max(gain(seen, declarer, bid), 1.0),
        loss(seen, declarer, penalty="straff" in bid.parts),
    )
    course, likely = _course(goal, len(seats))
    roles = _roles(seen, declarer)

    def worth(progress: Progress) -> tuple[float, ...]:
        made = likely(progress)
        return _points_by_role(made * won - (1 - made) * lost, roles)

    failed = _points_by_role(-lost, roles)
    gathering = Gathering(declarer, TWOS, failed) if goal.gathers else None
    plague = _plague(seen, declarer, failed)
    key = ("contract", goal, plague, declarer, seats, len(seen.names), won, lost)
    return Payoffs(key, course, roles, worth, plague, gathering)


@lru_cache(maxsize=_PAYOFF_CACHE_SIZE)
def _course(goal: Goal, seats: int) -> tuple[TrickCourse, Callable[[Progress], float]]:
    """Return the course of the tricks, and the probability to meet the goal from each of its
    states. Both are the same for every declarer and any stakes, so they are cached.

    A state is the relevant progress, with the others' tricks by role.
    """

    def after(progress: Progress, role: int) -> Progress:
        if role == DECLARER:
            return goal.relevant(progress.taken_by_declarer())
        others = tuple(count + (at == role) for at, count in enumerate(progress.others, start=1))
        return goal.relevant(
            Progress(progress.done + 1, progress.mine, others, progress.early, progress.lock_broken)
        )

    def likely(progress: Progress) -> float:
        if progress.done == DEAL_TRICKS:
            return float(goal.is_met(progress))
        return likelihood(goal, progress._replace(others=tuple(sorted(progress.others))))

    return TrickCourse(goal, seats, goal.relevant(Progress.opening(seats)), after), likely


def _roles(seen: View, declarer: Seat) -> tuple[int, ...]:
    """Return everyone's role: declarer, an own role for each opponent, or nobody if sitting out."""
    others = [seat for seat in seen.seats if seat != declarer]
    role = {declarer: DECLARER} | {seat: at for at, seat in enumerate(others, start=1)}
    return tuple(role.get(seat, NOBODY) for seat in range(len(seen.names)))


def _points_by_role(points: float, roles: tuple[int, ...]) -> tuple[float, ...]:
    """Return everyone's points: declarer gets `points`, taken in equal parts from the others."""
    against = -points / max(roles)
    return tuple(
        [points if role == DECLARER else 0.0 if role == NOBODY else against for role in roles]
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
