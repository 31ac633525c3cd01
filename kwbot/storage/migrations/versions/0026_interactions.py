"""Interactions that were taken on lately, so that none is carried out twice."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
compatible_down_to = "0012"


def upgrade() -> None:
    op.create_table(
        "interactions",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interactions")),
    )
