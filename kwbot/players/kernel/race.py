# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""A race of cards, tried side by side until one is clearly ahead."""

from __future__ import annotations

from array import array
from math import erfc, exp, pi, sqrt

from .double_dummy import DoubleDummy
from .equilibrium import Equilibrium
from .policy import Policy
from .rollouts import rollouts
from .state import State

_SEED_STRIDE = 0x9E3779B97F4A7C15
"""Distance between the seeds of two rollouts of a sample: the golden ratio of 64 bits."""
_WORD_MASK = (1 << 64) - 1
_EVERYBODY = 0xFFF
"""A bit for each player."""


class Race:
    """Cards that meet the same samples, `met` so far. `cards` are still running, `which` has their
    numbers.

    `means`: mean points by number. `squares`: by two numbers, the greater first, the sum of squared
    differences of their points; by the same number twice, that of its squared points.
    """

    def __init__(self, cards: list[int]) -> None:
        number = len(cards)
        self.number = number
        self.cards = array("Q", cards)
        self.which = array("i", range(number))
        self.met = 0
        self.means = array("d", [0.0] * number)
        self.squares = array("d", [0.0] * number * number)
        self.policy = Policy()
        self.brought = array("d", [0.0] * number)

    def play(self, start: State, trial: State, seed: int, chance: int) -> None:
        """Play out one more sample in `trial`, by able players."""
        self.clear()
        self.policy.able = _EVERYBODY
        rollouts(start, trial, self.policy, self.cards, self.brought, seed, chance)
        self.meet(1)

    def play_twice(self, start: State, trial: State, seed: int, chance: int) -> None:
        """Play out one more sample twice, with different errors; the first time only the player in
        turn is able."""
        self.clear()
        self.policy.able = 1 << start.seat
        rollouts(start, trial, self.policy, self.cards, self.brought, seed, chance)
        self.policy.able = _EVERYBODY
        other = (seed + _SEED_STRIDE) & _WORD_MASK
        rollouts(start, trial, self.policy, self.cards, self.brought, other, chance)
        self.meet(2)

    def solve(self, start: State, solver: DoubleDummy) -> None:
        """Solve one more sample, with the best play of everybody."""
        for at in range(len(self.cards)):
            self.brought[at] = solver.try_card(start, self.cards[at])
        self.meet(1)

    def settle(self, start: State, solver: Equilibrium) -> None:
        """Solve one more sample, with the best play of each for themselves, unless that takes too
        long."""
        for at in range(len(self.cards)):
            self.brought[at] = solver.try_card(start, self.cards[at])
        if solver.nodes <= solver.max_nodes:
            self.meet(1)

    def clear(self) -> None:
        """Reset the points of the sample."""
        for at in range(len(self.cards)):
            self.brought[at] = 0.0

    def meet(self, times: int) -> None:
        """Add the points of a sample that was played `times` times."""
        self.met = self.met + 1
        for at in range(len(self.cards)):
            one = self.which[at]
            brought = self.brought[at] / times
            self.means[one] += (brought - self.means[one]) / self.met
            self.squares[one * self.number + one] += brought * brought
            for before in range(at):
                apart = (self.brought[at] - self.brought[before]) / times
                self.squares[one * self.number + self.which[before]] += apart * apart

    def leader(self) -> int:
        """Return the number of the best card."""
        found = self.which[0]
        for at in range(len(self.cards)):
            if self.means[self.which[at]] > self.means[found]:
                found = self.which[at]
        return found

    def lead(self, one: int, other: int) -> float:
        """Return how far `one` is ahead of `other`, in standard errors of the difference."""
        error = self.error(one, other)
        ahead = self.means[one] - self.means[other]
        return ahead / error if error > 0.0 else ahead * 1e9

    def error(self, one: int, other: int) -> float:
        """Return the standard error of the difference of two cards."""
        ahead = self.means[one] - self.means[other]
        squares = self.squares[max(one, other) * self.number + min(one, other)]
        found: float = (max(0.0, squares / self.met - ahead * ahead) / self.met) ** 0.5
        return found

    def hope(self, samples: int) -> float:
        """Return the expected gain from `samples` samples in all, after which another card may be
        the leader: that of the most promising one, in standard deviations of the leader's points.
        """
        first = self.leader()
        met = float(self.met)  # compiled, dividing two integers gives an integer
        left = sqrt(max(0.0, 1.0 - met / samples))
        most = 0.0
        for at in range(len(self.cards)):
            one = self.which[at]
            change = self.error(first, one) * left
            if change > 0.0 and one != first:
                behind = (self.means[first] - self.means[one]) / change
                most = max(most, change * excess(behind))
        mean = self.means[first]
        spread = self.squares[first * self.number + first] / self.met - mean * mean
        return most / sqrt(spread) if spread > 0.0 else most * 1e9

    def drop(self, lead: float) -> int:
        """Drop the cards that are behind the leader by `lead` or more standard errors. Return the
        number left."""
        first = self.leader()
        kept = [
            (card, at)
            for card, at in zip(self.cards, self.which, strict=True)
            if at == first or self.lead(first, at) < lead
        ]
        self.cards = array("Q", [card for card, _ in kept])
        self.which = array("i", [at for _, at in kept])
        return len(kept)


def excess(least: float) -> float:
    """Return the mean excess of a standard normal variable over `least`, counting 0 below it."""
    return exp(-least * least / 2) / sqrt(2 * pi) - least * erfc(least / sqrt(2)) / 2
