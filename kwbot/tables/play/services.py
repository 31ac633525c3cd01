"""What all tables share, and what they need from the rest of the bot."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kwbot.engine.deals.variant import Variant
from kwbot.ids import TableId
from kwbot.storage.store import Store
from kwbot.tables.log.archive import Archive
from kwbot.tables.state.indexed_table import IndexedTable
from kwbot.tables.state.table_state import TableState
from kwbot.tables.thinking.computer_protocol import Computers
from kwbot.tables.time.alarms import Alarms
from kwbot.tables.time.clock import Clock


class Display(Protocol):
    """Shows tables to people."""

    def show(self, before: TableState, states: Sequence[TableState]) -> None:
        """Show a table that has changed. `states`: after each event, the last one current, all of
        them stored. Must return at once and never raise."""

    def show_all(self, tables: Sequence[IndexedTable]) -> None:
        """Bring the messages of these tables up to date."""

    def forget(self, table_id: TableId) -> None:
        """Stop showing a table, which another process has. Must return at once and never raise."""


@dataclass(frozen=True, slots=True)
class Services:
    """Objects that all tables of a process use."""

    store: Store
    clock: Clock
    display: Display
    computers: Computers
    games: Mapping[str, Variant]
    """All games by key."""
    archive: Archive
    alarms: Alarms
    pause: float
    """Seconds of a computer player's turn at the usual pace; 0: it acts in the same transaction."""
    forget: Callable[[TableId], None]
    """Called with the id of a table that has closed."""
    lose: Callable[[TableId], None]
    """Called with the id of a table that now belongs to another process."""
