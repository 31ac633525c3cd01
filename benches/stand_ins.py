"""Stand-ins for parts of the bot where tables are measured or tested alone."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from kwbot.claims.claim_grounds import ClaimGrounds
from kwbot.claims.claim_proof import inevitable
from kwbot.engine.values.actions import Action
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.views.view import View
from kwbot.ids import TableId
from kwbot.players.search.monte_carlo import suggested_bids, weighed_actions
from kwbot.players.turns.levels import COMPUTERS, decide, in_character
from kwbot.tables.state.indexed_table import IndexedTable
from kwbot.tables.state.table_options import USUAL_LEVEL
from kwbot.tables.state.table_state import TableState
from kwbot.tables.thinking.computer_protocol import Turns
from kwbot.tables.thinking.computers import decide_turn
from kwbot.tables.time.clock import Gap

MAX_SAMPLES_HERE = 8
"""Most samples for suggestions in this process, while everybody waits."""


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self, start: datetime | None = None) -> None:
        self._now = start or datetime(2026, 1, 1, 12, tzinfo=UTC)
        self._waiting: set[asyncio.Event] = set()
        self._gap = Gap()

    @property
    def steady(self) -> HandClock:
        return self

    def now(self) -> datetime:
        """Return the clock's time."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Move the clock forward, and wake whoever waits."""
        self._now += timedelta(seconds=seconds)
        for wake in list(self._waiting):
            wake.set()

    def stall(self, seconds: float) -> None:
        """Let `seconds` pass in which nothing runs."""
        self._gap = Gap(lost=timedelta(seconds=seconds))
        self.advance(seconds)

    def jump(self, seconds: float) -> None:
        """Set the clock forward by `seconds`, or back if negative."""
        self._gap = Gap(jump=timedelta(seconds=seconds))
        self.advance(seconds)

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        """Wait until the clock is moved or `wake` is set."""
        if until is not None and until <= self._now:
            return
        self._waiting.add(wake)
        try:
            await wake.wait()
        finally:
            self._waiting.discard(wake)

    def gap(self) -> Gap:
        gap, self._gap = self._gap, Gap()
        return gap


class NoDisplay:
    """A display that shows nothing."""

    def show(self, before: TableState, states: Sequence[TableState]) -> None:
        """Show nothing."""

    def show_all(self, tables: Sequence[IndexedTable]) -> None:
        """Show nothing."""

    def forget(self, table_id: TableId) -> None:
        """Forget nothing."""


class LocalComputers:
    """Computer players that think in this process, while everybody waits."""

    def __init__(
        self, rng: random.Random | None = None, level: str = "", most: int = sys.maxsize
    ) -> None:
        """`rng`: the source of chance instead of the questions' seeds; `level`: the level of all
        players instead of the tables' levels; `most`: the most samples if a number is given."""
        self._rng, self._level, self._most = rng, level, most

    async def take_turns(self, turns: Turns) -> Sequence[Action]:
        """See kwbot.tables.thinking.computer_protocol."""
        if turns.samples:
            return [decide_turn(replace(turns, samples=min(turns.samples, self._most)))]
        level = self._level or turns.levels[turns.seat]
        computer = COMPUTERS.get(level, COMPUTERS[USUAL_LEVEL])
        rng = self._rng or turns.chance
        computer = in_character(computer, turns.match, turns.match.names[turns.seat])
        return [decide(computer, turns.match, turns.seat, rng)]

    async def weigh(
        self,
        seen: View,
        seed: int,
        samples: int,
        *,
        also: Action | None = None,
        urgent: bool = True,
    ) -> Mapping[Action, Estimate]:
        """See kwbot.tables.thinking.computer_protocol."""
        return weighed_here(seen, seed, min(samples, self._most), also)

    async def suggest(self, seen: View, seed: int, samples: int) -> Mapping[Action, float]:
        """See kwbot.tables.thinking.computer_protocol."""
        samples = min(samples, MAX_SAMPLES_HERE, self._most)
        return suggested_bids(seen, random.Random(seed), samples)

    async def inevitable(self, known: ClaimGrounds) -> int | None:
        """See kwbot.tables.thinking.computer_protocol."""
        return inevitable(known)


def weighed_here(
    seen: View, seed: int, samples: int, also: Action | None = None
) -> Mapping[Action, Estimate]:
    """Return what the viewer's actions bring, weighed in this process."""
    return weighed_actions(seen, random.Random(seed), samples, also)
