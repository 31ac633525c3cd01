"""``backup FILE``: a consistent copy of the database; see kwbot.storage.upkeep.live_copy."""

import argparse
from importlib import import_module
from pathlib import Path
from typing import Any

from .database_work import report


def add(parsers: Any) -> None:
    """Add the parser of ``backup``."""
    parser = parsers.add_parser(
        "backup",
        help="copy the database, also while the bot runs",
        description="Make a consistent copy of the database, while the bot runs or not.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="where the copy is to lie")
    parser.add_argument("--force", action="store_true", help="replace FILE if it exists")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Copy the configured database to a file."""
    live_copy = import_module("kwbot.storage.upkeep.live_copy")
    return report(lambda url: str(live_copy.back_up(url, options.file, force=options.force)))
