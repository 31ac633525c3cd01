"""A cluster: processes that share a PostgreSQL database, each of which owns tables.

Only a table's owner may write to it. So a process that was taken for dead
(kwbot.storage.backend.processes) and wakes up can store nothing (`NotOwner`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Interval,
    and_,
    func,
    or_,
    select,
    type_coerce,
    update,
)

from kwbot.ids import GuildId, TableId, UserId
from kwbot.storage.backend import processes
from kwbot.storage.backend.database import Database
from kwbot.storage.backend.failures import ChannelTaken, NewerTable, StorageError
from kwbot.storage.backend.processes import NOW, Peer, is_alive, lock
from kwbot.storage.backend.upsert import upsert
from kwbot.storage.queries.table_queries import IS_OPEN, create, index_open
from kwbot.storage.values.models import (
    ClosingMessagesRow,
    ProcessRow,
    RegistrationRow,
    SeatRow,
    TableRow,
)
from kwbot.storage.values.stored_tables import NewTable, TableEntry

_T = TypeVar("_T")

LEASE = timedelta(seconds=2)
"""Time that a process counts as alive after its last heartbeat, if heartbeats are not late."""
TAKEOVER_BATCH = 50
"""Number of a dead process's tables that one process takes over at once; others take some, too."""
_MOVED = "kwbot_moved"
"""Channel on which a table's owner hears that another process has taken it."""
_WITHIN_REACH = "kwbot_within_reach"
"""Channel on which all processes hear that channels on Discord may be within reach again."""
_CHANNEL = 0x4B79
"""Class of the advisory locks for channels in which a table is being opened."""

TableCondition = ColumnElement[bool]


@dataclass(frozen=True, slots=True)
class TakenTable:
    """A table that a process newly owns, and how long nobody has served it."""

    entry: TableEntry
    unserved: timedelta


class Cluster:
    """The cluster as seen by one of its processes. Every method may raise StorageError."""

    def __init__(
        self, database: Database, url: str, edition: int, lease: timedelta = LEASE
    ) -> None:
        """`url`: where the others reach this process; `edition`: of the program, which touches no
        table that a newer edition has owned."""
        self._database = database
        self._url = url
        self._edition = edition
        self.lease = lease
        """How long this process will count as alive after its next heartbeat."""
        self.own_id = 0
        """The current id of this process; 0 if it has not joined. A lapsed id never comes back."""
        self._former: set[int] = set()
        """Earlier ids of this process."""
        self._lock_session: object | None = None
        """The session of the lock connection when this process joined."""
        self._leads = False
        """Whether this process was the leader at its last heartbeat."""
        self.server_started: datetime | None = None
        """When PostgreSQL started, as far as this process knows."""
        self.in_doubt = False
        """Whether this process may own tables without knowing."""

    # --- living -------------------------------------------------------------------------------

    async def join(self) -> set[TableId]:
        """Join the cluster under a new id; return the tables that this process still owns."""
        self._leads, before = False, self.own_id
        self.own_id, kept = await self._database.run_with_locks(
            lambda connection: processes.join(connection, self._url, before, self.lease), self.lease
        )
        self._lock_session = self._database.lock_session
        self._former.add(before)
        self.in_doubt |= bool(kept)
        return kept

    async def beat(self) -> Sequence[Peer] | None:
        """Send a heartbeat and return all processes; None after too long a silence: join again."""
        beat = await self._database.run_with_locks(
            lambda connection: processes.beat(
                connection, self.own_id, self.lease, leads=self._leads
            ),
            self.lease,
        )
        self._leads = beat.lives and beat.leads
        self.server_started = beat.server_started
        return beat.peers if beat.lives else None

    @property
    def holds_on(self) -> bool:
        """Whether this process still holds its locks; without them others take it for dead."""
        return self._lock_session is not None and self._lock_session is self._database.lock_session

    @property
    def leads(self) -> bool:
        """Whether this process does what only one may do."""
        return self._leads and self.holds_on

    async def leave(self) -> None:
        """Leave the cluster, so that the others take over what this process owns."""
        own_id, self.own_id, self._leads = self.own_id, 0, False
        await self._database.run_with_locks(
            lambda connection: processes.leave(connection, own_id), self.lease
        )

    async def on_moved(self, moved: Callable[[TableId], None]) -> None:
        """Call `moved` with the id of each table that another process takes."""

        def on_notice(_connection: object, _pid: int, _channel: str, said: str) -> None:
            table, owner = map(int, said.split())
            if owner != self.own_id and owner not in self._former:
                moved(TableId(table))

        await self._database.listen(_MOVED, on_notice)

    async def on_within_reach(self, within_reach: Callable[[GuildId, Sequence[int]], None]) -> None:
        """Call `within_reach` with each server and channels from `tell_within_reach`."""

        def on_notice(_connection: object, _pid: int, _channel: str, said: str) -> None:
            guild, *channels = map(int, said.split())
            within_reach(GuildId(guild), channels)

        await self._database.listen(_WITHIN_REACH, on_notice)

    async def tell_within_reach(self, guild_id: GuildId, channels: Sequence[int] = ()) -> None:
        """Tell all processes that channels of a server (none: all) may be within reach again."""
        said = " ".join(map(str, (guild_id, *channels)))
        await self._run_statement(lambda connection: _tell(connection, _WITHIN_REACH, said))

    # --- tables -------------------------------------------------------------------------------

    async def create(self, table: NewTable) -> TableId:
        """Store a new table, which this process owns, and return its id. Raises ChannelTaken."""
        own_id = self._joined_id()
        return await self._own(lambda connection: _create(connection, table, own_id, self._edition))

    async def take(self, tables: Sequence[TableId]) -> list[TakenTable]:
        """Take the open ones of `tables`, whoever owns them. Earlier owners can no longer write to
        them, and hear of it if alive. Raises NewerTable."""
        return await self._take(TableRow.id.in_(tables), None)

    async def cut_off(self, dead: int) -> None:
        """End the sessions by which a dead process still holds locks; see `processes.cut_off`."""
        await self._run_statement(lambda connection: processes.cut_off(connection, dead))

    async def take_over(self, dead: int | None) -> list[TakenTable]:
        """Take some of a dead process's open tables (None: of the unowned ones). If none are left,
        the process is forgotten."""
        taken = await self._take(_left_by(dead), TAKEOVER_BATCH)
        if dead is not None and not taken:
            await self._database.run(lambda connection: processes.forget(connection, dead))
        return taken

    async def take_closing_messages(self, dead: int | None) -> bool:
        """Take a dead process's closed tables (None: unowned ones) whose last messages are due,
        except those of a newer version. Return whether there were any."""
        own_id = self._joined_id()
        which = and_(_left_by(dead), TableRow.edition <= self._edition)
        return await self._database.run(
            lambda connection: _take_closing_messages(connection, own_id, which)
        )

    async def _take(self, which: TableCondition, most: int | None) -> list[TakenTable]:
        own_id = self._joined_id()
        return await self._own(
            lambda connection: _take(connection, own_id, self._edition, which, most)
        )

    async def _own(self, work: Callable[[Connection], _T]) -> _T:
        """Do `work` that makes this process own tables."""
        try:
            return await self._database.run(work)
        except BaseException:
            self.in_doubt = True  # PostgreSQL may have done it anyway
            raise

    async def load_owned(self) -> list[TableId]:
        """Return the ids of the open tables that this process owns."""
        mine = select(TableRow.id).where(IS_OPEN, TableRow.owner == self._joined_id())
        return await self._run_statement(lambda connection: list(connection.scalars(mine)))

    async def owns(self, table_id: TableId) -> bool:
        """Whether this process owns a table."""
        owner = select(TableRow.owner).where(TableRow.id == table_id)
        return self.own_id == await self._run_statement(lambda connection: connection.scalar(owner))

    async def owners(self, which: TableCondition) -> dict[TableId, Peer | None]:
        """Return the owner of each open table that fits; None if it has none yet."""
        return await self._run_statement(lambda connection: _owners(connection, which))

    async def open_tables(self, which: TableCondition) -> list[TableEntry]:
        """Return the open tables that fit, whoever owns them."""
        return await self._run_statement(lambda connection: index_open(connection, which))

    async def count_open(self) -> int:
        """Return how many tables are open."""
        found = select(func.count()).select_from(TableRow).where(IS_OPEN)
        return await self._run_statement(lambda connection: connection.scalar(found) or 0)

    async def _run_statement(self, work: Callable[[Connection], _T]) -> _T:
        """Do `work`, which writes in one statement or not at all."""
        return await self._database.run(work, single_statement=True)

    def _joined_id(self) -> int:
        """Return the id of this process. Raises StorageError if it has not joined."""
        if not self.own_id:
            raise StorageError("This process has no part in its cluster now.")
        return self.own_id

    # --- the registration of commands ----------------------------------------------------------

    async def is_registered(self, guild_id: GuildId, digest: str) -> bool:
        """Whether these commands, or a newer version's, were the last ones registered."""
        return await self._run_statement(
            lambda connection: _is_registered(connection, guild_id, digest, self._edition)
        )

    async def note_registered(self, guild_id: GuildId, digest: str) -> None:
        """Note the digest of a server's registered commands."""
        values = {"guild_id": guild_id, "digest": digest, "edition": self._edition}
        await self._database.run(
            lambda connection: upsert(
                connection, RegistrationRow, values, change=("digest", "edition")
            )
        )


_NOBODYS = or_(
    TableRow.owner.is_(None), TableRow.owner.not_in(select(ProcessRow.id).scalar_subquery())
)
"""The condition that no known process owns a table. (Its taker may just have been forgotten.)"""


def _left_by(dead: int | None) -> TableCondition:
    return _NOBODYS if dead is None else TableRow.owner == dead


def is_table(table_id: TableId) -> TableCondition:
    """Return the condition that picks one table."""
    return TableRow.id == table_id


def is_around(user_id: UserId, channel_id: int | None) -> TableCondition:
    """Return the condition that a user sits at a table or it is in a channel or its threads."""
    seated = select(SeatRow.table_id).where(SeatRow.user_id == user_id)
    here = or_(TableRow.channel_id == channel_id, TableRow.parent_channel_id == channel_id)
    return or_(TableRow.id.in_(seated), here)


def counts_for(user_id: UserId, guild_id: GuildId) -> TableCondition:
    """Return the condition that a table counts against the limits of a host or a server."""
    return or_(TableRow.host_id == user_id, TableRow.guild_id == guild_id)


def disown(connection: Connection) -> None:
    """Let no process own any table, as a single one uses the database from now on."""
    owned = update(TableRow).where(TableRow.owner.is_not(None))
    connection.execute(owned.values(owner=None))


# --- in a transaction ---------------------------------------------------------------------------


def _create(connection: Connection, table: NewTable, owner: int, edition: int) -> TableId:
    connection.execute(lock("advisory_xact_lock", _CHANNEL, table.channel_id % 2**31))
    here = select(TableRow.id).where(
        IS_OPEN, TableRow.state != "planned", TableRow.channel_id == table.channel_id
    )
    if connection.execute(here.limit(1)).first():
        raise ChannelTaken("A table is open in that channel already.")
    return create(connection, table, owner=owner, edition=edition)


def _take(
    connection: Connection, owner: int, edition: int, which: TableCondition, most: int | None
) -> list[TakenTable]:
    """Take all tables, or at most `most` that no other transaction has locked."""
    alive = and_(ProcessRow.id != owner, is_alive())
    silent = type_coerce(NOW - ProcessRow.beat_at, Interval)
    found = (
        select(TableRow.id, alive, silent)
        .outerjoin(ProcessRow, ProcessRow.id == TableRow.owner)
        .where(IS_OPEN, which, TableRow.edition <= edition)
        .with_for_update(of=TableRow, skip_locked=most is not None)
        .limit(most)
    )
    rows = connection.execute(found).all()
    if most is None and not rows:
        _refuse_newer(connection, which)
    if not rows:
        return []
    ids = [number for number, *_ in rows]
    mine = update(TableRow).where(TableRow.id.in_(ids)).values(owner=owner, edition=edition)
    connection.execute(mine)
    for number, owner_lives, _ in rows:
        if owner_lives:
            _tell(connection, _MOVED, f"{number} {owner}")
    unserved = {number: since for number, lives, since in rows if not lives}
    entries = index_open(connection, TableRow.id.in_(ids))
    return [TakenTable(entry, unserved.get(entry.id) or timedelta(0)) for entry in entries]


def _tell(connection: Connection, channel: str, said: str) -> None:
    connection.execute(select(func.pg_notify(channel, said)))


def _take_closing_messages(connection: Connection, owner: int, which: TableCondition) -> bool:
    due = select(TableRow.id).where(
        which, ~IS_OPEN, TableRow.id.in_(select(ClosingMessagesRow.table_id).scalar_subquery())
    )
    due = due.with_for_update(skip_locked=True)
    mine = update(TableRow).where(TableRow.id.in_(due)).values(owner=owner)
    return connection.execute(mine).rowcount > 0


def _refuse_newer(connection: Connection, which: TableCondition) -> None:
    if connection.execute(select(TableRow.id).where(IS_OPEN, which).limit(1)).first():
        raise NewerTable("A newer version of Kwbot has written this table: leave it to that one.")


def _owners(connection: Connection, which: TableCondition) -> dict[TableId, Peer | None]:
    found = (
        select(TableRow.id, ProcessRow.id, ProcessRow.url, is_alive())
        .outerjoin(ProcessRow, ProcessRow.id == TableRow.owner)
        .where(IS_OPEN, which)
    )
    rows = connection.execute(found)
    return {number: Peer(*owner) if owner[0] else None for number, *owner in rows}  # type: ignore[arg-type]


def _is_registered(connection: Connection, guild_id: GuildId, digest: str, edition: int) -> bool:
    found = select(RegistrationRow.digest, RegistrationRow.edition)
    row = connection.execute(found.where(RegistrationRow.guild_id == guild_id)).one_or_none()
    return row is not None and (row.digest == digest or row.edition > edition)
