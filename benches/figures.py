"""What benchmarks measure, and the list of them.

A module of this package adds a benchmark with `@benchmark("name", "what it shows")`: a function
that yields the figures it measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import inf
from statistics import fmean, stdev
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One measured value. `budget` is the most (or, of a rate, the least) that is good enough."""

    what: str
    value: float
    unit: str
    budget: float | None = None
    at_least: bool = False

    @property
    def kept(self) -> bool:
        if self.budget is None:
            return True
        return self.value >= self.budget if self.at_least else self.value <= self.budget

    def __str__(self) -> str:
        line = f"{self.what:<52} {self.value:>12,.2f} {self.unit}"
        if self.budget is None:
            return line
        sign = "≥" if self.at_least else "≤"
        return f"{line}  ({sign} {self.budget:g}: {'kept' if self.kept else 'EXCEEDED'})"


Benchmark = Callable[[], Iterable[Figure]]
BENCHMARKS: dict[str, tuple[str, Benchmark]] = {}


def benchmark(name: str, shows: str) -> Callable[[Benchmark], Benchmark]:
    """Enter a function under `name` in the list of benchmarks."""

    def entered(measure: Benchmark) -> Benchmark:
        BENCHMARKS[name] = (shows, measure)
        return measure

    return entered


@dataclass
class Sample:
    """Outcomes of many deals or games, one after the other: the same number, the same outcome.

    `kept` are those of earlier runs, so that a long measurement can be made in pieces.
    """

    size: int
    kept: list[Any] = field(default_factory=list)

    def take(self, outcome: Callable[[int], Any]) -> list[Any]:
        """`size` more outcomes; gives all there are."""
        for number in range(len(self.kept), len(self.kept) + self.size):
            self.kept.append(outcome(number))
        return self.kept

    def of(self, outcomes: list[float]) -> Sample:
        """Others that came of these."""
        return Sample(0, outcomes)

    def figure(
        self,
        what: str,
        unit: str,
        *,
        at_least: float | None = None,
        at_most: float | None = None,
        clear_of: float | None = None,
    ) -> Figure:
        """The mean with its 95 % interval; `clear_of`: the whole interval must be above."""
        mean, count = fmean(self.kept), len(self.kept)
        wide = 1.96 * stdev(self.kept) / count**0.5 if count > 1 else inf
        unit = f"{unit} ± {wide:.2f}, N = {count:,}".strip()
        if clear_of is not None:
            at_least = clear_of + wide
        budget = at_least if at_least is not None else at_most
        return Figure(what, mean, unit, budget, at_least=at_least is not None)


Survey = Callable[[Sample], Iterable[Figure]]


def sampled(name: str, shows: str, size: int) -> Callable[[Survey], Survey]:
    """As `benchmark`, for a function of a sample of usually so many outcomes."""

    def entered(measure: Survey) -> Survey:
        SAMPLED[name] = size
        BENCHMARKS[name] = (shows, lambda: measure(SAMPLES.pop(name, Sample(size))))
        return measure

    return entered


SAMPLED: dict[str, int] = {}
"""The benchmarks that take samples, and how large they are."""
SAMPLES: dict[str, Sample] = {}
"""What the command line asked for instead."""
