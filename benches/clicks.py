"""Measuring the bot in Discord: how soon clicks are answered, what they cost, what else is sent.

``python -m kwbot bench discord``. Discord is the embedded one; for the first two it runs with its
people in a process of its own, so that this one is the bot alone.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord import ui

from benches import crowd
from benches.figures import Figure, benchmark, one_in
from cogs.connection.client import Kwbot
from cogs.connection.endpoint import connect_to
from cogs.connection.preferences import PreferenceCache
from cogs.delivery.display import TableDisplay
from cogs.delivery.emoji_shelf import EmojiShelf
from cogs.delivery.outlet import _CONVERSATIONS
from cogs.delivery.rate_limit import RateLimit
from kwbot.config import Settings
from kwbot.daily.daily_manager import DailyDeals
from kwbot.engine.actions import Action
from kwbot.engine.frozen import changed
from kwbot.evenings.evening_manager import Evenings
from kwbot.playground import Message, Playground
from kwbot.playground.guest import TABLE, Guest, add_computers, area, buttons
from kwbot.playground.model import Json
from kwbot.solo.computer_moves import SharedAnswers
from kwbot.storage.store import Store
from kwbot.tables.clock import Clock, HandClock, SystemClock
from kwbot.tables.computers import LocalComputers
from kwbot.tables.game_manager import Tables
from kwbot.tables.services import Computers, Turns
from kwbot.tables.worker_pool import WorkerPool
from kwbot.variants import games
from kwbot.weekly.weekly_posts import WeeklyPosts

MOST = 400.0
"""Presses a second that are tried."""
SECONDS, SECONDS_BARE, SECONDS_FIRST = 10.0, 5.0, 1.0
"""Of presses: of the whole bot, of an empty one, and where only the tables are to get apart."""
TABLES = 200
"""At most: a machine that has other things to do opens fewer in the time there is."""
PAUSE = 1.0
"""Seconds between what computer players do, in service."""
PRESSES = 240
"""In an evening, at most: four deals of four people."""
MEMORY = "sqlite+aiosqlite:///:memory:"
QUICK: dict[str, Any] = {"guild_ready_timeout": 0.01, "max_ratelimit_timeout": None}


@dataclass
class Stopwatch:
    """From the arrival of each press at the gateway to the end of the request that answers it."""

    arrived: dict[str, float] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)

    def heard(self, frame: str) -> None:
        if '"t":"INTERACTION_CREATE"' in frame:
            _, _, rest = frame.partition('"token":"')
            self.arrived[rest.partition('"')[0]] = perf_counter()

    def trace(self) -> aiohttp.TraceConfig:
        config = aiohttp.TraceConfig()

        async def ended(
            session: aiohttp.ClientSession,
            context: SimpleNamespace,
            end: aiohttp.TraceRequestEndParams,
        ) -> None:
            parts = end.url.path.split("/")
            begun = self.arrived.pop(parts[-2], None) if parts[-1] == "callback" else None
            if begun is not None:
                self.seconds.append(perf_counter() - begun)

        config.on_request_end.append(ended)
        return config


class Bare(discord.Client):
    """What discord.py costs at least: every press is answered with the same few buttons."""

    def __init__(self, watch: Stopwatch) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), max_messages=None, enable_debug_events=True,
            http_trace=watch.trace(), **QUICK,
        )  # fmt: skip
        self._watch = watch
        self._screen = ui.LayoutView(timeout=None)
        self._screen.add_item(ui.TextDisplay("Your hand"))
        self._screen.stop()

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Not as an event: that would cost a task for every frame."""
        if event_name == "socket_raw_receive":
            self._watch.heard(args[0])
        else:
            super().dispatch(event_name, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=self._screen)


class Watched(Kwbot):
    watch: Stopwatch

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        if event_name == "socket_raw_receive":
            self.watch.heard(args[0])
        super().dispatch(event_name, *args, **kwargs)


@lru_cache
def _easy(levels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("easy" if level else "" for level in levels)


class Elsewhere(WorkerPool):
    """Easy computer players, who think in a process of their own as they do in service."""

    async def taken(self, turns: Turns) -> Sequence[Action]:
        return await super().taken(changed(turns, levels=_easy(turns.levels)))


@asynccontextmanager
async def whole(
    url: str,
    clock: Clock,
    watch: Stopwatch,
    *,
    pause: float = 0.0,
    computers: Computers | None = None,
    emojis: EmojiShelf | None = None,
) -> AsyncIterator[Watched]:
    """The bot with all that belongs to it, not yet connected. `computers`: None: on the spot;
    `emojis`: None: cards are symbols."""
    store = await Store.open(url)
    settings = Settings()
    ids = (lambda: emojis.ids) if emojis else dict
    preferences = PreferenceCache(store, settings.default_language, ids)
    display = TableDisplay(clock, preferences.taste_of, emojis=emojis)
    computers = computers or LocalComputers(random.Random(1), "easy")
    tables = Tables(store, clock, display, computers, games(), pause=pause)
    evenings = Evenings(store, clock, tables, display.hall, games())
    display.hall.connect(evenings)
    answers = SharedAnswers(tables.computers)
    dailies = DailyDeals(store, clock, answers, display.calendar, games(), tables.lost_time)
    display.calendar.connect(dailies)
    weekly = WeeklyPosts(store, clock, display.weekly, games())
    display.weekly.connect(weekly)

    async def prepare() -> None:
        await tables.resume()

    bot = Watched(
        settings=settings, store=store, tables=tables, display=display, preferences=preferences,
        clock=clock, prepare=prepare, http_trace=watch.trace(), **QUICK,
    )  # fmt: skip
    bot.watch = watch
    try:
        yield bot
    finally:
        await evenings.stop()
        await dailies.stop()
        await weekly.stop()
        await display.stop()
        await tables.stop()
        await store.close()


# --- under load: how soon, how dear -----------------------------------------------------------


@dataclass(frozen=True)
class Measured:
    seconds: list[float]
    cpu: float
    rate: float
    others: int
    served: float
    """Presses a second before, when more of them came."""
    unanswered: int
    tables: int

    def __add__(self, other: Measured) -> Measured:
        """Both together, of the same load."""
        return replace(
            self, seconds=self.seconds + other.seconds, cpu=self.cpu + other.cpu,
            unanswered=self.unanswered + other.unanswered,
        )  # fmt: skip

    @property
    def p99(self) -> float:
        return 1000 * one_in(100, self.seconds)

    @property
    def middle(self) -> float:
        return 1000 * median(self.seconds)

    @property
    def milliseconds(self) -> float:
        """CPU time of a press."""
        return 1000 * self.cpu / len(self.seconds)


@contextmanager
def _discord(load: crowd.Load) -> Iterator[Connection]:
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=crowd.main, args=(there, load), daemon=True)
    process.start()
    there.close()  # who waits for a process that has failed is to hear of it
    try:
        yield here
    finally:
        with suppress(OSError):
            here.send(crowd.END)
        process.join(10)
        process.kill()


@asynccontextmanager
async def served(
    url: str, look: str, pool: WorkerPool, watch: Stopwatch, *, pause: float = 0.0
) -> AsyncIterator[Watched]:
    """The bot as it runs in service. `look`: how cards are shown; as text, or in emojis."""
    clock = SystemClock()
    pool.start()
    shelf = None if look == "text" else EmojiShelf(clock)
    try:
        async with whole(url, clock, watch, pause=pause, computers=pool, emojis=shelf) as bot:
            # Direct messages are opened at once: at the bot's pace one person a second sits down.
            bot.display.outlet._limits[_CONVERSATIONS] = RateLimit(clock, calls=1000)
            yield bot
    finally:
        await pool.stop()


Opened = Callable[[Stopwatch], AbstractAsyncContextManager[discord.Client]]


def _measured(
    load: crowd.Load, opened: Opened, begun: Callable[[], object] = lambda: None
) -> Measured:
    """`begun` is called when the presses begin that are measured."""

    async def run(pipe: Connection) -> Measured:
        api, gateway, token = pipe.recv()
        watch = Stopwatch()
        with connect_to(api, gateway):
            async with opened(watch) as client:
                running = asyncio.create_task(client.start(token))
                assert await asyncio.to_thread(pipe.recv) == crowd.BEGIN
                watch.seconds.clear()
                begun()
                before = process_time()
                pipe.send(crowd.BEGIN)
                told = await asyncio.to_thread(pipe.recv)
                cpu = process_time() - before
                seconds = watch.seconds.copy()
                await client.close()
                await running
        return Measured(seconds, cpu, *told)

    with _discord(load) as pipe:
        return asyncio.run(run(pipe))


LOOKS = (("text", 2.7), ("emoji", 2.7), ("picture", 4.0))
"""Looks of a crowd, and how many times the CPU of an empty bot a press may take with them."""


def _whole(load: crowd.Load, pause: float = 0.0) -> tuple[Measured, float]:
    """Return also the part of the computers' decisions for which there was no time elsewhere: a
    rule of thumb made them in the process that is measured."""
    pool = Elsewhere()
    made = pool.figures.made
    with TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.sqlite3'}"
        opened = partial(served, url, load.look, pool, pause=pause)
        measured = _measured(load, opened, made.clear)
    return measured, 1 - made["thought"] / made.total() if made else 0.0


def _empty(rate: float) -> Measured:
    return _measured(crowd.Load(TABLES, 0, 0, rate, SECONDS_BARE), Bare)


def _load_figures() -> Iterable[Figure]:
    """Yield what a press costs, and an empty bot's that gets as many presses a second before and
    after: the more come, the less each one costs. Computers make no pause, so that what they do is
    part of the press. Pictures are not begun with more than can be served: after that there are
    none for a while."""
    most = _whole(crowd.Load(TABLES, 1, 3, 0.0, SECONDS_FIRST, before=MOST))[0].served
    yield Figure("as many presses as are served", most, "presses/s")
    rate = crowd.eased(most)
    before = _empty(rate)
    for look, times in LOOKS:
        bot, here = _whole(crowd.Load(TABLES, 1, 3, rate, SECONDS, look, rate))
        after = _empty(rate)
        bare = before + after
        yield from _answer_figures(look, bot)
        yield Figure(f"{look}: CPU time of a press", bot.milliseconds, "ms")
        yield Figure(f"{look}: an empty bot's to the answer (p99)", bare.p99, "ms")
        yield Figure(f"{look}: an empty bot's CPU, before", before.milliseconds, "ms")
        yield Figure(f"{look}: an empty bot's CPU, after", after.milliseconds, "ms")
        ratio = bot.milliseconds / bare.milliseconds
        yield Figure(f"{look}: of an empty bot's", ratio, "times", times)
        yield Figure(f"{look}: decisions of computers by rule of thumb, here", 100 * here, "%")
        yield Figure(f"{look}: other requests", bot.others / SECONDS, "calls/s", 50.0)
        before = after


def _paced_figures() -> Iterable[Figure]:
    """Yield how soon people are answered where computers make a pause, as in service: then nobody
    waits for what they think."""
    bot, _ = _whole(crowd.Load(TABLES, 1, 3, 0.0, SECONDS, before=MOST), PAUSE)
    what = "with pauses"
    yield from _answer_figures(what, bot, most=50.0)
    yield Figure(f"{what}: CPU time of a press and its computers", bot.milliseconds, "ms")


def _answer_figures(what: str, bot: Measured, most: float | None = None) -> Iterable[Figure]:
    """`most`: milliseconds in which all but one in a hundred are to be answered."""
    yield Figure(f"{what}: tables", bot.tables, "tables")
    yield Figure(f"{what}: presses", bot.rate, "presses/s")
    yield Figure(f"{what}: to the answer (median)", bot.middle, "ms")
    yield Figure(f"{what}: to the answer (p99)", bot.p99, "ms", most)
    yield Figure(f"{what}: without an answer", bot.unanswered, "presses", 0)


# --- what else is sent ------------------------------------------------------------------------


class Quiet:
    """One table whose people think as long as people do, by a clock that is moved for them.

    They play in their direct messages. `in_channel`: whether they ask for the next deal in the
    channel, where everybody sees the result, or below their hand.
    """

    def __init__(self, people: int, computers: int, *, in_channel: bool = True) -> None:
        self.clock = HandClock()
        self.rng = random.Random(1)
        self.playground = Playground(clock=lambda: self.clock.now().timestamp())
        names = ("Anna", "Bo", "Cia", "Dag")[:people]
        self.people = [Guest(self.playground.person(name), self.rng) for name in names]
        self.computers = computers
        self.in_channel = in_channel
        self.acts = 0

    async def evening(self) -> float:
        """A game, or its first deals; gives the counted calls to each thing that somebody did."""
        async with self.playground as here:
            with connect_to(here.api, here.gateway_url):
                async with whole(MEMORY, self.clock, Stopwatch(), pause=PAUSE) as bot:
                    running = asyncio.create_task(bot.start(here.token))
                    await here.ready()
                    await self._open()
                    await self._think()  # until the first hands are out
                    before = here.counted
                    while len(bot.tables) and self.acts < PRESSES:
                        await self._think()
                        await self._act()
                    await self._think()
                    calls = here.counted - before
                    await bot.close()
                    await running
        return calls / self.acts

    async def _open(self) -> None:
        host, *others = (guest.person for guest in self.people)
        lobby = (await host.slash(self.playground.channel, "play")).message
        for other in others:
            await other.click(lobby, "Join")
        await add_computers(host, lobby, self.computers)
        await host.click(lobby, "Start")

    async def _think(self) -> None:
        for _ in range(4):
            await self.playground.idle(quiet=0.01)
            self.clock.advance(self.rng.uniform(0.5, 1.0))
        await self.playground.idle(quiet=0.01)

    async def _act(self) -> None:
        public = [message for message in self._channel_messages() if _ready_button(message)]
        if public and (self.in_channel or not any(guest.asked for guest in self.people)):
            await self._ready(public[-1])
            return
        guest = next((guest for guest in self.people if guest.asked), None)
        if guest is not None:
            await guest.act()
            self.acts += 1

    def _channel_messages(self) -> list[Message]:
        places = [place for place in self.playground.channels.values() if place.guild is not None]
        return [message for place in places for message in place.messages.values()]

    async def _ready(self, message: Message) -> None:
        """Ask for the next deal, one after the other."""
        for one in self.people:
            if not message.deleted and (button := _ready_button(message)) is not None:
                await one.person.click(message, custom_id=button["custom_id"])
                self.acts += 1
                await self._think()


def _ready_button(message: Message) -> Json | None:
    return next((one for one in buttons(message, TABLE) if area(one)[1] == "ready"), None)


def _quiet_figures() -> Iterable[Figure]:
    for people, computers in ((4, 0), (1, 3)):
        for in_channel, where in ((True, "the channel"), (False, "direct messages")):
            calls = asyncio.run(Quiet(people, computers, in_channel=in_channel).evening())
            what = f"{people} people, {computers} computers, next deal in {where}: counted calls"
            yield Figure(f"{what} to a press", calls, "calls", 0.05)


@benchmark("discord", "clicks under load, and what is sent besides the answers")
def measure() -> Iterable[Figure]:
    logging.getLogger("discord").setLevel(logging.ERROR)
    yield from _quiet_figures()
    yield from _load_figures()
    yield from _paced_figures()
