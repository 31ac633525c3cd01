"""Waiting for conditions."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
TICK_SECONDS = 0.005


class Waiting:
    """Lets tasks wait in ``until``, woken at every change."""

    def __init__(self) -> None:
        self.patience = 60.0
        """Most real seconds that ``until`` and the persons wait."""
        self._pulse = asyncio.Event()

    def wake(self) -> None:
        """Let all waiting tasks check again."""
        pulse, self._pulse = self._pulse, asyncio.Event()
        pulse.set()

    async def until(self, predicate: Callable[[], T], *, seconds: float | None = None) -> T:
        """Wait until ``predicate()`` is true and return its value.

        It is checked after every change here, and every 5 ms, since it may depend on the bot's own
        state, too. Raises TimeoutError after ``seconds`` of real time, by default ``patience``.
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
        """Set ``patience`` to this many seconds within the block."""
        before, self.patience = self.patience, seconds
        try:
            yield
        finally:
            self.patience = before
