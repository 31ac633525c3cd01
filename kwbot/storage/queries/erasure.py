"""Erasure: deleting old tables and a person's data, and counting the latter.

In a large database that takes long, so it is done in batches. Each function is one short
transaction. Those that return whether there is more are called again.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import cast

from sqlalchemy import Connection, Table, and_, delete, func, select, tuple_, update

from kwbot.ids import TableId, UserId
from kwbot.storage.queries import daily_queries
from kwbot.storage.values.columns import Base
from kwbot.storage.values.models import (
    BanRow,
    ChampionRow,
    DailyPlanRow,
    DailyPlayRow,
    DealShareRow,
    EntrantRow,
    EveningRow,
    EventRow,
    InvitationRow,
    LastNameRow,
    LearnerRow,
    MonthlyStandingRow,
    PingRow,
    PlayerResultRow,
    PreferencesRow,
    RatingRow,
    SeatRow,
    StandingRow,
    TableRow,
    TitleRow,
    WeeklyPlanRow,
)
from kwbot.storage.values.stored_people import UserDataCounts

OWN_ROWS = (
    StandingRow, MonthlyStandingRow, RatingRow, TitleRow, PreferencesRow, LearnerRow, PingRow,
    LastNameRow,
)  # fmt: skip
"""Rows about a single person, which are deleted with their data."""
TABLES_A_BATCH = 200
"""Number of tables or results in a batch."""
EVENTS_A_BATCH = 500
"""Number of events that a batch deletes."""
_CLOSED = and_(TableRow.state == "closed", TableRow.withheld.is_(False))
"""The condition that a table is finally over. A withheld one's deal has yet to be scored."""
_DELETED = TableRow.state == "deleted"


def mark_old(connection: Connection, before: datetime) -> int:
    """Mark as deleted some closed tables where no person did anything since; return how many."""
    # By `created_at`, too, because it has an index.
    of_then = and_(TableRow.created_at < before, TableRow.last_human_at < before)
    old = select(TableRow.id).where(_CLOSED, of_then).limit(TABLES_A_BATCH)
    marked = update(TableRow).where(TableRow.id.in_(old.scalar_subquery())).values(state="deleted")
    return connection.execute(marked).rowcount


def mark(connection: Connection, tables: Sequence[TableId]) -> list[TableId]:
    """Mark tables as deleted if they are over; return the others."""
    these = TableRow.id.in_(tables)
    connection.execute(update(TableRow).where(these, _CLOSED).values(state="deleted"))
    return list(connection.scalars(select(TableRow.id).where(these, ~_DELETED)))


def sweep(connection: Connection) -> bool:
    """Delete some of the marked tables; return whether there may be more."""
    left = EVENTS_A_BATCH
    marked = connection.scalars(select(TableRow.id).where(_DELETED).limit(10)).all()
    for table_id in marked:
        of_it = EventRow.table_id == table_id
        some = select(EventRow.seq).where(of_it).order_by(EventRow.seq).limit(left)
        left -= connection.execute(delete(EventRow).where(of_it, EventRow.seq.in_(some))).rowcount
        if left <= 0:
            return True
        connection.execute(delete(TableRow).where(TableRow.id == table_id))
    return bool(marked)


def tables_of(connection: Connection, user_id: UserId, after: TableId) -> list[TableId]:
    """Return the next ids after `after` of tables that hold something about a person: they are the
    host, have or gave up a seat, or acted."""
    ids: set[TableId] = set()
    for column, whose in (
        (TableRow.id, TableRow.host_id),
        (SeatRow.table_id, SeatRow.user_id),
        (SeatRow.table_id, SeatRow.left_by),
        (EventRow.table_id, EventRow.actor),
    ):
        theirs = select(column).where(whose == user_id, column > after).distinct()
        ids.update(connection.scalars(theirs.order_by(column).limit(TABLES_A_BATCH)))
    return sorted(ids)[:TABLES_A_BATCH]


def count_user_data(connection: Connection, user_id: UserId, tables: int) -> UserDataCounts:
    """Return the counts of what is stored about a person, who has something at `tables` tables."""

    def count(model: type[Base]) -> int:
        mine = model.__table__.c.user_id == user_id
        return connection.scalar(select(func.count()).select_from(model).where(mine)) or 0

    return UserDataCounts(
        preferences=count(PreferencesRow),
        results=count(PlayerResultRow),
        deals=count(DealShareRow),
        titles=count(TitleRow),
        tables=tables,
        bans=count(BanRow),
        lessons=count(LearnerRow),
        invitations=count(InvitationRow),
        pings=count(PingRow),
        evenings=count(EntrantRow),
        dailies=count(DailyPlayRow),
        championships=count(ChampionRow),
        ratings=count(RatingRow),
        names=count(LastNameRow),
    )


def new_token() -> int:
    """Return a random token to replace a forgotten user's id; Discord has no ids below 0."""
    return -1 - secrets.randbelow(2**62)


def make_anonymous(connection: Connection, user_id: UserId, token: int) -> bool:
    """Replace a person by a token in some of their results, which others' standings need, too.
    Return whether there were any."""
    for model in (PlayerResultRow, DealShareRow):
        key = tuple(cast(Table, model.__table__).primary_key)
        some = select(*key).where(model.user_id == user_id).limit(TABLES_A_BATCH)
        brought = update(model).where(tuple_(*key).in_(some)).values(user_id=token)
        if connection.execute(brought).rowcount:
            return True
    return False


def delete_own(connection: Connection, user_id: UserId, token: int) -> None:
    """Delete the rows about a single person, and remove their name from those that stay; also from
    what they have finished since the last batch of results."""
    while make_anonymous(connection, user_id, token):
        pass
    for model in (*OWN_ROWS, InvitationRow):
        connection.execute(delete(model).where(model.user_id == user_id))
    connection.execute(update(BanRow).where(BanRow.by == user_id).values(by=None))
    connection.execute(update(EveningRow).where(EveningRow.host_id == user_id).values(host_id=None))
    for plan in (DailyPlanRow, WeeklyPlanRow):
        connection.execute(update(plan).where(plan.user_id == user_id).values(user_id=None))
    nameless = {"user_id": None, "name": ""}
    connection.execute(update(ChampionRow).where(ChampionRow.user_id == user_id).values(nameless))
    forgotten = {**nameless, "presence": "gone"}
    evenings = select(EntrantRow.evening_id).where(EntrantRow.user_id == user_id)
    # A change of an evening stores anew whom it has read.
    changing = select(EveningRow.id).where(EveningRow.id.in_(evenings)).order_by(EveningRow.id)
    connection.execute(changing.with_for_update())
    connection.execute(update(EntrantRow).where(EntrantRow.user_id == user_id).values(forgotten))
    daily_queries.forget(connection, user_id)
