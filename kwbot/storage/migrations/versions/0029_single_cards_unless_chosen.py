"""Play single cards automatically again for those who never switched that off: the former default
was stored along with any other choice."""

from alembic import op

revision = "0029"
down_revision = "0028"
compatible_down_to = "0012"


def upgrade() -> None:
    """Remove the former default from players' preferences."""
    op.get_bind().exec_driver_sql(
        """UPDATE preferences SET document = REPLACE(document, '"play_single":false,', '')"""
    )
