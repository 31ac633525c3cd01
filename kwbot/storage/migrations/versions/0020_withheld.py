"""Tables whose deals others still play, so that nobody may look at them yet."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
compatible_down_to = "0012"


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("withheld", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
