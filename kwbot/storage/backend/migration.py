"""Running migrations, by alembic. Whether there are any to run is decided by `schema.migrate`."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def upgrade(connection: Connection, scripts: Path, *, is_new: bool) -> str:
    """Run the migrations that a database has not seen, or make the tables of one that `is_new`.

    Return the last revision of the oldest program that can run on the database then.
    """
    config = Config()
    config.set_main_option("script_location", str(scripts))
    config.attributes["connection"] = connection
    known = ScriptDirectory.from_config(config)
    head, base = known.get_current_head(), known.get_base()
    assert head is not None
    assert base is not None
    if is_new:
        command.upgrade(config, base)
        command.stamp(config, head)  # the models are of the last one
    else:
        command.upgrade(config, head)
    down_to: str = getattr(known.get_revision(head).module, "compatible_down_to", head)
    return down_to
