"""``bench [NAME …]``: the project's own benchmarks, by name.

A module in `kwbot.commands.benches` adds a benchmark with `@benchmark("name", "what it shows")`:
a function that yields the figures it measured.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

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
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    find()
    for name in options.names:
        if name not in BENCHMARKS:
            raise Complaint("bench", 0, f"there is no {name!r}, only {', '.join(BENCHMARKS)}")
    chosen = options.names or list(BENCHMARKS)
    if options.list:
        print("\n".join(f"{name}: {BENCHMARKS[name][0]}" for name in chosen))
        return 0
    measured: dict[str, list[dict[str, Any]]] = {}
    for name in chosen:
        shows, measure = BENCHMARKS[name]
        if not options.json:
            print(f"{name}: {shows}")
        measured[name] = []
        for figure in measure():
            measured[name].append({**asdict(figure), "kept": figure.kept})
            if not options.json:
                print(f"  {figure}", flush=True)
    if options.json:
        print(json.dumps(measured))
    return 0 if all(figure["kept"] for figures in measured.values() for figure in figures) else 1
