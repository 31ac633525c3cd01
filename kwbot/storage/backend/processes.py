"""The processes of a cluster, as seen by PostgreSQL.

A process is alive while it holds its advisory lock *and* has sent a heartbeat within its lease. A
suspended process keeps its lock; one that has lost the database keeps the time of its last
heartbeat. All times are PostgreSQL's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    DateTime,
    Interval,
    Select,
    SQLColumnExpression,
    and_,
    bindparam,
    case,
    column,
    delete,
    func,
    insert,
    literal_column,
    select,
    table,
    type_coerce,
    update,
)

from kwbot.ids import TableId
from kwbot.storage.values.models import ProcessRow, TableRow

_LIFE, _LEADER = 0x4B77, 0x4B78
"""The classes of our advisory locks: of living processes, and of the leader."""
NOW = literal_column("clock_timestamp()", DateTime(timezone=True))
_SERVER_STARTED = func.pg_postmaster_start_time(type_=DateTime(timezone=True))
_LOCKS = table(
    "pg_locks",
    *map(column, ("locktype", "granted", "database", "classid", "objid", "objsubid", "pid")),
)
_OWN_SESSION = func.pg_backend_pid()
_LEASE = ProcessRow.lease * literal_column("interval '1 second'", Interval)
_SESSIONS = table("pg_stat_activity", *map(column, ("pid", "application_name", "xact_start")))
_STUCK_AFTER = literal_column("interval '1 second'", Interval)
"""Age from which a dead process's transaction counts as stuck."""
_DATABASES = table("pg_database", column("oid"), column("datname"))


@dataclass(frozen=True, slots=True)
class Peer:
    """A process of the cluster. `left`: how long it still counts as alive without a heartbeat."""

    id: int
    url: str
    alive: bool
    left: timedelta = timedelta(0)


@dataclass(frozen=True, slots=True)
class Beat:
    """The answer to a heartbeat of a process."""

    lives: bool
    """False if the process was silent for too long."""
    leads: bool
    server_started: datetime
    peers: Sequence[Peer]


def lock(kind: str, *key: int) -> Any:
    """Return a statement that takes or releases an advisory lock."""
    return select(getattr(func, f"pg_{kind}")(*key))


# --- on the connection that holds the locks, where each statement commits -----------------------


def join(
    connection: Connection, url: str, before: int, lease: timedelta
) -> tuple[int, set[TableId]]:
    """Enter a process under a new id, and give it the tables of its earlier id `before`. Return the
    new id and those tables."""
    values = {"url": url, "beat_at": NOW, "lease": lease.total_seconds()}
    new = insert(ProcessRow).values(values).returning(ProcessRow.id)
    own_id: int = connection.execute(new).scalar_one()
    connection.execute(lock("advisory_lock", _LIFE, own_id))
    mine = update(TableRow).where(TableRow.owner == before).values(owner=own_id)
    kept = set(connection.scalars(mine.returning(TableRow.id)))
    connection.execute(lock("advisory_unlock", _LIFE, before))
    forget(connection, before)
    return own_id, kept


def beat(connection: Connection, own_id: int, lease: timedelta, *, leads: bool) -> Beat:
    """Send a heartbeat. `lease`: how long it lasts; `leads`: whether the process led before."""
    values = {"own_id": own_id, "now_lease": lease.total_seconds(), "leads": leads}
    rows = connection.execute(_make_beat(), values).all()
    lives, now_leads, server_started, *_ = rows[0]
    peers = [Peer(*peer) for _, _, _, *peer in rows if peer[0] is not None]
    return Beat(lives, now_leads, server_started, peers)


@cache
def _make_beat() -> Select[Any]:
    """Return the statement of a heartbeat. Each row says whether this process lives and leads and
    when the server started, and describes one of the processes."""
    mine = update(ProcessRow).where(
        ProcessRow.id == bindparam("own_id"), is_alive(_LOCKS.c.pid == _OWN_SESSION)
    )
    mine = mine.values(beat_at=NOW, lease=bindparam("now_lease"))
    beaten = mine.returning(ProcessRow.id).cte("beaten")
    lives = select(beaten.c.id).exists()
    leading = lock("try_advisory_lock", _LEADER, 0).scalar_subquery()
    leads = case((bindparam("leads", type_=Boolean), True), else_=leading)
    now = select(literal_column("1").label("here")).subquery("now")
    left = type_coerce(ProcessRow.beat_at + _LEASE - NOW, Interval)
    peers = [ProcessRow.id, ProcessRow.url, is_alive(), left]
    return select(lives, leads, _SERVER_STARTED, *peers).select_from(
        now.outerjoin(ProcessRow, literal_column("true"))
    )


def leave(connection: Connection, own_id: int) -> None:
    """Release the locks of a process, and forget it."""
    connection.execute(lock("advisory_unlock_all"))
    forget(connection, own_id)


def _life_of(process: SQLColumnExpression[int]) -> Sequence[ColumnElement[bool]]:
    """Return the conditions for the life lock of a process."""
    here = select(_DATABASES.c.oid).where(_DATABASES.c.datname == func.current_database())
    return [
        _LOCKS.c.locktype == "advisory",
        _LOCKS.c.granted.is_(True),
        _LOCKS.c.database == here.scalar_subquery(),
        _LOCKS.c.classid == _LIFE,
        _LOCKS.c.objid == process,
        _LOCKS.c.objsubid == 2,
    ]


def is_alive(*holding: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that a process is alive; `holding`: more conditions on its lock."""
    held = select(_LOCKS.c.objid).where(*_life_of(ProcessRow.id), *holding)
    return and_(_is_heard(), held.exists())


def _is_heard() -> ColumnElement[bool]:
    """Return the condition that a process has sent a heartbeat within its lease."""
    return ProcessRow.beat_at > NOW - _LEASE


def cut_off(connection: Connection, dead: int) -> None:
    """End the sessions of a dead process that still holds its lock.

    It ends the session of its locks, which may include the leader's: if the machine is cut off,
    PostgreSQL would keep it for hours. It also ends those stuck in a transaction, which keep rows
    locked: PostgreSQL's own time-out misses one whose next statement was just being prepared.
    """
    lock_session = select(_LOCKS.c.pid).where(
        ProcessRow.id == dead, *_life_of(ProcessRow.id), ~_is_heard()
    )
    its_name = select(_SESSIONS.c.application_name).where(_SESSIONS.c.pid.in_(lock_session))
    stuck = _SESSIONS.c.xact_start < NOW - _STUCK_AFTER
    # The stuck ones first, because the session of the locks identifies them.
    for which in (
        and_(_SESSIONS.c.application_name.in_(its_name), stuck),
        _SESSIONS.c.pid.in_(lock_session),
    ):
        connection.execute(select(func.pg_terminate_backend(_SESSIONS.c.pid)).where(which))


def forget(connection: Connection, process: int) -> None:
    """Forget a process unless it still owns tables."""
    owned = select(TableRow.id).where(TableRow.owner == ProcessRow.id).exists()
    connection.execute(delete(ProcessRow).where(ProcessRow.id == process, ~owned))
