"""Bringing a database's tables up to date, in this process and in one transaction."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
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
_COMPATIBLE = Table("schema_compatible", MetaData(), Column("down_to", String, nullable=False))
"""On PostgreSQL, beside alembic's own table: the last revision of the oldest version of the program
that runs on this schema."""


def next_revision(connection: Connection, scripts: Path = SCRIPTS) -> str | None:
    """Return the revision that an old database will be brought to; None where it stays as it is:
    it is new, up to date, or refused."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    current = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    known = sorted(file.name[:4] for file in (scripts / "versions").glob("[0-9]*_*.py"))
    return known[-1] if current in known[:-1] else None


def migrate(connection: Connection, scripts: Path = SCRIPTS) -> None:
    """Make the tables of a new database, or run the migrations that an old one has not seen yet.

    Raises NewerSchema and OlderSchema, having changed nothing.
    """
    if connection.dialect.name == "postgresql":  # of several that start at once, one migrates
        connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))
    config = _config(scripts)
    known = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    head, base = known.get_current_head(), known.get_base()
    assert head is not None
    assert base is not None
    if current == head:
        return
    config.attributes["connection"] = connection
    if current is None:
        command.upgrade(config, base)
        command.stamp(config, head)  # the models are of the last one
    else:
        _check(current, known)
        command.upgrade(config, head)
    if connection.dialect.name == "postgresql":
        module = known.get_revision(head).module
        _state(connection, getattr(module, "compatible_down_to", head))


def _check(current: str, known: ScriptDirectory) -> None:
    """Raise NewerSchema or OlderSchema unless migrations lead on from revision `current`."""
    if current in {script.revision for script in known.walk_revisions()}:
        return
    if current < (known.get_base() or ""):
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
    head = ScriptDirectory.from_config(_config(scripts)).get_current_head()
    return down_to is not None and head is not None and down_to <= head


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts))
    return config


def _state(connection: Connection, down_to: str) -> None:
    _COMPATIBLE.create(connection, checkfirst=True)
    connection.execute(delete(_COMPATIBLE))
    connection.execute(insert(_COMPATIBLE).values(down_to=down_to))
