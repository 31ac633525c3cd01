"""Taking data out for good: old tables, a person's data; and what that is.

In a large database that takes long, so it is done in bites: each function here is one short
transaction, and what says so is called until nothing is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, func, select, tuple_, update

from kwbot.storage.models import (
    BanRow,
    Base,
    EntrantRow,
    EveningRow,
    EventRow,
    InvitationRow,
    LearnerRow,
    PlayerResultRow,
    PreferencesRow,
    RingRow,
    SeatRow,
    StandingRow,
    TableRow,
    TitleRow,
)
from kwbot.storage.stored import Kept

OWN = (PlayerResultRow, StandingRow, TitleRow, PreferencesRow, LearnerRow, RingRow)
"""What is about one person alone, and goes when they say so."""
TABLES = 200
"""So many tables are looked for in one bite."""
ROWS = 500
"""So many events go in one bite."""
_CLOSED = TableRow.state == "closed"
_DELETED = TableRow.state == "deleted"


def mark_old(connection: Connection, before: datetime) -> int:
    """Mark closed tables of before that time as deleted; return how many, 0 when all are."""
    old = select(TableRow.id).where(_CLOSED, TableRow.last_human_at < before).limit(TABLES)
    marked = update(TableRow).where(TableRow.id.in_(old.scalar_subquery())).values(state="deleted")
    return connection.execute(marked).rowcount


def mark(connection: Connection, tables: Sequence[int]) -> list[int]:
    """Mark those of `tables` that are closed as deleted; return those that are open."""
    these = TableRow.id.in_(tables)
    connection.execute(update(TableRow).where(these, _CLOSED).values(state="deleted"))
    return list(connection.scalars(select(TableRow.id).where(these, ~_DELETED)))


def sweep(connection: Connection) -> bool:
    """Remove some of what is marked; return whether there may be more."""
    left = ROWS
    marked = connection.scalars(select(TableRow.id).where(_DELETED).limit(10)).all()
    for table_id in marked:
        of_it = EventRow.table_id == table_id
        some = select(EventRow.seq).where(of_it).order_by(EventRow.seq).limit(left)
        left -= connection.execute(delete(EventRow).where(of_it, EventRow.seq.in_(some))).rowcount
        if left <= 0:
            return True
        connection.execute(delete(TableRow).where(TableRow.id == table_id))
    return bool(marked)


def tables_of(connection: Connection, user_id: int, after: int) -> list[int]:
    """Return the next ids after `after` of tables that hold anything of a person.

    That is a seat, an act, or that they opened it.
    """
    ids: set[int] = set()
    for column, whose in (
        (TableRow.id, TableRow.host_id),
        (SeatRow.table_id, SeatRow.user_id),
        (EventRow.table_id, EventRow.actor),
    ):
        theirs = select(column).where(whose == user_id, column > after).distinct()
        ids.update(connection.scalars(theirs.order_by(column).limit(TABLES)))
    return sorted(ids)[:TABLES]


def kept(connection: Connection, user_id: int, tables: int) -> Kept:
    def count(model: type[Base]) -> int:
        mine = model.__table__.c.user_id == user_id
        return connection.scalar(select(func.count()).select_from(model).where(mine)) or 0

    return Kept(
        preferences=count(PreferencesRow),
        results=count(PlayerResultRow),
        titles=count(TitleRow),
        tables=tables,
        bans=count(BanRow),
        lessons=count(LearnerRow),
        invitations=count(InvitationRow),
        rings=count(RingRow),
        evenings=count(EntrantRow),
    )


def delete_results(connection: Connection, user_id: int) -> bool:
    """Delete some of a person's results, of which there may be many; return whether it did."""
    key = (PlayerResultRow.result_id, PlayerResultRow.seat)
    some = select(*key).where(PlayerResultRow.user_id == user_id).limit(TABLES)
    return connection.execute(delete(PlayerResultRow).where(tuple_(*key).in_(some))).rowcount > 0


def delete_own(connection: Connection, user_id: int) -> None:
    for model in (*OWN, InvitationRow):
        connection.execute(delete(model).where(model.user_id == user_id))
    connection.execute(update(BanRow).where(BanRow.by == user_id).values(by=None))
    connection.execute(update(EveningRow).where(EveningRow.host_id == user_id).values(host_id=None))
    forgotten = {"user_id": None, "name": "", "presence": "gone"}
    connection.execute(update(EntrantRow).where(EntrantRow.user_id == user_id).values(forgotten))
