"""What standings are made of: deals, games by day, and sums by month."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
compatible_down_to = "0012"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("seats", sa.Column("left_by", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_seats_left_by"), "seats", ["left_by"])
    op.add_column("results", sa.Column("day", sa.Date(), nullable=True))
    op.add_column("results", sa.Column("people", sa.Integer(), nullable=True))
    op.add_column("results", sa.Column("evening_id", NUMBER, nullable=True))
    op.add_column("player_results", sa.Column("side", sa.Integer(), nullable=True))
    op.add_column(
        "player_results",
        sa.Column("left", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    deals()
    months()
    carry_over()


def deals() -> None:
    op.create_table(
        "scored_deals",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("table_id", NUMBER, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.Column("evening_id", NUMBER, nullable=True),
        sa.Column("contract", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scored_deals")),
        sqlite_autoincrement=True,
    )
    by_table = op.f("ix_scored_deals_table_id_number")
    op.create_index(by_table, "scored_deals", ["table_id", "number"], unique=True)
    op.create_table(
        "deal_shares",
        sa.Column("deal_id", NUMBER, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("tricks", sa.Integer(), nullable=False),
        sa.Column("made", sa.Boolean(), nullable=True),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["deal_id"],
            ["scored_deals.id"],
            name=op.f("fk_deal_shares_deal_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("deal_id", "seat", name=op.f("pk_deal_shares")),
    )
    op.create_index(op.f("ix_deal_shares_user_id"), "deal_shares", ["user_id"])


def months() -> None:
    op.create_table(
        "monthly_standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id", "game", "month", "user_id", name=op.f("pk_monthly_standings")
        ),
    )
    op.create_index(op.f("ix_monthly_standings_user_id"), "monthly_standings", ["user_id"])


def carry_over() -> None:
    """Bring over the results so far: their days are those of UTC, and who plays alone with
    computers is not ranked any more."""
    dialect = op.get_bind().dialect.name
    if dialect == "sqlite":
        day, month = "date(finished_at)", "date(day, 'start of month')"
    else:
        day = "(finished_at AT TIME ZONE 'UTC')::date"
        month = "date_trunc('month', day)::date"
    op.execute(
        f"UPDATE results SET day = {day}, people = "  # noqa: S608 - nothing of it is typed
        "(SELECT count(*) FROM player_results WHERE result_id = results.id)"
    )
    ranked = "FROM player_results JOIN results ON results.id = result_id WHERE people >= 2"
    op.execute(
        "INSERT INTO monthly_standings "
        "(guild_id, game, month, user_id, deals, points, games, wins) "
        f"SELECT guild_id, game, {month}, user_id, 0, 0, count(*), "
        f"sum(CASE WHEN won THEN 1 ELSE 0 END) {ranked} GROUP BY guild_id, game, {month}, user_id"
    )
    op.execute("DELETE FROM standings")
    op.execute(
        "INSERT INTO standings "
        "(guild_id, game, user_id, games, wins, points, bids_tried, bids_made, units) "
        "SELECT guild_id, game, user_id, count(*), sum(CASE WHEN won THEN 1 ELSE 0 END), "
        "sum(points), sum(bids_tried), sum(bids_made), sum(units) "
        f"{ranked} GROUP BY guild_id, game, user_id"
    )
