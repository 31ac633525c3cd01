"""Copies of an SQLite file: making, checking and moving them into place."""

import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from glob import escape
from pathlib import Path

from kwbot.storage.backend.database import explain, parse_url
from kwbot.storage.backend.failures import DamagedDatabase, NotWritable, UnusableUrl
from kwbot.storage.backend.sqlite import sqlite_path

_BLOCK = 4 * 1024 * 1024
PART = ".part"
"""Ending of the name of an incomplete file."""


def database_file(url: str, *, otherwise: str) -> Path:
    """Return the file of the SQLite database at `url`. Raises UnusableUrl if it has none;
    `otherwise` says what to do with PostgreSQL instead."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "postgresql":
        raise UnusableUrl(f"The database is PostgreSQL: {otherwise}.")
    database = sqlite_path(parsed)
    if database is None:
        raise UnusableUrl("A database in memory has no file to copy.")
    return database


def empty_file(target: Path) -> None:
    """Create `target`, readable by its owner alone, as a copy holds the secrets of running deals.
    Raises OSError, also if it exists."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


@contextmanager
def part_of(target: Path) -> Iterator[Path]:
    """Give the path of a part that the block renames to `target` once it is whole; otherwise the
    part is removed at the end. Raises OSError."""
    remove_parts(target)
    part = target.absolute().with_name(f".{target.name}.{secrets.token_hex(4)}{PART}")
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def remove_parts(target: Path) -> None:
    """Remove the parts of `target` that killed commands have left. Raises OSError."""
    for part in target.absolute().parent.glob(f".{escape(target.name)}.*{PART}"):
        if part.is_dir():
            shutil.rmtree(part)
        else:
            part.unlink(missing_ok=True)


def copy_closed(path: Path, target: Path, *, wait: float) -> None:
    """Copy the database at `path`, which no bot is using, to the new file `target`. Raises OSError
    or StorageError: StoreLocked if a bot is using it."""
    empty_file(target)
    try:
        # mode=rw: never create the database, but apply what a killed bot left in its log.
        uri = f"{path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, uri=True, timeout=wait)) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            raise NotWritable(f"The disk of {target.parent} has no room for a copy.") from None
        raise explain(error, str(path)) from None


def copy_held_file(path: Path, target: Path) -> None:
    """Copy the file at `path`, which a bot keeps unchanged, to the new file `target`. Raises
    OSError or StorageError."""
    empty_file(target)
    with path.open("rb") as file, target.open("wb") as copy:
        while block := file.read(_BLOCK):
            copy.write(block)
            # Never much at once, as the bot waits for the same disk.
            copy.flush()
            os.fsync(copy.fileno())
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")  # one file, readable anywhere


def check_copy(target: Path) -> None:
    """Check a whole copy, and make sure that it is on the disk. Raises DamagedDatabase."""
    try:
        with closing(sqlite3.connect(f"{target.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        raise explain(error, str(target)) from None
    if verdict != "ok":
        raise DamagedDatabase(f"The copy {target} is damaged; the database itself may be too.")
    with target.open("rb") as file:
        os.fsync(file.fileno())
