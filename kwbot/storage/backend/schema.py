"""The schema of a database, brought up to date in one transaction.

A plain query reads the revision, and alembic is loaded only if there are migrations to run: it
takes a tenth of an idle bot's memory.
"""

import re
from pathlib import Path

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    delete,
    func,
    insert,
    inspect,
    select,
)

from kwbot.storage.backend.failures import NewerSchema, OlderSchema
from kwbot.storage.values.models import TableRow

SCRIPTS = Path(__file__).parents[1] / "migrations"
_LAST_TO_MIGRATE = "28 November 2026 (commit dfbe8c92)"
"""The last version of the program with migrations older than the first one here."""
_MIGRATING = 0x4B77626F75
"""The advisory lock of a process that migrates."""
_VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table, with the revision of the database."""
_COMPATIBLE = Table("schema_compatible", MetaData(), Column("down_to", String, nullable=False))
"""A PostgreSQL table with the last revision of the oldest program that runs on this schema."""


def revisions(scripts: Path = SCRIPTS) -> list[str]:
    """Return the revisions that have migrations, in order, by their file names."""
    return sorted(file.name[:4] for file in (scripts / "versions").glob("[0-9]*_*.py"))


def _revision_of(connection: Connection) -> str | None:
    """Return the revision of a database; None if it is new."""
    if not inspect(connection).has_table(_VERSION.name):
        return None
    return connection.scalar(select(_VERSION.c.version_num))


def next_revision(connection: Connection, scripts: Path = SCRIPTS) -> str | None:
    """Return the revision to which `migrate` will bring a database; None if it won't."""
    known = revisions(scripts)
    return known[-1] if _revision_of(connection) in known[:-1] else None


def migrate(connection: Connection, scripts: Path = SCRIPTS) -> None:
    """Make the tables of a new database, or run the migrations that an old one lacks. Raises
    NewerSchema or OlderSchema, and then changes nothing."""
    if connection.dialect.name == "postgresql":  # if several start at once, one migrates
        connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))
    current, known = _revision_of(connection), revisions(scripts)
    if current == known[-1]:
        return
    _check(current, known)
    if current is None:
        _make_tables(connection, known[-1])
    else:
        from kwbot.storage.backend.migration import upgrade  # noqa: PLC0415 - see above

        upgrade(connection, scripts)
    if connection.dialect.name == "postgresql":
        _note_compatible(connection, _compatible_down_to(known[-1], scripts))


def _make_tables(connection: Connection, revision: str) -> None:
    """Make the tables of a new database from the models, which match the last `revision`."""
    TableRow.metadata.create_all(connection)
    _VERSION.create(connection, checkfirst=True)
    connection.execute(insert(_VERSION).values(version_num=revision))


def _compatible_down_to(revision: str, scripts: Path) -> str:
    """Return the last revision of the oldest program that runs on the schema of `revision`."""
    (file,) = (scripts / "versions").glob(f"{revision}_*.py")
    stated = re.search(r'^compatible_down_to = "(\w+)"$', file.read_text("utf-8"), re.MULTILINE)
    return stated[1] if stated else revision


def _check(current: str | None, known: list[str]) -> None:
    """Raise NewerSchema or OlderSchema unless there are migrations from revision `current` on."""
    if current is None or current in known:
        return
    if current < known[0]:
        raise OlderSchema(
            "An older version of Kwbot has written this database: "
            f"run the version of {_LAST_TO_MIGRATE} once, which brings it up to date."
        )
    raise NewerSchema(
        "A newer version of Kwbot has written this database: "
        "run that version, or restore a backup from before it."
    )


def is_compatible(connection: Connection, scripts: Path = SCRIPTS) -> bool:
    """Whether this program can run on a newer program's schema, which has only additions."""
    if not inspect(connection).has_table(_COMPATIBLE.name):
        return False
    down_to: str | None = connection.scalar(select(_COMPATIBLE.c.down_to))
    return down_to is not None and down_to <= revisions(scripts)[-1]


def _note_compatible(connection: Connection, down_to: str) -> None:
    """Store the last revision of the oldest program that runs on this schema."""
    _COMPATIBLE.create(connection, checkfirst=True)
    connection.execute(delete(_COMPATIBLE))
    connection.execute(insert(_COMPATIBLE).values(down_to=down_to))
