"""What is due by the calendar, on servers or at evenings. In a cluster the leader handles it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Generic, TypeVar

from kwbot.logs import place_of
from kwbot.metrics import count_error
from kwbot.storage.store import Store
from kwbot.tables.errors.delivery_errors import Unavailable
from kwbot.tables.time.clock import Clock

_log = logging.getLogger(__name__)
_Subject = TypeVar("_Subject", bound=int)

RETRY_DELAY = timedelta(minutes=1)
"""Time until something that failed is tried again."""
CLUSTER_SEARCH_INTERVAL = timedelta(minutes=1)
"""Time between two searches for subjects in a cluster, where other processes may change them."""


class DueDates(Generic[_Subject]):
    """The times at which to look at each of many numbered subjects next.

    `find` returns all subjects. `advance` does whatever is due at one of them by the stored state,
    and returns when to look there next (None: never). If it raises, it is called again soon. This
    class does not remember what it did.
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
        cluster_interval: timedelta = CLUSTER_SEARCH_INTERVAL,
    ) -> None:
        """`subject`: the word for one in logs; `at_once`: how many advance at the same time;
        `cluster_interval`: how often all are found again in a cluster."""
        self._store = store
        self._clock = clock
        self._subject = subject
        self._find_all = find
        self._advance = advance
        self._turns = asyncio.Semaphore(at_once)
        self._retry_delay = retry_delay
        self._cluster_interval = cluster_interval
        self._due: dict[_Subject, datetime] = {}
        self._under_way: dict[_Subject, asyncio.Task[None]] = {}
        self._refusing: set[_Subject] = set()
        """The subjects at which something could not be shown at the last look."""
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def resume(self) -> None:
        """Find all subjects and begin to look at them; a second call does nothing."""
        if self._task is None:
            await self._find_subjects()
            self._task = asyncio.create_task(self._run(), name=f"due dates: {self._subject}")

    async def stop(self) -> None:
        """Cancel all that is under way, and wait until it has ended."""
        tasks = [*self._under_way.values(), *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look_at(self, subject: _Subject) -> None:
        """Look at a subject now."""
        self._due[subject] = self._clock.now()
        self._wake.set()

    def look_at_all(self) -> None:
        """Look at all subjects now, as the clock may have been set back."""
        for subject in [*self._due, *self._under_way]:
            self.look_at(subject)

    def retry(self, subject: _Subject) -> None:
        """Look at a subject now if something could not be shown there. In a cluster, where perhaps
        only another process knows that, always look."""
        if subject in self._refusing or self._store.cluster is not None:
            self.look_at(subject)

    def note_refusal(self, subject: _Subject) -> None:
        """Note that something could not be shown at a subject, so that `retry` looks at it."""
        self._refusing.add(subject)

    @property
    def is_idle(self) -> bool:
        """Whether no subject is being advanced."""
        return not self._under_way

    @property
    def leads(self) -> bool:
        """Whether this process does what only one of a cluster may do."""
        cluster = self._store.cluster
        return cluster is None or cluster.leads

    async def _find_subjects(self) -> None:
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
            except Exception as error:  # noqa: BLE001 - tried again
                _log.error("%s: %s at %s", self._subject, count_error(error), place_of(error))
            await self._clock.wait(self._next_look(), self._wake)

    def _next_look(self) -> datetime | None:
        """Return when to look again at the latest."""
        times = [due for one, due in self._due.items() if one not in self._under_way]
        if self._store.cluster is None:
            return min(times, default=None)
        soon = self._clock.now() + self._cluster_interval
        return min([soon, *times]) if self.leads else soon

    async def _begin_due(self) -> None:
        if self._store.cluster is not None:
            await self._find_subjects()
        now = self._clock.now()
        for one in sorted(one for one, due in self._due.items() if due <= now):
            if self.leads and one not in self._under_way:
                del self._due[one]
                name = f"{self._subject} {one}"
                task = self._under_way[one] = asyncio.create_task(self._try_advance(one), name=name)
                task.add_done_callback(partial(self._note_end, one))

    def _note_end(self, subject: _Subject, task: asyncio.Task[None]) -> None:
        del self._under_way[subject]
        self._wake.set()

    async def _try_advance(self, subject: _Subject) -> None:
        async with self._turns:
            self._refusing.discard(subject)
            try:
                until = await self._advance(subject)
            except Unavailable as failure:
                _log.info("%s %d: again soon: %s", self._subject, subject, failure)
                until = self._clock.now() + self._retry_delay
            except Exception as error:  # noqa: BLE001 - it must not stop the others
                _log.error(
                    "%s %d: %s at %s", self._subject, subject, count_error(error), place_of(error)
                )
                until = self._clock.now() + self._retry_delay
        if until is not None:  # `look_at` may have set an earlier time
            self._due[subject] = min(until, self._due.get(subject, until))
