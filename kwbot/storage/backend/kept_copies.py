"""Copies of an SQLite database that the bot keeps beside it, in a folder `backups`.

kwbot.hosting.daily_backup makes one a day, and this module one before each migration. The name says
when. None is made if the disk lacks room.
"""

import logging
import os
import re
import shutil
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from glob import escape
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

_log = logging.getLogger(__name__)

BACKUP_FOLDER = "backups"
ROOM_LEFT = 200 * 10**6
"""Bytes that a copy must leave free on the disk: games come first."""
KEPT_BEFORE_MIGRATIONS = 2
_TIME = "%Y%m%d-%H%M"


@dataclass(frozen=True, slots=True, order=True)
class KeptCopy:
    """A copy, and when it was made."""

    made_at: datetime
    file: Path


class KeptCopies:
    """The copies of the database in the file `database`."""

    def __init__(self, database: Path) -> None:
        self.database = database.absolute()
        self.folder = self.database.parent / BACKUP_FOLDER

    def daily(self) -> list[KeptCopy]:
        """Return the daily copies, the oldest first."""
        return self._find("")

    def age(self, now: datetime) -> timedelta | None:
        """Return the age of the newest daily copy; None: there is none, or they are all of a time
        to come, as the machine's clock was wrong when they were made."""
        ages = [now - one.made_at for one in self.daily() if one.made_at <= now]
        return min(ages, default=None)

    def before_migrations(self) -> list[KeptCopy]:
        """Return the copies from before migrations, the oldest first."""
        return self._find("-before-[0-9]+")

    def _find(self, ending: str) -> list[KeptCopy]:
        if not self.folder.is_dir():
            return []
        named = re.compile(rf"{re.escape(self.database.stem)}-(\d{{8}}-\d{{4}}){ending}\.sqlite3")
        return sorted(
            KeptCopy(datetime.strptime(found[1], _TIME).replace(tzinfo=UTC), file)
            for file in self.folder.iterdir()
            if (found := named.fullmatch(file.name))
        )

    def new_path(self, at: datetime, ending: str = "") -> Path:
        """Return the path of a copy made at a time, in a folder for its owner. Raises OSError."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        return self.folder / f"{self.database.stem}-{at.astimezone(UTC):{_TIME}}{ending}.sqlite3"

    def missing_room(self) -> int:
        """Return how many bytes the disk lacks for one more copy."""
        needed = self.database.stat().st_size + ROOM_LEFT
        return max(0, needed - shutil.disk_usage(self.database.parent).free)

    def remove_parts(self) -> None:
        """Remove the remains of interrupted copies. Raises OSError."""
        for file in self.folder.glob(f".{escape(self.database.stem)}-*.part"):
            file.unlink(missing_ok=True)

    def keep_newest(self, count: int) -> None:
        """Remove all daily copies but the newest `count`. Raises OSError."""
        _remove(self.daily()[: -count or None])


def _remove(copies: list[KeptCopy]) -> None:
    for copy in copies:
        copy.file.unlink(missing_ok=True)


def copy_before_migration(connection: Connection, database: Path, revision: str) -> None:
    """Copy an open database, outside any transaction, before its migration to a revision. If that
    fails, the log says so and the bot starts anyway."""
    copies = KeptCopies(database)
    try:
        if missing := copies.missing_room():
            _log.warning(
                "There is no copy of before the update: the disk lacks %.0f MB.", missing / 1e6
            )
            return
        copies.remove_parts()
        target = copies.new_path(datetime.now(UTC), f"-before-{revision}")
        part = target.with_name(f".{target.name}.part")
        try:
            # Create it for its owner alone first, as a copy holds the secrets of running deals.
            os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
            connection.exec_driver_sql("VACUUM INTO ?", (str(part),))
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        _remove(copies.before_migrations()[:-KEPT_BEFORE_MIGRATIONS])
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        _log.warning("There is no copy of before the update: %s.", type(error).__name__)
    else:
        _log.info("The database as it was before the update is kept as %s.", target)
