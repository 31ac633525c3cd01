"""What all tables share, and what they ask of the rest of the bot."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from kwbot.engine.actions import Action, Seat
from kwbot.engine.match import Match
from kwbot.storage.store import Store
from kwbot.tables.alarms import Alarms
from kwbot.tables.clock import Clock
from kwbot.tables.state import TableState


class Display(Protocol):
    """Whoever shows tables to people."""

    def show(self, before: TableState, states: Sequence[TableState]) -> None:
        """A table has changed: `states` are those after each event, the last one stands now.

        Everything in them is stored. Must return at once and never raise.
        """


class Computers(Protocol):
    """The computer players."""

    async def choose(self, level: str, match: Match, seat: Seat) -> Action:
        """A legal action for `seat`, who is in turn, from what that seat may see."""


class NoDisplay:
    """Shows nothing: for tests and benchmarks of the tables alone."""

    def show(self, before: TableState, states: Sequence[TableState]) -> None:
        """Look away."""


@dataclass(frozen=True, slots=True)
class House:
    store: Store
    clock: Clock
    display: Display
    computers: Computers
    alarms: Alarms
    reread: Callable[[int], Awaitable[TableState]]
    """A table as the store has it."""
