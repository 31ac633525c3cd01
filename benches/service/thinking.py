"""Thinking computer players: how late the event loop gets, and how many tables they serve."""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing import get_context
from time import perf_counter, process_time, thread_time
from unittest.mock import patch

from benches.figures import Figure, benchmark, one_in, resident_megabytes
from benches.stand_ins import NoDisplay
from kwbot.commands.simulate import first_deal
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Pass
from kwbot.engine.values.errors import RuleViolation
from kwbot.ids import GuildId, TableId, UserId
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.play import lobby, table_clock
from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import RunningTable, lobby_of, running_of
from kwbot.tables.thinking.worker_pool import WorkerPool
from kwbot.tables.thinking.worker_process import spare_cores
from kwbot.tables.time.clock import NO_TIME, SystemClock
from kwbot.variants import games

THINKING = 8
"""Computer players who think at the same time, each at their own table."""
THINKING_SECONDS = 10.0
TABLES_SERVED = 3000
CORES = 2
HUMAN_SECONDS = 5.0
"""Seconds between two actions of a human."""
ACT_RATE = TABLES_SERVED / HUMAN_SECONDS
THINKING_PAUSE = 1.0
CLICKS_AT_ONCE = 100
"""Most humans' clicks under way at the same time."""
THINKING_GAME = "whist"
GAME, DEALS_AT_ONCE, TURNS_AT_ONCE = "kombinations-whist", 60, 3
"""Deals of a game that a process plays in alternation, and turns in a row in each."""
MOST_GROWN = 80.0
"""Most megabytes by which that process may grow, including the deals themselves."""
MEMORY = "sqlite+aiosqlite:///:memory:"
ANNA = UserId(1)
PERSON = Seated("Anna", ANNA)


@dataclass
class Pulse:
    """Lateness of the event loop, measured by a task that wants to run every few milliseconds."""

    every: float = 0.005
    delays: list[float] = field(default_factory=list)
    works: list[float] = field(default_factory=list)
    """The loop's CPU seconds between two runs: its own share of the delay. The rest is due to other
    processes on the machine."""

    async def run(self) -> None:
        while True:
            begun, used = perf_counter(), thread_time()
            await asyncio.sleep(self.every)
            self.delays.append(perf_counter() - begun - self.every)
            self.works.append(thread_time() - used)

    @asynccontextmanager
    async def measuring(self) -> AsyncIterator[None]:
        self.delays.clear()
        self.works.clear()
        task = asyncio.create_task(self.run())
        try:
            yield
        finally:
            task.cancel()

    @property
    def p99(self) -> float:
        """The 99th percentile of the delays in milliseconds."""
        return 1000 * one_in(100, self.delays)


class Hall:
    """Tables of one human and three computers, without Discord or a disk."""

    def __init__(self, tables: Tables, workers: WorkerPool) -> None:
        self.tables = tables
        self.workers = workers
        self.numbers: list[TableId] = []
        self._round = cycle(self.numbers)
        self.rng = random.Random(1)

    async def seat(self, count: int, level: str) -> None:
        """Open tables and start their games."""
        for begin in range(0, count, CLICKS_AT_ONCE):
            channels = range(begin, min(count, begin + CLICKS_AT_ONCE))
            self.numbers += await asyncio.gather(*(self._seat(one, level) for one in channels))

    async def _seat(self, channel_id: int, level: str) -> TableId:
        new = NewLobby(
            guild=GuildId(1),
            channel=channel_id,
            seated=(PERSON,),
            game=THINKING_GAME,
            language="en",
        )
        table = (await self.tables.open(new, GuildSettings())).id
        live = self.tables.index.at(table)
        for _ in range(3):
            await live.rearrange(lobby.with_computer, ANNA, 12, level)
        await live.start(ANNA, lobby_of(live.state).standing_seal().mark, 1)
        return table

    async def act_for(self, seconds: float) -> int:
        """Act at all tables in turn, `ACT_RATE` a second if possible; return how many acted."""
        begun, asked, acts = perf_counter(), 0, 0
        while (spent := perf_counter() - begun) < seconds:
            due = min(CLICKS_AT_ONCE, int(spent * ACT_RATE) - asked)
            acts += sum(await asyncio.gather(*(self.act(next(self._round)) for _ in range(due))))
            asked += due
            await asyncio.sleep(0.001)
        return acts

    async def act(self, table_id: TableId) -> bool:
        """Act for the human at a table; return False if they are not asked now."""
        try:
            live = self.tables.index.at(table_id)
            state = running_of(live.open)
            if state.ready is not None:
                await live.ready(ANNA, state.ready.deal, state.seq)
            else:
                return await self._play(live, state)
        except RuleViolation:
            return False
        return True

    async def _play(self, live: LiveTable, state: RunningTable) -> bool:
        seat = state.seat_of(ANNA)
        if seat not in state.to_act():
            return False
        choice = state.match.choice(seat)
        action = Pass() if Pass() in choice else choice.sample(self.rng)
        await live.submit(ANNA, state.asked_at[seat], lambda _: action)
        return True


@asynccontextmanager
async def hall(pause: float) -> AsyncIterator[Hall]:
    store = await Store.open(MEMORY)
    workers = WorkerPool(spare_cores())
    tables = Tables(store, SystemClock(), NoDisplay(), workers, games(), pause=pause)
    workers.start()
    await tables.resume()
    while not workers.ready:  # noqa: ASYNC110 - there is no event for it
        await asyncio.sleep(0.1)
    try:
        yield Hall(tables, workers)
    finally:
        await tables.stop()
        await workers.stop()
        await store.close()


async def _eight() -> list[Figure]:
    """Return the figures of a few tables whose humans never wait, so computers always think."""
    pulse = Pulse()
    async with hall(pause=0.001) as here:
        await here.seat(THINKING, "hard")
        async with pulse.measuring():
            await asyncio.sleep(THINKING_SECONDS / 2)
        idle = pulse.p99
        until = perf_counter() + THINKING_SECONDS
        async with pulse.measuring():
            while perf_counter() < until:
                for table in here.numbers:
                    await here.act(table)
                await asyncio.sleep(0.01)
        figures, own = here.workers.figures, 1000 * one_in(100, pulse.works)
        return [
            Figure("an idle event loop: late by (p99)", idle, "ms"),
            Figure(f"{THINKING} players think: the event loop late by (p99)", pulse.p99, "ms", 5.0),
            Figure(f"{THINKING} players think: of this the loop's own work", own, "ms"),
            Figure(
                f"{THINKING} players think: decisions",
                figures.made["thought"] / THINKING_SECONDS,
                "/s",
            ),
            Figure(f"{THINKING} players think: samples of a decision", figures.samples, "samples"),
        ]


async def _many() -> list[Figure]:
    """Return the figures of the most tables on two cores, with humans as slow as real ones."""
    with suppress(AttributeError):  # not every system allows that
        os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:CORES]))
    pulse = Pulse()
    async with hall(THINKING_PAUSE) as here:
        await here.seat(TABLES_SERVED, "normal")
        await here.act_for(HUMAN_SECONDS)
        figures = here.workers.figures
        before, late = figures.made.total(), figures.made["late"]
        begun, used = perf_counter(), process_time()
        async with pulse.measuring():
            acts = await here.act_for(2 * THINKING_SECONDS)
        spent, used = perf_counter() - begun, process_time() - used
        done = figures.made.total() - before
        return [
            Figure(f"{TABLES_SERVED} tables on {CORES} cores: human actions", acts / spent, "/s",
                   ACT_RATE * 0.98, True),
            Figure(f"{TABLES_SERVED} tables: CPU time of one, without the processes",
                   1000 * used / acts, "ms"),
            Figure(f"{TABLES_SERVED} tables: computers' decisions", done / spent, "/s"),
            Figure(f"{TABLES_SERVED} tables: samples of a decision that is thought about",
                   figures.samples, "samples"),
            Figure(f"{TABLES_SERVED} tables: from question to decision", figures.seconds, "s"),
            Figure(f"{TABLES_SERVED} tables: decisions too late",
                   100 * (figures.made["late"] - late) / max(1, done), "%"),
            Figure(f"{TABLES_SERVED} tables: the event loop late by (p99)", pulse.p99, "ms"),
        ]  # fmt: skip


def _grown() -> float:
    """Return by how many megabytes this process grows over many deals of the game with the most
    contracts: what it keeps for later questions has a limit."""
    before, rng = resident_megabytes(), random.Random(1)
    deals = [first_deal(GAME, random.Random(number)) for number in range(DEALS_AT_ONCE)]
    while deals := [_some_turns(match, rng) for match in deals if match.to_act()]:
        pass
    return resident_megabytes() - before


def _some_turns(match: Match, rng: random.Random) -> Match:
    for _ in range(TURNS_AT_ONCE):
        if seats := match.to_act():
            match = match.apply(seats[0], decide(COMPUTERS["normal"], match, seats[0], rng))
    return match


@benchmark("thinking", "computer players that think beside the event loop; many tables of them")
def thinking() -> Iterable[Figure]:
    with patch.object(table_clock, "LEAST_WAIT", NO_TIME):
        few = asyncio.run(_eight())
    yield from few
    with get_context("spawn").Pool(1) as pool:
        grown = pool.apply(_grown)
    yield Figure(f"{DEALS_AT_ONCE} deals by turns: a process grows by", grown, "MB", MOST_GROWN)
    yield from asyncio.run(_many())
