"""Payoffs: what the tricks of a deal still decide, for players who look ahead.

An automaton over who takes the tricks. It says what matters of the course so far, and what that is
worth to everyone; it knows no cards, so that many courses can be weighed in little time.
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
    """The player who must not take more of `cards` than every other player, unless all; else
    `worth` holds."""

    seat: Seat
    cards: CardSet
    worth: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Gathering:
    """The player who must take all of `cards`; else `worth` holds."""

    seat: Seat
    cards: CardSet
    worth: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TrickCourse:
    """The course of the tricks as far as it matters: an automaton over the roles of their takers.
    `opening` is the state before the first trick, `after` that after a trick that somebody of a
    role took; roles count from 0. Courses with equal keys and as many roles are equal."""

    key: Hashable
    roles: int
    opening: Hashable = field(compare=False)
    after: Callable[[Any, int], Hashable] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Payoffs:
    """The points of each course of the tricks, where every player has a role (by player number).
    `worth` gives the points (or a guess at them while tricks are left) of a state by player number.
    Payoffs with equal keys are equal."""

    key: Hashable
    course: TrickCourse = field(compare=False)
    roles: tuple[int, ...] = field(compare=False)
    worth: Callable[[Any], tuple[float, ...]] = field(compare=False)
    overload: Overload | None = field(default=None, compare=False)
    gathering: Gathering | None = field(default=None, compare=False)

    def state_after(self, takers: Iterable[Seat]) -> Hashable:
        """Return the state after tricks that these players took."""
        state = self.course.opening
        for taker in takers:
            state = self.after(state, taker)
        return state

    def after(self, state: Hashable, taker: Seat) -> Hashable:
        """Return the state after one more trick."""
        return self.course.after(state, self.roles[taker])


def side_tricks(sides: tuple[tuple[Seat, ...], ...], players: int) -> Payoffs:
    """Return payoffs of plain whist: a point a trick for its side, and one less for others."""
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
    """Return the average of `final` for `won` tricks and those of `left` more that are taken, each
    with chance `share`."""
    chances = _chances(left, share)
    return sum([chance * final(won + more) for more, chance in enumerate(chances)])


@lru_cache(maxsize=_CHANCES_CACHE_SIZE)
def _chances(tricks: int, share: float) -> list[float]:
    """Return how likely it is that somebody takes so many of the tricks, from none on."""
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
    """Return payoffs that depend on the tricks of `side` alone: `final` gives its points, of which
    every player gets their one of `shares`."""

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
