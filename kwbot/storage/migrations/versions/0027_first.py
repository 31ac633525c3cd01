"""All tables of a new database, from the models, so that later migrations find their work done."""

from alembic import op

from kwbot.storage.values.columns import Base

revision = "0027"
down_revision = None
compatible_down_to = "0012"


def upgrade() -> None:
    """Make all tables."""
    Base.metadata.create_all(op.get_bind())
