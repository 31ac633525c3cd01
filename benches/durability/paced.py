"""People at many tables who press as fast as they are answered.

The tables take turns. Slow answers make everybody press less often, quick ones more often: so a
busy machine is not overrun, and the measurement shows the bot.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter

from benches.durability.company import Company
from playground import ClientRefusal

TURN_RATES = (0.5, 60.0)
"""Fewest and most turns a second."""
SLOW_SECONDS = 0.7
"""Seconds of waiting from which an answer is slow."""
FASTER, SLOWER = 0.1, 0.8
"""A quick answer adds `FASTER` to the rate; a slow one multiplies it by `SLOWER`."""
MAX_WAITING = 12
"""Most tables waiting for an answer at once."""
TABLES_LOOKED_AT = 8
"""Most tables tried in a turn until one can press."""


class PacedTable:
    """The people of one table, who open it first."""

    def __init__(self, company: Company, options: dict[str, str]) -> None:
        self.company = company
        self._options = options
        self._opened = False

    @property
    def can_press(self) -> bool:
        return not self._opened or bool(self.company.unanswered or self.company.offers())

    async def press(self) -> None:
        """Open the table or make a press at it; raises TimeoutError without an answer."""
        if not self._opened:
            if not self.company.in_lobby:  # without its options a game is only longer
                with suppress(LookupError, ClientRefusal):
                    await self.company.open(self._options)
            self._opened = self.company.in_lobby
        elif self.company.unanswered:
            await self.company.press_again()
        elif offers := self.company.offers():
            await self.company.press_one_of(offers)


class PacedPlay:
    """Turns of many tables. `waits`: seconds for each answer; `late`: seconds of each delay."""

    def __init__(self, tables: Sequence[PacedTable]) -> None:
        self.tables = list(tables)
        """The tables at which people press."""
        self.rate = 2.0
        self.waits: list[float] = []
        self.late: list[float] = []
        self.unanswered = 0
        self._idle = deque(tables)
        self._under_way: set[asyncio.Task[None]] = set()
        self._slowed = 0.0

    async def play(self) -> None:
        """Play until cancelled."""
        due = perf_counter()
        try:
            while True:
                due = max(due + 1 / self.rate, perf_counter() - 1 / self.rate)
                await asyncio.sleep(max(0.0, due - perf_counter()))
                self.late.append(max(0.0, perf_counter() - due))
                if len(self._under_way) < MAX_WAITING and (table := self._next()):
                    task = asyncio.create_task(self._turn(table))
                    self._under_way.add(task)
                    task.add_done_callback(self._under_way.discard)
        finally:
            for task in self._under_way:
                task.cancel()
            await asyncio.gather(*self._under_way, return_exceptions=True)

    def _next(self) -> PacedTable | None:
        for _ in range(min(TABLES_LOOKED_AT, len(self._idle))):
            table = self._idle.popleft()
            if table in self.tables and table.can_press:
                return table
            self._idle.append(table)
        return None

    async def _turn(self, table: PacedTable) -> None:
        begun = perf_counter()
        try:
            await table.press()
        except TimeoutError:
            self.unanswered += 1
        finally:
            self._idle.append(table)
        self._adapt(perf_counter() - begun)

    def _adapt(self, waited: float) -> None:
        self.waits.append(waited)
        least, most = TURN_RATES
        now = perf_counter()
        if waited < SLOW_SECONDS:
            self.rate = min(most, self.rate + FASTER)
        elif now - self._slowed > 1:  # slow answers within a second count once
            self.rate, self._slowed = max(least, self.rate * SLOWER), now
