"""Payoffs of the tricks of a deal, for players who look ahead.

An automaton over the winners of the tricks. Its state holds what matters of the tricks so far and
gives everyone's points. It knows no cards, so that many courses can be evaluated quickly.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from typing import Any

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import CardSet

_CHANCES_CACHE_SIZE = 64


@dataclass(frozen=True, slots=True)
class Overload:
    """A condition on cards taken: if `seat` takes more of `cards` than every other player, but not
    all, the points are `worth`."""

    seat: Seat
    cards: CardSet
    worth: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Gathering:
    """A condition on cards taken: unless `seat` takes all of `cards`, the points are `worth`."""

    seat: Seat
    cards: CardSet
    worth: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TrickCourse:
    """An automaton over the roles of the players who take the tricks, counted from 0. `opening` is
    the state before the first trick; `after` gives the state after a trick taken by a role. Courses
    with the same key and number of roles are equal."""

    key: Hashable
    roles: int
    opening: Hashable = field(compare=False)
    after: Callable[[Any, int], Hashable] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Payoffs:
    """The points of each course of the tricks. `roles`: each player's role, by player number.
    `worth` gives the points of a state, or a guess while tricks are left, by player number. Payoffs
    with equal keys are equal."""

    key: Hashable
    course: TrickCourse = field(compare=False)
    roles: tuple[int, ...] = field(compare=False)
    worth: Callable[[Any], tuple[float, ...]] = field(compare=False)
    overload: Overload | None = field(default=None, compare=False)
    gathering: Gathering | None = field(default=None, compare=False)

    def state_after(self, takers: Iterable[Seat]) -> Hashable:
        """Return the state after tricks taken by these players, in order."""
        state = self.course.opening
        for taker in takers:
            state = self.after(state, taker)
        return state

    def after(self, state: Hashable, taker: Seat) -> Hashable:
        """Return the state after one more trick."""
        return self.course.after(state, self.roles[taker])


def side_tricks(sides: tuple[tuple[Seat, ...], ...], players: int) -> Payoffs:
    """Return the payoffs of plain whist: a trick is 1 point for its side, and the others share the
    loss of 1 point."""
    side_of = {seat: at for at, side in enumerate(sides) for seat in side}

    def after(counts: tuple[int, ...], side: int) -> tuple[int, ...]:
        return tuple(count + (at == side) for at, count in enumerate(counts))

    def worth(counts: tuple[int, ...]) -> tuple[float, ...]:
        rest = max(1, len(sides) - 1)
        total = sum(counts)
        return tuple(
            counts[side_of[seat]] - (total - counts[side_of[seat]]) / rest
            if seat in side_of
            else 0.0
            for seat in range(players)
        )

    course = TrickCourse("tricks", len(sides), (0,) * len(sides), after)
    roles = tuple(side_of.get(seat, 0) for seat in range(players))
    return Payoffs(("tricks", sides, players), course, roles, worth)


def mean_payoff(final: Callable[[int], float], won: int, left: int, share: float) -> float:
    """Return the mean of `final` over the tricks in all: `won`, and each of `left` more with
    probability `share`."""
    chances = _chances(left, share)
    return sum([chance * final(won + more) for more, chance in enumerate(chances)])


@lru_cache(maxsize=_CHANCES_CACHE_SIZE)
def _chances(tricks: int, share: float) -> list[float]:
    """Return the probabilities of taking 0, 1, … of `tricks`, each with probability `share`."""
    return [
        comb(tricks, more) * share**more * (1 - share) ** (tricks - more)
        for more in range(tricks + 1)
    ]


def two_sides(
    key: Hashable,
    side: tuple[Seat, ...],
    shares: tuple[float, ...],
    final: Callable[[int], float],
    tricks: int,
) -> Payoffs:
    """Return payoffs that depend only on the tricks of `side`. `final` gives the points for its
    tricks, which each player gets times their entry in `shares`."""

    def after(state: tuple[int, int], in_side: int) -> tuple[int, int]:
        done, won = state
        return done + 1, won + in_side

    def worth(state: tuple[int, int]) -> tuple[float, ...]:
        done, won = state
        points = mean_payoff(final, won, tricks - done, 0.5)
        return tuple(share * points for share in shares)

    course = TrickCourse("a side's tricks", 2, (0, 0), after)
    roles = tuple(int(seat in side) for seat in range(len(shares)))
    return Payoffs((key, side, shares, tricks), course, roles, worth)
