"""When the message of a table is drawn, and before which others."""

from collections.abc import Hashable, Sequence
from datetime import datetime, timedelta

import discord

from cogs.delivery.calls.paced_client import PacedClient
from cogs.delivery.calls.rate_limit import Lane
from cogs.screens.table.table_facts import is_lone
from kwbot.tables.state.table_state import RunningTable, TableState
from kwbot.tables.time.clock import Clock

FOR_COMPUTERS = timedelta(seconds=12)
"""How long a hand waits, at most, for computer players about to act, where redrawing it is a call
that counts: so that one call shows their moves and the player's question."""
DRAWING_INTERVAL = timedelta(seconds=1)
"""How long a table stays as it was drawn, at least, where that is a call that counts: a channel
takes about five in five seconds."""
LINE_STAYS = timedelta(seconds=15)
"""How long the line of a game alone stays as it was drawn, at least: nobody waits for it."""
AGED, SELDOM = timedelta(hours=1), timedelta(seconds=10)
"""From which age on Discord takes few edits of a message, and how long it stays as it is then."""


class Rhythm:
    """Says when one table is drawn, and by which lane. A result waits for nothing."""

    def __init__(self, client: PacedClient, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._computers_until: datetime | None = None
        self._drawn_at: datetime | None = None
        self._drawn: Hashable = None
        """What had come of the table when it was last drawn, its cards apart."""
        self._tricks = 0
        """How many tricks were over then."""
        self._results = 0
        """Of how many deals the results were there then."""

    def news(self, states: Sequence[TableState]) -> None:
        """Note what has become of the table."""
        if not _awaits_computer(states[-1]):
            self._computers_until = None
        elif self._computers_until is None or not all(map(_awaits_computer, states)):
            self._computers_until = self._clock.now() + FOR_COMPUTERS

    def drawn(self, table: TableState) -> None:
        """Note that the table was drawn just now, as it is in `table`."""
        self._drawn_at, self._results = self._clock.now(), _results(table)
        self._drawn, self._tricks = _besides_cards(table), _tricks(table)

    def owes_result(self, table: TableState) -> bool:
        """Whether a deal has ended since the table was last drawn."""
        return _results(table) > self._results

    def lane(self, table: TableState) -> Lane:
        """Return the lane on which the table is drawn."""
        if self.owes_result(table) or (table.game and table.game.vote):
            return Lane.FIRST
        is_card = self._differs_by_cards(table) and _tricks(table) == self._tricks
        return Lane.CARD if is_card else Lane.TRICK

    def _differs_by_cards(self, table: TableState) -> bool:
        """Whether nothing but bids, cards and *Ready* has come since the table was last drawn."""
        return _besides_cards(table) == self._drawn

    def awaited(self, message: int | None) -> datetime | None:
        """Return until when to wait for computer players in turn before a hand is redrawn. Where a
        redrawing is free, its player sees card by card."""
        if message is None or not self._client.counts(message):
            return None
        return self._ahead(self._computers_until)

    def rests(self, table: TableState, message: int | None) -> datetime | None:
        """Return until when `message` stays as it is, though a game has changed."""
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
    """Return how many deals of a table have ended."""
    return len(table.game.match.deals) if table.game else 0


def _tricks(table: TableState) -> int:
    """Return how many tricks of the deal under way are over; −1 before the first lead."""
    deal = table.game.match.deal if table.game else None
    return len(deal.play.tricks) if deal and deal.play else -1


def _besides_cards(table: TableState) -> Hashable:
    """Return what differs as soon as more than bids, cards and *Ready* have come."""
    game = table.game
    if game is None:
        return table
    running = game.match.number if game.match.deal else 0
    return type(table), running, game.seated, game.away, game.paused
