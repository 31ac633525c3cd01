"""The goal of a contract, as an automaton over the winners of the tricks.

`Goal` is the condition in tricks; `Progress` is the state of the deal's tricks. `verdicts` gives
the outcomes that are still possible, which ends a settled deal early. `possible_counts` reveals
bids that no course of the tricks can make. `likelihood` gives the probability of making the
contract, from which computer players know whether they want a trick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

DEAL_TRICKS = 13
EARLY = 7
"""Number of early tricks: Limbo compares tricks 1–7 with tricks 8–13."""
LOCKED_TRICKS = 3
"""Number of tricks that Lås forbids: tricks 1–3."""
_GOAL_CACHE_SIZE = 4096
"""Number of cached states of goals; one goal has at most 564."""
SCATTERED = 20
"""Exponent of declarer's share of the tricks that estimates the chance to gather all twos."""


class Progress(NamedTuple):
    """The tricks of all players after `done` tricks. `others` is ascending: which opponent took
    which does not matter. A tuple for speed: judging a bid looks up thousands."""

    done: int
    mine: int
    others: tuple[int, ...]
    early: int = 0
    lock_broken: bool = False
    took_last: bool = False

    @classmethod
    def opening(cls, table_size: int) -> Progress:
        """Return the progress before the first trick."""
        return cls(0, 0, (0,) * (table_size - 1))

    def taken_by_declarer(self) -> Progress:
        """Return the progress after a trick taken by declarer."""
        return Progress(
            self.done + 1,
            self.mine + 1,
            self.others,
            self.early + (self.done < EARLY),
            self.lock_broken or self.done < LOCKED_TRICKS,
            True,
        )

    def taken_by_other(self, place: int) -> Progress:
        """Return the progress after a trick taken by the opponent at `place`."""
        others = list(self.others)
        others[place] += 1
        return Progress(
            self.done + 1, self.mine, tuple(sorted(others)), self.early, self.lock_broken
        )


Need = Callable[[Progress, frozenset[int]], bool]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The need for at least `tricks`. A value, not a closure, as views are sent to other
    processes."""

    tricks: int

    def __call__(self, end: Progress, guess: frozenset[int]) -> bool:
        return end.mine >= self.tricks


@dataclass(frozen=True, slots=True)
class Exactly:
    tricks: int

    def __call__(self, end: Progress, guess: frozenset[int]) -> bool:
        return end.mine == self.tricks


def as_guessed(end: Progress, guess: frozenset[int]) -> bool:
    """Whether declarer has taken a guessed number of tricks."""
    return end.mine in guess


def not_most(end: Progress, guess: frozenset[int]) -> bool:
    """Whether somebody has taken more tricks than declarer."""
    return end.mine < max(end.others)


def fewest(end: Progress, guess: frozenset[int]) -> bool:
    """Whether nobody has taken fewer tricks than declarer."""
    return end.mine <= min(end.others)


def alone_most(end: Progress, guess: frozenset[int]) -> bool:
    """Whether declarer has taken more tricks than anybody else."""
    return end.mine > max(end.others)


def later_more(end: Progress, guess: frozenset[int]) -> bool:
    """Whether declarer has taken more late tricks than early ones."""
    return 2 * end.early < end.mine


COMPARED = (not_most, fewest, alone_most)
"""The needs that depend on how the others share their tricks."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The standard bid's need with its guess, and the specials that count tricks. If declarer must
    also gather the twos (`gathers`), that condition is not part of it."""

    need: Need
    guess: frozenset[int] = frozenset()
    greed: bool = False
    lock: bool = False
    ending_dog: bool = False
    gathers: bool = False

    def is_met(self, end: Progress) -> bool:
        """Whether 13 tricks that end so make the contract, Pest and twos aside."""
        if (self.lock and end.lock_broken) or (self.ending_dog and end.took_last):
            return False
        if not self.greed:
            return self.need(end, self.guess)
        more = Progress(end.done, end.mine + 1, end.others, end.early + 1)
        fewer = Progress(end.done, end.mine - 1, end.others, end.early)
        return self.need(more, self.guess) and self.need(fewer, self.guess)

    def promise(self, end: Progress) -> float:
        """Return the probability that 13 tricks that end so make the contract."""
        if not self.is_met(end):
            return 0.0
        return float((end.mine / DEAL_TRICKS) ** SCATTERED) if self.gathers else 1.0

    def leaves_room(self, progress: Progress, twos: int, players: int) -> bool:
        """Whether `twos` more twos can still fall in tricks that declarer may take."""
        refused = self.lock * max(0, LOCKED_TRICKS - progress.done) + self.ending_dog
        return twos <= players * (DEAL_TRICKS - progress.done - refused)

    def relevant(self, progress: Progress) -> Progress:
        """Return the course reduced to what matters to this goal, so that fewer states differ."""
        return Progress(
            progress.done,
            progress.mine,
            progress.others if self.need in COMPARED else (),
            progress.early if self.need is later_more else 0,
            progress.lock_broken and self.lock,
            progress.took_last and self.ending_dog and progress.done == DEAL_TRICKS,
        )


@lru_cache(maxsize=_GOAL_CACHE_SIZE)
def _verdicts(goal: Goal, progress: Progress) -> frozenset[bool]:
    if progress.done == DEAL_TRICKS:
        return frozenset({goal.is_met(progress)})
    found: frozenset[bool] = frozenset()
    for following in _following(goal, progress):
        found |= _verdicts(goal, following)
        if len(found) == 2:
            break
    return found


def _following(goal: Goal, progress: Progress) -> Iterator[Progress]:
    yield goal.relevant(progress.taken_by_declarer())
    if progress.others:
        for place in range(len(progress.others)):
            yield goal.relevant(progress.taken_by_other(place))
    else:
        yield goal.relevant(progress._replace(done=progress.done + 1, took_last=False))


def verdicts(goal: Goal, progress: Progress) -> frozenset[bool]:
    """Return the outcomes that are still possible: made, not made, or both."""
    return _verdicts(goal, goal.relevant(progress))


@lru_cache(maxsize=_GOAL_CACHE_SIZE)
def _likelihood(goal: Goal, progress: Progress, share: float) -> float:
    if progress.done == DEAL_TRICKS:
        return goal.promise(progress)
    mine, *theirs = _following(goal, progress)
    rest = sum(_likelihood(goal, one, share) for one in theirs) / len(theirs)
    return share * _likelihood(goal, mine, share) + (1 - share) * rest


def likelihood(goal: Goal, progress: Progress, share: float = 0.3) -> float:
    """Return the probability that the goal is met if declarer takes each trick left with
    probability `share`."""
    return _likelihood(goal, goal.relevant(progress), share)


def possible_counts(goal: Goal, table_size: int) -> Iterator[int]:
    """Yield the numbers of tricks with which declarer can meet the goal by some course."""
    compared, halves = goal.need in COMPARED, goal.need is later_more
    for tricks, ends in enumerate(_ends(table_size, compared=compared, halves=halves)):
        if any(map(goal.is_met, ends)):
            yield tricks


@cache
def _ends(table_size: int, *, compared: bool, halves: bool) -> Sequence[Set[Progress]]:
    """Return the possible ends of a deal by declarer's number of tricks. Ends that differ only in
    the others' tricks are merged unless these are `compared`; likewise early tricks and `halves`.
    """
    ends = [set[Progress]() for _ in range(DEAL_TRICKS + 1)]
    for end in _all_ends(table_size):
        others, early = end.others if compared else (), end.early if halves else 0
        ends[end.mine].add(end._replace(others=others, early=early))
    return ends


@cache
def _all_ends(table_size: int) -> Set[Progress]:
    courses = {Progress.opening(table_size)}
    for _ in range(DEAL_TRICKS):
        after = {one.taken_by_declarer() for one in courses}
        for one in courses:
            after |= {one.taken_by_other(place) for place in range(len(one.others))}
        courses = after
    return courses


def progress_of(winners: Sequence[int], declarer: int, seats: Sequence[int]) -> Progress:
    """Return the progress of a deal whose tricks were taken by `winners`, in order."""
    return Progress(
        len(winners),
        winners.count(declarer),
        tuple(sorted([winners.count(seat) for seat in seats if seat != declarer])),
        winners[:EARLY].count(declarer),
        declarer in winners[:LOCKED_TRICKS],
        bool(winners) and winners[-1] == declarer,
    )
