"""When a table's message is drawn, and ahead of which others."""

from collections.abc import Hashable, Sequence
from datetime import datetime, timedelta

import discord

from cogs.delivery.calls.paced_client import PacedClient
from cogs.delivery.calls.rate_limit import Lane
from cogs.screens.table.table_facts import is_lone
from kwbot.tables.state.table_state import RunningTable, TableState
from kwbot.tables.time.clock import Clock

FOR_COMPUTERS = timedelta(seconds=12)
"""The longest a hand waits for computer players in turn when redrawing it costs a counted call, so
that one call shows their moves and the player's question."""
DRAWING_INTERVAL = timedelta(seconds=1)
"""Shortest time between counted drawings of a table: a channel takes about five in five seconds."""
LINE_STAYS = timedelta(seconds=15)
"""Shortest time between drawings of a lone game's line: nobody waits for it."""
AGED, SELDOM = timedelta(hours=1), timedelta(seconds=10)
"""The age from which Discord takes few edits of a message, and the time between them then."""


class Rhythm:
    """Says when one table is drawn, and on which lane. A result waits for nothing."""

    def __init__(self, client: PacedClient, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._computers_until: datetime | None = None
        self._drawn_at: datetime | None = None
        self._drawn: Hashable = None
        """The table as last drawn, without its cards."""
        self._tricks = 0
        """Finished tricks when last drawn."""
        self._results = 0
        """Finished deals when last drawn."""

    def news(self, states: Sequence[TableState]) -> None:
        """Take in the new states of the table."""
        if not _awaits_computer(states[-1]):
            self._computers_until = None
        elif self._computers_until is None or not all(map(_awaits_computer, states)):
            self._computers_until = self._clock.now() + FOR_COMPUTERS

    def note_drawing(self, table: TableState) -> None:
        """Note that `table` was drawn just now."""
        self._drawn_at, self._results = self._clock.now(), _results(table)
        self._drawn, self._tricks = _besides_cards(table), _tricks(table)

    def owes_result(self, table: TableState) -> bool:
        """Whether a deal has ended since the table was last drawn."""
        return _results(table) > self._results

    def lane(self, table: TableState) -> Lane:
        """Return the lane on which the table is drawn."""
        if self.owes_result(table) or (table.running and table.running.vote):
            return Lane.FIRST
        is_card = self._differs_by_cards(table) and _tricks(table) == self._tricks
        return Lane.CARD if is_card else Lane.TRICK

    def _differs_by_cards(self, table: TableState) -> bool:
        """Whether only bids, cards and *Ready* have come since the table was last drawn."""
        return _besides_cards(table) == self._drawn

    def hand_waits_until(self, message: int | None) -> datetime | None:
        """Return until when a hand waits for computer players in turn before it is redrawn. Where
        redrawing is free, its player sees each card as it comes."""
        if message is None or not self._client.counts(message):
            return None
        return self._ahead(self._computers_until)

    def rests_until(self, table: TableState, message: int | None) -> datetime | None:
        """Return until when `message` is left as it is, even though the game has changed."""
        if message is None or not isinstance(table, RunningTable) or table.vote:
            return None
        if self._drawn_at is None or self.owes_result(table):
            return None
        if is_lone(table):
            stays = self._differs_by_cards(table)
            return self._ahead(self._drawn_at + LINE_STAYS) if stays else None
        if not self._client.counts(message):
            return None
        aged = self._clock.now() - discord.utils.snowflake_time(message) > AGED
        return self._ahead(self._drawn_at + (SELDOM if aged else DRAWING_INTERVAL))

    def _ahead(self, until: datetime | None) -> datetime | None:
        return until if until is not None and until > self._clock.now() else None


def _awaits_computer(table: TableState) -> bool:
    return isinstance(table, RunningTable) and table.computer_in_turn() is not None


def _results(table: TableState) -> int:
    """Return the number of finished deals of a table."""
    return len(table.running.match.deals) if table.running else 0


def _tricks(table: TableState) -> int:
    """Return the number of finished tricks in the running deal; −1 before the first lead."""
    deal = table.running.match.deal if table.running else None
    return len(deal.play.tricks) if deal and deal.play else -1


def _besides_cards(table: TableState) -> Hashable:
    """Return a value that changes with anything but bids, cards and *Ready*."""
    running = table.running
    if running is None:
        return table
    number = running.match.number if running.match.deal else 0
    return type(table), number, running.seated, running.away, running.paused
