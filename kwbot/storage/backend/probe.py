"""Checks that the database answers and can be written."""

from sqlalchemy import Connection, delete, insert, select

from kwbot.storage.values.models import PreferencesRow

_PROBE_USER = 0
"""Not a user id on Discord."""
_PROBE_BYTES = 4 * 4096
"""Bytes to write: several pages, so that the database has to allocate new ones."""


def read(connection: Connection) -> None:
    """Read something, to see that the database answers."""
    connection.execute(select(1))


def write(connection: Connection) -> None:
    """Insert and delete a row in one transaction, so that nobody else sees it."""
    mine = PreferencesRow.user_id == _PROBE_USER
    connection.execute(
        insert(PreferencesRow).values(user_id=_PROBE_USER, document=" " * _PROBE_BYTES)
    )
    connection.execute(delete(PreferencesRow).where(mine))
