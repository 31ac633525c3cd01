"""The store: everything that the bot keeps, by areas, and operations of several queries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection

from kwbot.ids import TableId, UserId
from kwbot.storage import areas
from kwbot.storage.backend import probe
from kwbot.storage.backend.database import Database
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.backend.sqlite import allow_checkpoints, empty_log, hold_checkpoints
from kwbot.storage.cluster import LEASE, Cluster, disown
from kwbot.storage.queries import (
    erasure,
    restore_queries,
    result_queries,
    serving_queries,
    table_queries,
)
from kwbot.storage.queries.restore_queries import Restore
from kwbot.storage.transactions import Transactions
from kwbot.storage.values.documents import Preferences
from kwbot.storage.values.stored_people import UserDataCounts
from kwbot.storage.values.stored_results import Outcome, ScoredDeal
from kwbot.storage.values.stored_tables import DealSecret, NewEvent, NewTable, TableChange


class Store:
    """An open database, made by `Store.open`. Every method may raise StorageError.

    Each method is one transaction unless it says that it takes many. A transaction is done entirely
    or not at all, and runs to its end even if the caller is cancelled.
    """

    def __init__(self, database: Database, cluster: Cluster | None = None) -> None:
        self._database = database
        self.cluster = cluster
        """The cluster that shares the database; None if this process has it for itself."""
        self.transactions = Transactions(database)
        self.tables = areas.TableArea(self.transactions)
        self.results = areas.ResultArea(self.transactions)
        self.seasons = areas.SeasonArea(self.transactions)
        self.evenings = areas.EveningArea(self.transactions)
        self.daily = areas.DailyArea(self.transactions)
        self.weekly = areas.WeeklyArea(self.transactions)
        self.settings = areas.SettingArea(self.transactions)
        self.people = areas.PeopleArea(self.transactions)
        self.interactions = areas.InteractionArea(self.transactions)
        self._deleting = asyncio.Lock()
        """Held while a person's data is deleted: a second deletion would choose another token."""
        self._erased = False
        """Whether SQLite's log beside the file may still hold deleted data."""

    @classmethod
    async def open(cls, url: str, *, wait: float = 2.0) -> Store:
        """Open the database at `url` (sqlite or postgresql) and bring its tables up to date.

        `wait`: seconds that a stopping bot gets to let go of it. Raises StoreLocked if another bot
        keeps using it, NewerSchema, OlderSchema, NotWritable, DamagedDatabase or UnusableUrl, each
        with one sentence for the host of the bot.
        """
        store = cls(await Database.open(url, wait=wait))
        if store.path is None:
            await store.transactions.run(disown)
        return store

    @classmethod
    async def share(
        cls, url: str, own_url: str, edition: int, *, wait: float = 2.0, lease: timedelta = LEASE
    ) -> Store:
        """Open a database as a process of a cluster, which the others reach at `own_url`."""
        database = await Database.open(url, wait=wait, shared=True)
        return cls(database, Cluster(database, own_url, edition, lease))

    @property
    def path(self) -> Path | None:
        """The file of an SQLite database."""
        return self._database.path

    @property
    def where(self) -> str:
        """The full path of the file, or the URL without its password."""
        return str(self.path.resolve()) if self.path else self._database.where

    @property
    def busy(self) -> bool:
        """Whether anything is being read or written."""
        return self._database.busy

    async def close(self) -> None:
        """Wait for transactions under way, then close. Every later call raises StoreClosed."""
        await self._database.close()

    async def check_write(self) -> None:
        """Write something and remove it again. Raises StorageError if that fails."""
        await self.transactions.run(probe.write)

    async def ping(self) -> None:
        """Raise StorageError if the database does not answer."""
        await self.transactions.run_statement(probe.read)

    @property
    def _owner(self) -> int | None:
        """The id of this process, which must own a table to write to it; None without others."""
        return None if self.cluster is None else self.cluster.own_id

    async def create_table(self, table: NewTable) -> TableId:
        """Store a new table and return its id, which is never used again. Raises ChannelTaken."""
        if self.cluster is not None:
            return await self.cluster.create(table)
        return await self.transactions.run(table_queries.create, table)

    async def update_table(
        self, table_id: TableId, change: TableChange, secrets: Sequence[DealSecret] = ()
    ) -> None:
        """Change a table (a lobby, a message id, …) without an event. Each of `secrets` replaces an
        earlier one of its deal, which has not begun. Raises UnknownTable and NotOwner."""
        owner = self._owner

        def update_table(connection: Connection) -> None:
            table_queries.change(connection, table_id, change, owner)
            for secret in secrets:
                table_queries.renew_secret(connection, table_id, secret)

        more = secrets or table_queries.OUTSIDE_ROW & change.keys()
        await (self.transactions.run if more else self.transactions.run_statement)(update_table)

    async def append(
        self,
        table_id: TableId,
        events: Sequence[NewEvent],
        *,
        expected_seq: int,
        change: TableChange | None = None,
        secrets: Sequence[DealSecret] = (),
        reveal: Sequence[int] = (),
        at: datetime | None = None,
        scores: Sequence[ScoredDeal | Outcome] = (),
    ) -> int:
        """Append `events`, numbered from `expected_seq` + 1, and return the last number.

        Each of `secrets` is stored, or only its contributions if its deal has a secret. `reveal`:
        the numbers of deals whose secrets are revealed, `at` that time. `scores`: the entries in
        the standings. Raises StaleSequence if `expected_seq` is not the table's last event,
        UnknownTable and NotOwner.
        """
        owner = self._owner

        def append(connection: Connection) -> int:
            last = table_queries.append(
                connection, table_id, events, expected_seq, change or {}, owner
            )
            for secret in secrets:
                table_queries.keep_secret(connection, table_id, secret)
            for deal in reveal:
                table_queries.reveal(connection, table_id, deal, at or events[-1].at)
            for scored in scores:
                result_queries.enter(connection, table_id, scored)
            return last

        more = secrets or reveal or scores or table_queries.OUTSIDE_ROW & (change or {}).keys()
        return await (self.transactions.run if more else self.transactions.run_statement)(append)

    async def release_deals(self, scores: Mapping[TableId, ScoredDeal | None]) -> None:
        """Let anybody see some withheld tables, and enter the deal of each into the standings.
        Tables that are not withheld stay as they are."""

        def release_deals(connection: Connection) -> None:
            for table_id in sorted(table_queries.release(connection, list(scores))):
                if (scored := scores[table_id]) is not None:
                    result_queries.enter(connection, table_id, scored)

        await self.transactions.run(release_deals)

    async def closing_messages(self) -> list[TableId]:
        """Return the ids of closed tables whose last messages may not be out yet, in order; in a
        cluster, only of this process's tables."""
        return await self.transactions.run_statement(table_queries.closing_messages, self._owner)

    async def note_serving(self, at: datetime) -> None:
        """Note that the bot serves people at a time."""
        await self.transactions.run_statement(serving_queries.note_serving, at)

    async def served_until(self) -> datetime | None:
        """Return the time of the last `note_serving`; None if there was none."""
        return await self.transactions.run_statement(serving_queries.served_until)

    async def last_restore(self) -> Restore | None:
        """Return the last restore of a backup; None if there was none."""
        return await self.transactions.run_statement(restore_queries.last_restore)

    async def is_before_restore(self, number: int) -> bool:
        """Whether the id of a table, evening or deal of the day is from before the last restore."""
        restore = await self.last_restore()
        return restore is not None and number < restore.first

    async def purge_closed(self, before: datetime) -> int:
        """Delete closed tables that nobody has used since `before`, but keep their results. Takes
        many transactions, and also finishes what an earlier call left undone."""
        purged = 0
        while marked := await self.transactions.write_batch(erasure.mark_old, before):
            purged += marked
        await self._sweep()
        return purged

    async def count_user_data(self, user_id: UserId) -> UserDataCounts:
        """Return the counts of all that is stored about a person: what `delete_user_data` finds,
        and bans. Takes many transactions."""
        tables = [len(page) async for page in self.tables.pages_of(user_id)]
        return await self.transactions.read_page(erasure.count_user_data, user_id, sum(tables))

    async def delete_user_data(self, user_id: UserId) -> list[TableId]:
        """Delete a person's standings, titles, preferences and the closed tables they were at.

        Others keep their results, in which an anonymous token stands for the person. Bans stay
        while they last. Open tables stay, and their ids are returned: the person has to leave them
        first. Takes many transactions; if one fails, deleting again continues from there.
        """
        async with self._deleting:
            still = [
                table
                async for page in self.tables.pages_of(user_id)
                for table in await self.transactions.write_batch(erasure.mark, page)
            ]
            token = await self._token_of(user_id)
            while await self.transactions.write_batch(erasure.make_anonymous, user_id, token):
                await self.transactions.give_way()
            await self.transactions.write_batch(erasure.delete_own, user_id, token)
            await self._sweep()
            self._erased = True
            await self._empty_log()
        return sorted(still)

    async def _token_of(self, user_id: UserId) -> int:
        """Return the token that stands for a person, the same until all is deleted: with two
        tokens, recomputed ratings would differ."""
        new = erasure.new_token()

        def with_token(before: Preferences) -> Preferences:
            return before.model_copy(update={"forgotten_as": before.forgotten_as or new})

        token = (await self.settings.change_preferences(user_id, with_token)).forgotten_as
        assert token is not None
        return token

    async def _sweep(self) -> None:
        """Delete all tables marked as deleted, in batches."""
        while await self.transactions.write_batch(erasure.sweep):
            await self.transactions.give_way()

    async def _empty_log(self) -> None:
        """Remove deleted data from SQLite's log, too, but not while a copy is being made."""
        if self._erased and self._database.is_sqlite and not self.transactions.file_hold.locked():
            self._erased = False
            await self._database.run(empty_log, begin=False)

    @asynccontextmanager
    async def hold_file(self) -> AsyncIterator[None]:
        """Keep the database's file whole and unchanged within the block, so that another process
        can copy it. Writes go into the log beside it meanwhile. Raises StorageError; if only at the
        end, the file may have changed."""
        if not self._database.is_sqlite:
            raise StorageError("The database is PostgreSQL: make the backup with pg_dump.")
        async with self.transactions.file_hold:
            try:
                await self._database.run(hold_checkpoints, begin=False)
                yield
            finally:
                await self._database.run(allow_checkpoints, begin=False)
        await self._empty_log()
