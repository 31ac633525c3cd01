"""``rate``: all standings computed anew; see kwbot.storage.upkeep.recounting."""

import argparse
import asyncio
import sys
from importlib import import_module
from typing import Any


def add(parsers: Any) -> None:
    """Add the parser of ``rate``."""
    parser = parsers.add_parser(
        "rate",
        help="compute all standings anew",
        description="Compute all standings anew from the deals and games that are kept, and say "
        "how many were otherwise. Stop the bot first.",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Count all ratings anew; what reads the database is loaded for this command alone."""
    config, failures = map(import_module, ("kwbot.config", "kwbot.storage.backend.failures"))
    try:
        known, wrong = asyncio.run(recount(config.load_settings().database_url))
    except (config.WrongSettings, failures.StorageError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"Computed {known} standings anew; {wrong} of them were otherwise.")
    return 0


async def recount(url: str) -> tuple[int, int]:
    """Return how many standings there are, and how many were otherwise. Raises StorageError."""
    recounting, store = map(
        import_module, ("kwbot.storage.upkeep.recounting", "kwbot.storage.store")
    )
    opened = await store.Store.open(url)
    try:
        found: tuple[int, int] = await recounting.recount(opened)
    finally:
        await opened.close()
    return found
