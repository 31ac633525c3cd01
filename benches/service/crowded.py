"""Thousands of tables behind Discord's limits, on virtual time: how long a new hand waits.

``python -m kwbot bench crowded``. The calls with their tokens, lanes and limits are the bot's, as
are the loops that catch up; tables are reduced to presses and messages to change. Discord's limits
are the playground's.
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
"""Longer than a token's life: after that, an unpressed channel needs the bot's own calls."""
ACT_SECONDS = 5.0
"""Seconds between two actions at a table."""
MOST_WAITS = {1: 1.0, 50: 1.0, 200: 1.0, 450: 1.0, 1000: 30.0}
"""Most seconds that 19 of 20 finished tricks wait to be shown in the channel, by the number of
tables of people who play by direct message."""
QUICK_ACT_SECONDS, SHORT_MINUTES = 4.0, 4.0
"""Seconds between two actions at those tables, and the minutes they play."""
MOST_CALLS, MOST_CALLS_OF_ALL = 37.0, 45.0
"""Most counted calls a second, with up to a thousand tables and with all. A thousand need eight for
results and new deals; with the rest of 60 % of Discord's limit a trick would wait there for 35 s.
Three thousand tables' results still come at once, within 90 % of the limit."""
SEATS, ACTS_A_DEAL, DEALS_A_GAME = 4, 60, 10
"""Players of a table, actions in a deal with Ready, and deals until others sit down."""
TICK_STEP = 0.1
"""Seconds of each step of the clock."""


class AlarmClock(HandClock):
    """A clock that wakes only whoever's time has come, as thousands wait."""

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
    """Discord as the bot's calls see it: it accepts everything within its limits."""

    def __init__(self, clock: HandClock) -> None:
        self.numbers = count(discord.utils.time_snowflake(clock.now()))
        self.counted = self.limited = 0
        self._now = lambda: clock.now().timestamp()
        self._rates = Rates(self._now)
        self._tokens: OrderedDict[str, Rates] = OrderedDict()

    def take(self, method: str, path: str) -> None:
        """Count a call by the bot's own token."""
        self.counted += 1
        try:
            self._rates.take(method, path, counts=True)
        except Limited:
            self.limited += 1

    def by(self, key: TokenKey) -> None:
        """Count a call by an interaction token, each of which has its own bucket."""
        try:
            of_token = self._tokens.setdefault(key[1], Rates(self._now))
            of_token.take("POST", f"/webhooks/{key[0]}/{key[1]}", counts=False)
        except Limited:
            self.limited += 1
        if len(self._tokens) > 5000:
            self._tokens.popitem(last=False)

    # --- calls by a token ----------------------------------------------------------------------

    async def post(self, key: TokenKey, **parts: Any) -> int:
        self.by(key)
        return next(self.numbers)

    async def edit(
        self, key: TokenKey, message: int, view: Screen, files: list[discord.File]
    ) -> None:
        self.by(key)

    # --- calls through the client ---------------------------------------------------------------

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
    """A message that follows a table: posted anew with each deal, edited with each event."""

    hall: Clubhouse
    channel: int
    waits: list[float]
    """List of the seconds that new deals wait."""
    message: int = 0
    owed: bool = False
    """Whether it must show something at any cost."""
    new: datetime | None = None
    """The time since which it is due to be posted anew."""
    unseen: list[tuple[datetime, list[float]]] = field(default_factory=list)
    """Events not shown yet: their times, and the lists for the seconds they wait."""
    loop: CatchUpLoop = field(init=False)

    def __post_init__(self) -> None:
        self.loop = CatchUpLoop(f"message in {self.channel}", self.hall.clock, self._work)

    def deal(self) -> None:
        """Have the message posted anew."""
        self.owed, self.new = True, self.new or self.hall.clock.now()
        self.hall.calls.client.hurry(self.channel, Lane.FIRST)
        self.loop.poke()

    def change(self, waits: list[float], *, owed: bool = False) -> None:
        """Have the message redrawn with something new. `waits`: list for the seconds it waits."""
        self.unseen.append((self.hall.clock.now(), waits))
        self.owed = self.owed or owed
        self.hall.calls.client.hurry(self.channel, self._lane())
        self.loop.poke()

    def note_answer(self) -> None:
        """Note that the answer to a press on the message has redrawn it."""
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
        """Return when the message may be redrawn; None: not before it owes something."""
        raise NotImplementedError

    async def _post_anew(self) -> list[tuple[datetime, list[float]]]:
        """Post the message anew, and return the events shown by that."""
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
    """A player's hand, which shows others' cards when that costs no counted call."""

    def _due(self) -> datetime | None:
        return None if self.hall.calls.client.counts(self.message) else self.hall.clock.now()


class TableFollower(Follower):
    """A table's message in the channel, which owes results only."""

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
    """A table at which somebody acts every few seconds."""

    def __init__(self, hall: Clubhouse, *, done: int, deals: int) -> None:
        self.hall = hall
        self.done, self.deals = done, deals
        self.table = TableFollower(hall, next(hall.wire.numbers), hall.table_waits)
        self._seat()
        for shown in (self.table, *self.hands):
            shown.message = next(hall.wire.numbers)
        for pressed in (*([self.table] if hall.in_channel else []), *self.hands):
            hall.press(pressed)  # as if some time ago

    def _seat(self) -> None:
        """Seat new people, to whom the bot has not written yet."""
        hall = self.hall
        self.hands = [
            HandFollower(hall, next(hall.wire.numbers), hall.hand_waits) for _ in range(SEATS)
        ]

    def act(self) -> bool:
        """Make the next action; return False if whoever is asked does not see that yet."""
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
        """Show everybody else the card a player has just played."""
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
    """Many tables at which somebody acts every `pace` seconds. `in_channel`: whether people ask for
    the next deal in the channel; otherwise nobody presses anything there."""

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
        """Seconds until a card is on each other hand."""
        self.single_waits: list[float] = []
        """Seconds until a card is in the channel, unless it ends a trick or deal (noted below)."""
        self.trick_waits: list[float] = []
        self.result_waits: list[float] = []
        self._rng = rng = random.Random(1)
        self._tables = [
            Played(self, done=rng.randrange(ACTS_A_DEAL), deals=rng.randrange(DEALS_A_GAME))
            for _ in range(tables)
        ]

    def press(self, shown: Follower) -> None:
        """Press on a message, and answer the press by redrawing it."""
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
        """Play for `minutes`."""
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
        # Whoever still waits has waited at least until now.
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
    """Yield how soon people see others' cards, and what that costs."""
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
