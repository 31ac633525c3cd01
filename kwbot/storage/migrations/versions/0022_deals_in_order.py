"""The deals of a person in their order, so that they can be read in bites."""

from alembic import op

revision = "0022"
down_revision = "0021"
compatible_down_to = "0012"


def upgrade() -> None:
    op.create_index(op.f("ix_deal_shares_user_id_deal_id"), "deal_shares", ["user_id", "deal_id"])
    op.drop_index(op.f("ix_deal_shares_user_id"), "deal_shares")
