"""Bringing a database's tables up to date, in this process and in one transaction.

What a database is of is asked by a plain query: alembic is loaded only where there is something to
do, as it takes a tenth of the memory of a bot that serves nobody yet.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    String,
    Table,
    delete,
    func,
    insert,
    inspect,
    select,
)

from kwbot.storage.backend.failures import NewerSchema, OlderSchema

SCRIPTS = Path(__file__).parents[1] / "migrations"
_LAST_TO_MIGRATE = "28 November 2026 (commit dfbe8c92)"
"""The last version that has the migrations before the first one here."""
_MIGRATING = 0x4B77626F75
"""The advisory lock of whoever brings a database up to date."""
_VERSION = Table("alembic_version", MetaData(), Column("version_num", String, nullable=False))
"""Alembic's own table: the revision that a database is of."""
_COMPATIBLE = Table("schema_compatible", MetaData(), Column("down_to", String, nullable=False))
"""On PostgreSQL, beside alembic's own table: the last revision of the oldest version of the program
that runs on this schema."""


def revisions(scripts: Path = SCRIPTS) -> list[str]:
    """Return the revisions that there are migrations to, in order: their files are named so."""
    return sorted(file.name[:4] for file in (scripts / "versions").glob("[0-9]*_*.py"))


def _revision_of(connection: Connection) -> str | None:
    """Return the revision that a database is of; None: it is new."""
    if not inspect(connection).has_table(_VERSION.name):
        return None
    return connection.scalar(select(_VERSION.c.version_num))


def next_revision(connection: Connection, scripts: Path = SCRIPTS) -> str | None:
    """Return the revision that an old database will be brought to; None where it stays as it is:
    it is new, up to date, or refused."""
    known = revisions(scripts)
    return known[-1] if _revision_of(connection) in known[:-1] else None


def migrate(connection: Connection, scripts: Path = SCRIPTS) -> None:
    """Make the tables of a new database, or run the migrations that an old one has not seen yet.

    Raises NewerSchema and OlderSchema, having changed nothing.
    """
    if connection.dialect.name == "postgresql":  # of several that start at once, one migrates
        connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))
    current, known = _revision_of(connection), revisions(scripts)
    if current == known[-1]:
        return
    _check(current, known)
    from kwbot.storage.backend.migration import upgrade  # noqa: PLC0415 - see above

    down_to = upgrade(connection, scripts, is_new=current is None)
    if connection.dialect.name == "postgresql":
        _state(connection, down_to)


def _check(current: str | None, known: list[str]) -> None:
    """Raise NewerSchema or OlderSchema unless migrations lead on from revision `current`."""
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
    """Whether a newer version has only added what this one can ignore."""
    if not inspect(connection).has_table(_COMPATIBLE.name):
        return False
    down_to: str | None = connection.scalar(select(_COMPATIBLE.c.down_to))
    return down_to is not None and down_to <= revisions(scripts)[-1]


def _state(connection: Connection, down_to: str) -> None:
    _COMPATIBLE.create(connection, checkfirst=True)
    connection.execute(delete(_COMPATIBLE))
    connection.execute(insert(_COMPATIBLE).values(down_to=down_to))
