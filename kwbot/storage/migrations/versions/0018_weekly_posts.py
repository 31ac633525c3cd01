"""Weekly posts, and an index by which the deals of some days are found."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
compatible_down_to = "0012"


def upgrade() -> None:
    op.create_table(
        "weekly_plans",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("told", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_weekly_plans")),
    )
    by_day = op.f("ix_scored_deals_guild_id_day")
    op.create_index(by_day, "scored_deals", ["guild_id", "day"])
