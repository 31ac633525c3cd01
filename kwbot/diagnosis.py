"""``python -m kwbot doctor``: what the bot relies on, tried out and told, a line each.

Settings, database, disk and computer players here; Discord in cogs/doctor/.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import aiohttp

from kwbot.config import Settings, WrongSettings, load_settings
from kwbot.players import ACCELERATED
from kwbot.storage.failures import StorageError, StoreLocked
from kwbot.storage.store import Store
from kwbot.tables.worker_process import Lost, WorkerProcess, spare_cores

LEAST_ROOM = 200 * 10**6
"""Bytes: months of games, and a backup beside them."""
SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, and what was found: `works` None is a note that nothing hangs on.

    `instead`: what happens where it does not work.
    """

    what: str
    works: bool | None
    told: str = ""
    instead: str = ""

    def __str__(self) -> str:
        mark = {True: "ok  ", False: "FAIL", None: "note"}[self.works]
        parts = [self.told, f"Instead: {self.instead}" if self.instead else ""]
        return f"{mark}  {self.what}: {' '.join(part for part in parts if part) or 'works'}"


Tell = Callable[[Finding], None]


async def examine(channel: int | None) -> int:
    """Print what is found; gives the exit status."""
    works, token = True, ""

    def tell(finding: Finding) -> None:
        nonlocal works
        works = works and finding.works is not False
        line = "".join(char if char.isprintable() else " " for char in str(finding))
        sys.stdout.write(f"{line.replace(token, 'TOKEN') if token else line}\n")
        sys.stdout.flush()

    try:
        settings = load_settings()
    except WrongSettings as error:
        tell(Finding("settings", works=False, told=" ".join(str(error).splitlines())))
        return 1
    tell(Finding("settings", works=True, told="every one of them can be used."))
    await _database(settings, tell)
    await _computers(settings, tell)
    if settings.token is None:
        missing = "KWBOT_TOKEN is not set, so Discord cannot be asked."
        tell(Finding("token", works=False, told=missing, instead="the bot runs in local mode."))
    else:
        token = settings.token.get_secret_value().strip()
        await import_module("cogs.doctor.discord_trial").examine(token, channel, tell)
    return 0 if works else 1


async def _database(settings: Settings, tell: Tell) -> None:
    """Opens it as the bot does: a missing one is made, an old one brought up to date."""
    try:
        store = await Store.open(settings.database_url, wait=0.2)
    except StoreLocked:
        await _running_bot(settings, tell)
        return
    except StorageError as error:
        tell(Finding("database", works=False, told=str(error), instead="the bot does not start."))
        return
    try:
        await store.check_write()
        tell(Finding("database", works=True, told="it can be written."))
    except StorageError as error:
        nothing = "nothing can be stored, so every press is refused."
        tell(Finding("database", works=False, told=str(error), instead=nothing))
    finally:
        await store.close()
    if store.path is not None:
        _disk(store.path.parent, tell)


async def _running_bot(settings: Settings, tell: Tell) -> None:
    """It holds the database: ask it."""
    if settings.metrics_port is None:
        tell(Finding("database", None, "a running bot uses it, and KWBOT_METRICS_PORT is not set."))
        return
    host = settings.metrics_host.replace("0.0.0.0", "127.0.0.1")  # noqa: S104 - that is itself
    url = f"http://{host}:{settings.metrics_port}/readyz"
    try:
        timeout = aiohttp.ClientTimeout(total=SECONDS)
        async with aiohttp.ClientSession(timeout=timeout) as session, session.get(url) as answer:
            facts = await answer.json()
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        told = f"a running bot uses it, but its page /readyz fails: {type(error).__name__}."
        tell(Finding("database", works=False, told=told))
        return
    tell(Finding("database", None, "a running bot uses it; this is what it says of itself:"))
    for part, said in facts.items():
        if part != "ok":
            tell(Finding(f"running bot, {part}", works=said == "ok", told=str(said)))


def _disk(folder: Path, tell: Tell) -> None:
    room = shutil.disk_usage(folder).free
    told = f"{room / 1e6:,.0f} MB are free where the database is."
    full = "" if room >= LEAST_ROOM else "once it is full, tables wait until there is room."
    tell(Finding("disk", works=room >= LEAST_ROOM, told=told, instead=full))


async def _computers(settings: Settings, tell: Tell) -> None:
    process = WorkerProcess()
    try:
        await process.start()
    except Lost as lost:
        thumb = "computer players go by a rule of thumb; no hints, no reviews."
        tell(Finding("computer players", works=False, told=f"a process: {lost}.", instead=thumb))
    else:
        count = settings.thinking_processes or spare_cores()
        tell(Finding("computer players", works=True, told=f"they think in {count} processes."))
    finally:
        await process.end()
    slow = "plain Python; `python -m kwbot accelerate` compiles it, for six times the thought."
    tell(Finding("kernel", True if ACCELERATED else None, "compiled." if ACCELERATED else slow))
