"""Single cards fall by themselves again for whoever has that switched off without having chosen it:
what was usual before was stored with whatever else somebody chose."""

from alembic import op

revision = "0029"
down_revision = "0028"
compatible_down_to = "0012"


def upgrade() -> None:
    """Take the former default out of what players have set."""
    op.get_bind().exec_driver_sql(
        """UPDATE preferences SET document = REPLACE(document, '"play_single":false,', '')"""
    )
