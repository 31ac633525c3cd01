"""The bot's clocks. Times are aware and in UTC; tests turn a clock by hand.

What lasts is measured by a steady clock, which no change of the machine's time can move. Tables
keep times that people see and that outlive a restart, so theirs follows the machine's; what it
jumps by, or lets go by unserved, it tells as a `Gap`, and nobody loses by that.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

NO_TIME = timedelta()
GAP_CHECK_INTERVAL = timedelta(seconds=1)
"""How often somebody looks for a gap, at least."""
_SHORT_LOSS = timedelta(minutes=5)
"""Less need not be stored: a restart at once would lose no more."""
TOLERANCE = timedelta(seconds=5)
"""What is less is no gap: a busy machine, or its clock being slewed."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Time that nobody was served in. `put_on`: how far the clock was set, back if it is negative
    (or the machine slept); `lost`: how long nothing ran while the clock did."""

    put_on: timedelta = NO_TIME
    lost: timedelta = NO_TIME

    def __bool__(self) -> bool:
        return self != Gap()

    def __add__(self, other: Gap) -> Gap:
        return Gap(self.put_on + other.put_on, self.lost + other.lost)

    @property
    def is_short(self) -> bool:
        """Whether little time was lost, and the clock was not put on."""
        return not self.put_on and self.lost < _SHORT_LOSS

    @classmethod
    def between(cls, served: datetime | None, now: datetime) -> Gap:
        """Return what lies between two runs of the bot, the first of which `served` until then."""
        if served is None:
            return cls()
        return cls(lost=now - served) if served <= now else cls(put_on=now - served)


class Clock(Protocol):
    """What tables and screens ask for the time."""

    @property
    def steady(self) -> Clock:
        """One that never jumps."""

    def now(self) -> datetime:
        """Return the time, aware and in UTC."""

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        """Return at `until` (None: never), or as soon as `wake` is set, which may be early."""

    def gap(self) -> Gap:
        """Return what was missed since the last call, at most `GAP_CHECK_INTERVAL` ago."""


class SteadyClock:
    """Set by the machine's clock once, and on by itself from then."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """`wall` and `steady` give seconds, as in the module `time`."""
        self._wall, self._steady = wall, steady
        self._ahead = wall() - steady()
        """By how much this clock is ahead of `steady`."""

    @property
    def steady(self) -> SteadyClock:
        return self

    def now(self) -> datetime:
        """Return the time as it runs on, however the system's clock is set."""
        return datetime.fromtimestamp(self._ahead + self._steady(), UTC)

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        """Wait until a time, or until `wake` is set."""
        seconds = None if until is None else max(0.0, (until - self.now()).total_seconds())
        # Not wait_for: in Python 3.11 it loses a cancellation that comes right after `wake`.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await wake.wait()

    def gap(self) -> Gap:
        return Gap()


class SystemClock(SteadyClock):
    """Follows the machine's clock, at the moments in which it is asked for a gap."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(wall, steady)
        self._base = SteadyClock(wall, steady)
        self._looked = steady()
        self._waiting: set[asyncio.Event] = set()

    @property
    def steady(self) -> SteadyClock:
        return self._base

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        """See `Clock`. Where the clock is set or the machine slept, `wake` is set, too: what was
        to come in an hour may be due."""
        self._waiting.add(wake)
        try:
            await super().wait(until, wake)
        finally:
            self._waiting.discard(wake)

    def gap(self) -> Gap:
        """Return the time that was lost since the last call, and how far the clock was put on."""
        looked, self._looked = self._looked, self._steady()
        lost = timedelta(seconds=self._looked - looked) - GAP_CHECK_INTERVAL
        put_on = timedelta(seconds=self._wall() - self._ahead - self._looked)
        if abs(put_on) > TOLERANCE:
            self._ahead += put_on.total_seconds()
            for wake in list(self._waiting):
                wake.set()
        return Gap(
            put_on if abs(put_on) > TOLERANCE else NO_TIME, lost if lost > TOLERANCE else NO_TIME
        )


async def sleep(clock: Clock, until: datetime) -> None:
    """Wait for a point in time."""
    while clock.now() < until:
        await clock.wait(until, asyncio.Event())


class HandClock:
    """A clock that stands still until somebody moves it."""

    def __init__(self, start: datetime | None = None) -> None:
        self._now = start or datetime(2026, 1, 1, 12, tzinfo=UTC)
        self._waiting: set[asyncio.Event] = set()
        self._gap = Gap()

    @property
    def steady(self) -> HandClock:
        return self

    def now(self) -> datetime:
        """Return the time to which the clock was turned."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Turn the clock on, and wake whoever waits."""
        self._now += timedelta(seconds=seconds)
        for wake in list(self._waiting):
            wake.set()

    def stall(self, seconds: float) -> None:
        """Nothing runs for so long."""
        self._gap = Gap(lost=timedelta(seconds=seconds))
        self.advance(seconds)

    def put_on(self, seconds: float) -> None:
        """Somebody sets the clock, back if it is negative."""
        self._gap = Gap(put_on=timedelta(seconds=seconds))
        self.advance(seconds)

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        """Wait until the clock is turned to a time, or `wake` is set."""
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
