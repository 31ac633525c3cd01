"""Tables without Discord: the start after a crash, memory, and a click's way to the disk."""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import tracemalloc
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import process_time, thread_time
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord

from benches.figures import Figure, benchmark, one_in
from benches.service.open_tables import TABLES_PLAYED, click, multiply, play, tables_on, url
from cogs.connection.preferences import PreferenceCache
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.display import TableDisplay
from kwbot.ids import NO_USER
from kwbot.storage.store import Store
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.play.services import Display
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.indexed_table import IndexedTable
from kwbot.tables.state.table_state import OpenTable, running_of
from kwbot.tables.time.clock import SystemClock
from kwbot.variants import games

WEIGHED, MANY, VERY_MANY = 200, 1_000, 10_000
"""Open tables for measuring memory, a start, and the start of a large bot."""
PRESS_PAUSE_SECONDS = 0.02
"""Seconds between two presses while tables are resumed."""
OUTAGE_SECONDS = 600.0
"""Seconds of an outage of Discord, which are given back at each table."""
UNKNOWN_USER = 10013


class Mute:
    """A discord.py client that sends nothing and knows nobody; all messages have the same id."""

    id = 1

    @property
    def http(self) -> Mute:
        return self

    async def get_channel(self, channel_id: int) -> dict[str, object]:
        return {}

    async def fetch_user(self, user_id: int) -> discord.User:
        unknown = cast("aiohttp.ClientResponse", SimpleNamespace(status=404, reason="Not Found"))
        raise discord.NotFound(unknown, {"code": UNKNOWN_USER, "message": "Unknown User"})

    async def create_dm(self, user: discord.Object) -> Mute:
        return self

    def get_partial_messageable(self, channel_id: int) -> Mute:
        return self

    async def send(self, **_what: object) -> Mute:
        return self

    def get_partial_message(self, message: int) -> Mute:
        return self

    async def edit(self, **_what: object) -> Mute:
        return self


@dataclass
class Slices:
    """The event loop's work in one iteration."""

    longest: float = 0.0
    """CPU seconds of the loop's thread, without those of other processes."""

    @contextmanager
    def measuring(self) -> Iterator[None]:
        once = asyncio.BaseEventLoop._run_once  # type: ignore[attr-defined]

        def run_timed(loop: asyncio.BaseEventLoop) -> None:
            begun = thread_time()
            once(loop)
            self.longest = max(self.longest, thread_time() - begun)

        with _replacing(asyncio.BaseEventLoop, "_run_once", run_timed):
            yield


@contextmanager
def _replacing(of: Any, name: str, value: object) -> Iterator[None]:
    original = getattr(of, name)
    setattr(of, name, value)
    try:
        yield
    finally:
        setattr(of, name, original)


@asynccontextmanager
async def _bot(file: Path, *, shown: bool = False) -> AsyncIterator[SimpleNamespace]:
    """Yield the store, tables and display of a bot not yet started."""
    store = await Store.open(url(file))
    clock = SystemClock()
    calls = DiscordCalls(clock, channel_limit=10**6)
    display = TableDisplay(calls, clock, PreferenceCache(store, "en").preferences_of)
    tables = tables_on(store, cast(Display, display) if shown else None)
    gc.freeze()  # as the bot does
    if shown:
        display.connect(cast(discord.Client, Mute()), tables)
    try:
        yield SimpleNamespace(store=store, tables=tables, display=display)
    finally:
        await display.stop()
        await tables.stop()
        await store.close()


class Anybody:
    """A presser at random open tables, in memory or not."""

    def __init__(self, tables: Tables, rng: random.Random) -> None:
        self._tables, self._rng = tables, rng
        self._open: list[IndexedTable] = []

    async def press(self) -> float:
        """Make a press, and return the CPU seconds until it was stored: its time on an idle
        machine."""
        tables, rng = self._tables, self._rng
        if len(self._open) != len(tables.index):
            self._open = list(tables.index)
        table = rng.choice(self._open)
        begun = process_time()
        await tables.resume_about(table.id, table.seated[0].user or NO_USER, table.channel)
        with suppress(Stale):  # time ran out for that player at this moment
            await click(tables, running_of(tables.index.at(table.id).state), rng)
        return process_time() - begun


@dataclass(frozen=True)
class Started:
    """A start in CPU seconds: until the first press was stored, until all tables were resumed, the
    longest wait of a press meanwhile, and the longest slice of the loop."""

    tables: int
    first: float
    all: float
    waited: float
    longest: float


async def _start_again(file: Path) -> Started:
    slices, waits = Slices(), [0.0]
    begun = process_time()
    async with _bot(file) as bot:
        anybody = Anybody(bot.tables, random.Random(3))
        with slices.measuring():
            await bot.tables.resume()
            await anybody.press()
            first = process_time() - begun
            back = asyncio.create_task(bot.tables.all_resumed())
            while not back.done():
                waits.append(await anybody.press())
                await asyncio.sleep(PRESS_PAUSE_SECONDS)
        spent = process_time() - begun
        return Started(len(bot.tables.index), first, spent, max(waits), slices.longest)


async def _outage(file: Path) -> tuple[float, float]:
    """Return the CPU seconds after an outage until everybody has their time back, and those of a
    press's longest wait meanwhile."""
    async with _bot(file) as bot:
        anybody = Anybody(bot.tables, random.Random(4))
        await bot.tables.resume()
        await bot.tables.all_resumed()
        bot.tables.downtime.suspend(silence=timedelta(seconds=OUTAGE_SECONDS))
        begun = process_time()
        back = asyncio.create_task(bot.tables.downtime.proceed())
        waits = [0.0]
        while not back.done():
            waits.append(await anybody.press())
        return process_time() - begun, max(waits)


async def _weigh(file: Path) -> float:
    """Return the bytes of an open table with all its messages drawn."""
    async with _bot(file, shown=True) as bot:
        tracemalloc.start()
        bot.tables.downtime.suspend()  # otherwise everybody's time runs out
        await bot.tables.resume()
        await bot.tables.all_resumed()
        resumed = await _bytes_held(bot.store)
        # Shared things such as a language are in memory once the played tables are drawn.
        tables = sorted(bot.tables.index.in_memory, key=lambda table: table.id)
        others = tables[TABLES_PLAYED:]
        await _draw_all(bot.display, tables[:TABLES_PLAYED])
        before = await _bytes_held(bot.store)
        await _draw_all(bot.display, others)
        shown = await _bytes_held(bot.store) - before
        tracemalloc.stop()
        return resumed / len(bot.tables.index) + shown / len(others)


async def _bytes_held(store: Store) -> int:
    await store.ping()  # drops the rows that were read
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def _draw_all(display: TableDisplay, tables: Iterable[OpenTable]) -> None:
    """Draw tables, and wait until all are drawn."""
    for table in tables:
        display.retry(table)
    loops = [messages.loop for messages in display._messages.values()]
    loops += [hand.loop for hands in display._hands.values() for hand in hands.values()]
    while not all(loop.idle for loop in loops):  # noqa: ASYNC110 - they signal nothing
        await asyncio.sleep(0.1)


@benchmark("tables", "many open tables: starting after a crash, memory, a stored click")
def tables() -> Iterable[Figure]:
    fitting = [key for key, game in games().items() if game.least_players <= 4]
    for key in fitting:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bench.sqlite3"
            seconds = asyncio.run(play(url(file), key))
            yield Figure(f"{key}: a click, stored (median)", 1000 * median(seconds), "ms")
            yield Figure(f"{key}: a click, stored (p99)", 1000 * one_in(100, seconds), "ms")
            asyncio.run(multiply(url(file), WEIGHED))
            weight = asyncio.run(_weigh(file)) / 1000
            yield Figure(f"{key}: memory of an open table, shown", weight, "kB", 80.0)
            asyncio.run(multiply(url(file), MANY))
            yield from _start(f"{key}, {MANY:,}", asyncio.run(_start_again(file)))
            if key == fitting[0]:
                spent, waited = asyncio.run(_outage(file))
                yield Figure(f"{key}, {MANY:,}: an outage made good, CPU", spent, "s")
                yield Figure("  CPU while a press waits, at most", 1000 * waited, "ms", 100.0)
                asyncio.run(multiply(url(file), VERY_MANY))
                yield from _start(f"{key}, {VERY_MANY:,}", asyncio.run(_start_again(file)))


def _start(which: str, start: Started) -> Iterable[Figure]:
    yield Figure(f"{which}: open", start.tables, "tables")
    yield Figure("  CPU before the first press is answered", start.first, "s", 1.0)
    yield Figure("  CPU until all tables are back", start.all, "s")
    yield Figure("  CPU while a press waits, at most", 1000 * start.waited, "ms", 100.0)
    yield Figure("  longest slice of the event loop", 1000 * start.longest, "ms", 20.0)
