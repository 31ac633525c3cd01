"""Who won the seasons that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
compatible_down_to = "0012"


def upgrade() -> None:
    op.create_table(
        "champions",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("months", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("measure", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id", "game", "first", "months", "number", name=op.f("pk_champions")
        ),
    )
    op.create_index(op.f("ix_champions_user_id"), "champions", ["user_id"])
