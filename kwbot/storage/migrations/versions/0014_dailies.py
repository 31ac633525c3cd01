"""The deal of the day: where it is played, the deals, and how people played them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
compatible_down_to = "0012"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "daily_plans",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_daily_plans")),
    )
    op.create_table(
        "daily_deals",
        sa.Column("id", number, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("shown", sa.String(length=8), nullable=False),
        sa.Column("strong", sa.Text(), nullable=False),
        sa.Column("strong_points", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_daily_deals")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_daily_deals_guild_id_day"), "daily_deals", ["guild_id", "day"], unique=True
    )
    op.create_index(op.f("ix_daily_deals_state"), "daily_deals", ["state"])
    op.create_table(
        "daily_plays",
        sa.Column("id", number, nullable=False),
        sa.Column("daily_id", number, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("forgotten", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["daily_id"],
            ["daily_deals.id"],
            name=op.f("fk_daily_plays_daily_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_daily_plays")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_daily_plays_daily_id_user_id"),
        "daily_plays",
        ["daily_id", "user_id"],
        unique=True,
    )
    op.create_index(op.f("ix_daily_plays_user_id"), "daily_plays", ["user_id"])
