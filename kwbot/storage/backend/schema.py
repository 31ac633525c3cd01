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

from kwbot.storage.backend.failures import NewerSchema

SCRIPTS = Path(__file__).parents[1] / "migrations"
_MIGRATING = 0x4B77626F75
"""The advisory lock of whoever brings a database up to date."""
_COMPATIBLE = Table("schema_compatible", MetaData(), Column("down_to", String, nullable=False))
"""On PostgreSQL, beside alembic's own table: the last revision of the oldest version of the program
that runs on this schema."""


def migrate(connection: Connection, scripts: Path = SCRIPTS) -> None:
    """Run the migrations that this database has not seen yet.

    Raises NewerSchema, having changed nothing.
    """
    if connection.dialect.name == "postgresql":  # of several that start at once, one migrates
        connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))
    config = _config(scripts)
    known = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    head = known.get_current_head()
    if current == head:
        return
    if current not in {None, *_revisions(known)}:
        raise NewerSchema(
            "A newer version of Kwbot has written this database: "
            "run that version, or restore a backup from before it."
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    assert head is not None
    if connection.dialect.name == "postgresql":
        module = known.get_revision(head).module
        _state(connection, getattr(module, "compatible_down_to", head))


def is_compatible(connection: Connection, scripts: Path = SCRIPTS) -> bool:
    """Whether a newer version has only added what this one can ignore."""
    if not inspect(connection).has_table(_COMPATIBLE.name):
        return False
    down_to = connection.scalar(select(_COMPATIBLE.c.down_to))
    return down_to in _revisions(ScriptDirectory.from_config(_config(scripts)))


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts))
    return config


def _revisions(known: ScriptDirectory) -> set[str]:
    return {script.revision for script in known.walk_revisions()}


def _state(connection: Connection, down_to: str) -> None:
    _COMPATIBLE.create(connection, checkfirst=True)
    connection.execute(delete(_COMPATIBLE))
    connection.execute(insert(_COMPATIBLE).values(down_to=down_to))
