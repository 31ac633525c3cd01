"""What was possible in a deal of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
compatible_down_to = "0012"


def upgrade() -> None:
    op.add_column("daily_deals", sa.Column("possible_points", sa.Integer(), nullable=True))
