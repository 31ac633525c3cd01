"""The one clock of the bot. Times are aware and in UTC; tests turn a clock by hand."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime: ...

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        """Return at `until` (None: never), or as soon as `wake` is set."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        seconds = None if until is None else max(0.0, (until - self.now()).total_seconds())
        # Not wait_for: in Python 3.11 it loses a cancellation that comes right after `wake`.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await wake.wait()


async def sleep(clock: Clock, until: datetime) -> None:
    """Wait for a point in time."""
    while clock.now() < until:
        await clock.wait(until, asyncio.Event())


class HandClock:
    """A clock that stands still until somebody moves it."""

    def __init__(self, start: datetime | None = None) -> None:
        self._now = start or datetime(2026, 1, 1, 12, tzinfo=UTC)
        self._waiting: set[asyncio.Event] = set()

    def now(self) -> datetime:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
        for wake in list(self._waiting):
            wake.set()

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        if until is not None and until <= self._now:
            return
        self._waiting.add(wake)
        try:
            await wake.wait()
        finally:
            self._waiting.discard(wake)
