"""Late tasks, found by a single timer, however many there are."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_T = TypeVar("_T", bound=Hashable)


class LateTasks(Generic[_T]):
    """Calls `late` with each task that has not ended `seconds` after it began. Nearly all end long
    before, so timers of their own would be created and cancelled in vain."""

    def __init__(self, seconds: float, late: Callable[[_T], object]) -> None:
        self._seconds, self._late = seconds, late
        self._until: dict[_T, float] = {}
        """Deadlines by the loop's clock, in order."""
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, one: _T) -> None:
        """Start the time of a task."""
        loop = asyncio.get_running_loop()
        self._until[one] = until = loop.time() + self._seconds
        if self._timer is None:
            self._timer = loop.call_at(until, self._look)

    def end(self, one: _T) -> None:
        """Note the end of a task."""
        self._until.pop(one, None)

    def _look(self) -> None:
        loop, self._timer = asyncio.get_running_loop(), None
        while self._until:
            one, until = next(iter(self._until.items()))
            if until > loop.time():
                self._timer = loop.call_at(until, self._look)
                return
            del self._until[one]
            self._late(one)
