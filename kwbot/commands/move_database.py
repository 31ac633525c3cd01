"""``move-database URL``: move an SQLite database to another; see kwbot.storage.upkeep.moving."""

import argparse
import asyncio
from importlib import import_module
from typing import Any

from .database_work import report


def add(parsers: Any) -> None:
    """Add the parser of ``move-database``."""
    parser = parsers.add_parser(
        "move-database",
        help="carry everything from SQLite to PostgreSQL",
        description="Carry everything from the SQLite database to a new one, and check it. "
        "Stop the bot first. The old database stays as it is.",
    )
    parser.add_argument("url", metavar="URL", help="the new database")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Move the configured database to another one."""
    return report(lambda url: _summary(*asyncio.run(move(url, options.url))))


def _summary(rows: int, tables: int) -> str:
    return (
        f"Moved {rows} rows, and replayed {tables} open tables alike from both databases. "
        "Now set KWBOT_DATABASE_URL."
    )


async def move(url: str, target_url: str) -> tuple[int, int]:
    """Move a database, and replay every open table from both; the old one is only read. Return the
    number of rows and of open tables. Raises StorageError."""
    moving = import_module("kwbot.storage.upkeep.moving")
    moving.check(url, target_url)
    with moving.copy_of(url) as copy:
        return await _move(copy, target_url)


async def _move(url: str, target_url: str) -> tuple[int, int]:
    moving, store = map(import_module, ("kwbot.storage.upkeep.moving", "kwbot.storage.store"))
    target = await store.Store.open(target_url)
    try:
        rows = await moving.move(url, target)
        arrived = await _replay_all(target)
    finally:
        await target.close()
    source = await store.Store.open(url)
    try:
        left = await _replay_all(source)
    finally:
        await source.close()
    if arrived != left:
        raise moving.MoveRefused("The open tables are not the same in the new database.")
    return rows, len(left)


async def _replay_all(store: Any) -> list[Any]:
    """Return each open table as stored and as replayed from its log (None if it cannot be read)."""
    archive = import_module("kwbot.tables.log.archive")
    reader = archive.Archive(store, import_module("kwbot.variants").games())
    found: list[Any] = []
    for row, events in await store.tables.load_open():
        try:
            found.append((row, events, await reader.replay(row, events)))
        except Exception:  # noqa: BLE001 - of another version: the next start closes it
            found.append((row, events, None))
    return found
