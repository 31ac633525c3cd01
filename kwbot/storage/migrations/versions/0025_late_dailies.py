"""When a deal of the day ends, or may be finished no more."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
compatible_down_to = "0012"


def upgrade() -> None:
    op.add_column("daily_deals", sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True))
