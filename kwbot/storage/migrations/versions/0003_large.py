"""For large databases: indexes, standings that are added up, ids of tables of 64 bits."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

INDEXES = {
    "tables": (["state", "last_human_at"], ["guild_id", "channel_id"], ["host_id"]),
    "seats": (["user_id", "table_id"],),
    "events": (["actor", "table_id"],),
    "titles": (["user_id"],),
}
REPLACED = {"tables": ("state", "guild_id"), "seats": ("user_id",)}
IDS = {
    "tables": "id",
    "seats": "table_id",
    "events": "table_id",
    "deal_secrets": "table_id",
    "results": "table_id",
    "titles": "table_id",
}
SUMS = ("points", "bids_tried", "bids_made")


def upgrade() -> None:
    for table, columns in REPLACED.items():
        for column in columns:
            op.drop_index(op.f(f"ix_{table}_{column}"), table)
    for table, indexes in INDEXES.items():
        for index in indexes:
            op.create_index(op.f(f"ix_{table}_{'_'.join(index)}"), table, index)
    if op.get_bind().dialect.name == "postgresql":  # SQLite's have 64 bits
        op.execute("ALTER SEQUENCE tables_id_seq AS bigint")
        for table, column in IDS.items():
            op.alter_column(table, column, type_=sa.BigInteger())
    add_up()


def add_up() -> None:
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in SUMS),
        sa.Column("units", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name=op.f("pk_standings")),
    )
    op.create_index(op.f("ix_standings_user_id"), "standings", ["user_id"])
    op.execute(
        "INSERT INTO standings (guild_id, game, user_id, games, wins, points, bids_tried, "
        "bids_made, units) SELECT guild_id, game, user_id, count(*), "
        "sum(CASE WHEN won THEN 1 ELSE 0 END), sum(points), sum(bids_tried), sum(bids_made), "
        "sum(units) FROM player_results JOIN results ON results.id = result_id "
        "GROUP BY guild_id, game, user_id"
    )
