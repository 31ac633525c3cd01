"""Who turned the deal of the day and the weekly post on, and since when their channel refuses."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
compatible_down_to = "0012"


def upgrade() -> None:
    for table in ("daily_plans", "weekly_plans"):
        op.add_column(table, sa.Column("user_id", sa.BigInteger(), nullable=True))
        op.add_column(table, sa.Column("refused_at", sa.DateTime(timezone=True), nullable=True))
        op.create_index(op.f(f"ix_{table}_user_id"), table, ["user_id"])
