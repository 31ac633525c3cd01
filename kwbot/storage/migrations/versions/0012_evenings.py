"""Evenings of a club, and who takes part in them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "evenings",
        sa.Column("id", number, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("host_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("course", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evenings")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_evenings_state_guild_id"), "evenings", ["state", "guild_id"])
    op.create_index(op.f("ix_evenings_host_id"), "evenings", ["host_id"])
    op.create_table(
        "evening_entrants",
        sa.Column("evening_id", number, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("presence", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(
            ["evening_id"],
            ["evenings.id"],
            name=op.f("fk_evening_entrants_evening_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("evening_id", "number", name=op.f("pk_evening_entrants")),
    )
    op.create_index(op.f("ix_evening_entrants_user_id"), "evening_entrants", ["user_id"])
