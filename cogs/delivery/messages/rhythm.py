"""When the message of a table is drawn: what several people do within seconds is drawn once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import discord

from cogs.delivery.messages.busy_tables import BusyTables, CountedCalls
from kwbot.tables.state.table_state import RunningTable, TableState
from kwbot.tables.time.clock import Clock

WHILE_READY = timedelta(seconds=5)
"""How long a drawing waits after somebody was ready, to include the others."""
FOR_COMPUTERS = timedelta(seconds=12)
"""How long a hand waits, at most, for computer players about to act, where redrawing it is a call
that counts: so that one call shows their moves and the player's question."""
GATHERED = timedelta(seconds=5)
"""How long a table stays as it was drawn, at least, where one person alone plays with computers:
about a trick. On their hand they see each card at once."""
AGED, SELDOM = timedelta(hours=1), timedelta(seconds=10)
"""From which age on Discord takes few edits of a message, and how long it stays as it is then."""


class Rhythm:
    """Says until when drawings of one table wait; None: they do not. A result never does."""

    def __init__(self, calls: CountedCalls, busy: BusyTables, clock: Clock) -> None:
        self._calls = calls
        self._busy = busy
        self._clock = clock
        self._hold: datetime | None = None
        self._computers_until: datetime | None = None
        self._drawn_at: datetime | None = None
        self._results = 0
        """Of how many deals the results were there when the table was last drawn."""

    def news(self, states: Sequence[TableState]) -> None:
        """Note what has become of the table."""
        now = self._clock.now()
        if not _awaits_computer(states[-1]):
            self._computers_until = None
        elif self._computers_until is None or not all(map(_awaits_computer, states)):
            self._computers_until = now + FOR_COMPUTERS
        for table in states:
            game = table.game
            if game and game.ready and game.ready.seats and self._ahead(self._hold) is None:
                self._hold = now + WHILE_READY

    def drawn(self, table: TableState) -> None:
        """Note that the table was drawn just now, as it is in `table`."""
        self._drawn_at, self._results = self._clock.now(), _results(table)

    def owes_result(self, table: TableState) -> bool:
        """Whether a deal has ended since the table was last drawn."""
        return _results(table) > self._results

    def awaited(self, message: int | None) -> datetime | None:
        """Return until when to wait for computer players in turn before a hand is redrawn.

        Where a redrawing is free, its player sees card by card.
        """
        if message is None or not self._calls.counts(message):
            return None
        return self._ahead(self._computers_until)

    def held(self, table: TableState) -> datetime | None:
        """Return until when to wait for others who are ready."""
        game = table.game
        if game is None or not (game.ready and game.ready.seats) or self.owes_result(table):
            return None
        return self._ahead(self._hold)

    def gathers(self, table: TableState, message: int | None) -> datetime | None:
        """Return until when to let changes of a game gather, which `message` shows."""
        if message is None or not isinstance(table, RunningTable) or table.vote:
            return None
        if self._drawn_at is None or self.owes_result(table):
            return None
        alone = len(table.humans) == 1 and table.match.deal is not None
        pause = GATHERED if alone else timedelta()
        if self._calls.counts(message):
            aged = self._clock.now() - discord.utils.snowflake_time(message) > AGED
            pause = max(pause, self._busy.pause(), SELDOM if aged else timedelta())
        return self._ahead(self._drawn_at + pause)

    def _ahead(self, until: datetime | None) -> datetime | None:
        return until if until is not None and until > self._clock.now() else None


def _awaits_computer(table: TableState) -> bool:
    return isinstance(table, RunningTable) and table.computer_in_turn() is not None


def _results(table: TableState) -> int:
    """Return how many deals of a table have ended."""
    return len(table.game.match.deals) if table.game else 0
