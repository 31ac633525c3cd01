"""``bench [NAME …]``: the project's own benchmarks, by name.

A module in `kwbot.commands.benches` adds a benchmark with `@benchmark("name", "what it shows")`:
a function that yields the figures it measured.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib import import_module
from math import inf
from pathlib import Path
from pkgutil import iter_modules
from statistics import fmean, stdev
from typing import Any

from kwbot import garbage

from .complaint import Complaint


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
ELSEWHERE = "cogs.benches"
"""Where the benchmarks are that need discord.py; nothing of ours may import that but cogs."""


def find() -> None:
    """Import every module of benches, which enter themselves."""
    benches = import_module(f"{__package__}.benches")
    for module in iter_modules(benches.__path__):
        import_module(f"{benches.__name__}.{module.name}")
    with suppress(ModuleNotFoundError):
        import_module(ELSEWHERE)


def add(parsers: Any) -> None:
    parser = parsers.add_parser("bench", help="measure this program")
    parser.add_argument("names", nargs="*", metavar="NAME", help="without any: all of them")
    parser.add_argument("--list", action="store_true", help="only say which there are")
    parser.add_argument("--games", type=int, metavar="N", help="deals or games of a sample")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="go on from the outcomes kept there",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.set_defaults(run=run)


def _named(name: str) -> list[str]:
    """The benchmark of this name, or all whose names begin with it and a dash."""
    found = [one for one in BENCHMARKS if one == name or one.startswith(f"{name}-")]
    if not found:
        raise Complaint("bench", 0, f"there is no {name!r}, only {', '.join(BENCHMARKS)}")
    return found


def _sample(name: str, size: int | None, keep: Path | None) -> Sample | None:
    if name not in SAMPLED:
        return None
    kept = _kept(keep).get(name, []) if keep else []
    SAMPLES[name] = Sample(SAMPLED[name] if size is None else size, kept)
    return SAMPLES[name]


def _kept(keep: Path) -> dict[str, Any]:
    return dict(json.loads(keep.read_text())) if keep.exists() else {}


def _keep(name: str, sample: Sample | None, keep: Path | None) -> None:
    if keep and sample:
        keep.write_text(json.dumps({**_kept(keep), name: sample.kept}))


def run(options: argparse.Namespace) -> int:
    find()
    chosen = [one for name in options.names for one in _named(name)] or list(BENCHMARKS)
    if options.list:
        print("\n".join(f"{name}: {BENCHMARKS[name][0]}" for name in chosen))
        return 0
    garbage.seldom()  # as in the bot and its processes
    measured: dict[str, list[dict[str, Any]]] = {}
    for name in chosen:
        sample = _sample(name, options.games, options.keep)
        shows, measure = BENCHMARKS[name]
        if not options.json:
            print(f"{name}: {shows}")
        measured[name] = []
        for figure in measure():
            measured[name].append({**asdict(figure), "kept": figure.kept})
            if not options.json:
                print(f"  {figure}", flush=True)
        _keep(name, sample, options.keep)
    if options.json:
        print(json.dumps(measured))
    return 0 if all(figure["kept"] for figures in measured.values() for figure in figures) else 1
