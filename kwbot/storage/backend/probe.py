"""Checks that the database answers and can be written."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from kwbot.storage.values.models import PreferencesRow

NOBODY = 0
"""Not a user id of Discord."""
ROOM = 4 * 4096
"""Bytes to write: several pages, so that the database needs new ones."""


def read(connection: Connection) -> None:
    connection.execute(select(1))


def write(connection: Connection) -> None:
    """Insert and delete a row in one transaction, so that nobody else sees it."""
    mine = PreferencesRow.user_id == NOBODY
    connection.execute(insert(PreferencesRow).values(user_id=NOBODY, document=" " * ROOM))
    connection.execute(delete(PreferencesRow).where(mine))
