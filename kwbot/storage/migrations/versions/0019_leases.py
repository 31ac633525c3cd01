"""For how long each process of a cluster is taken to live that says nothing."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
compatible_down_to = "0012"


def upgrade() -> None:
    op.add_column("processes", sa.Column("lease", sa.Double(), server_default="2", nullable=False))
