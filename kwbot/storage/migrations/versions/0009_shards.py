"""Processes that share the gateway: the shards that each hears, and turns to identify."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
compatible_down_to = "0007"


def upgrade() -> None:
    op.add_column("processes", sa.Column("hears", sa.Text(), server_default="", nullable=False))
    op.create_table(
        "identifies",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name=op.f("pk_identifies")),
    )
