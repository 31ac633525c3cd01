"""What is due on servers by the calendar, each at its own time: in a cluster the leader does it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta

from kwbot.logs import place
from kwbot.metrics import count_error
from kwbot.storage.store import Store
from kwbot.tables.time.clock import Clock
from kwbot.tables.time.delivery_errors import Unavailable

_log = logging.getLogger(__name__)

RETRY_DELAY = timedelta(minutes=1)
"""When something that failed is tried again."""
LOOK_TOGETHER = timedelta(minutes=1)
"""How often a process looks where others may have changed something."""


class DueServers:
    """Nothing is kept of what was done: `advance` does whatever is due on a server by what is
    stored, and returns when to look there next, None: never. Where it raises Unavailable it is
    called again soon. `find` returns the servers that have anything of the kind."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        name: str,
        find: Callable[[], Awaitable[Collection[int]]],
        advance: Callable[[int], Awaitable[datetime | None]],
    ) -> None:
        self._store = store
        self._clock = clock
        self._name = name
        self._servers = find
        self._advance = advance
        self._due: dict[int, datetime] = {}
        """When to look at each server next."""
        self._refusing: set[int] = set()
        """Servers where something could not be shown when they were last looked at."""
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def resume(self) -> None:
        """Begin to look what is due, once."""
        if self._task is None:
            await self._find()
            self._task = asyncio.create_task(self._run(), name=self._name)

    async def stop(self) -> None:
        """Cancel the wait for the next due time, and wait until it has ended."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def look_at(self, guild: int) -> None:
        """Look at a server now."""
        self._due[guild] = self._clock.now()
        self._wake.set()

    def retry(self, guild: int) -> None:
        """Look at a server now if something could not be shown there; in a cluster that may be
        another process's to know, and to note what was set."""
        if guild in self._refusing or self._store.cluster is not None:
            self.look_at(guild)

    def note_refusal(self, guild: int) -> None:
        """Note that something could not be shown on a server: `retry` shows it."""
        self._refusing.add(guild)

    def look_at_all(self) -> None:
        """Look at all of them now: the clock may have been set back."""
        for guild in self._due:
            self.look_at(guild)

    @property
    def _leads(self) -> bool:
        """Whether this process does what one of a cluster alone does."""
        cluster = self._store.cluster
        return cluster is None or cluster.leads

    async def _find(self) -> None:
        now = self._clock.now()
        self._due = {guild: self._due.get(guild, now) for guild in await self._servers()}

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._look()
            except Exception as error:  # noqa: BLE001 - it goes on when it can
                _log.error("%s: %s at %s", self._name, count_error(error), place(error))
            soon = self._clock.now() + LOOK_TOGETHER
            together = [] if self._store.cluster is None else [soon]
            times = [*self._due.values(), *together]
            await self._clock.wait(min(times) if times else None, self._wake)

    async def _look(self) -> None:
        """Do what is due on any server."""
        if self._store.cluster is not None:
            await self._find()
        now = self._clock.now()
        for guild in [one for one, due in self._due.items() if due <= now]:
            if not self._leads:
                self._due[guild] = now + LOOK_TOGETHER
                continue
            self._refusing.discard(guild)
            try:
                until = await self._advance(guild)
            except Unavailable as failure:
                _log.info("server %d: %s soon: %s", guild, self._name, failure)
                until = now + RETRY_DELAY
            except Exception as error:  # noqa: BLE001 - one server's fault must not stop the others
                _log.error("server %d: %s at %s", guild, count_error(error), place(error))
                until = now + RETRY_DELAY
            if until is None:
                self._due.pop(guild, None)
            else:
                self._due[guild] = until
