"""Run benchmarks by name, for ``python -m kwbot bench``."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from kwbot import garbage
from kwbot.commands.complaint import Complaint

from .figures import BENCHMARKS, SAMPLED, SAMPLES, Sample


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
