"""Whether the database answers, and whether it still stores anything."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from kwbot.storage.models import PreferencesRow

NOBODY = 0
"""No user of Discord has this id."""
ROOM = 4 * 4096
"""Bytes that there must be room for: some pages, so that none of those in use will do."""


def read(connection: Connection) -> None:
    connection.execute(select(1))


def write(connection: Connection) -> None:
    """Nobody else sees the row: it is gone before the transaction ends."""
    mine = PreferencesRow.user_id == NOBODY
    connection.execute(insert(PreferencesRow).values(user_id=NOBODY, document=" " * ROOM))
    connection.execute(delete(PreferencesRow).where(mine))
