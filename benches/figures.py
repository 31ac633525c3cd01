"""Measured figures, and the list of benchmarks, which `@benchmark("name", "shows")` enters."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple, TypeVar


@dataclass(frozen=True)
class Figure:
    """A measured value; `budget` is the most, or with `at_least` the least, that is good enough."""

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


class Benchmark(NamedTuple):
    shows: str
    measure: Callable[..., Iterable[Figure]]
    size: int | None = None
    """Size of the sample it takes, if any."""


BENCHMARKS: dict[str, Benchmark] = {}
Measure = TypeVar("Measure", bound=Callable[..., Iterable[Figure]])


def benchmark(name: str, shows: str, size: int | None = None) -> Callable[[Measure], Measure]:
    """Enter a function in the list of benchmarks; with a `size` it gets a `Sample`."""

    def enter(measure: Measure) -> Measure:
        BENCHMARKS[name] = Benchmark(shows, measure, size)
        return measure

    return enter


def resident_megabytes() -> float:
    """Return the resident megabytes of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def one_in(number: int, values: Iterable[float]) -> float:
    """Return the value that one in `number` reaches: for 2, about the median."""
    ordered = sorted(values)
    return ordered[-max(1, len(ordered) // number)]


@dataclass
class Sample:
    """Outcomes of numbered deals or games: the same number gives the same outcome.

    `kept` has those of earlier runs, so that a long measurement can be made in pieces; `over` says
    whether to stop early, and `save` keeps the outcomes even if the measurement is killed.
    """

    size: int
    kept: list[Any] = field(default_factory=list)
    over: Callable[[], bool] = lambda: False
    save: Callable[[], object] = lambda: None

    def take(self, outcome: Callable[[int], Any]) -> list[Any]:
        """Take `size` more outcomes, and return all."""
        for number in range(len(self.kept), len(self.kept) + self.size):
            if self.over():
                break
            self.kept.append(outcome(number))
        return self.kept

    @property
    def part(self) -> int:
        """The number of this piece of a measurement, from 1; each piece draws differently."""
        return len(self.kept) + 1

    def total(self, counts: Mapping[str, int]) -> Counter[str]:
        """Keep the counts of this piece, and return the sums of all pieces."""
        self.kept.append(dict(counts))
        return self.sums

    @property
    def sums(self) -> Counter[str]:
        """The summed counts of all pieces."""
        return sum((Counter(one) for one in self.kept), Counter())

    def figure(
        self,
        what: str,
        unit: str,
        *,
        at_least: float | None = None,
        at_most: float | None = None,
        clear_of: float | None = None,
    ) -> Figure:
        """Return the mean with its 95 % interval, which must lie whole above `clear_of`."""
        mean, count = fmean(self.kept), len(self.kept)
        wide = 1.96 * stdev(self.kept) / count**0.5 if count > 1 else inf
        unit = f"{unit} ± {wide:.2f}, N = {count:,}".strip()
        if clear_of is not None:
            at_least = clear_of + wide
        budget = at_least if at_least is not None else at_most
        return Figure(what, mean, unit, budget, at_least=at_least is not None)
