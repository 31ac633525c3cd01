"""``bench [NAME …]``: measure this program with the benchmarks of a checkout (`benches/`)."""

import argparse
from importlib import import_module
from pathlib import Path
from typing import Any

from .complaint import Complaint
from .whole_number import whole

RUNNER = "benches.runner"
"""Not imported by name, so that the program does not depend on its benchmarks."""


def add(parsers: Any) -> None:
    """Add the parser of ``bench``."""
    parser = parsers.add_parser("bench", help="measure this program")
    parser.add_argument("names", nargs="*", metavar="NAME", help="without any: all of them")
    parser.add_argument("--list", action="store_true", help="only say which there are")
    parser.add_argument("--games", type=whole, metavar="N", help="deals or games of a sample")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="go on from the outcomes kept there"
    )
    parser.add_argument(
        "--minutes", type=float, metavar="N", help="stop a sample after so long, as Ctrl+C does"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run benchmarks by name. Raises Complaint if they are not installed."""
    try:
        runner = import_module(RUNNER)
    except ModuleNotFoundError as missing:
        if missing.name not in ("benches", RUNNER):
            raise
        raise Complaint("bench", 0, "the benchmarks are only in a checkout of Kwbot") from None
    return int(runner.run(options))
