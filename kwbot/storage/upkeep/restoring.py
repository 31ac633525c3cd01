"""Replacing an SQLite database by a backup, for `python -m kwbot restore FILE`."""

import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import SQLAlchemyError

from kwbot.storage.backend.database import explain
from kwbot.storage.backend.failures import DamagedDatabase, StorageError, StoreLocked
from kwbot.storage.backend.schema import migrate
from kwbot.storage.upkeep.copying import check_copy, copy_closed, database_file, part_of
from kwbot.storage.upkeep.renewal import Void, renew


class RestoreRefused(StorageError):
    """Nothing was restored. The message is one sentence."""


def restore(url: str, backup: Path, now: datetime, *, wait: float = 2.0) -> str:
    """Replace the database at `url` by `backup`. Return a sentence on what was done.

    The old database stays beside it. `wait`: seconds that a stopping bot gets to let go. Raises
    StorageError; then the database is unchanged.
    """
    database = database_file(url, otherwise="restore it with pg_restore or psql")
    if not backup.is_file():
        raise RestoreRefused(f"There is no backup {backup}.")
    if database.exists() and backup.samefile(database):
        raise RestoreRefused(f"{backup} is the database itself: name a backup.")
    _check_unused(database, wait)
    _check_whole(backup)
    try:
        with part_of(database) as part:
            copy_closed(backup, part, wait=wait)
            void = _renew(part, backup, now)
            _check_unused(database, wait)
            aside = _put_aside(database, now)
            part.replace(database)
    except OSError as error:
        raise RestoreRefused(f"{database} cannot be written: {error.strerror}.") from None
    old = f" The old database is now {aside}." if aside else ""
    lost = f" Deals of a duplicate that do not count: {void.lost}." if void.lost else ""
    return (
        f"Restored {backup} to {database}; running deals that will be dealt anew: {void.anew}."
        f"{lost}{old}"
    )


def _check_whole(backup: Path) -> None:
    """Raise RestoreRefused unless a whole backup can be read."""
    try:
        check_copy(backup)
    except DamagedDatabase:
        raise RestoreRefused(
            f"{backup} is damaged, or is not a database: restore another backup."
        ) from None


def _check_unused(database: Path, wait: float) -> None:
    """Apply what a killed bot left in `database`'s log. Raises RestoreRefused if a bot uses it."""
    if not database.exists():
        return
    uri = f"{database.absolute().as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=wait)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            connection.rollback()
    except sqlite3.Error as error:
        explained = explain(error, str(database))
        if isinstance(explained, StoreLocked):
            raise RestoreRefused(f"A bot uses {database}: stop it first.") from None
        if not isinstance(explained, DamagedDatabase):  # a damaged one is to be replaced
            raise explained from None


def _renew(part: Path, backup: Path, now: datetime) -> Void:
    engine = create_engine(f"sqlite:///{part}", hide_parameters=True)
    try:
        with engine.begin() as connection:
            if not {"alembic_version", "tables"} <= {*inspect(connection).get_table_names()}:
                raise RestoreRefused(f"{backup} is no backup of Kwbot.")
            migrate(connection)
            return renew(connection, now)
    except SQLAlchemyError as error:
        raise explain(error, str(backup)) from None
    finally:
        engine.dispose()


def _put_aside(database: Path, now: datetime) -> Path | None:
    """Rename the old database and its log; return its new name, or None without one."""
    if not database.exists():
        return None
    aside = database.with_name(f"{database.name}.before-restore-{now:%Y%m%d-%H%M%S}")
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{database}{suffix}").rename(f"{aside}{suffix}")
    return database.rename(aside)
