"""``restore FILE``: replace the database by a backup; see kwbot.storage.upkeep.restoring."""

import argparse
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from .database_work import report


def add(parsers: Any) -> None:
    """Add the parser of ``restore``."""
    parser = parsers.add_parser(
        "restore",
        help="put a backup in the place of the database",
        description="Put a backup in the place of the database, which is kept beside it. "
        "Stop the bot first.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Replace the configured database by a backup."""
    restoring = import_module("kwbot.storage.upkeep.restoring")
    return report(lambda url: str(restoring.restore(url, options.file, datetime.now(UTC))))
