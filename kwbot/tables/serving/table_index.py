"""The index of open tables: where each is and who sits there, in memory yet or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.state.seated import DormantTable, IndexedTable
from kwbot.tables.state.table_state import OpenTable, is_planned
from kwbot.tables.time.refusals import BeforeRestore, NoTable


class TableIndex:
    """Finds this process's open tables. What gives more than an IndexedTable wants tables that are
    in memory, and raises LookupError for a dormant one: a press or command resumes what it may be
    about."""

    def __init__(self) -> None:
        self.live: dict[int, LiveTable] = {}
        self.dormant: dict[int, DormantTable] = {}
        self.first = 0
        """The lowest id of tables since a backup was restored."""

    def __iter__(self) -> Iterator[IndexedTable]:
        return iter([*self.in_memory, *self.dormant.values()])

    @property
    def in_memory(self) -> list[OpenTable]:
        """The open tables that have been resumed or opened since the start."""
        return [live.open for live in self.live.values()]

    def among(self, tables: Iterable[int]) -> list[IndexedTable]:
        """Return those of some tables that are open, without going through all others."""
        found = (self.dormant.get(one) or self.live.get(one) for one in tables)
        return [one.open if isinstance(one, LiveTable) else one for one in found if one]

    def __len__(self) -> int:
        return len(self.live) + len(self.dormant)

    def __contains__(self, table: int) -> bool:
        return table in self.live or table in self.dormant

    def drop(self, table: int) -> None:
        """Forget a table that is another process's now."""
        self.dormant.pop(table, None)
        if (live := self.live.pop(table, None)) is not None:
            live.lose()

    def at(self, table: int) -> LiveTable:
        """Return an open table to do something at it; raise NoTable where there is none, or
        BeforeRestore if it may have gone when a backup was restored."""
        live = self.live.get(table)
        if live is None:
            self._check_resumed(table)
            raise (BeforeRestore if table < self.first else NoTable)
        return live

    def get(self, table: int) -> OpenTable | None:
        """Return an open table, or None."""
        live = self.live.get(table)
        if live is None:
            self._check_resumed(table)
            return None
        return live.open

    def _check_resumed(self, table: int) -> None:
        if table in self.dormant:
            raise LookupError(f"table {table} was not resumed")

    def in_channel(self, channel: int) -> OpenTable | None:
        """Return the table that shows in a channel or thread, planned ones aside."""
        there = (one.id for one in self if one.channel == channel and not is_planned(one))
        found = next(there, None)
        return None if found is None else self.get(found)

    def of_user(self, user: int) -> list[OpenTable]:
        """Return the tables at which a user sits, in the order in which they were opened."""
        ids = sorted(one.id for one in self if one.has(user))
        return [table for one in ids if (table := self.get(one))]
