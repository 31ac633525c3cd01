"""Ratings by whole games: what somebody is rated now, and after each game."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
compatible_down_to = "0012"


def upgrade() -> None:
    op.add_column("player_results", sa.Column("place", sa.Integer(), nullable=True))
    op.add_column("player_results", sa.Column("rating", sa.Double(), nullable=True))
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_user_id"), "ratings", ["user_id"])
