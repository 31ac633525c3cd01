"""Bringing a database's tables up to date, in this process and in one transaction."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from kwbot.storage.failures import NewerSchema

_MIGRATING = 0x4B77626F75
"""The advisory lock of whoever brings a database up to date."""


def migrate(connection: Connection) -> None:
    """Run the migrations that this database has not seen yet.

    Raises NewerSchema, having changed nothing.
    """
    if connection.dialect.name == "postgresql":  # of several that start at once, one migrates
        connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    scripts = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == scripts.get_current_head():
        return
    if current not in {None, *(script.revision for script in scripts.walk_revisions())}:
        raise NewerSchema(
            "A newer version of Kwbot has written this database: "
            "run that version, or restore a backup from before it."
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
