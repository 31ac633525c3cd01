"""What all tables share, and what they ask of the rest of the bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kwbot.ids import TableId
from kwbot.storage.store import Store
from kwbot.tables.state.seated import IndexedTable
from kwbot.tables.state.table_state import TableState
from kwbot.tables.thinking.computer_protocol import Computers
from kwbot.tables.time.alarms import Alarms
from kwbot.tables.time.clock import Clock


class Display(Protocol):
    """Whoever shows tables to people."""

    def show(self, before: TableState, states: Sequence[TableState]) -> None:
        """A table has changed: `states` are those after each event, the last one stands now.

        Everything in them is stored. Must return at once and never raise.
        """

    def show_all(self, tables: Sequence[IndexedTable]) -> None:
        """Bring what shows these tables up to date."""

    def forget(self, table_id: TableId) -> None:
        """Show a table no more: another process does. Must return at once and never raise."""


class NoDisplay:
    """Shows nothing: for tests and benchmarks of the tables alone."""

    def show(self, before: TableState, states: Sequence[TableState]) -> None:
        """Look away."""

    def show_all(self, tables: Sequence[IndexedTable]) -> None:
        """There is nothing to bring up to date."""

    def forget(self, table_id: TableId) -> None:
        """There is nothing to forget."""


@dataclass(frozen=True, slots=True)
class Services:
    store: Store
    clock: Clock
    display: Display
    computers: Computers
    pause: float
    """Seconds after which computer players have answered; 0: within the same event."""
    alarms: Alarms
