"""Tables, their seats, event logs and deal secrets, within a transaction."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    union,
    union_all,
    update,
)

from kwbot.ids import NO_GUILD, GuildId, TableId, UserId
from kwbot.storage.backend.failures import NotOwner, StaleSequence, UnknownTable
from kwbot.storage.backend.rows import read_one
from kwbot.storage.backend.upsert import upsert
from kwbot.storage.queries import name_queries
from kwbot.storage.values.columns import columns, columns_of
from kwbot.storage.values.models import (
    ClosingMessagesRow,
    EventRow,
    SealRow,
    SeatRow,
    SecretRow,
    TableRow,
)
from kwbot.storage.values.stored_tables import (
    DealSecret,
    NewEvent,
    NewTable,
    StoredEvent,
    StoredSeal,
    StoredSeat,
    StoredTable,
    TableChange,
    TableEntry,
)

_EVENT = (EventRow.seq, EventRow.kind, EventRow.body, EventRow.at, EventRow.actor)
IS_OPEN = TableRow.state.in_(("lobby", "planned", "running"))
_NOT_DELETED = TableRow.state != "deleted"
MAX_ID = 2**63 - 1
"""The largest id that a database can hold. A forged one may be larger."""
GAMES_A_PAGE = 500
"""Number of somebody's games that are read at once."""
OUTSIDE_ROW = {"seats", "seal", "closing_messages_due"}
"""Values of a `TableChange` outside the table's own row."""


def _row_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that belong in the table's own row."""
    return {name: value for name, value in values.items() if name not in OUTSIDE_ROW}


# Statements of every press: building them each time would cost more than running them.
_TABLES = cast(Table, TableRow.__table__)
_EVENTS = cast(Table, EventRow.__table__)
_INSERT_EVENTS = _EVENTS.insert()
_SECRETS = cast(Table, SecretRow.__table__)
_REVEAL = (
    _SECRETS.update()
    .where(_SECRETS.c.table_id == bindparam("its_table"), _SECRETS.c.deal == bindparam("its_deal"))
    .values(revealed_at=bindparam("at"))
)
_OF_EVENT = ("seq", "kind", "body", "at", "actor")
_OF_CLUSTER = {"owner", "edition"}
_STORED = [column for column in _TABLES.c if column.name not in _OF_CLUSTER]
"""The columns of a table, except those of its owner."""


@lru_cache(maxsize=256)
def _make_update(columns: tuple[str, ...], fence: tuple[str, ...]) -> Update:
    """Return the statement that sets columns of a table if those in `fence` have given values."""
    same = [_TABLES.c[name] == bindparam(f"its_{name}") for name in fence]
    return _TABLES.update().where(*same).values({name: bindparam(name) for name in columns})


@lru_cache(maxsize=256)
def _make_update_and_insert(columns: tuple[str, ...], fence: tuple[str, ...], count: int) -> Insert:
    """Return the statement of `_make_update` that also inserts `count` events if it found the
    table; only PostgreSQL can do that."""
    found = _make_update(columns, fence).returning(_TABLES.c.id).cte("found")
    rows = [
        select(
            found.c.id,
            *(bindparam(f"{name}_{n}", type_=_EVENTS.c[name].type) for name in _OF_EVENT),
        )
        for n in range(count)
    ]
    return _INSERT_EVENTS.from_select(["table_id", *_OF_EVENT], union_all(*rows))


def _update(
    connection: Connection,
    values: dict[str, Any],
    fence: dict[str, Any],
    rows: Sequence[Mapping[str, Any]] = (),
) -> bool:
    """Update a table's row if it has the values of `fence` (owner None: any), and then insert the
    event `rows`. Return whether it had them."""
    if fence["owner"] is None:
        del fence["owner"]
    names = tuple(values), tuple(fence)
    given = {**values, **{f"its_{name}": value for name, value in fence.items()}}
    if rows and connection.dialect.name == "postgresql":
        given |= {f"{name}_{n}": row[name] for n, row in enumerate(rows) for name in _OF_EVENT}
        return connection.execute(_make_update_and_insert(*names, len(rows)), given).rowcount > 0
    found = connection.execute(_make_update(*names), given).rowcount > 0
    if found and rows:
        connection.execute(_INSERT_EVENTS, rows)
    return found


def create(
    connection: Connection, table: NewTable, owner: int | None = None, edition: int = 0
) -> TableId:
    """Store a new table and return its id, which is never used again."""
    values = columns(table) | {"seq": 0, "last_human_at": table.created_at}
    values |= {"owner": owner, "edition": edition}
    statement = insert(TableRow).values(**values).returning(TableRow.id)
    table_id = connection.execute(statement).scalar_one()
    _seat(connection, table_id, table.seats)
    return table_id


def change(
    connection: Connection, table_id: TableId, changed: TableChange, owner: int | None
) -> None:
    """Change a table that `owner` owns (None: any process). Raises UnknownTable and NotOwner."""
    # Setting the id to itself looks the table up even if nothing changes, as an UPDATE must set
    # something.
    values = {"id": table_id, **_row_values(changed)}
    if owner is not None and changed.get("closing_messages_due") is False:
        values["owner"] = None  # nothing is left to do for it
    if not _update(connection, values, {"id": table_id, "owner": owner}):
        _refuse(connection, table_id, owner)
    _change_beside(connection, table_id, changed)


def append(
    connection: Connection,
    table_id: TableId,
    events: Sequence[NewEvent],
    expected_seq: int,
    changed: TableChange,
    owner: int | None,
) -> int:
    """Append events to a table that `owner` owns (None: any process) if its last event is
    `expected_seq`, and return the new last one. Raises StaleSequence, UnknownTable and NotOwner."""
    last = expected_seq + len(events)
    values = {"seq": last, **_row_values(changed)}
    fence = {"id": table_id, "seq": expected_seq, "owner": owner}
    rows = [
        {"table_id": table_id, "seq": seq, **columns(event)}
        for seq, event in enumerate(events, expected_seq + 1)
    ]
    if not _update(connection, values, fence, rows):
        _refuse(connection, table_id, owner, expected_seq)
    _change_beside(connection, table_id, changed)
    return last


def _refuse(
    connection: Connection, table_id: TableId, owner: int | None, expected_seq: int | None = None
) -> None:
    """Raise the reason why a table could not be changed."""
    found = select(TableRow.seq, TableRow.owner).where(TableRow.id == table_id)
    row = connection.execute(found).one_or_none()
    if row is None:
        raise UnknownTable(f"There is no table {table_id}.")
    if owner is not None and row.owner != owner:
        raise NotOwner(f"Table {table_id} is another process's.")
    raise StaleSequence(f"Table {table_id} is at event {row.seq}, not at {expected_seq}.")


def _change_beside(connection: Connection, table_id: TableId, changed: TableChange) -> None:
    """Store the values of a change outside the table's own row."""
    if "seats" in changed:
        connection.execute(delete(SeatRow).where(SeatRow.table_id == table_id))
        _seat(connection, table_id, changed["seats"])
    if "seal" in changed:
        connection.execute(delete(SealRow).where(SealRow.table_id == table_id))
        if (seal := changed["seal"]) is not None:
            connection.execute(insert(SealRow), {"table_id": table_id, **columns(seal)})
    if "closing_messages_due" in changed:
        connection.execute(
            delete(ClosingMessagesRow).where(ClosingMessagesRow.table_id == table_id)
        )
        if changed["closing_messages_due"]:
            connection.execute(insert(ClosingMessagesRow), {"table_id": table_id})


def _seat(connection: Connection, table_id: TableId, seats: Iterable[StoredSeat]) -> None:
    """Store the seats of a table, and the names of people new on its server."""
    if rows := [{"table_id": table_id, **columns(seat)} for seat in seats]:
        connection.execute(insert(SeatRow), rows)
        guild_id = connection.scalar(select(TableRow.guild_id).where(TableRow.id == table_id))
        people = [(row["user_id"], row["name"]) for row in rows if row["user_id"] is not None]
        name_queries.add_names(connection, guild_id or NO_GUILD, people)


def release(connection: Connection, table_ids: Sequence[TableId]) -> set[TableId]:
    """Let anybody see withheld tables; return those that were withheld."""
    held = update(TableRow).where(TableRow.id.in_(table_ids), TableRow.withheld.is_(True))
    return {*connection.scalars(held.values(withheld=False).returning(TableRow.id))}


def keep_secret(connection: Connection, table_id: TableId, secret: DealSecret) -> None:
    """Store a deal's secret; update only contributions and time of revelation if it exists."""
    values = {"table_id": table_id, **columns(secret)}
    upsert(connection, SecretRow, values, change=("contributions", "revealed_at"))


def renew_secret(connection: Connection, table_id: TableId, secret: DealSecret) -> None:
    """Store the secret of a deal, replacing any other."""
    found = (SecretRow.table_id == table_id, SecretRow.deal == secret.deal)
    connection.execute(delete(SecretRow).where(*found))
    connection.execute(insert(SecretRow), {"table_id": table_id, **columns(secret)})


def reveal(connection: Connection, table_id: TableId, deal_number: int, at: datetime) -> None:
    """Note when the secret of a deal was revealed. Raises UnknownTable."""
    found = {"its_table": table_id, "its_deal": deal_number, "at": at}
    if connection.execute(_REVEAL, found).rowcount == 0:
        raise UnknownTable(f"Table {table_id} has no secret of deal {deal_number} to reveal.")


def secret(connection: Connection, table_id: TableId, deal_number: int) -> DealSecret | None:
    """Return the secret of a table's deal; None if there is no such deal."""
    found = select(*columns_of(SecretRow, DealSecret))
    where = (SecretRow.table_id == table_id, SecretRow.deal == deal_number)
    return read_one(connection, found.where(*where), DealSecret)


def revealed_deals(connection: Connection, table_id: TableId) -> list[int]:
    """Return the numbers of a table's deals whose secrets were revealed, in order."""
    statement = select(SecretRow.deal).where(
        SecretRow.table_id == table_id, SecretRow.revealed_at.is_not(None)
    )
    return list(connection.execute(statement.order_by(SecretRow.deal)).scalars())


def latest(
    connection: Connection,
    guild_id: GuildId,
    *,
    channel_id: int | None = None,
    user_id: UserId | None = None,
) -> StoredTable | None:
    """Return a server's last table, open or closed, whose game has begun; with a channel, the last
    one in it or its threads; with a user, the last one at which they sit or sat."""
    found = connection.scalar(_select_begun(guild_id, channel_id, user_id).limit(1))
    return None if found is None else load(connection, found)


def last_hosted(
    connection: Connection, user_id: UserId, game: str | None = None
) -> StoredTable | None:
    """Return a host's last table, open or closed, whose game (None: any) has begun."""
    hosted = _select_begun(None, None, None).where(TableRow.host_id == user_id)
    if game is not None:
        hosted = hosted.where(TableRow.game == game)
    found = connection.scalar(hosted.limit(1))
    return None if found is None else load(connection, found)


def latest_closed(
    connection: Connection, guild_id: GuildId | None, user_id: UserId, most: int
) -> list[TableId]:
    """Return the ids of the last closed tables of a server (None: of any) at which a user sat and a
    game had begun, the newest first."""
    statement = _select_begun(guild_id, None, user_id).where(TableRow.state == "closed").limit(most)
    return list(connection.scalars(statement))


def count_left(
    connection: Connection, guild_id: GuildId, user_id: UserId, after: int
) -> tuple[int, int, int]:
    """Return how many games on a server a user left early and how many they played, among the next
    tables after `after`, and the last of these tables.

    They left a game if they were away when the table closed, or went away and lost their seat.
    """
    mine = select(SeatRow.table_id).where(SeatRow.user_id == user_id, SeatRow.table_id > after)
    last = mine.order_by(SeatRow.table_id).offset(GAMES_A_PAGE - 1).limit(1)
    up_to = connection.scalar(last) or MAX_ID
    seats = mine.where(SeatRow.table_id <= up_to)
    gone = select(EventRow.table_id).where(
        EventRow.actor == user_id,
        EventRow.table_id > after,
        EventRow.table_id <= up_to,
        EventRow.table_id.not_in(seats),
        EventRow.kind == "away",
    )

    def count(tables: Select[TableId]) -> int:
        theirs = union(tables, gone).subquery()
        begun = (  # a join: for "in" SQLite would scan all closed tables
            select(func.count())
            .join_from(theirs, TableRow, TableRow.id == theirs.c.table_id)
            .where(TableRow.guild_id == guild_id, TableRow.state == "closed", TableRow.seq > 0)
        )
        return connection.scalar(begun) or 0

    return count(seats.where(SeatRow.away)), count(seats), up_to


def _select_begun(
    guild_id: GuildId | None, channel_id: int | None, user_id: UserId | None
) -> Select[TableId]:
    """Return the query of tables whose games have begun, the newest first. Arguments are as in
    `latest`; None: any."""
    statement = (
        select(TableRow.id).where(TableRow.seq > 0, _NOT_DELETED).order_by(TableRow.id.desc())
    )
    if guild_id is not None:
        statement = statement.where(TableRow.guild_id == guild_id)
    if channel_id is not None:
        statement = statement.where(
            or_(TableRow.channel_id == channel_id, TableRow.parent_channel_id == channel_id)
        )
    if user_id is not None:
        seated = select(SeatRow.table_id).where(SeatRow.user_id == user_id)
        statement = statement.where(TableRow.id.in_(seated))
    return statement


def load(connection: Connection, table_id: TableId) -> StoredTable | None:
    """Return a table, open or closed; None if there is none."""
    if table_id > MAX_ID:
        return None
    found = _load(connection, select(*_STORED).where(TableRow.id == table_id, _NOT_DELETED))
    return found[0] if found else None


def events(connection: Connection, table_id: TableId) -> tuple[StoredEvent, ...]:
    """Return a table's events in order; none if there is no such table."""
    statement = select(*_EVENT).where(EventRow.table_id == table_id).order_by(EventRow.seq)
    return tuple(StoredEvent(*row) for row in connection.execute(statement))


def load_log(
    connection: Connection, table_id: TableId
) -> tuple[StoredTable, tuple[StoredEvent, ...]]:
    """Return a table and its events in order. Raises UnknownTable."""
    found = load(connection, table_id)
    if found is None:
        raise UnknownTable(f"There is no table {table_id}.")
    return found, events(connection, table_id)


def index_open(connection: Connection, *which: ColumnElement[bool]) -> list[TableEntry]:
    """Return an entry for every open table that fits, by two statements, the last used first."""
    people: defaultdict[TableId, list[tuple[UserId | None, str]]] = defaultdict(list)
    open_ids = select(TableRow.id).where(IS_OPEN, *which).scalar_subquery()
    seated = select(SeatRow.table_id, SeatRow.user_id, SeatRow.name)
    in_order = seated.where(SeatRow.table_id.in_(open_ids)).order_by(SeatRow.table_id, SeatRow.seat)
    for table_id, user, name in connection.execute(in_order):
        people[table_id].append((user, name))
    columns = [getattr(TableRow, name) for name in TableEntry._fields if name != "people"]
    tables = select(*columns).where(IS_OPEN, *which)
    tables = tables.order_by(TableRow.last_human_at.desc(), TableRow.id)
    return [
        TableEntry(**row, people=tuple(people[row["id"]]))
        for row in connection.execute(tables).mappings()
    ]


def closing_messages(connection: Connection, owner: int | None) -> list[TableId]:
    """Return the ids of closed tables whose last messages may not be out yet, in order; with an
    owner, only of its own."""
    found = select(ClosingMessagesRow.table_id).order_by(ClosingMessagesRow.table_id)
    if owner is not None:
        found = found.where(ClosingMessagesRow.table_id == TableRow.id, TableRow.owner == owner)
    return list(connection.scalars(found))


def busy_channels(connection: Connection, guild_id: GuildId, channels: Collection[int]) -> set[int]:
    """Return a server's channels that have an open table or one with last messages due."""
    parting = TableRow.id.in_(select(ClosingMessagesRow.table_id).scalar_subquery())
    found = select(TableRow.channel_id).where(
        TableRow.guild_id == guild_id, TableRow.channel_id.in_(channels), IS_OPEN | parting
    )
    return set(connection.scalars(found))


def load_open(connection: Connection) -> list[tuple[StoredTable, tuple[StoredEvent, ...]]]:
    """Return every open table with its events, by three statements."""
    tables = _load(connection, select(*_STORED).where(IS_OPEN).order_by(TableRow.id))
    logs: defaultdict[TableId, list[StoredEvent]] = defaultdict(list)
    open_ids = select(TableRow.id).where(IS_OPEN).scalar_subquery()
    statement = (
        select(EventRow.table_id, *_EVENT)
        .where(EventRow.table_id.in_(open_ids))
        .order_by(EventRow.table_id, EventRow.seq)
    )
    for table_id, seq, kind, body, at, actor in connection.execute(statement):
        logs[table_id].append(StoredEvent(seq, kind, body, at, actor))
    return [(table, tuple(logs[table.id])) for table in tables]


def _load(connection: Connection, statement: Select[Any]) -> list[StoredTable]:
    rows = connection.execute(statement).mappings().all()
    ids = statement.with_only_columns(TableRow.id).order_by(None).scalar_subquery()
    seats: defaultdict[TableId, list[StoredSeat]] = defaultdict(list)
    seated = select(SeatRow).where(SeatRow.table_id.in_(ids))
    in_order = seated.order_by(SeatRow.table_id, SeatRow.seat)
    for row in connection.execute(in_order).mappings():
        values = dict(row)
        seats[values.pop("table_id")].append(StoredSeat(**values))
    seals = _seals(connection, [row["id"] for row in rows if row["state"] in ("lobby", "planned")])
    return [
        StoredTable(**row, seats=tuple(seats[row["id"]]), seal=seals.get(row["id"])) for row in rows
    ]


def _seals(connection: Connection, lobbies: Sequence[TableId]) -> dict[TableId, StoredSeal]:
    if not lobbies:
        return {}
    found = connection.execute(select(SealRow).where(SealRow.table_id.in_(lobbies)))
    seals = [dict(row) for row in found.mappings()]
    return {seal.pop("table_id"): StoredSeal(**seal) for seal in seals}
