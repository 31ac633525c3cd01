"""People at many tables who press at the rate at which they are answered.

One table after the other has its turn. Where answers take long all press less often, as where they
come quickly all press more often: so a machine that has other things to do is not overrun, and
what is measured is the bot's.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter

from benches.durability.company import Company
from playground import ClientRefusal

TURN_RATES = (0.5, 60.0)
"""Turns a second, at least and at most."""
SLOW_SECONDS = 0.7
"""Seconds; who waits longer for an answer finds the bot slow."""
FASTER, SLOWER = 0.1, 0.8
"""What the rate grows by where an answer is quick, and falls to where one is slow."""
MAX_WAITING = 12
"""Tables at which somebody waits for an answer, at most."""
TABLES_LOOKED_AT = 8
"""Tables of a turn that are looked at until somebody can press."""


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
        """Raises TimeoutError where nobody answers."""
        if not self._opened:
            if not self.company.in_lobby:  # without options a game is longer
                with suppress(LookupError, ClientRefusal):
                    await self.company.open(self._options)
            self._opened = self.company.in_lobby
        elif self.company.unanswered:
            await self.company.press_again()
        elif offers := self.company.offers():
            await self.company.press_one_of(offers)


class PacedPlay:
    """`waits`: seconds for each answer; `late`: by how much turns of this process came late."""

    def __init__(self, tables: Sequence[PacedTable]) -> None:
        self.tables = list(tables)
        """Those at which people press."""
        self.rate = 2.0
        self.waits: list[float] = []
        self.late: list[float] = []
        self.unanswered = 0
        self._idle = deque(tables)
        self._under_way: set[asyncio.Task[None]] = set()
        self._slowed = 0.0

    async def play(self) -> None:
        """For ever, until cancelled."""
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
        elif now - self._slowed > 1:  # answers that were slow together are slow once
            self.rate, self._slowed = max(least, self.rate * SLOWER), now
