"""Documents as they were last read: every deal asks for some, and hardly any ever changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

D = TypeVar("D")

MOST = 5000
"""Documents that are kept in memory, at most."""


class LastRead(Generic[D]):
    """Documents by whose they are. For who alone writes them, one transaction after the other."""

    def __init__(self, read: Callable[[int], Awaitable[D]]) -> None:
        """`read` reads one from the database."""
        self._read = read
        self._kept: dict[int, D] = {}
        self._changes = 0

    async def of(self, owner: int) -> D:
        """Return a document, which is read if it is not known."""
        found = self._kept.get(owner)
        if found is not None:
            return found
        changes = self._changes
        found = self._kept[owner] = await self._read(owner)
        if changes != self._changes:  # it may be older than what was stored meanwhile
            self._kept.pop(owner, None)
        elif len(self._kept) > MOST:
            self._kept.pop(next(iter(self._kept)), None)
        return found

    def forget(self, owner: int) -> None:
        """Forget one that changes. Call it in the transaction, in whichever thread: it goes on to
        its end even where its caller is cancelled."""
        self._changes += 1
        self._kept.pop(owner, None)
