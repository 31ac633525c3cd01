"""The index of open tables, in memory or not: where each is and who sits there."""

from collections.abc import Iterable, Iterator

from kwbot.ids import TableId, UserId
from kwbot.tables.errors.refusals import BeforeRestore, NoTable
from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.state.indexed_table import DormantTable, IndexedTable
from kwbot.tables.state.table_state import OpenTable, is_planned


class TableIndex:
    """Finds this process's open tables. Methods that return more than an IndexedTable raise
    LookupError for a dormant table, one not in memory: presses and commands resume it first."""

    def __init__(self) -> None:
        self.live: dict[TableId, LiveTable] = {}
        self.dormant: dict[TableId, DormantTable] = {}
        self.first = 0
        """The lowest id of tables since a backup was restored."""

    def __iter__(self) -> Iterator[IndexedTable]:
        return iter([*self.in_memory, *self.dormant.values()])

    @property
    def in_memory(self) -> list[OpenTable]:
        """The open tables that were resumed or opened since the start."""
        return [live.open for live in self.live.values()]

    def among(self, tables: Iterable[TableId]) -> list[IndexedTable]:
        """Return the open ones of some tables, without searching all others."""
        found = (self.dormant.get(one) or self.live.get(one) for one in tables)
        return [one.open if isinstance(one, LiveTable) else one for one in found if one]

    def __len__(self) -> int:
        return len(self.live) + len(self.dormant)

    def __contains__(self, table_id: TableId) -> bool:
        return table_id in self.live or table_id in self.dormant

    def drop(self, table_id: TableId) -> None:
        """Forget a table that now belongs to another process."""
        self.dormant.pop(table_id, None)
        if (live := self.live.pop(table_id, None)) is not None:
            live.lose()

    def at(self, table_id: TableId) -> LiveTable:
        """Return an open table to do something at it; raise NoTable if there is none, or
        BeforeRestore if a restored backup may have removed it."""
        live = self.live.get(table_id)
        if live is None:
            self._check_resumed(table_id)
            raise (BeforeRestore if table_id < self.first else NoTable)
        return live

    def get(self, table_id: TableId) -> OpenTable | None:
        """Return an open table, or None."""
        live = self.live.get(table_id)
        if live is None:
            self._check_resumed(table_id)
            return None
        return live.open

    def _check_resumed(self, table_id: TableId) -> None:
        if table_id in self.dormant:
            raise LookupError(f"table {table_id} was not resumed")

    def in_channel(self, channel_id: int) -> OpenTable | None:
        """Return the table in a channel or thread, unless it is planned."""
        there = (one.id for one in self if one.channel == channel_id and not is_planned(one))
        found = next(there, None)
        return None if found is None else self.get(found)

    def of_user(self, user_id: UserId) -> list[OpenTable]:
        """Return the tables at which a user sits, in the order of their opening."""
        ids = sorted(one.id for one in self if one.has(user_id))
        return [table for one in ids if (table := self.get(one))]
