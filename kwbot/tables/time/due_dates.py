"""What is due by the calendar, on servers or at evenings: in a cluster the leader does it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Generic, TypeVar

from kwbot.logs import place
from kwbot.metrics import count_error
from kwbot.storage.store import Store
from kwbot.tables.errors.delivery_errors import Unavailable
from kwbot.tables.time.clock import Clock

_log = logging.getLogger(__name__)
_Subject = TypeVar("_Subject", bound=int)

RETRY_DELAY = timedelta(minutes=1)
"""When something that failed is tried again."""
LOOK_TOGETHER = timedelta(minutes=1)
"""How often a process looks where others may have changed something."""


class DueDates(Generic[_Subject]):
    """When to look at each of many subjects next, known by number.

    Nothing is kept of what was done: `advance` does whatever is due by what is stored, and returns
    when to look there next, None: never. Where it raises it is called again soon. `find` returns
    the subjects that have anything of the kind.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        subject: str,
        find: Callable[[], Awaitable[Collection[_Subject]]],
        advance: Callable[[_Subject], Awaitable[datetime | None]],
        *,
        at_once: int = 1,
        retry_delay: timedelta = RETRY_DELAY,
        look_together: timedelta = LOOK_TOGETHER,
    ) -> None:
        """`subject`: what logs call one; `at_once`: so many are advanced at the same time;
        `look_together`: how often all are found again where other processes may change them."""
        self._store = store
        self._clock = clock
        self._subject = subject
        self._find_all = find
        self._advance = advance
        self._turns = asyncio.Semaphore(at_once)
        self._retry_delay = retry_delay
        self._look_together = look_together
        self._due: dict[_Subject, datetime] = {}
        self._under_way: dict[_Subject, asyncio.Task[None]] = {}
        self._refusing: set[_Subject] = set()
        """Where something could not be shown when it was looked at last."""
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def resume(self) -> None:
        """Begin to look what is due, once."""
        if self._task is None:
            await self._find()
            self._task = asyncio.create_task(self._run(), name=f"due dates: {self._subject}")

    async def stop(self) -> None:
        """Cancel what is under way and the wait for the next due date, and wait until they have
        ended."""
        tasks = [*self._under_way.values(), *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look_at(self, subject: _Subject) -> None:
        """Look at one now."""
        self._due[subject] = self._clock.now()
        self._wake.set()

    def look_at_all(self) -> None:
        """Look at all of them now: the clock may have been set back."""
        for subject in [*self._due, *self._under_way]:
            self.look_at(subject)

    def retry(self, subject: _Subject) -> None:
        """Look at one now if something could not be shown there; in a cluster that may be another
        process's to know, and to note what was set."""
        if subject in self._refusing or self._store.cluster is not None:
            self.look_at(subject)

    def note_refusal(self, subject: _Subject) -> None:
        """Note that something could not be shown: `retry` shows it."""
        self._refusing.add(subject)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being advanced."""
        return not self._under_way

    @property
    def leads(self) -> bool:
        """Whether this process does what one of a cluster alone does."""
        cluster = self._store.cluster
        return cluster is None or cluster.leads

    async def _find(self) -> None:
        now, found = self._clock.now(), await self._find_all()
        self._due = {
            one: self._due.get(one, now)
            for one in found
            if one in self._due or one not in self._under_way
        }

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._begin_due()
            except Exception as error:  # noqa: BLE001 - it goes on when it can
                _log.error("%s: %s at %s", self._subject, count_error(error), place(error))
            await self._clock.wait(self._next_look(), self._wake)

    def _next_look(self) -> datetime | None:
        """Return when to look again, even if nothing wakes this."""
        times = [due for one, due in self._due.items() if one not in self._under_way]
        if self._store.cluster is None:
            return min(times, default=None)
        soon = self._clock.now() + self._look_together
        return min([soon, *times]) if self.leads else soon

    async def _begin_due(self) -> None:
        if self._store.cluster is not None:
            await self._find()
        now = self._clock.now()
        for one in sorted(one for one, due in self._due.items() if due <= now):
            if self.leads and one not in self._under_way:
                del self._due[one]
                name = f"{self._subject} {one}"
                task = self._under_way[one] = asyncio.create_task(self._try(one), name=name)
                task.add_done_callback(partial(self._end, one))

    def _end(self, subject: _Subject, task: asyncio.Task[None]) -> None:
        del self._under_way[subject]
        self._wake.set()

    async def _try(self, subject: _Subject) -> None:
        async with self._turns:
            self._refusing.discard(subject)
            try:
                until = await self._advance(subject)
            except Unavailable as failure:
                _log.info("%s %d: again soon: %s", self._subject, subject, failure)
                until = self._clock.now() + self._retry_delay
            except Exception as error:  # noqa: BLE001 - one's fault must not stop the others
                _log.error(
                    "%s %d: %s at %s", self._subject, subject, count_error(error), place(error)
                )
                until = self._clock.now() + self._retry_delay
        if until is not None:  # there may be news already
            self._due[subject] = min(until, self._due.get(subject, until))
