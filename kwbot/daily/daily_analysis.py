"""The analysis of a deal of the day: a strong player's line, and the best possible one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from kwbot.daily import daily_deal
from kwbot.daily.daily_deal import after_moves, points_of
from kwbot.engine.deals.variant import Variant
from kwbot.metrics import count_error
from kwbot.solo.best_line import best_line
from kwbot.solo.computer_moves import TurnTakers, played_out
from kwbot.solo.solo_deal import STRONG_LEVEL
from kwbot.storage.store import Store
from kwbot.storage.values.stored_dailies import StoredDaily

_log = logging.getLogger(__name__)


class DailyAnalysis:
    """Analyses the deals under way, in the background."""

    def __init__(self, store: Store, computers: TurnTakers, games: Mapping[str, Variant]) -> None:
        self._store = store
        self._computers = computers
        self._games = games
        self._task: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        """Cancel the running analysis, and wait until it has ended."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def wait(self) -> None:
        """Wait until the running analysis has ended."""
        if self._task is not None:
            await self._task

    def begin(self) -> None:
        """Begin to analyse the deals under way, unless an analysis is running."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._analyse_all(), name="strong player")

    async def _analyse_all(self) -> None:
        """Analyse one deal after the other, including those opened meanwhile."""
        seen = set[int]()
        while found := [one for one in await self._store.daily.under_way() if one.id not in seen]:
            for step in (self._play_strongly, self._look_for_more):
                for daily in found:
                    await self._try(step, daily)
            seen |= {daily.id for daily in found}

    async def _try(
        self, step: Callable[[StoredDaily], Awaitable[None]], daily: StoredDaily
    ) -> None:
        try:
            await step(daily)
        except Exception as error:  # noqa: BLE001 - logged by type alone, as it may hold cards
            _log.error("the strong player failed: %s", count_error(error))

    async def _play_strongly(self, daily: StoredDaily) -> None:
        if daily.strong_points is not None:
            return
        begun = daily_deal.begin(daily, self._games, daily_deal.STRONG_NAME)
        solo = await played_out(self._computers, begun, STRONG_LEVEL)
        await self._store.daily.change(
            daily.id, strong=tuple(solo.lines), strong_points=points_of(solo)
        )

    async def _look_for_more(self, daily: StoredDaily) -> None:
        """Find the best possible line, starting from the strong player's."""
        now = await self._store.daily.load(daily.id)
        if now is None or now.strong_points is None or now.possible_points is not None:
            return
        line = after_moves(now, self._games, daily_deal.STRONG_NAME, now.strong)
        best = await best_line(self._computers, line, points_of)
        await self._store.daily.change(daily.id, possible_points=points_of(best))
