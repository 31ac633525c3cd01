"""Evenings of a club and their entrants, within a transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, delete, insert, select, update

from kwbot.ids import GuildId
from kwbot.storage.backend.failures import UnknownEvening
from kwbot.storage.backend.rows import read_all
from kwbot.storage.queries.table_queries import MAX_ID
from kwbot.storage.values.columns import columns, columns_of
from kwbot.storage.values.models import EntrantRow, EveningRow
from kwbot.storage.values.stored_evenings import StoredEntrant, StoredEvening

PAGE_SIZE = 4
"""Number of evenings that are read at once, which takes some milliseconds."""
_T = TypeVar("_T")

_ENTRANTS = select(*columns_of(EntrantRow, StoredEntrant)).order_by(EntrantRow.number)
_EVENINGS = select(*columns_of(EveningRow, StoredEvening))


def create(connection: Connection, evening: StoredEvening) -> int:
    """Store a new evening and return its id, which is never used again."""
    new = insert(EveningRow).values(_row(evening)).returning(EveningRow.id)
    evening_id: int = connection.execute(new).scalar_one()
    _set_entrants(connection, evening_id, evening.entrants)
    return evening_id


def load(connection: Connection, evening_id: int) -> StoredEvening | None:
    """Return an evening; None if there is none."""
    if evening_id > MAX_ID:
        return None
    found = _read(connection, _EVENINGS.where(EveningRow.id == evening_id))
    return found[0] if found else None


def change(
    connection: Connection, evening_id: int, step: Callable[[StoredEvening], StoredEvening]
) -> StoredEvening:
    """Store and return what `step` makes of an evening. Raises UnknownEvening."""
    found = _read(connection, _EVENINGS.where(EveningRow.id == evening_id).with_for_update())
    if not found:
        raise UnknownEvening("There is no such evening.")
    (before,) = found
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
    """Return the evenings of a server (None: of all) in some states, in order of their start.
    `between`: the earliest start, and the time before which they start."""
    found = _EVENINGS.where(EveningRow.state.in_(states))
    if guild_id is not None:
        found = found.where(EveningRow.guild_id == guild_id)
    if between is not None:
        found = found.where(EveningRow.starts_at >= between[0], EveningRow.starts_at < between[1])
    return _read(connection, found.order_by(EveningRow.starts_at, EveningRow.id))


def past(
    connection: Connection,
    guild_id: GuildId,
    game: str,
    between: tuple[datetime, datetime] | None,
    after: int,
    keep: Callable[[StoredEvening], _T],
) -> list[tuple[datetime, int, _T]]:
    """Return start, id and result of `keep` for a server's next past evenings of a game with ids
    above `after`. `between`: as in `in_states`."""
    this = (EveningRow.state == "over", EveningRow.guild_id == guild_id, EveningRow.game == game)
    found = _EVENINGS.where(*this, EveningRow.id > after)
    if between is not None:
        found = found.where(EveningRow.starts_at >= between[0], EveningRow.starts_at < between[1])
    read = _read(connection, found.order_by(EveningRow.id).limit(PAGE_SIZE))
    return [(evening.starts_at, evening.id, keep(evening)) for evening in read]


def _read(connection: Connection, query: Select[Any]) -> list[StoredEvening]:
    """Return the evenings of a query, with their entrants."""

    def entrants(evening_id: int) -> tuple[StoredEntrant, ...]:
        of_it = _ENTRANTS.where(EntrantRow.evening_id == evening_id)
        return tuple(read_all(connection, of_it, StoredEntrant))

    rows = connection.execute(query).mappings().all()
    return [StoredEvening(**row, entrants=entrants(row["id"])) for row in rows]


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
