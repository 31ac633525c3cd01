# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Cards tried side by side, until one is clearly ahead."""

from __future__ import annotations

from array import array

from .playouts import tried
from .position import Position
from .solver import Solver

APART = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


class Race:
    """`cards` that meet the same worlds, those which are still `running` (a bit each, by their
    number).

    `met` worlds so far; `sums` is what each has brought in all, `squares` by number and number the
    squares of how far they were apart in a world, added up.
    """

    def __init__(self, cards: list[int]) -> None:
        number = len(cards)
        self.number = number
        self.cards = array("Q", cards)
        self.running = (1 << number) - 1
        self.met = 0
        self.sums = array("d", [0.0] * number)
        self.means = array("d", [0.0] * number)
        self.squares = array("d", [0.0] * number * number)
        self.brought = array("d", [0.0] * number)

    def play(self, start: Position, trial: Position, seed: int, chance: int, times: int) -> None:
        """One world more, played on to the end in `trial` so many times, with other errors."""
        for at in range(self.number):
            if self.running >> at & 1:
                points = 0.0
                for again in range(times):
                    other = (seed + again * APART) & MASK
                    points = points + tried(start, trial, self.cards[at], other, chance)
                self.brought[at] = points / times
        self.meet()

    def solve(self, start: Position, solver: Solver) -> None:
        """One world more, played on by everybody as well as can be."""
        for at in range(self.number):
            if self.running >> at & 1:
                self.brought[at] = solver.tried(start, self.cards[at])
        self.meet()

    def meet(self) -> None:
        """Take up what the cards have brought in a world."""
        self.met = self.met + 1
        for at in range(self.number):
            if self.running >> at & 1:
                self.sums[at] = self.sums[at] + self.brought[at]
                self.means[at] = self.sums[at] / self.met
                for other in range(at):
                    if self.running >> other & 1:
                        apart = self.brought[at] - self.brought[other]
                        self.squares[at * self.number + other] += apart * apart

    def leader(self) -> int:
        """The number of the card that has brought most."""
        found = -1
        for at in range(self.number):
            if self.running >> at & 1 and (found < 0 or self.means[at] > self.means[found]):
                found = at
        return found

    def lead(self, one: int, other: int) -> float:
        """How far `one` is ahead of `other`, in standard errors of that."""
        ahead = self.means[one] - self.means[other]
        squares = self.squares[max(one, other) * self.number + min(one, other)]
        error = max(0.0, squares / self.met - ahead * ahead) / self.met
        return ahead / error**0.5 if error > 0.0 else ahead * 1e9

    def drop(self, lead: float) -> int:
        """Those stop that the first is ahead of by so many standard errors. Gives how many run."""
        first = self.leader()
        left = 0
        for at in range(self.number):
            if self.running >> at & 1:
                if at != first and self.lead(first, at) >= lead:
                    self.running = self.running ^ 1 << at
                else:
                    left = left + 1
        return left
