"""The bot's clocks. Times are aware and in UTC.

A steady clock, which no change of the machine's time can move, measures durations. Tables keep
times that people see and that outlive a restart, so their clock follows the machine's. If that
jumps, or nothing runs for a while, the clock reports a `Gap`, so that nobody loses time.
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
"""Most time between two looks for a gap."""
_SHORT_GAP = timedelta(minutes=5)
"""A shorter gap need not be stored, because a restart right after it would lose no more."""
GAP_TOLERANCE = timedelta(seconds=5)
"""Less does not count as a gap: the machine is busy, or its clock is being slewed."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Time in which nobody was served. `jump`: how far the clock was set, negative for back (or how
    long the machine slept); `lost`: how long nothing ran while the clock did."""

    jump: timedelta = NO_TIME
    lost: timedelta = NO_TIME

    def __bool__(self) -> bool:
        return self != Gap()

    def __add__(self, other: Gap) -> Gap:
        return Gap(self.jump + other.jump, self.lost + other.lost)

    @property
    def is_short(self) -> bool:
        """Whether little time was lost and the clock did not jump."""
        return not self.jump and self.lost < _SHORT_GAP

    @classmethod
    def between(cls, served: datetime | None, now: datetime) -> Gap:
        """Return the gap between two runs of the bot; the first one last `served` at that time."""
        if served is None:
            return cls()
        return cls(lost=now - served) if served <= now else cls(jump=now - served)


class Clock(Protocol):
    """The clock that tables and screens ask for the time."""

    @property
    def steady(self) -> Clock:
        """A clock that never jumps."""

    def now(self) -> datetime:
        """Return the time, aware and in UTC."""

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        """Return at `until` (None: never), or as soon as `wake` is set; it may return early."""

    def gap(self) -> Gap:
        """Return the gap since the last call, which was due at most `GAP_CHECK_INTERVAL` ago."""


class SteadyClock:
    """A clock that is set by the machine's once and then runs by itself."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        """`wall` and `steady` give seconds, as in the module `time`."""
        self._wall, self._steady = wall, steady
        self._ahead = wall() - steady()
        """Seconds by which this clock is ahead of `steady`."""

    @property
    def steady(self) -> SteadyClock:
        return self

    def now(self) -> datetime:
        """Return the time, whatever the machine's clock is set to meanwhile."""
        return datetime.fromtimestamp(self._ahead + self._steady(), UTC)

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        """Wait until a time, or until `wake` is set."""
        seconds = None if until is None else max(0.0, (until - self.now()).total_seconds())
        # Not wait_for, which in Python 3.11 loses a cancellation that comes right after `wake`.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await wake.wait()

    def gap(self) -> Gap:
        return Gap()


class SystemClock(SteadyClock):
    """A clock that is set by the machine's each time it is asked for a gap."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(wall, steady)
        self._base = SteadyClock(wall, steady)
        self._looked = steady()
        self._waiting: set[asyncio.Event] = set()

    @property
    def steady(self) -> SteadyClock:
        return self._base

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        """Wait as in `Clock`. A jump of the clock sets `wake`, too, as things may be due."""
        self._waiting.add(wake)
        try:
            await super().wait(until, wake)
        finally:
            self._waiting.discard(wake)

    def gap(self) -> Gap:
        """Return the time lost since the last call, and how far the clock has jumped."""
        looked, self._looked = self._looked, self._steady()
        lost = timedelta(seconds=self._looked - looked) - GAP_CHECK_INTERVAL
        jump = timedelta(seconds=self._wall() - self._ahead - self._looked)
        if abs(jump) > GAP_TOLERANCE:
            self._ahead += jump.total_seconds()
            for wake in list(self._waiting):
                wake.set()
        return Gap(
            jump=jump if abs(jump) > GAP_TOLERANCE else NO_TIME,
            lost=lost if lost > GAP_TOLERANCE else NO_TIME,
        )


async def sleep(clock: Clock, until: datetime) -> None:
    """Wait for a point in time."""
    while clock.now() < until:
        await clock.wait(until, asyncio.Event())
