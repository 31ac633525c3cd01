"""Moving everything from an SQLite database to another, for `move-database URL`."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, create_engine, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from kwbot.storage.backend.database import explain, parse_url
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.backend.schema import migrate
from kwbot.storage.backend.sqlite import sqlite_path
from kwbot.storage.store import Store
from kwbot.storage.upkeep.copying import PART, empty_file, remove_parts
from kwbot.storage.values.columns import Base

_ROWS = 1000
"""Number of rows that are moved at once."""
_SEQUENCES = ("tables", "results", "evenings", "scored_deals", "daily_deals", "daily_plays")
"""Tables whose ids are sequential and never used again."""


class MoveRefused(StorageError):
    """Nothing was moved. The message is one sentence."""


def check(url: str, target_url: str) -> None:
    """Raise MoveRefused unless `url` names an SQLite file and `target_url` another database."""
    path = sqlite_path(parse_url(url))
    if path is None or not path.is_file():
        raise MoveRefused("There is no SQLite database to move: KWBOT_DATABASE_URL names none.")
    new = sqlite_path(parse_url(target_url))
    if new is not None and new.exists() and new.samefile(path):
        raise MoveRefused(f"{path} is the database itself: name a new one.")


@contextmanager
def copy_of(url: str) -> Iterator[str]:
    """Give the URL of a copy of the SQLite database at `url`, which can be migrated in its place.
    The copy lies beside it within the block, when no bot can use the database. Raises
    StorageError."""
    path = sqlite_path(parse_url(url))
    assert path is not None
    path = path.absolute()
    with ExitStack() as stack:
        try:
            source = sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=2)
            stack.enter_context(closing(source))
            source.execute("PRAGMA locking_mode = EXCLUSIVE")
            source.execute("BEGIN EXCLUSIVE")
            source.rollback()  # the lock stays
            remove_parts(path)
            beside = TemporaryDirectory(prefix=f".{path.name}.", suffix=PART, dir=path.parent)
            copy = Path(stack.enter_context(beside)) / path.name
            empty_file(copy)
            source.execute("VACUUM INTO ?", (str(copy),))
        except OSError as error:
            raise MoveRefused(f"{path} cannot be copied: {error.strerror}.") from None
        except sqlite3.Error as error:
            raise explain(error, str(path)) from None
        yield f"sqlite:///{copy}"


async def move(url: str, target: Store) -> int:
    """Move all rows of the SQLite database at `url`, a copy, to the new `target`, and return their
    number. It is one transaction: all rows, counted, or none. Raises StorageError."""
    path = sqlite_path(parse_url(url))
    engine = create_engine(f"sqlite:///{path}", hide_parameters=True, connect_args={"timeout": 2})
    try:
        with engine.connect() as source:
            source.exec_driver_sql("PRAGMA locking_mode = EXCLUSIVE")
            migrate(source)
            source.commit()
            return await target.transactions.run(_carry, source)
    except SQLAlchemyError as error:
        raise explain(error, str(path)) from None
    finally:
        engine.dispose()


def _carry(target: Connection, source: Connection) -> int:
    moved = 0
    for table in Base.metadata.sorted_tables:
        count = select(func.count()).select_from(table)
        if target.scalar(count):
            raise MoveRefused(f"The new database is not empty: it has {table.name}.")
        rows = source.execute(select(table).execution_options(yield_per=_ROWS)).mappings()
        for some in rows.partitions():
            target.execute(insert(table), [dict(row) for row in some])
        if target.scalar(count) != source.scalar(count):
            raise MoveRefused(f"Not all of {table.name} arrived.")
        moved += target.scalar(count) or 0
    for name in _SEQUENCES:
        _go_on(target, source, name)
    return moved


def _go_on(target: Connection, source: Connection, name: str) -> None:
    """Continue the ids of a table after the last one ever given."""
    given = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
    last = source.scalar(given, {"name": name})
    if last is None:
        return
    if target.dialect.name == "sqlite":
        target.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": name})
        statement = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)")
    else:
        statement = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)")
    target.execute(statement, {"name": name, "last": last})
