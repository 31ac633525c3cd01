"""Renewal of a database that was restored from a backup.

Buttons sent after the backup name tables, evenings, deals of the day and plays by ids, and nobody
knows which ids the newer database had given. No such button may reach anything later. So open
tables and evenings, and all later ones, get ids from a random range far above. Cards may have been
seen since the backup, so running deals are void and dealt again. Those of a duplicate are not, as
they have to be the same at all its tables; a deal that none of its tables had begun gets other
cards.
"""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, text, update
from sqlalchemy.orm import InstrumentedAttribute

from kwbot.ids import TableId
from kwbot.storage.queries.restore_queries import (
    MAX_CHANGE_LEAP,
    MAX_ID_LEAP,
    MIN_ID_LEAP,
    VOIDED_DEAL,
)
from kwbot.storage.values.columns import Base
from kwbot.storage.values.documents import Learning
from kwbot.storage.values.models import (
    DailyDealRow,
    DailyPlayRow,
    EntrantRow,
    EveningRow,
    EventRow,
    InvitationRow,
    LearnerRow,
    RestoreRow,
    ResultRow,
    ScoredDealRow,
    SealRow,
    SeatRow,
    SecretRow,
    TableRow,
)
from kwbot.storage.values.stored_tables import BOARD_OPTION, EVENING_OPTION

GIVEN_OUT: tuple[type[Base], ...] = (TableRow, EveningRow, DailyDealRow, DailyPlayRow)
"""The tables of the database whose rows a `custom_id` names."""
_TABLES = (
    TableRow.id, SeatRow.table_id, EventRow.table_id, SecretRow.table_id, SealRow.table_id,
    InvitationRow.table_id, ScoredDealRow.table_id,
)  # fmt: skip
_EVENINGS = (
    EveningRow.id, EntrantRow.evening_id, ResultRow.evening_id, ScoredDealRow.evening_id,
)  # fmt: skip
_OPEN = TableRow.state.in_(("lobby", "planned", "running"))
_OPEN_EVENING = EveningRow.state.in_(("announced", "check-in", "playing"))
_STILL_THE_DAY = timedelta(hours=12)
"""Time that a day goes on somewhere after its end in UTC."""


class Void(NamedTuple):
    """The number of void running deals: dealt `anew`, or `lost` if they were a duplicate's."""

    anew: int
    lost: int


def renew(connection: Connection, at: datetime) -> Void:
    """Renew an SQLite database after a restore, while foreign keys are not enforced."""
    first = _highest(connection) + MIN_ID_LEAP + secrets.randbelow(MAX_ID_LEAP - MIN_ID_LEAP)
    running = connection.execute(select(TableRow.id, TableRow.options).where(_OPEN)).all()
    duplicates = {table: BOARD_OPTION in options for table, options in running}
    void = [
        is_duplicate
        for table, is_duplicate in duplicates.items()
        if _void_deal(connection, table, at, is_duplicate=is_duplicate)
    ]
    anew = void.count(False) + _void_dailies(connection, at)
    tables = _renumber(connection, _TABLES, _OPEN, first)
    evenings = _renumber(connection, _EVENINGS, _OPEN_EVENING, first)
    _refer(connection, tables, evenings)
    _renew_learners(connection, tables)
    for row in GIVEN_OUT:
        _continue_at(connection, row.__tablename__, first + max(len(tables), len(evenings)))
    connection.execute(insert(RestoreRow).values(first_table=first, at=at))
    return Void(anew, void.count(True))


def _highest(connection: Connection) -> int:
    """Return the highest id ever given out."""
    names = [row.__tablename__ for row in GIVEN_OUT]
    highest = [connection.scalar(select(func.max(row.__table__.c.id))) for row in GIVEN_OUT]
    for name, given in connection.execute(text("SELECT name, seq FROM sqlite_sequence")):
        highest.append(given if name in names else 0)
    return max(one or 0 for one in highest)


def _renumber(
    connection: Connection, columns: tuple[InstrumentedAttribute[Any], ...], which: Any, first: int
) -> dict[int, int]:
    """Give new ids to rows in the first of some columns, and replace the old ones in the other
    columns. Return the new ids by the old ones."""
    ids = connection.scalars(select(columns[0]).where(which).order_by(columns[0])).all()
    renewed = {old: new for new, old in enumerate(ids, first)}
    for old, new in renewed.items():
        for column in columns:
            changed = update(column.class_).where(column == old).values({column: new})
            connection.execute(changed)
    return renewed


def _refer(connection: Connection, tables: Mapping[int, int], evenings: Mapping[int, int]) -> None:
    """Put the new ids of tables and evenings into the documents of open ones."""
    found = connection.execute(select(TableRow.id, TableRow.options).where(_OPEN)).all()
    for table, options in found:
        if (evening := options.get(EVENING_OPTION)) is not None:
            renewed = {**options, EVENING_OPTION: str(evenings.get(int(evening), evening))}
            here = TableRow.id == table
            connection.execute(update(TableRow).where(here).values(options=renewed))
    under_way = select(EveningRow.id, EveningRow.course).where(_OPEN_EVENING)
    for number, course in connection.execute(under_way).all():
        for sitting in (one for sittings in course["rounds"] for one in sittings):
            sitting["table"] = tables.get(sitting["table"], sitting["table"])
        _renew_secrets(course)
        here = EveningRow.id == number
        connection.execute(update(EveningRow).where(here).values(course=course))


def _renew_secrets(course: Mapping[str, Any]) -> None:
    """Keep a duplicate's tables from getting cards that somebody may know: a deal that any table
    had begun is not begun at others, and those that none had begun get new secrets."""
    if (duplicate := course.get("duplicate")) is None or not course["rounds"]:
        return
    sittings = course["rounds"][-1]
    begun = max(
        len(one["boards"]) + (one["table"] is not None and not one["over"]) for one in sittings
    )
    duplicate["secrets"] = [
        "" if deal < begun else secrets.token_hex(len(secret) // 2)
        for deal, secret in enumerate(duplicate["secrets"])
    ]


def _renew_learners(connection: Connection, tables: Mapping[int, int]) -> None:
    """Raise the count of changes of each person's lessons, which presses name, far above."""
    for user, document in connection.execute(select(LearnerRow.user_id, LearnerRow.document)).all():
        learning = Learning.model_validate_json(document)
        if (rerun := learning.rerun) is not None:
            renewed = rerun.model_copy(update={"table": tables.get(rerun.table, rerun.table)})
            learning = learning.model_copy(update={"rerun": renewed})
        later = LearnerRow.seq + MIN_ID_LEAP + secrets.randbelow(MAX_CHANGE_LEAP)
        values = {"seq": later, "document": learning.to_text()}
        connection.execute(update(LearnerRow).where(LearnerRow.user_id == user).values(values))


def _void_dailies(connection: Connection, at: datetime) -> int:
    """Delete the deals of days that are not over, as somebody may have seen their cards; others
    will replace them. Return how many were open."""
    today = (at.astimezone(UTC) - _STILL_THE_DAY).date()
    still = (DailyDealRow.state.in_(("open", "closing")), DailyDealRow.day >= today)
    deals = connection.scalars(select(DailyDealRow.id).where(*still)).all()
    connection.execute(delete(DailyPlayRow).where(DailyPlayRow.daily_id.in_(deals)))
    unseen = DailyDealRow.state == "sealed"
    connection.execute(delete(DailyDealRow).where(unseen | DailyDealRow.id.in_(deals)))
    return len(deals)


def _continue_at(connection: Connection, table: str, last: int) -> None:
    """Continue the ids of a table of the database after `last`."""
    connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), {"table": table})
    sequence = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :last)")
    connection.execute(sequence, {"table": table, "last": last})


def _void_deal(
    connection: Connection, table_id: TableId, at: datetime, *, is_duplicate: bool
) -> bool:
    """Take a table back to before its running deal. Return whether its log says so, because the
    cards were dealt, or may have been at another table of a duplicate."""
    of_it = EventRow.table_id == table_id
    latest = select(func.max(EventRow.seq)).where(of_it)
    commit = connection.scalar(latest.where(EventRow.kind == "commit"))
    if commit is None:
        return False  # a lobby
    dealt = connection.scalar(latest.where(EventRow.kind == "deal", EventRow.seq > commit))
    connection.execute(delete(EventRow).where(of_it, EventRow.seq >= commit))
    _void_secret(connection, table_id)
    if is_noted := dealt is not None or is_duplicate:
        event = {"table_id": table_id, "seq": commit, "at": at, "kind": "restored", "body": ""}
        connection.execute(insert(EventRow).values(event))
    seq = commit if is_noted else commit - 1
    taken_back = update(TableRow).where(TableRow.id == table_id).values(seq=seq, deadline=None)
    connection.execute(taken_back)
    return is_noted


def _void_secret(connection: Connection, table_id: TableId) -> None:
    """Delete the secret of a void deal, unless partners were drawn by it: it proves the draw."""
    hidden = (SecretRow.table_id == table_id, SecretRow.revealed_at.is_(None))
    drawn = SecretRow.context.endswith(" draw=partners")
    connection.execute(update(SecretRow).where(*hidden, drawn).values(deal=VOIDED_DEAL))
    connection.execute(delete(SecretRow).where(*hidden, SecretRow.deal != VOIDED_DEAL))
