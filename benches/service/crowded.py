"""Thousands of tables behind Discord's limits, on virtual time: how long a new hand waits.

``python -m kwbot bench crowded``. The calls, its tokens, lanes and limits are the bot's, as are
the loops that catch up; tables are reduced to who presses what and which message has to change.
Discord's limits are the playground's.
"""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
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
from benches.stand_ins import HandClock
from cogs.delivery.calls.catch_up_loop import CatchUpLoop
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.calls.interaction_tokens import TokenKey
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.token_calls import TokenCalls
from cogs.delivery.messages.rhythm import DRAWING_INTERVAL
from cogs.screens.parts.components import Screen, text_screen
from playground.api.rates import Limited, Rates

TABLES_CROWDED, MINUTES = 3000, 15.0
"""Longer than a token lives: then the channel is left to the bot's own calls if nobody presses."""
ACT_SECONDS = 5.0
"""Seconds between two actions at a table."""
MOST_WAITS = {1: 1.0, 50: 1.0, 200: 1.0, 450: 1.0, 1000: 30.0}
"""Tables of people who play by direct message, and how long a finished trick waits there, at most,
until it is in the channel, 19 times of 20."""
QUICK_ACT_SECONDS, SHORT_MINUTES = 4.0, 4.0
"""Their pace, and for how many minutes they play."""
MOST_CALLS, MOST_CALLS_OF_ALL = 37.0, 45.0
"""Counted calls a second, at most: up to a thousand tables, and with all. A thousand need eight for
results and new deals; with the rest of 60 % of Discord's limit a trick would wait there for 35 s.
Results of three thousand come at once all the same, within 90 % of the limit."""
SEATS, ACTS_A_DEAL, DEALS_A_GAME = 4, 60, 10
"""Players; actions in a deal, Ready included; deals until others sit at the table."""
TICK_STEP = 0.1
"""Seconds by which the clock moves."""


class AlarmClock(HandClock):
    """A clock that wakes only those whose time has come: thousands wait."""

    def __init__(self) -> None:
        super().__init__()
        self._alarms: dict[asyncio.Event, datetime] = {}

    def advance(self, seconds: float) -> None:
        super().advance(seconds)
        now = self.now()
        for wake in [wake for wake, until in self._alarms.items() if until <= now]:
            wake.set()

    async def wait(self, until: datetime | None, wake: asyncio.Event) -> None:
        if until is not None and until <= self.now():
            return
        if until is not None:
            self._alarms[wake] = until
        try:
            await wake.wait()
        finally:
            self._alarms.pop(wake, None)


class Wire:
    """Discord as the bot's calls meet it: it takes everything within its limits."""

    def __init__(self, clock: HandClock) -> None:
        self.numbers = count(discord.utils.time_snowflake(clock.now()))
        self.counted = self.limited = 0
        self._now = lambda: clock.now().timestamp()
        self._rates = Rates(self._now)
        self._tokens: OrderedDict[str, Rates] = OrderedDict()

    def take(self, method: str, path: str) -> None:
        """A call of the bot's own."""
        self.counted += 1
        try:
            self._rates.take(method, path, counts=True)
        except Limited:
            self.limited += 1

    def by(self, key: TokenKey) -> None:
        """A call by a token, each of which has a bucket of its own."""
        try:
            of_token = self._tokens.setdefault(key[1], Rates(self._now))
            of_token.take("POST", f"/webhooks/{key[0]}/{key[1]}", counts=False)
        except Limited:
            self.limited += 1
        if len(self._tokens) > 5000:
            self._tokens.popitem(last=False)

    # --- what is called by a token -------------------------------------------------------------

    async def post(self, key: TokenKey, **parts: Any) -> int:
        self.by(key)
        return next(self.numbers)

    async def edit(
        self, key: TokenKey, message: int, view: Screen, files: list[discord.File]
    ) -> None:
        self.by(key)

    # --- what it calls through the client -------------------------------------------------------

    def get_partial_messageable(self, channel_id: int) -> WiredChannel:
        return WiredChannel(self, channel_id)


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


class WiredCalls(DiscordCalls):
    def __init__(self, clock: HandClock, wire: Wire) -> None:
        super().__init__(clock)
        self.client.discord = cast("discord.Client", wire)
        self.messages.by_token = cast("TokenCalls", wire)


@dataclass(eq=False)
class Follower:
    """A message that follows a table: posted with a new deal, edited with what happens."""

    hall: Clubhouse
    channel: int
    waits: list[float]
    """Where it is noted how long a new deal waits, in seconds."""
    message: int = 0
    owed: bool = False
    """Whether it has to show something, whatever that costs."""
    new: datetime | None = None
    """Since when it has to be posted anew."""
    unseen: list[tuple[datetime, list[float]]] = field(default_factory=list)
    """What it does not show yet: since when, and where it is noted how long that waits."""
    loop: CatchUpLoop = field(init=False)

    def __post_init__(self) -> None:
        self.loop = CatchUpLoop(f"message in {self.channel}", self.hall.clock, self._work)

    def deal(self) -> None:
        """Have it posted anew."""
        self.owed, self.new = True, self.new or self.hall.clock.now()
        self.hall.calls.client.hurry(self.channel, Lane.FIRST)
        self.loop.poke()

    def change(self, waits: list[float], *, owed: bool = False) -> None:
        """Have it drawn with something new. `waits`: where it is noted how long that waits."""
        self.unseen.append((self.hall.clock.now(), waits))
        self.owed = self.owed or owed
        self.hall.calls.client.hurry(self.channel, self._lane())
        self.loop.poke()

    def note_answer(self) -> None:
        """Note that the answer to a press on it has drawn it."""
        self._note_seen(self.unseen)
        self.owed, self.unseen = False, []

    def _note_seen(self, seen: Iterable[tuple[datetime, list[float]]]) -> None:
        for since, waits in seen:
            waits.append((self.hall.clock.now() - since).total_seconds())

    async def _work(self) -> datetime | None:
        if self.new is not None:
            self._note_seen([(self.new, self.waits), *await self._post_anew()])
        elif self.unseen:
            now = self.hall.clock.now()
            due = now if self.owed else self._due()
            if due is None or due > now:
                return due
            await self._edit()
        return None

    def _due(self) -> datetime | None:
        """Return when it is drawn again; None: not before it owes something."""
        raise NotImplementedError

    async def _post_anew(self) -> list[tuple[datetime, list[float]]]:
        """Post it anew. Return what it shows now."""
        posted = await self.hall.calls.messages.post(self.channel, self._post)
        assert posted is not None
        self.message, self.owed, self.new = posted.message, False, None
        seen, self.unseen = self.unseen, []
        return seen

    async def _post(self) -> Post:
        return Post(self.hall.screen, str(next(self.hall.wire.numbers)))

    async def _edit(self) -> None:
        seen: list[tuple[datetime, list[float]]] = []

        async def view() -> Screen | None:
            nonlocal seen
            if self.new is not None:
                return None
            seen, self.unseen, self.owed = self.unseen, [], False
            return self.hall.screen

        await self.hall.calls.messages.edit(self.channel, self.message, view, self._lane())
        self._note_seen(seen)

    def _lane(self) -> Lane:
        return Lane.FIRST


class HandFollower(Follower):
    """A player's hand: what others play is shown where that is free."""

    def _due(self) -> datetime | None:
        return None if self.hall.calls.client.counts(self.message) else self.hall.clock.now()


class TableFollower(Follower):
    """A table's message in the channel; what it owes is a result."""

    drawn: datetime | None = None

    def _due(self) -> datetime | None:
        if self.drawn is None or not self.hall.calls.client.counts(self.message):
            return self.hall.clock.now()
        return self.drawn + DRAWING_INTERVAL

    def _lane(self) -> Lane:
        if self.owed:
            return Lane.FIRST
        tricks = self.hall.trick_waits
        return Lane.TRICK if any(waits is tricks for _, waits in self.unseen) else Lane.CARD

    def _note_seen(self, seen: Iterable[tuple[datetime, list[float]]]) -> None:
        super()._note_seen(seen)
        self.drawn = self.hall.clock.now()


class Played:
    """A table at which somebody acts each few seconds."""

    def __init__(self, hall: Clubhouse, *, done: int, deals: int) -> None:
        self.hall = hall
        self.done, self.deals = done, deals
        self.table = TableFollower(hall, next(hall.wire.numbers), hall.table_waits)
        self._seat()
        for shown in (self.table, *self.hands):
            shown.message = next(hall.wire.numbers)
        for pressed in (*([self.table] if hall.in_channel else []), *self.hands):
            hall.press(pressed)  # of some time ago

    def _seat(self) -> None:
        """Let people sit down to whom the bot has not written yet."""
        hall = self.hall
        self.hands = [
            HandFollower(hall, next(hall.wire.numbers), hall.hand_waits) for _ in range(SEATS)
        ]

    def act(self) -> bool:
        """Do the next thing. Return False if whoever is asked does not see it yet."""
        hall, at = self.hall, self.done % SEATS
        ready = self.done >= ACTS_A_DEAL - SEATS
        where = self.table if ready and hall.in_channel else self.hands[at]
        if where.owed:
            return False
        hall.press(where)
        self.done += 1
        if self.done == ACTS_A_DEAL:
            self._deal()
        elif not ready:
            self._show(at)
        return True

    def _show(self, player: int) -> None:
        """Show everybody else a card that a player has just played."""
        hall, last = self.hall, self.done == ACTS_A_DEAL - SEATS
        for seat, hand in enumerate(self.hands):
            if seat != player:
                hand.change(hall.card_waits, owed=last or seat == self.done % SEATS)
        trick = hall.trick_waits if self.done % SEATS == 0 else hall.single_waits
        self.table.change(hall.result_waits if last else trick, owed=last)

    def _deal(self) -> None:
        self.done, self.deals = 0, self.deals + 1
        if self.deals == DEALS_A_GAME:
            self.deals = 0
            self._seat()
        for shown in (self.table, *self.hands):
            shown.deal()


class Clubhouse:
    """Many such tables, at which somebody acts every `pace` seconds. `in_channel`: whether people
    ask for the next deal there; otherwise nobody presses anything there."""

    def __init__(self, tables: int, *, in_channel: bool, pace: float = ACT_SECONDS) -> None:
        self.clock = AlarmClock()
        self.wire = Wire(self.clock)
        self.calls = WiredCalls(self.clock, self.wire)
        self.screen = text_screen("A table.")
        self.in_channel = in_channel
        self.pace = pace
        self.presses = 0
        self.hand_waits: list[float] = []
        self.table_waits: list[float] = []
        self.card_waits: list[float] = []
        """Until a card is on the hand of each of the others."""
        self.single_waits: list[float] = []
        """Until it is in the channel; if it ends a trick, or the deal, it is noted below."""
        self.trick_waits: list[float] = []
        self.result_waits: list[float] = []
        self._rng = rng = random.Random(1)
        self._tables = [
            Played(self, done=rng.randrange(ACTS_A_DEAL), deals=rng.randrange(DEALS_A_GAME))
            for _ in range(tables)
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
        self.calls.client.tokens.note_arrival(cast("discord.Interaction", interaction))
        kind = InteractionResponseType.message_update
        self.calls.client.tokens.note_answer(interaction.token, kind, None)
        shown.note_answer()
        self.presses += 1

    def __len__(self) -> int:
        return len(self._tables)

    async def evening(self, minutes: float) -> None:
        """Play for so long."""
        self.presses = 0
        now = 0.0
        plan = [(self._rng.uniform(0, self.pace), at) for at in range(len(self._tables))]
        heapify(plan)
        while now < 60 * minutes:
            while plan[0][0] <= now:
                _, at = heappop(plan)
                acted = self._tables[at].act()
                pause = self._rng.uniform(0.5, 1.5) * self.pace if acted else TICK_STEP
                heappush(plan, (now + pause, at))
            for _ in range(4):
                await asyncio.sleep(0)
            self.clock.advance(TICK_STEP)
            now += TICK_STEP
        # Those who still wait have waited at least so long.
        for table in self._tables:
            for shown in (table.table, *table.hands):
                if shown.new is not None:
                    shown.waits.append((self.clock.now() - shown.new).total_seconds())
                await shown.loop.stop()


@benchmark("crowded", f"{TABLES_CROWDED} tables behind Discord's limits, on virtual time")
def measure() -> Iterable[Figure]:
    for in_channel, where in ((True, "the channel"), (False, "direct messages")):
        hall = Clubhouse(TABLES_CROWDED, in_channel=in_channel)
        asyncio.run(hall.evening(MINUTES))
        what = f"next deal asked for in {where}"
        yield Figure(f"{what}: presses", hall.presses / MINUTES / 60, "presses/s")
        yield Figure(f"{what}: a hand waits (p99)", one_in(100, hall.hand_waits), "s", 2.0)
        yield Figure(f"{what}: a new table waits (p99)", one_in(100, hall.table_waits), "s")
        yield from _fresh_figures(what, hall, MINUTES)
    for tables in MOST_WAITS:
        hall = Clubhouse(tables, in_channel=False, pace=QUICK_ACT_SECONDS)
        asyncio.run(hall.evening(SHORT_MINUTES))
        yield from _fresh_figures(
            f"{tables} tables, a card each {QUICK_ACT_SECONDS:g} s", hall, SHORT_MINUTES
        )


def _fresh_figures(what: str, hall: Clubhouse, minutes: float) -> Iterable[Figure]:
    """Yield how soon people see what others play, and what that takes."""
    yield Figure(f"{what}: a card on all hands (p95)", one_in(20, hall.card_waits), "s", 1.0)
    yield Figure(f"{what}: a trick in the channel (median)", one_in(2, hall.trick_waits), "s")
    most = MOST_WAITS.get(len(hall))
    yield Figure(f"{what}: (p95)", one_in(20, hall.trick_waits), "s", most)
    yield Figure(f"{what}: a single card there (p95)", one_in(20, hall.single_waits), "s")
    yield Figure(f"{what}: a result there (p95)", one_in(20, hall.result_waits), "s", 1.0)
    counted = hall.wire.counted / minutes / 60
    most = MOST_CALLS if len(hall) in MOST_WAITS else MOST_CALLS_OF_ALL
    yield Figure(f"{what}: counted calls", counted, "calls/s", most)
    yield Figure(f"{what}: answers 429", hall.wire.limited, "answers", 0.0)
