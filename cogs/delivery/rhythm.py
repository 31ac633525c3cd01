"""When the message of a table is drawn: what several people do within seconds is drawn once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from cogs.delivery.outlet import Outlet
from kwbot.tables.clock import Clock
from kwbot.tables.table_state import RunningTable, TableState

WHILE_READY = timedelta(seconds=5)
"""How long a drawing waits after somebody was ready, to include the others."""
FOR_COMPUTERS = timedelta(seconds=12)
"""How long it waits, at most, for computer players about to act, to include their moves."""
SPARED = timedelta(seconds=10)
"""How long it waits, at most, where no token serves and it would be a call that counts: it is
looked at, while everybody who is asked has a hand with the table on it."""
SPARED_UNWATCHED = timedelta(minutes=5)
"""The same where nobody has pressed anything in the channel for as long as a token lives: all play
in their direct messages."""
GATHERED = timedelta(seconds=5)
"""How long a free drawing waits, at most, where one person alone plays with computers: about a
trick. They see each card at once on their hand."""


class Rhythm:
    """Says until when drawings of one table wait; None: they do not."""

    def __init__(self, outlet: Outlet, clock: Clock) -> None:
        self._outlet = outlet
        self._clock = clock
        self._hold: datetime | None = None
        self._computers_until: datetime | None = None
        self._drawn_at: datetime | None = None
        self._called_at: datetime | None = None
        """When it was last drawn by a call that counts."""

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

    def drawn(self, *, counts: bool) -> None:
        """Note that the table was drawn just now. `counts`: by a call that counts."""
        self._drawn_at = self._clock.now()
        self._called_at = self._drawn_at if counts else None

    def awaited(self, message: int | None) -> datetime | None:
        """Return until when to wait for computer players in turn before a message is redrawn.

        Where a redrawing is free, everybody sees card by card.
        """
        if message is None or not self._outlet.counts(message):
            return None
        return self._ahead(self._computers_until)

    def held(self, table: TableState) -> datetime | None:
        """Return until when to wait for others who are ready."""
        game = table.game
        return self._ahead(self._hold) if game and game.ready and game.ready.seats else None

    def spared(self, table: TableState, message: int | None) -> datetime | None:
        """Return until when to let changes of a game gather, which `message` shows."""
        if message is None or not isinstance(table, RunningTable) or table.vote:
            return None
        if self._outlet.counts(message):
            since, spared = self._called_at, self._spared(table)
        else:
            alone = len(table.humans) == 1 and table.match.deal is not None
            since, spared = self._drawn_at, GATHERED if alone else timedelta()
        return None if since is None else self._ahead(since + spared)

    def _spared(self, game: RunningTable) -> timedelta:
        """Return how long a drawing waits that is a call that counts."""
        if not self.is_unwatched(game):
            return SPARED if game.match.deal else timedelta()
        return SPARED_UNWATCHED

    def is_unwatched(self, table: TableState) -> bool:
        """Whether nobody has pressed anything in the table's channel for a while."""
        return not self._outlet.is_pressed(table.channel)

    def _ahead(self, until: datetime | None) -> datetime | None:
        return until if until is not None and until > self._clock.now() else None


def _awaits_computer(table: TableState) -> bool:
    return isinstance(table, RunningTable) and table.computer_in_turn() is not None
