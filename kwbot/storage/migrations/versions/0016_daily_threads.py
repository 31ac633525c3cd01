"""The private threads in which those talk about a deal of the day who have played it."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
compatible_down_to = "0012"


def upgrade() -> None:
    with op.batch_alter_table("daily_deals") as batch:
        batch.add_column(
            sa.Column("thread_id", sa.BigInteger(), autoincrement=False, nullable=True)
        )
