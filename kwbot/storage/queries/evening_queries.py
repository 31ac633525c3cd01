"""Evenings of a club and who takes part in them, within a transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Connection, RowMapping, delete, insert, select, update

from kwbot.ids import GuildId
from kwbot.storage.backend.failures import UnknownEvening
from kwbot.storage.queries.table_queries import MAX_ID
from kwbot.storage.values.columns import columns
from kwbot.storage.values.models import EntrantRow, EveningRow
from kwbot.storage.values.stored_evenings import StoredEntrant, StoredEvening

PAGE_SIZE = 4
"""How many evenings are read at once, which takes some milliseconds."""
_T = TypeVar("_T")

_ENTRANT = (EntrantRow.number, EntrantRow.user_id, EntrantRow.name, EntrantRow.presence)
_COLUMNS = EveningRow.__table__.columns


def create(connection: Connection, evening: StoredEvening) -> int:
    """Store a new evening and return its id, which no other one ever gets."""
    new = insert(EveningRow).values(_row(evening)).returning(EveningRow.id)
    evening_id: int = connection.execute(new).scalar_one()
    _set_entrants(connection, evening_id, evening.entrants)
    return evening_id


def load(connection: Connection, evening_id: int) -> StoredEvening | None:
    """Return an evening; None if there is none."""
    if evening_id > MAX_ID:
        return None
    found = select(*_COLUMNS).where(EveningRow.id == evening_id)
    row = connection.execute(found).mappings().one_or_none()
    return None if row is None else _stored_evening(connection, row)


def change(
    connection: Connection, evening_id: int, step: Callable[[StoredEvening], StoredEvening]
) -> StoredEvening:
    """Store what `step` makes of an evening, and return that. Raises UnknownEvening."""
    found = select(*_COLUMNS).where(EveningRow.id == evening_id).with_for_update()
    row = connection.execute(found).mappings().one_or_none()
    if row is None:
        raise UnknownEvening("There is no such evening.")
    before = _stored_evening(connection, row)
    after = step(before)
    connection.execute(update(EveningRow).where(EveningRow.id == evening_id).values(_row(after)))
    if after.entrants != before.entrants:
        _set_entrants(connection, evening_id, after.entrants)
    return after


def in_states(
    connection: Connection,
    states: Sequence[str],
    guild_id: GuildId | None = None,
    between: tuple[datetime, datetime] | None = None,
) -> list[StoredEvening]:
    """Return the evenings in these states, of a server (None: of all), by their start. `between`:
    the first possible time of that, and the time before which it is."""
    found = select(*_COLUMNS).where(EveningRow.state.in_(states))
    if guild_id is not None:
        found = found.where(EveningRow.guild_id == guild_id)
    if between is not None:
        found = found.where(EveningRow.starts_at >= between[0], EveningRow.starts_at < between[1])
    rows = connection.execute(found.order_by(EveningRow.starts_at, EveningRow.id)).mappings().all()
    return [_stored_evening(connection, row) for row in rows]


def past(
    connection: Connection,
    guild_id: GuildId,
    game: str,
    between: tuple[datetime, datetime] | None,
    after: int,
    keep: Callable[[StoredEvening], _T],
) -> list[tuple[datetime, int, _T]]:
    """Return start, id and what `keep` makes of them for the next evenings of a game on a server
    that are over, by ids above `after`. `between`: as in `in_states`."""
    this = (EveningRow.state == "over", EveningRow.guild_id == guild_id, EveningRow.game == game)
    found = select(*_COLUMNS).where(*this, EveningRow.id > after)
    if between is not None:
        found = found.where(EveningRow.starts_at >= between[0], EveningRow.starts_at < between[1])
    rows = connection.execute(found.order_by(EveningRow.id).limit(PAGE_SIZE)).mappings().all()
    read = (_stored_evening(connection, row) for row in rows)
    return [(evening.starts_at, evening.id, keep(evening)) for evening in read]


def _stored_evening(connection: Connection, row: RowMapping) -> StoredEvening:
    of_it = EntrantRow.evening_id == row["id"]
    found = select(*_ENTRANT).where(of_it).order_by(EntrantRow.number)
    entrants = tuple(StoredEntrant(**one) for one in connection.execute(found).mappings())
    return StoredEvening(**row, entrants=entrants)


def _row(evening: StoredEvening) -> dict[str, Any]:
    values = columns(evening)
    del values["id"]
    return {**values, "options": dict(evening.options), "course": dict(evening.course)}


def _set_entrants(
    connection: Connection, evening_id: int, entrants: Sequence[StoredEntrant]
) -> None:
    connection.execute(delete(EntrantRow).where(EntrantRow.evening_id == evening_id))
    rows = [{"evening_id": evening_id, **columns(one)} for one in entrants]
    if rows:
        connection.execute(insert(EntrantRow), rows)
