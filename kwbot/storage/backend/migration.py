"""Running migrations by alembic. `schema.migrate` decides whether there are any to run."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(connection: Connection, scripts: Path) -> None:
    """Run the migrations that a database has not seen."""
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
