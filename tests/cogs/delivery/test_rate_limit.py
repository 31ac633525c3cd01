"""At most five calls in any five seconds, in order, by the injected clock."""

from __future__ import annotations

import asyncio

from cogs.delivery.rate_limit import RateLimit
from kwbot.tables.clock import HandClock


class Runners:
    """Several who want to call, and the times at which they could."""

    def __init__(self, count: int) -> None:
        self.clock = HandClock()
        self.start = self.clock.now()
        self.limit = RateLimit(self.clock, calls=5)
        self.went: list[tuple[int, float]] = []
        self.tasks = [asyncio.create_task(self._run(number)) for number in range(count)]

    async def _run(self, number: int) -> None:
        await self.limit.turn()
        self.went.append((number, (self.clock.now() - self.start).total_seconds()))

    async def advance(self, seconds: float) -> None:
        self.clock.advance(seconds)
        for _ in range(100):
            await asyncio.sleep(0)


async def test_five_go_at_once_and_the_others_when_there_is_room() -> None:
    runners = Runners(12)
    await runners.advance(0)
    assert len(runners.went) == 5
    await runners.advance(4.9)
    assert len(runners.went) == 5
    await runners.advance(0.1)
    assert len(runners.went) == 10
    await runners.advance(5)
    assert runners.went == [
        *((number, 0.0) for number in range(5)),
        *((number, 5.0) for number in range(5, 10)),
        *((number, 10.0) for number in range(10, 12)),
    ]


async def test_in_no_window_are_more_than_five() -> None:
    runners = Runners(40)
    for _ in range(120):
        await runners.advance(0.7)
    times = [time for _, time in runners.went]
    assert len(times) == 40
    assert all(late - early >= 5 for early, late in zip(times, times[5:], strict=False))


async def test_a_caller_who_gives_up_takes_nobodys_turn() -> None:
    runners = Runners(7)
    await runners.advance(0)
    runners.tasks[5].cancel()
    await runners.advance(5)
    assert [number for number, _ in runners.went] == [0, 1, 2, 3, 4, 6]


async def test_all_channels_together_have_a_limit_of_their_own() -> None:
    clock = HandClock()
    together = RateLimit(clock, 3, 1.0)
    limits = [RateLimit(clock, 5, over=together) for _ in range(4)]
    tasks = [asyncio.create_task(limit.turn()) for limit in limits for _ in range(2)]
    counts = []
    for _ in range(3):
        for _ in range(100):
            await asyncio.sleep(0)
        counts.append(sum(task.done() for task in tasks))
        clock.advance(1)
    assert counts == [3, 6, 8]
