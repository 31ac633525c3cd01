"""Whether Discord can be reached, where no gateway tells: what comes shows it, else it is asked.

While it cannot, nobody can press anything, and the time of all tables stands still.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta

from cogs.delivery.calls.undelivered import TransientFailure
from kwbot.tables.serving.downtime import Downtime
from kwbot.tables.serving.shards import WHOLE_BOT
from kwbot.tables.time.clock import Clock, sleep

PULSE_SILENCE = timedelta(seconds=20)
"""After so long without a word Discord is asked for one."""


class ReachabilityProbe:
    """`ask` makes Discord answer something, or raises TransientFailure; `clock` is a steady one."""

    def __init__(
        self, ask: Callable[[], Awaitable[None]], downtime: Downtime, clock: Clock
    ) -> None:
        self._ask = ask
        self._downtime = downtime
        self._clock = clock
        self.heard_at = clock.now()

    def heard(self) -> None:
        """Note that something has come from Discord."""
        self.heard_at = self._clock.now()

    async def keep(self) -> None:
        """Look on and on whether Discord can be reached."""
        self.heard()
        while True:
            if self._clock.now() >= self.heard_at + PULSE_SILENCE and not await self._answers():
                self.lost()
            elif WHOLE_BOT in self._downtime.outages:
                await self._downtime.try_proceed()
            due, now = self.heard_at + PULSE_SILENCE, self._clock.now()
            await sleep(self._clock, due if due > now else now + PULSE_SILENCE)

    def lost(self) -> None:
        """Let nobody's time run since Discord was last heard."""
        self._downtime.suspend(silence=self._clock.now() - self.heard_at)

    async def _answers(self) -> bool:
        try:
            await self._ask()
        except TransientFailure:
            return False
        self.heard()
        return True
