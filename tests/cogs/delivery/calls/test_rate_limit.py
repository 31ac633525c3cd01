"""At most five calls in any five seconds, in order, by the injected clock."""

from __future__ import annotations

import asyncio
from collections import Counter

from benches.stand_ins import HandClock
from cogs.delivery.calls.rate_limit import CARD_PATIENCE, SHARES, Lane, RateLimit, Wish


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


class Queue:
    """Calls of two lanes behind one that has taken the only place."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.limit = RateLimit(self.clock, 1, 1.0)
        self.went: list[str] = []
        self.wishes: dict[str, Wish] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def call(self, name: str, lane: Lane) -> None:
        self.wishes[name] = Wish(lane)
        self._tasks.append(asyncio.create_task(self._run(name)))

    async def _run(self, name: str) -> None:
        await self.limit.turn(self.wishes[name])
        self.went.append(name)

    async def served(self) -> list[str]:
        """Let time pass until all have called."""
        while not all(task.done() for task in self._tasks):
            await self.settled()
            self.clock.advance(1)
        return self.went

    async def settled(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)


async def test_a_hand_goes_before_the_drawings_that_came_earlier() -> None:
    queue = Queue()
    for name in ("first", "table 1", "table 2"):
        queue.call(name, Lane.TRICK)
    await queue.settled()
    queue.call("hand 1", Lane.FIRST)
    queue.call("hand 2", Lane.FIRST)
    assert await queue.served() == ["first", "hand 1", "hand 2", "table 1", "table 2"]


async def test_what_waits_can_be_hurried() -> None:
    queue = Queue()
    for name in ("first", "table 1", "table 2"):
        queue.call(name, Lane.TRICK)
    await queue.settled()
    queue.wishes["table 2"].hurry(Lane.FIRST)
    assert await queue.served() == ["first", "table 2", "table 1"]
    assert not queue.limit.busy


async def test_lanes_hold_where_all_channels_wait_together() -> None:
    clock = HandClock()
    together = RateLimit(clock, 1, 1.0)
    went: list[str] = []

    async def call(name: str, lane: Lane) -> None:
        await RateLimit(clock, over=together).turn(Wish(lane))
        went.append(name)

    calls = [("first", Lane.TRICK), ("table", Lane.TRICK), ("hand", Lane.FIRST)]
    tasks = [asyncio.create_task(call(*one)) for one in calls]
    while not all(task.done() for task in tasks):
        for _ in range(20):
            await asyncio.sleep(0)
        clock.advance(1)
    assert went == ["first", "hand", "table"]


async def test_a_channel_keeps_its_pace_though_its_calls_wait_for_the_others() -> None:
    clock = HandClock()
    together = RateLimit(clock, 1, 7.0)
    limit = RateLimit(clock, 1, 5.0, over=together)
    times: list[float] = []

    async def call() -> None:
        await limit.turn()
        times.append(clock.now().timestamp())

    await together.turn()
    tasks = [asyncio.create_task(call()) for _ in range(2)]
    for _ in range(40):
        for _ in range(20):
            await asyncio.sleep(0)
        clock.advance(0.5)
    assert all(task.done() for task in tasks)
    assert times[1] - times[0] >= 5


class Office:
    """Calls of all lanes that share nine places a second."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.limit = RateLimit(self.clock, 9, 1.0, shares=SHARES)
        self.went: list[Lane] = []
        self._tasks: list[asyncio.Task[None]] = []

    def call(self, lane: Lane, times: int = 1) -> Wish:
        wishes = [Wish(lane) for _ in range(times)]
        self._tasks += [asyncio.create_task(self._run(wish)) for wish in wishes]
        return wishes[0]

    async def _run(self, wish: Wish) -> None:
        await self.limit.turn(wish)
        self.went.append(wish.lane)

    async def passes(self, seconds: float = 0) -> dict[Lane, int]:
        """Let so much time pass. Return how many of each lane went meanwhile."""
        self.went.clear()
        self.clock.advance(seconds)
        for _ in range(50):
            await asyncio.sleep(0)
        return Counter(self.went)


async def test_cards_leave_room_for_tricks_and_tricks_for_what_somebody_waits_for() -> None:
    office = Office()
    office.call(Lane.CARD, 9)
    assert await office.passes() == {Lane.CARD: 5}
    office.call(Lane.TRICK, 9)
    assert await office.passes() == {Lane.TRICK: 2}
    office.call(Lane.FIRST, 9)
    assert await office.passes() == {Lane.FIRST: 2}
    assert await office.passes(1) == {Lane.FIRST: 7}
    assert await office.passes(1) == {Lane.TRICK: 7}


async def test_a_card_that_makes_a_trick_goes_as_one() -> None:
    office = Office()
    office.call(Lane.CARD, 5)
    await office.passes()
    wish = office.call(Lane.CARD)
    assert await office.passes() == {}
    wish.hurry(Lane.TRICK)
    assert await office.passes() == {Lane.TRICK: 1}
    wish.hurry(Lane.CARD)
    assert wish.lane is Lane.TRICK


async def test_no_card_waits_for_ever_behind_tricks() -> None:
    office = Office()
    office.call(Lane.TRICK, 7)
    await office.passes()
    card, waited = office.call(Lane.CARD), 0.0
    while card.lane is Lane.CARD:
        office.call(Lane.TRICK, 7)
        assert await office.passes() == {}
        assert await office.passes(1) == {Lane.TRICK: 7}
        waited += 1
    assert waited == CARD_PATIENCE.total_seconds()
