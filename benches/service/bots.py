"""The measured bots: the whole one as in service, and an empty one to compare."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord import ui

from benches.stand_ins import LocalComputers
from cogs.connection.client import Kwbot
from cogs.connection.preferences import PreferenceCache
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.calls.message_calls import CONVERSATIONS
from cogs.delivery.calls.rate_limit import RateLimit
from cogs.delivery.display import TableDisplay
from cogs.delivery.pictures.emoji_shelf import EmojiShelf
from kwbot.config import Settings
from kwbot.daily.daily_manager import DailyDeals
from kwbot.evenings.evening_manager import Evenings
from kwbot.solo.computer_moves import SharedAnswers
from kwbot.standings.climbs import Climbs
from kwbot.storage.store import Store
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.thinking.computer_protocol import Computers
from kwbot.tables.thinking.worker_pool import WorkerPool
from kwbot.tables.time.clock import Clock, SystemClock
from kwbot.variants import games
from kwbot.weekly.weekly_posts import WeeklyPosts

QUICK_OPTIONS: dict[str, Any] = {"guild_ready_timeout": 0.01, "max_ratelimit_timeout": None}


@dataclass
class Stopwatch:
    """Seconds from each press's arrival at the gateway to the end of the answering request."""

    arrived: dict[str, float] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)

    def note_arrival(self, frame: str) -> None:
        """Note the time at which a press arrives by the gateway."""
        if '"t":"INTERACTION_CREATE"' in frame:
            _, _, rest = frame.partition('"token":"')
            self.arrived[rest.partition('"')[0]] = perf_counter()

    def trace(self) -> aiohttp.TraceConfig:
        config = aiohttp.TraceConfig()

        async def note_end(
            session: aiohttp.ClientSession,
            context: SimpleNamespace,
            end: aiohttp.TraceRequestEndParams,
        ) -> None:
            parts = end.url.path.split("/")
            begun = self.arrived.pop(parts[-2], None) if parts[-1] == "callback" else None
            if begun is not None:
                self.seconds.append(perf_counter() - begun)

        config.on_request_end.append(note_end)
        return config


class Bare(discord.Client):
    """A bot that answers every press with the same words: the least that discord.py costs."""

    def __init__(self, watch: Stopwatch) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), max_messages=None, enable_debug_events=True,
            http_trace=watch.trace(), **QUICK_OPTIONS,
        )  # fmt: skip
        self._watch = watch
        self._screen = ui.LayoutView(timeout=None)
        self._screen.add_item(ui.TextDisplay("Your hand"))
        self._screen.stop()

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Note frames directly, as an event would cost a task for each."""
        if event_name == "socket_raw_receive":
            self._watch.note_arrival(args[0])
        else:
            super().dispatch(event_name, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=self._screen)


class Watched(Kwbot):
    watch: Stopwatch

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        if event_name == "socket_raw_receive":
            self.watch.note_arrival(args[0])
        super().dispatch(event_name, *args, **kwargs)


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
    """Yield the bot with all its parts, not yet connected. `computers`: None decides on the spot;
    `emojis`: None shows cards as symbols."""
    store = await Store.open(url)
    settings = Settings()
    ids = (lambda: emojis.ids) if emojis else dict
    preferences = PreferenceCache(store, settings.default_language, ids)
    display = TableDisplay(
        DiscordCalls(clock), clock, preferences.preferences_of, emojis=emojis,
        climb_of=Climbs(store, clock).of,
    )  # fmt: skip
    computers = computers or LocalComputers(random.Random(1), "easy")
    tables = Tables(store, clock, display, computers, games(), pause=pause)
    evenings = Evenings(store, clock, tables, display.evening_messages, games())
    display.evening_messages.evenings = evenings
    answers = SharedAnswers(tables.computers)
    dailies = DailyDeals(store, clock, answers, display.daily_messages, games(), tables.downtime)
    display.daily_messages.dailies = dailies
    weekly = WeeklyPosts(store, clock, display.weekly_messages, games())
    display.weekly_messages.posts = weekly

    async def prepare() -> None:
        await tables.resume()

    bot = Watched(
        settings=settings, store=store, tables=tables, display=display, preferences=preferences,
        clock=clock, prepare=prepare, http_trace=watch.trace(), **QUICK_OPTIONS,
    )  # fmt: skip
    bot.watch = watch
    try:
        yield bot
    finally:
        await evenings.due.stop()
        await dailies.stop()
        await weekly.due.stop()
        await display.stop()
        await tables.stop()
        await store.close()


@asynccontextmanager
async def serving(
    url: str, look: str, pool: WorkerPool, watch: Stopwatch, *, pause: float = 0.0
) -> AsyncIterator[Watched]:
    """Yield the bot as in service. `look`: whether cards are shown as text or in emojis."""
    clock = SystemClock()
    pool.start()
    shelf = None if look == "text" else EmojiShelf(clock)
    try:
        async with whole(url, clock, watch, pause=pause, computers=pool, emojis=shelf) as bot:
            # Direct messages are opened at once: by the bot's limit one person a second sits down.
            bot.display.calls.client._limits[CONVERSATIONS] = RateLimit(clock, calls=1000)
            yield bot
    finally:
        await pool.stop()
