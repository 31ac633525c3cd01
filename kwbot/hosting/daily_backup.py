"""Automatic daily copies of an SQLite database."""

import asyncio
import logging
import math
import os
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from kwbot.config import HOME
from kwbot.storage.backend.kept_copies import KeptCopies
from kwbot.tables.time.clock import Clock, sleep

_log = logging.getLogger(__name__)

BACKUP_PERIOD = timedelta(days=1)
FIRST_LOOK_DELAY, LOOK_INTERVAL = timedelta(minutes=10), timedelta(hours=1)
"""Delay of the first look, so that a new start need not wait for the disk, and later interval."""


def backup_age(database: Path, clock: Clock) -> float:
    """Return the age of the newest daily copy in seconds; infinite if there is none."""
    age = KeptCopies(database).age(clock.now())
    return math.inf if age is None else age.total_seconds()


async def keep_backups(database: Path, count: int, clock: Clock) -> None:
    """Make a copy each day until cancelled."""
    copies, look_at = KeptCopies(database), clock.steady.now() + FIRST_LOOK_DELAY
    while True:
        await sleep(clock.steady, look_at)
        try:
            await back_up_if_due(copies, count, clock)
        except OSError as error:
            _log.error("There is no backup of today: %s.", error.strerror)
        look_at = clock.steady.now() + LOOK_INTERVAL


async def back_up_if_due(copies: KeptCopies, count: int, clock: Clock) -> None:
    """Make a copy if the newest is a day old, and remove the oldest. Raises OSError."""
    age = copies.age(clock.now())
    if age is not None and age < BACKUP_PERIOD:
        return
    if missing := copies.missing_room():
        _log.error("There is no backup of today: the disk lacks %.0f MB.", missing / 1e6)
        return
    target = copies.new_path(clock.now())
    copies.remove_parts()
    if await _copy(copies.database, target):
        copies.keep_newest(count)
        _log.info("The backup of today is %s.", target)


async def _copy(database: Path, target: Path) -> bool:
    """Have the command `backup` make a copy, and return whether it did. It needs its own process,
    because closing a file releases all locks that a process holds on it."""
    url = f"sqlite:///{database.as_posix()}"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "kwbot", "backup", str(target), "--force",
        cwd=HOME, env={**os.environ, "KWBOT_DATABASE_URL": url},
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        _, said = await process.communicate()
    finally:
        with suppress(ProcessLookupError):
            process.kill()
    if process.returncode:
        _log.error("There is no backup of today: %s", said.decode(errors="replace").strip())
    return not process.returncode
