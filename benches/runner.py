"""Runs of benchmarks by name, for ``python -m kwbot bench``."""

import argparse
import json
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from importlib import import_module
from itertools import chain
from math import inf
from pathlib import Path
from pkgutil import walk_packages
from time import monotonic
from typing import Any

from kwbot.commands.complaint import Complaint

from .figures import BENCHMARKS, Figure, Sample


def find() -> None:
    """Import every module of this package and its rooms, so that all benchmarks are entered."""
    package = import_module(str(__package__))
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)


def _find_by_name(name: str) -> list[str]:
    """Return the benchmark of this name, or all whose names begin with it and a dash."""
    found = [one for one in BENCHMARKS if one == name or one.startswith(f"{name}-")]
    if not found:
        raise Complaint("bench", 0, f"there is no {name!r}, only {', '.join(BENCHMARKS)}")
    return found


class Stop:
    """Whether a measurement is to end early and print what it has: after `minutes`, or on Ctrl+C;
    a second Ctrl+C ends it at once."""

    def __init__(self, minutes: float | None) -> None:
        self._until = inf if minutes is None else monotonic() + 60 * minutes

    def __call__(self) -> bool:
        return monotonic() >= self._until

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Let Ctrl+C stop the measurement within the block."""
        before = signal.signal(signal.SIGINT, self._stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _stop(self, *_: object) -> None:
        self._until = 0.0
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _measure(name: str, options: argparse.Namespace) -> Iterator[Figure]:
    """Run a benchmark; with a sample, it continues and extends the outcomes in the file `keep`."""
    _, measure, size = BENCHMARKS[name]
    if size is None:
        yield from measure()
        return
    keep: Path | None = options.keep
    kept = json.loads(keep.read_text()) if keep and keep.exists() else {}
    wanted = size if options.games is None else options.games
    stop = Stop(options.minutes)
    sample = Sample(wanted, kept.get(name, []), stop)
    if keep:
        sample.save = lambda: _write(keep, {**kept, name: sample.kept})
    with stop.listening():
        yield from measure(sample)
    sample.save()


def _write(file: Path, kept: Mapping[str, list[Any]]) -> None:
    """Write the outcomes as a whole or not at all, even if this process is killed meanwhile."""
    written = file.with_name(f"{file.name}.new")
    written.write_text(json.dumps(kept))
    written.replace(file)


def run(options: argparse.Namespace) -> int:
    find()
    chosen = [one for name in options.names for one in _find_by_name(name)] or list(BENCHMARKS)
    if options.list:
        print("\n".join(f"{name}: {BENCHMARKS[name].shows}" for name in chosen))
        return 0
    measure = _measure if options.json else _print_each
    measured = {name: list(measure(name, options)) for name in chosen}
    if options.json:
        print(json.dumps({name: list(map(_as_json, found)) for name, found in measured.items()}))
    return 0 if all(figure.kept for figure in chain.from_iterable(measured.values())) else 1


def _print_each(name: str, options: argparse.Namespace) -> Iterator[Figure]:
    """Run a benchmark, and print each figure at once."""
    print(f"{name}: {BENCHMARKS[name].shows}")
    for figure in _measure(name, options):
        print(f"  {figure}", flush=True)
        yield figure


def _as_json(figure: Figure) -> dict[str, Any]:
    return {**asdict(figure), "kept": figure.kept}
