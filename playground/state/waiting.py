"""Waiting until something has happened."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
TICK_SECONDS = 0.005


class Waiting:
    """Wakes whoever waits in ``until`` at every change."""

    def __init__(self) -> None:
        self.patience = 60.0
        """Real seconds that ``until`` and the persons wait at most."""
        self._pulse = asyncio.Event()

    def wake(self) -> None:
        """Let everybody who waits look again."""
        pulse, self._pulse = self._pulse, asyncio.Event()
        pulse.set()

    async def until(self, predicate: Callable[[], T], *, seconds: float | None = None) -> T:
        """Wait until ``predicate()`` is true and return its value.

        It is asked after every change here, and every 5 ms, since it may look at the bot's own
        state as well. Raises TimeoutError after ``seconds`` of real time (else ``patience``).
        """
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(self.patience if seconds is None else seconds):
            while not (found := predicate()):
                timer = loop.call_later(TICK_SECONDS, self.wake)
                await self._pulse.wait()
                timer.cancel()
        return found

    @contextmanager
    def patient(self, seconds: float) -> Iterator[None]:
        """Within the block ``patience`` is this many seconds."""
        before, self.patience = self.patience, seconds
        try:
            yield
        finally:
            self.patience = before
