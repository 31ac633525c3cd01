"""A deal of the day that many people play at the same time: what a press waits, and what it costs.

Without Discord: every answer is one of an interaction, which no limit counts.
"""

from __future__ import annotations

import asyncio
import random
import resource
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from benches.figures import Figure, benchmark, one_in
from kwbot.daily.daily_manager import DailyDeals
from kwbot.daily.daily_venue import DailyNews
from kwbot.engine.actions import Action
from kwbot.engine.errors import RuleViolation
from kwbot.players import ACCELERATED
from kwbot.solo.computer_moves import SharedAnswers
from kwbot.solo.solo_deal import SoloDeal
from kwbot.storage.store import Store
from kwbot.storage.values.stored import DailyPlan, StoredDaily
from kwbot.tables.serving.game_manager import Tables
from kwbot.tables.thinking.services import NoDisplay
from kwbot.tables.thinking.worker_pool import WorkerPool
from kwbot.tables.time.clock import SystemClock
from kwbot.variants import games

PEOPLE, SECONDS = 500, 600.0
THOUGHT = 8.0
"""Seconds between a person's presses."""
GUILD = 1


class NoVenue:
    """A venue that shows nothing."""

    async def show(self, news: DailyNews) -> int:
        return news.daily.id

    async def complain(self, plan: DailyPlan, user: int) -> None:
        """Nothing is refused."""


@dataclass
class DailyCrowd:
    """People who press whatever they can, at random. `waits`: seconds of each press."""

    dailies: DailyDeals
    daily: StoredDaily
    waits: list[float] = field(default_factory=list)

    async def play(self, user: int, rng: random.Random, later: float, thought: float) -> None:
        await asyncio.sleep(later)
        begun = perf_counter()
        hand = await self.dailies.begin(self.daily, user, f"user {user}")
        self.waits.append(perf_counter() - begun)
        while hand.solo.deal is not None:
            await asyncio.sleep(rng.uniform(0, 2 * thought))
            seed, begun = rng.random(), perf_counter()

            def anything(solo: SoloDeal, seed: float = seed) -> Action:
                return solo.asked.sample(random.Random(seed))

            try:
                hand = await self.dailies.hand(hand.play.id, GUILD, user, "")
                hand = await self.dailies.act(hand, hand.play.seq, anything)
            except RuleViolation:  # a bid that cannot be made
                continue
            self.waits.append(perf_counter() - begun)


def cpu() -> float:
    """The processor seconds that this process and those that have ended have taken."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


async def played(
    game: str, people: int, seconds: float, thought: float
) -> tuple[DailyCrowd, float]:
    """Let so many people begin a deal within so many seconds; return what they waited, and the
    processor seconds of it all."""
    rng, before = random.Random(1), cpu()
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{Path(folder) / 'kwbot.sqlite3'}")
        workers = WorkerPool(1)
        workers.start()
        clock = SystemClock()
        lost_time = Tables(store, clock, NoDisplay(), workers, games()).lost_time
        answers = SharedAnswers(workers)
        dailies = DailyDeals(store, clock, answers, NoVenue(), games(), lost_time)
        plan = DailyPlan(guild_id=GUILD, channel_id=1, games=(game,), preset="", language="en")
        await store.set_daily_plan(plan)
        await dailies.advance(GUILD)
        daily = await dailies.today(GUILD)
        assert daily is not None
        crowd = DailyCrowd(dailies, daily)
        plays = (
            crowd.play(user, random.Random(user), rng.uniform(0, seconds), thought)
            for user in range(1, people + 1)
        )
        await asyncio.gather(*plays)
        await dailies.stop()
        await workers.stop()
        await store.close()
    return crowd, cpu() - before


@benchmark("daily", "500 people play the deal of the day within ten minutes")
def daily() -> Iterator[Figure]:
    for game in ("whist", "kombinations-whist"):
        yield from measured(game, PEOPLE, SECONDS, THOUGHT)


def measured(game: str, people: int, seconds: float, thought: float) -> Iterator[Figure]:
    crowd, used = asyncio.run(played(game, people, seconds, thought))
    compiled = "compiled" if ACCELERATED else "not compiled"
    what = f"{game}, {compiled}"
    yield Figure(f"{what}: presses", len(crowd.waits), "presses")
    yield Figure(f"{what}: CPU of a press", 1000 * used / len(crowd.waits), "ms")
    yield Figure(f"{what}: a press waits (median)", one_in(2, crowd.waits), "s")
    yield Figure(f"{what}: a press waits (p99)", one_in(100, crowd.waits), "s", 3.0)
