"""Making a backup a database of now: nothing given out since then may be taken for it.

Whatever was given out names a table by its id, and the newer file may be lost, so nobody knows
which ids it gave. So open tables and all later ones get ids from a random range far above. Cards
that were dealt may have been seen since: deals that were running are void, and dealt anew.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select, text, update

from kwbot.storage.models import (
    EventRow,
    InvitationRow,
    RestoreRow,
    SealRow,
    SeatRow,
    SecretRow,
    TableRow,
)

NEAREST, FARTHEST = 2**20, 2**40
"""So far above the highest id of a backup the next ones begin. Fewer tables than the first have
been opened since; twice the same of so many is as good as impossible."""
_OF_A_TABLE = (SeatRow, EventRow, SecretRow, SealRow, InvitationRow)
_OPEN = TableRow.state.in_(("lobby", "planned", "running"))


def renew(connection: Connection, at: datetime) -> int:
    """Renew the ids of open tables of an SQLite database without enforced keys.

    Return how many running deals are void.
    """
    highest = connection.scalar(select(func.max(TableRow.id))) or 0
    given = connection.scalar(text("SELECT max(seq) FROM sqlite_sequence WHERE name = 'tables'"))
    first = max(highest, given or 0) + NEAREST + secrets.randbelow(FARTHEST - NEAREST)
    tables = connection.scalars(select(TableRow.id).where(_OPEN).order_by(TableRow.id)).all()
    void = sum(_voided(connection, table, at) for table in tables)
    last = first
    for last, table in enumerate(tables, first):
        for column in (TableRow.id, *(row.table_id for row in _OF_A_TABLE)):
            model = column.class_
            connection.execute(update(model).where(column == table).values({column: last}))
    connection.execute(text("DELETE FROM sqlite_sequence WHERE name = 'tables'"))
    sequence = text("INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', :last)")
    connection.execute(sequence, {"last": last})
    connection.execute(insert(RestoreRow).values(first_table=first, at=at))
    return void


def _voided(connection: Connection, table: int, at: datetime) -> bool:
    """Take a table back to before its present deal; return whether its cards were dealt."""
    of_it = EventRow.table_id == table
    latest = select(func.max(EventRow.seq)).where(of_it)
    commit = connection.scalar(latest.where(EventRow.kind == "commit"))
    if commit is None:
        return False  # a lobby
    dealt = connection.scalar(latest.where(EventRow.kind == "deal", EventRow.seq > commit))
    connection.execute(delete(EventRow).where(of_it, EventRow.seq >= commit))
    hidden = (SecretRow.table_id == table, SecretRow.revealed_at.is_(None))
    connection.execute(delete(SecretRow).where(*hidden))
    if dealt is not None:
        told = {"table_id": table, "seq": commit, "at": at, "kind": "restored", "body": ""}
        connection.execute(insert(EventRow).values(told))
    seq = commit if dealt is not None else commit - 1
    taken_back = update(TableRow).where(TableRow.id == table).values(seq=seq, deadline=None)
    connection.execute(taken_back)
    return dealt is not None


def first_table(connection: Connection) -> int:
    """Return from which id on tables are of the time after the last restored backup."""
    return connection.scalar(select(func.max(RestoreRow.first_table))) or 0
