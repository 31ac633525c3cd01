"""A loop that works whenever there may be something to do."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from cogs.delivery.calls.undelivered import TransientFailure
from kwbot.logs import place_of
from kwbot.metrics import count_error
from kwbot.storage.backend.failures import StorageError
from kwbot.tables.errors.refusals import NoTable
from kwbot.tables.time.clock import Clock, sleep

_log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[datetime | None]]

BACKOFF_SECONDS = (1, 2, 4, 8, 15, 30, 60)


class CatchUpLoop:
    """Makes one pass after another, never two at a time; costs nothing while idle. `work` returns
    when to work again even without a poke (None: only at a poke). After a TransientFailure or a
    StorageError it is retried after growing pauses."""

    def __init__(self, name: str, clock: Clock, work: Work) -> None:
        self._name = name
        self._clock = clock
        self._work = work
        self._wake: asyncio.Event | None = None
        """Only while it runs: when there are many tables, most loops are idle."""
        self._task: asyncio.Task[None] | None = None
        self._until: datetime | None = None
        """When the next pass is due, while waiting for it."""
        self._failures = 0
        self.ended = False
        """Whether the loop has ended; only a block under `wholly` is still finished."""
        self._whole = False

    @property
    def idle(self) -> bool:
        return self._task is None or self._task.done()

    def poke(self) -> None:
        """Work soon: there may be something to do."""
        if self.ended:
            return
        if self._wake is None or self.idle:
            self._wake = asyncio.Event()
            self._task = asyncio.create_task(self._run(self._wake), name=self._name)
        self._wake.set()

    def poke_by(self, due: datetime | None) -> None:
        """Work at `due` at the latest (None: soon)."""
        if due is None or self.idle or self._until is None or due < self._until:
            self.poke()

    async def rest(self) -> None:
        """Wait until the present work is done."""
        if self._task:
            await asyncio.wait({self._task})

    def end(self) -> None:
        """Stop working for ever, whoever pokes."""
        self.ended = True
        if self._task and not self._whole:
            self._task.cancel()

    @contextmanager
    def wholly(self) -> Iterator[None]:
        """Keep `end` from interrupting the block. Raises NoTable after it if the loop has ended."""
        self._whole = True
        try:
            yield
        finally:
            self._whole = False
        if self.ended:
            raise NoTable

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, wake: asyncio.Event) -> None:
        while True:
            wake.clear()
            until = await self._pass()
            if self.ended or (until is None and not wake.is_set()):
                self._wake = self._task = None
                return
            self._until = until
            await self._clock.wait(until, wake)
            self._until = None

    async def _pass(self) -> datetime | None:
        try:
            until = await self._work()
        except (TransientFailure, StorageError):
            await self._back_off()
            return self._clock.now()
        except NoTable:  # closed meanwhile
            return None
        except Exception as error:  # noqa: BLE001 - the type alone: a message could hold cards
            _log.error("%s failed: %s at %s", self._name, count_error(error), place_of(error))
            return None
        self._failures = 0
        return until

    async def _back_off(self) -> None:
        """Wait, even if poked: news does not hurry a server that is down."""
        pause = BACKOFF_SECONDS[min(self._failures, len(BACKOFF_SECONDS) - 1)]
        self._failures += 1
        _log.info("%s: trying again in %d s", self._name, pause)
        await sleep(self._clock, self._clock.now() + timedelta(seconds=pause))
