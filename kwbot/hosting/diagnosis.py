"""``python -m kwbot doctor``: checks of everything that the bot relies on, one line each.

This module checks settings, database, disk and computer players, cogs/doctor/ checks Discord.
"""

import platform
import re
import shutil
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path

import aiohttp

from kwbot import BUILD
from kwbot.config import Settings, WrongSettings, load_settings, oversights
from kwbot.hosting.finding import Finding, Tell
from kwbot.players.kernel import ACCELERATED
from kwbot.storage.backend.database import parse_url
from kwbot.storage.backend.failures import StorageError, StoreLocked
from kwbot.storage.backend.kept_copies import KeptCopies
from kwbot.storage.backend.sqlite import sqlite_path
from kwbot.storage.store import Store
from kwbot.tables.thinking.worker_process import WorkerLost, WorkerProcess, spare_cores

MIN_FREE_BYTES = 200 * 10**6
"""Bytes that are enough for months of games and a backup."""
OLD_BACKUP_HOURS = 48
_PROBE_SECONDS = 10.0
_ID = re.compile(r"[0-9]{15,}")
_ADDRESS = re.compile(r"\b[a-z+]+://\S+")
_PATH = re.compile(r"(?<![\w/:`])(?:[A-Za-z]:\\|/)\w[^\s,;:]*[/\\][^\s,;:]*")


class Report:
    """A report that an owner can send us: each finding with the seconds that it took, and nothing
    that identifies a bot, a server, a person or a machine."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        today = datetime.now(UTC).date()
        self._lines = [f"kwbot doctor, {today}, {platform.system()} {platform.machine()}"]

    def add(self, finding: Finding, line: str) -> None:
        """Add a finding, which was printed as `line`."""
        if finding.what == "token" and finding.works:
            line = str(replace(finding, message="accepted."))
        line = _ADDRESS.sub("ADDRESS", _PATH.sub("PATH", _ID.sub("ID", line)))
        now = time.monotonic()
        self._lines.append(f"{now - self._began:6.2f} s  {line}")
        self._began = now

    def write(self, file: Path) -> None:
        """Write the report to a file. Raises OSError."""
        file.write_text("\n".join([*self._lines, ""]), encoding="utf-8")


async def examine(channel_id: int | None, report: Report | None = None) -> int:
    """Run all checks, print their findings, and return the exit status."""
    failed, token = list[str](), ""

    def tell(finding: Finding) -> None:
        if finding.works is False:
            failed.append(finding.what)
        line = "".join(char if char.isprintable() else " " for char in str(finding))
        line = line.replace(token, "TOKEN") if token else line
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
        if report is not None:
            report.add(finding, line)

    tell(Finding("version", None, f"Kwbot {BUILD} on Python {platform.python_version()}."))
    try:
        settings = load_settings()
    except WrongSettings as error:
        tell(Finding("settings", works=False, message=" ".join(str(error).splitlines())))
        return 1
    tell(Finding("settings", works=True, message="all are valid."))
    for sentence in oversights():
        tell(Finding("settings", None, sentence))
    await _database(settings, tell)
    _backups(settings, tell)
    await _computers(settings, tell)
    if settings.token is None:
        missing = "KWBOT_TOKEN is not set, so Discord was not checked."
        starts = (
            "the bot does not start." if settings.local is False else "the bot runs in local mode."
        )
        tell(Finding("token", works=False, message=missing, instead=starts))
    else:
        token = settings.token.get_secret_value().strip()
        by_http = settings.interactions_port is not None
        trial = import_module("cogs.doctor.discord_trial")
        await trial.examine(token, channel_id, tell, by_http=by_http)
    if failed:
        tell(Finding("all in all", None, f"{len(failed)} failed: {', '.join(failed)}."))
    else:
        tell(Finding("all in all", works=True, message="nothing failed."))
    return 1 if failed else 0


async def _database(settings: Settings, tell: Tell) -> None:
    """Check the database by opening it as the bot does, which creates or migrates it if needed."""
    try:
        store = await Store.open(settings.database_url, wait=0.2)
    except StoreLocked:
        await _running_bot(settings, tell)
        _disk(settings.database_url, tell)
        return
    except StorageError as error:
        tell(
            Finding("database", works=False, message=str(error), instead="the bot does not start.")
        )
        return
    try:
        await store.check_write()
        tell(Finding("database", works=True, message="can be written."))
    except StorageError as error:
        nothing = "nothing can be stored, so no press is accepted."
        tell(Finding("database", works=False, message=str(error), instead=nothing))
    finally:
        await store.close()
    _disk(settings.database_url, tell)


async def _running_bot(settings: Settings, tell: Tell) -> None:
    """Ask the bot that is using the database."""
    if settings.metrics_port is None:
        tell(
            Finding(
                "database", None, "in use by a running bot, which has no KWBOT_METRICS_PORT to ask."
            )
        )
        return
    host = settings.metrics_host.replace("0.0.0.0", "127.0.0.1")  # noqa: S104 - it listens everywhere
    url = f"http://{host}:{settings.metrics_port}/readyz"
    try:
        timeout = aiohttp.ClientTimeout(total=_PROBE_SECONDS)
        async with aiohttp.ClientSession(timeout=timeout) as session, session.get(url) as answer:
            facts = await answer.json()
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        message = f"in use by a running bot, whose page /readyz fails: {type(error).__name__}."
        tell(Finding("database", works=False, message=message))
        return
    tell(Finding("database", None, "in use by a running bot, which reports:"))
    for part, said in facts.items():
        if part != "ok":
            tell(Finding(f"running bot, {part}", works=said == "ok", message=str(said)))


def _disk(url: str, tell: Tell) -> None:
    """Check the free space on the disk of an SQLite database."""
    path = sqlite_path(parse_url(url))
    if path is None:
        return
    room = shutil.disk_usage(path.parent).free
    message = f"{room / 1e6:,.0f} MB free on the disk of the database."
    full = "" if room >= MIN_FREE_BYTES else "once it is full, games wait until there is space."
    tell(Finding("disk", works=room >= MIN_FREE_BYTES, message=message, instead=full))


def _backups(settings: Settings, tell: Tell) -> None:
    """Check the automatic copies."""
    try:
        path = sqlite_path(parse_url(settings.database_url))
    except StorageError:  # the database's own line says so
        return
    if path is None:
        tell(Finding("backups", None, "none by the bot: PostgreSQL has its own tools."))
    elif not settings.backups:
        tell(Finding("backups", None, "off (KWBOT_BACKUPS=0)."))
    else:
        try:
            tell(_look_at(KeptCopies(path)))
        except OSError as error:
            message = f"{error.filename} cannot be used: {error.strerror}."
            tell(Finding("backups", works=False, message=message, instead="no copies are made."))


def _look_at(copies: KeptCopies) -> Finding:
    """Return a finding on the age of the newest copy. Raises OSError."""
    made, age = copies.daily(), copies.age(datetime.now(UTC))
    if missing := copies.missing_room():
        message = f"the disk lacks {missing / 1e6:,.0f} MB for the next one."
        return Finding("backups", works=False, message=message, instead="no copies are made.")
    if age is None:
        return Finding("backups", None, "none yet; the bot makes one ten minutes after its start.")
    hours = age / timedelta(hours=1)
    message = f"{len(made)} in {copies.folder}, the newest {hours:.0f} hours old."
    return Finding("backups", True if hours <= OLD_BACKUP_HOURS else None, message)


async def _computers(settings: Settings, tell: Tell) -> None:
    process = WorkerProcess()
    try:
        await process.start()
    except WorkerLost as lost:
        thumb = "computer players use a rule of thumb; there are no hints and no reviews."
        tell(
            Finding(
                "computer players",
                works=False,
                message=f"a worker process fails: {lost}.",
                instead=thumb,
            )
        )
    else:
        count = settings.thinking_processes or spare_cores()
        tell(
            Finding(
                "computer players",
                works=True,
                message=f"worker processes start; the bot uses {count}.",
            )
        )
    finally:
        await process.end()
    slow = (
        "not compiled; `python -m kwbot accelerate` makes computer players think six times as much."
    )
    tell(Finding("kernel", True if ACCELERATED else None, "compiled." if ACCELERATED else slow))
