"""``rate``: recompute all standings; see kwbot.storage.upkeep.recounting."""

import argparse
import asyncio
from importlib import import_module
from typing import Any

from .database_work import report


def add(parsers: Any) -> None:
    """Add the parser of ``rate``."""
    parser = parsers.add_parser(
        "rate",
        help="compute all standings anew",
        description="Compute all standings anew from the deals and games that are kept, and say "
        "how many were otherwise. Stop the bot first.",
    )
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Recompute all standings of the configured database."""
    return report(lambda url: asyncio.run(recount(url)))


async def recount(url: str) -> str:
    """Return a sentence on the number of standings and of wrong ones. Raises StorageError."""
    recounting, store = map(
        import_module, ("kwbot.storage.upkeep.recounting", "kwbot.storage.store")
    )
    opened = await store.Store.open(url)
    try:
        known, wrong = await recounting.recount(opened)
    finally:
        await opened.close()
    return f"Computed {known} standings anew; {wrong} of them were otherwise."
