"""``restore FILE``: a backup in the place of the database; see kwbot.storage.upkeep.restoring."""

import argparse
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any


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
    """Restore a backup; what reads the database is loaded for this command alone."""
    config, restoring = map(import_module, ("kwbot.config", "kwbot.storage.upkeep.restoring"))
    try:
        url = config.load_settings().database_url
        done = restoring.restore(url, options.file, datetime.now(UTC))
    except (config.WrongSettings, restoring.StorageError) as error:
        print(error, file=sys.stderr)
        return 2
    print(done)
    return 0
