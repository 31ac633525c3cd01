"""Thousands of tables behind Discord's limits, on virtual time: how long a new hand waits.

``python -m kwbot bench crowded``. The outlet, its tokens, lanes and limits are the bot's, as are
the loops that catch up; tables are reduced to who presses what and which message has to change.
Discord's limits are the playground's.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from heapq import heapify, heappop, heappush
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import discord
from discord import InteractionResponseType

from benches.figures import Figure, benchmark, one_in
from cogs.delivery.loop import Loop
from cogs.delivery.outlet import Outlet
from cogs.delivery.posts import Post
from cogs.delivery.rate_limit import Lane
from cogs.delivery.token_calls import Key
from cogs.screens.components import Screen, text_screen
from kwbot.playground.rates import Limited, Rates
from kwbot.tables.clock import HandClock

TABLES, MINUTES = 3000, 20.0
"""Longer than a token lives: then the channel is left to the bot's own calls if nobody presses."""
PACE = 5.0
"""Seconds between two actions at a table."""
SEATS, DEAL, GAME = 4, 60, 10
"""Players; actions in a deal, Ready included; deals until others sit at the table."""
TICK = 0.1
"""Seconds by which the clock moves."""


class Wire:
    """Discord as the outlet meets it: it takes everything within its limits."""

    def __init__(self, clock: HandClock) -> None:
        self.numbers = count(1)
        self.counted = self.limited = 0
        self._now = lambda: clock.now().timestamp()
        self._rates = Rates(self._now)
        self._tokens: dict[str, Rates] = {}

    def take(self, method: str, path: str) -> None:
        """A call of the bot's own."""
        self.counted += 1
        try:
            self._rates.take(method, path, counts=True)
        except Limited:
            self.limited += 1

    def by(self, key: Key) -> None:
        """A call by a token, each of which has a bucket of its own."""
        try:
            of_token = self._tokens.setdefault(key[1], Rates(self._now))
            of_token.take("POST", f"/webhooks/{key[0]}/{key[1]}", counts=False)
        except Limited:
            self.limited += 1
        if len(self._tokens) > 5000:
            del self._tokens[next(iter(self._tokens))]

    # --- what the outlet calls by a token -------------------------------------------------------

    async def post(self, key: Key, **parts: Any) -> int:
        self.by(key)
        return next(self.numbers)

    async def edit(self, key: Key, message: int, view: Screen, files: list[discord.File]) -> None:
        self.by(key)

    # --- what it calls through the client -------------------------------------------------------

    def get_partial_messageable(self, channel: int) -> WiredChannel:
        return WiredChannel(self, channel)


@dataclass(frozen=True, slots=True)
class WiredChannel:
    """A channel of the client's."""

    wire: Wire
    id: int

    async def send(self, **parts: Any) -> SimpleNamespace:
        self.wire.take("POST", f"/channels/{self.id}/messages")
        return SimpleNamespace(id=next(self.wire.numbers))

    def get_partial_message(self, message: int) -> SimpleNamespace:
        async def edit(**parts: Any) -> None:
            self.wire.take("PATCH", f"/channels/{self.id}/messages/{message}")

        return SimpleNamespace(edit=edit)


class WiredOutlet(Outlet):
    def __init__(self, clock: HandClock, wire: Wire) -> None:
        super().__init__(clock)
        self._client = cast("discord.Client", wire)
        self._by_token = wire  # type: ignore[assignment]


@dataclass(eq=False)
class Follower:
    """A message that follows a table: posted with a new deal, edited with what happens."""

    hall: Clubhouse
    channel: int
    lane: Lane
    waits: list[float]
    message: int = 0
    due: datetime | None = None
    """Since when it has to change."""
    new: bool = False
    loop: Loop = field(init=False)

    def __post_init__(self) -> None:
        self.loop = Loop(f"message in {self.channel}", self.hall.clock, self._work)

    def change(self, *, new: bool = False) -> None:
        """Have it drawn, or posted anew."""
        self.new = self.new or new
        self.due = self.due or self.hall.clock.now()
        if new:
            self.hall.outlet.hurry(self.channel)
        self.loop.poke()

    @property
    def shows_all(self) -> bool:
        return self.due is None

    async def _work(self) -> None:
        if self.due is None:
            return
        since, new = self.due, self.new
        if new:
            posted = await self.hall.outlet.post(self.channel, self._post)
            assert posted is not None
            self.message, self.new = posted.message, False
            self.waits.append((self.hall.clock.now() - since).total_seconds())
        else:
            await self.hall.outlet.edit(self.channel, self.message, self._view, self.lane)
            if self.new:
                return  # a new deal came meanwhile
        self.due = None

    async def _post(self) -> Post:
        return Post(self.hall.screen, str(next(self.hall.wire.numbers)))

    async def _view(self) -> Screen | None:
        return None if self.new else self.hall.screen


class Played:
    """A table at which somebody acts each few seconds."""

    def __init__(self, hall: Clubhouse, *, done: int, deals: int) -> None:
        self.hall = hall
        self.done, self.deals = done, deals
        self.table = Follower(hall, next(hall.wire.numbers), Lane.THEN, hall.table_waits)
        self._seat()
        for shown in (self.table, *self.hands):
            shown.message = next(hall.wire.numbers)
            hall.press(shown)  # of some time ago

    def _seat(self) -> None:
        """Let people sit down to whom the bot has not written yet."""
        hall = self.hall
        self.hands = [
            Follower(hall, next(hall.wire.numbers), Lane.FIRST, hall.hand_waits)
            for _ in range(SEATS)
        ]

    def act(self) -> bool:
        """Do the next thing. Return False if whoever is asked does not see it yet."""
        at = self.done % SEATS
        if self.done >= DEAL - SEATS:  # Ready
            where = self.table if self.hall.in_channel else self.hands[at]
        else:
            where = self.hands[at]
        if not where.shows_all:
            return False
        self.hall.press(where)
        self.done += 1
        if self.done == DEAL:
            self._deal()
            return True
        if self.done < DEAL - SEATS:
            self.hands[self.done % SEATS].change()
        if self.done % SEATS == 0:  # a trick, or the end
            self.table.change()
        return True

    def _deal(self) -> None:
        self.done, self.deals = 0, self.deals + 1
        if self.deals == GAME:
            self.deals = 0
            self._seat()
        self.table.change(new=True)
        for hand in self.hands:
            hand.change(new=True)


class Clubhouse:
    """Many such tables. `in_channel`: whether people ask for the next deal there."""

    def __init__(self, tables: int, *, in_channel: bool) -> None:
        self.clock = HandClock()
        self.wire = Wire(self.clock)
        self.outlet = WiredOutlet(self.clock, self.wire)
        self.screen = text_screen("A table.")
        self.in_channel = in_channel
        self.presses = 0
        self.hand_waits: list[float] = []
        self.table_waits: list[float] = []
        self._rng = rng = random.Random(1)
        self._tables = [
            Played(self, done=rng.randrange(DEAL), deals=rng.randrange(GAME)) for _ in range(tables)
        ]

    def press(self, shown: Follower) -> None:
        """Press on a message, and have the press answered by redrawing it."""
        number = next(self.wire.numbers)
        interaction = SimpleNamespace(
            id=number,
            token=f"token {number}",
            application_id=1,
            channel_id=shown.channel,
            user=SimpleNamespace(id=1),
            message=SimpleNamespace(id=shown.message),
        )
        self.outlet.tokens.arrived(cast("discord.Interaction", interaction))
        kind = InteractionResponseType.message_update
        self.outlet.tokens.answered(interaction.token, kind, None)
        self.presses += 1

    async def evening(self, minutes: float) -> None:
        """Play for so long."""
        self.presses = 0
        now = 0.0
        plan = [(self._rng.uniform(0, PACE), at) for at in range(len(self._tables))]
        heapify(plan)
        while now < 60 * minutes:
            while plan[0][0] <= now:
                _, at = heappop(plan)
                acted = self._tables[at].act()
                pause = self._rng.uniform(0.5, 1.5) * PACE if acted else TICK
                heappush(plan, (now + pause, at))
            for _ in range(4):
                await asyncio.sleep(0)
            self.clock.advance(TICK)
            now += TICK
        # Those who still wait have waited at least so long.
        for table in self._tables:
            for shown in (table.table, *table.hands):
                if shown.new and shown.due is not None:
                    shown.waits.append((self.clock.now() - shown.due).total_seconds())
                await shown.loop.stop()


@benchmark("crowded", f"{TABLES} tables behind Discord's limits, on virtual time")
def measure() -> Iterable[Figure]:
    for in_channel, where in ((True, "the channel"), (False, "direct messages")):
        hall = Clubhouse(TABLES, in_channel=in_channel)
        asyncio.run(hall.evening(MINUTES))
        what = f"next deal asked for in {where}"
        yield Figure(f"{what}: presses", hall.presses / MINUTES / 60, "presses/s")
        yield Figure(f"{what}: counted calls to a press", hall.wire.counted / hall.presses, "calls")
        yield Figure(f"{what}: a hand waits (p99)", one_in(100, hall.hand_waits), "s", 2.0)
        yield Figure(f"{what}: a new table waits (p99)", one_in(100, hall.table_waits), "s")
        yield Figure(f"{what}: answers 429", hall.wire.limited, "answers", 0.0)
