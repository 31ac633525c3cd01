"""A probe of whether Discord can be reached, for a bot without a gateway.

Anything from Discord proves that it can; after some silence the probe makes a call.

While it cannot, nobody can press anything, and the clocks of all tables stop.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta

from cogs.delivery.calls.undelivered import TransientFailure
from kwbot.tables.serving.downtime import Downtime
from kwbot.tables.serving.shards import WHOLE_BOT
from kwbot.tables.time.clock import Clock, sleep

PROBE_SILENCE = timedelta(seconds=20)
"""Silence after which the probe makes a call."""


class ReachabilityProbe:
    """Notes when Discord was last heard. `ask` makes it answer a call, or raises TransientFailure;
    `clock` is a steady one."""

    def __init__(
        self, ask: Callable[[], Awaitable[None]], downtime: Downtime, clock: Clock
    ) -> None:
        self._ask = ask
        self._downtime = downtime
        self._clock = clock
        self.heard_at = clock.now()

    def note_heard(self) -> None:
        """Note that something has come from Discord."""
        self.heard_at = self._clock.now()

    async def keep(self) -> None:
        """Watch whether Discord can be reached, until cancelled."""
        self.note_heard()
        while True:
            if self._clock.now() >= self.heard_at + PROBE_SILENCE and not await self._answers():
                self.stop_clocks()
            elif WHOLE_BOT in self._downtime.outages:
                await self._downtime.try_proceed()
            due, now = self.heard_at + PROBE_SILENCE, self._clock.now()
            await sleep(self._clock, due if due > now else now + PROBE_SILENCE)

    def stop_clocks(self) -> None:
        """Stop the clocks of all tables as of when Discord was last heard."""
        self._downtime.suspend(silence=self._clock.now() - self.heard_at)

    async def _answers(self) -> bool:
        try:
            await self._ask()
        except TransientFailure:
            return False
        self.note_heard()
        return True
