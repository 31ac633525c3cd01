"""How many tables share the calls that redraw them, and so how long changes of each gather."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol

from kwbot.tables.time.clock import Clock

DRAWINGS = 30
"""Counted calls a second that redraw tables, about; hands, new deals and results have the rest of
`rate_limit.TOGETHER`."""
LEAST = timedelta(seconds=1)
"""How long a table stays as it was drawn, at least: a channel takes about five calls in five
seconds."""
LATELY = timedelta(minutes=1)
"""How long a table counts as busy after something has changed there."""


class CountedCalls(Protocol):
    """What the tables share, see `DiscordCalls`."""

    sharers: Callable[[], int]

    def counts(self, message: int) -> bool: ...


class BusyTables:
    """The tables of this process where something changed lately and redrawing is a counted call."""

    def __init__(self, calls: CountedCalls, clock: Clock) -> None:
        self._calls = calls
        self._clock = clock
        self._changed: OrderedDict[int, datetime] = OrderedDict()
        """When something changed at a table; the latest change is last."""

    def note(self, table: int, message: int | None) -> None:
        """Note that something has changed at a table, which `message` shows, just now."""
        if message is not None and self._calls.counts(message):
            self._changed[table] = self._clock.now()
            self._changed.move_to_end(table)

    def pause(self) -> timedelta:
        """Return how long a table waits after its last drawing: its fair share of the calls."""
        since = self._clock.now() - LATELY
        while self._changed and next(iter(self._changed.values())) <= since:
            self._changed.popitem(last=False)
        share = timedelta(seconds=len(self._changed) * self._calls.sharers() / DRAWINGS)
        return max(LEAST, share)
