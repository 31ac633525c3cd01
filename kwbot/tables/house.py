"""What all tables share, and what they ask of the rest of the bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kwbot.engine.actions import Action, Seat
from kwbot.engine.match import Match
from kwbot.engine.view import View
from kwbot.storage.store import Store
from kwbot.tables.alarms import Alarms
from kwbot.tables.archive import Archive
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

    async def choose(self, level: str, match: Match, seat: Seat, seed: int) -> Action:
        """A legal action for `seat`, who is in turn, from what that seat may see.

        All its chance comes from `seed`.
        """

    async def weighed(
        self,
        seen: View,
        seed: int,
        worlds: int,
        *,
        also: Action | None = None,
        urgent: bool = True,
    ) -> Mapping[Action, float]:
        """What the viewer's actions bring them in points: `also`, and those that deserve a thought.

        About `worlds` worlds are looked at. Empty where nothing can be said.
        """


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
    pause: float
    """Seconds after which computer players have answered; 0: within the same event."""
    alarms: Alarms
    archive: Archive
