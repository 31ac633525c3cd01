"""Taking data out for good: old tables, a person's data; and what that is."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, func, select, update

from kwbot.storage.models import (
    BanRow,
    Base,
    EventRow,
    PlayerResultRow,
    PreferencesRow,
    SeatRow,
    TableRow,
    TitleRow,
)
from kwbot.storage.stored import Kept

OWN = (PlayerResultRow, TitleRow, PreferencesRow)
"""What is about one person alone, and goes when they say so."""
_CLOSED = TableRow.state == "closed"


def purge_closed(connection: Connection, before: datetime) -> int:
    old = delete(TableRow).where(_CLOSED, TableRow.last_human_at < before)
    return connection.execute(old).rowcount


def _theirs(user_id: int) -> ColumnElement[bool]:
    """Whether a table holds anything of a person: a seat, an act, or that they opened it."""
    played = select(SeatRow.table_id).where(SeatRow.user_id == user_id)
    acted = select(EventRow.table_id).where(EventRow.actor == user_id)
    return TableRow.id.in_(played.union(acted)) | (TableRow.host_id == user_id)


def kept(connection: Connection, user_id: int) -> Kept:
    def count(model: type[Base], where: ColumnElement[bool]) -> int:
        statement = select(func.count()).select_from(model).where(where)
        return connection.scalar(statement) or 0

    return Kept(
        preferences=count(PreferencesRow, PreferencesRow.user_id == user_id),
        results=count(PlayerResultRow, PlayerResultRow.user_id == user_id),
        titles=count(TitleRow, TitleRow.user_id == user_id),
        tables=count(TableRow, _theirs(user_id)),
        bans=count(BanRow, BanRow.user_id == user_id),
    )


def delete_user(connection: Connection, user_id: int) -> list[int]:
    """Delete a person's data, except at open tables, whose ids are returned."""
    # A record holds names and who did what: a closed table of theirs goes as a whole.
    theirs = _theirs(user_id)
    connection.execute(delete(TableRow).where(_CLOSED, theirs))
    for model in OWN:
        connection.execute(delete(model).where(model.user_id == user_id))
    connection.execute(update(BanRow).where(BanRow.by == user_id).values(by=None))
    still = connection.execute(select(TableRow.id).where(theirs).order_by(TableRow.id))
    return list(still.scalars())
