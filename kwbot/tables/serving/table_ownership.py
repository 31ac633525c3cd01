"""The ownership of open tables: in a cluster, processes take tables from each other."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime

from kwbot.ids import NO_USER, GuildId, TableId, UserId
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.cluster import TakenTable, counts_for, is_around
from kwbot.storage.values.stored_tables import TableEntry
from kwbot.tables.log.table_rows import from_entry
from kwbot.tables.play.services import Services
from kwbot.tables.serving.membership import Membership
from kwbot.tables.serving.table_index import TableIndex
from kwbot.tables.state.indexed_table import IndexedTable
from kwbot.tables.time.clock import Gap


class TableOwnership:
    """Takes tables from other processes, and loses some to them. Without a cluster it owns all."""

    def __init__(
        self,
        services: Services,
        index: TableIndex,
        enter: Callable[[TableEntry, Gap, datetime], Awaitable[None]],
        follow: Callable[[], None],
    ) -> None:
        """`enter` puts a table into the index that nobody has served for a while; `follow` brings
        the index's tables into memory."""
        self._services = services
        self._index = index
        self._enter_index = enter
        self._follow_up = follow
        self._taking = asyncio.Lock()
        cluster = services.store.cluster
        self.membership = (
            None if cluster is None
            else Membership(
                cluster, services.clock.steady,
                keep=self._keep, lose=services.lose, enter=self._enter, follow=self._follow,
                serves=index.__contains__,
            )
        )  # fmt: skip

    async def take(self, tables: Sequence[TableId]) -> None:
        """Serve open tables from now on, whichever process had them."""
        if self.membership is None or all(table in self._index for table in tables):
            return
        async with self._taking:  # once for all who need them
            await self.membership.take([table for table in tables if table not in self._index])

    async def take_around(self, user_id: UserId, channel_id: int | None) -> None:
        """Serve a user's tables from now on, and those of a channel with its threads."""
        if self.membership is not None:
            here = is_around(user_id, channel_id)
            await self.take(list(await self.membership.cluster.owners(here)))

    async def elsewhere(self, guild_id: GuildId, user_id: UserId = NO_USER) -> list[IndexedTable]:
        """Return other processes' open tables that are on a server or were opened by a user."""
        if self.membership is None:
            return []
        entries = await self.membership.cluster.open_tables(counts_for(user_id, guild_id))
        games = self._services.games
        known = [one for one in entries if one.id not in self._index and one.game in games]
        return [from_entry(entry, games[entry.game]) for entry in known]

    async def count_elsewhere(self) -> int:
        """Return how many tables are open at other processes."""
        if self.membership is None:
            return 0
        return max(0, await self.membership.cluster.count_open() - len(self._index))

    def _keep(self, tables: Collection[TableId]) -> None:
        """Keep only these tables: all others belong to other processes now."""
        for table in list(self._index):
            if table.id not in tables:
                self._services.lose(table.id)

    async def _enter(self, taken: Sequence[TakenTable]) -> None:
        """Serve tables that this process has taken."""
        now = self._services.clock.now()
        for one in taken:
            self._services.lose(one.entry.id)
            await self._enter_index(one.entry, Gap(lost=one.unserved), now)

    def _follow(self, taken: Sequence[TakenTable]) -> None:
        """Bring entered tables into memory, and show them."""
        self._follow_up()
        self._services.display.show_all(self._index.among(one.entry.id for one in taken))

    async def leave(self) -> None:
        """Leave all tables to the other processes of a cluster."""
        if self.membership is not None:
            with contextlib.suppress(StorageError):  # the others find out by themselves
                await self.membership.leave()
