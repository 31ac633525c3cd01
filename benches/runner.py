"""Run benchmarks by name, for ``python -m kwbot bench``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from kwbot import garbage
from kwbot.commands.complaint import Complaint

from .figures import BENCHMARKS, Figure, Sample


def find() -> None:
    """Import every module of this package; those with benchmarks enter them."""
    for module in iter_modules(import_module(str(__package__)).__path__):
        import_module(f"{__package__}.{module.name}")


def _named(name: str) -> list[str]:
    """The benchmark of this name, or all whose names begin with it and a dash."""
    found = [one for one in BENCHMARKS if one == name or one.startswith(f"{name}-")]
    if not found:
        raise Complaint("bench", 0, f"there is no {name!r}, only {', '.join(BENCHMARKS)}")
    return found


def _measured(name: str, games: int | None, keep: Path | None) -> Iterator[Figure]:
    """Run a benchmark; one with a sample goes on from the outcomes in `keep`, and keeps its own."""
    _, measure, size = BENCHMARKS[name]
    if size is None:
        yield from measure()
        return
    kept = json.loads(keep.read_text()) if keep and keep.exists() else {}
    sample = Sample(size if games is None else games, kept.get(name, []))
    yield from measure(sample)
    if keep:
        keep.write_text(json.dumps({**kept, name: sample.kept}))


def run(options: argparse.Namespace) -> int:
    find()
    chosen = [one for name in options.names for one in _named(name)] or list(BENCHMARKS)
    if options.list:
        print("\n".join(f"{name}: {BENCHMARKS[name].shows}" for name in chosen))
        return 0
    garbage.seldom()  # as in the bot and its processes
    measured: dict[str, list[dict[str, Any]]] = {}
    for name in chosen:
        if not options.json:
            print(f"{name}: {BENCHMARKS[name].shows}")
        measured[name] = []
        for figure in _measured(name, options.games, options.keep):
            measured[name].append({**asdict(figure), "kept": figure.kept})
            if not options.json:
                print(f"  {figure}", flush=True)
    if options.json:
        print(json.dumps(measured))
    return 0 if all(figure["kept"] for figures in measured.values() for figure in figures) else 1
