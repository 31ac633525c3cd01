"""The last names of people on each server: those that they had last at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
compatible_down_to = "0012"


def upgrade() -> None:
    op.create_table(
        "last_names",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_last_names")),
    )
    op.create_index(op.f("ix_last_names_user_id"), "last_names", ["user_id"])
    op.execute(
        "INSERT INTO last_names (guild_id, user_id, name) "
        "SELECT latest.guild_id, latest.user_id, seats.name "
        "FROM (SELECT tables.guild_id, seats.user_id, MAX(seats.table_id) AS table_id "
        "FROM seats JOIN tables ON tables.id = seats.table_id "
        "WHERE seats.user_id IS NOT NULL AND tables.state <> 'deleted' "
        "GROUP BY tables.guild_id, seats.user_id) AS latest "
        "JOIN seats ON seats.table_id = latest.table_id AND seats.user_id = latest.user_id"
    )
