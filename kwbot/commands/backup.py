"""``backup FILE``: a consistent copy of the database; see kwbot.storage.upkeep.live_copy."""

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import Any


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
    """Back the database up; what reads it is loaded for this command alone."""
    config, live_copy = map(import_module, ("kwbot.config", "kwbot.storage.upkeep.live_copy"))
    try:
        url = config.load_settings().database_url
        done = live_copy.back_up(url, options.file, force=options.force)
    except (config.WrongSettings, live_copy.StorageError) as error:
        print(error, file=sys.stderr)
        return 2
    print(done)
    return 0
