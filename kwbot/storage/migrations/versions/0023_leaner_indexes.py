"""Indexes that a press changes less: of when tables were opened, and of what people did."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
compatible_down_to = "0012"

DONE_BY = sa.text("actor IS NOT NULL")


def upgrade() -> None:
    op.drop_index(op.f("ix_tables_state_last_human_at"), "tables")
    op.create_index(op.f("ix_tables_state_created_at"), "tables", ["state", "created_at"])
    acts = op.f("ix_events_actor_table_id")
    op.drop_index(acts, "events")
    op.create_index(
        acts, "events", ["actor", "table_id"], sqlite_where=DONE_BY, postgresql_where=DONE_BY
    )
