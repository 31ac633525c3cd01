"""Run the bot: ``python bot.py``, see `kwbot.hosting.command_line`."""

import signal

import kwbot  # noqa: F401 - first of all, as it refuses an older Python

if __name__ == "__main__":  # Ctrl+C simply ends it while it is imported, which may take seconds
    signal.signal(signal.SIGINT, signal.SIG_DFL)

# isort: split
import argparse
import asyncio
import gc
import logging
import platform
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from aiohttp import web

from cogs.connection.by_http.interaction_forwarder import InteractionForwarder
from cogs.connection.by_http.interaction_site import InteractionSite
from cogs.connection.client import Kwbot
from cogs.connection.endpoint import connect_to, through
from cogs.connection.preferences import PreferenceCache
from cogs.connection.supervisor import Supervisor, WithoutTraceback, WrongToken
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.calls.rate_limit import CALLS
from cogs.delivery.display import TableDisplay
from cogs.delivery.pictures.emoji_shelf import EmojiShelf
from kwbot import BUILD, logs
from kwbot.config import HOME, Settings, WrongSettings, load_settings, oversights
from kwbot.daily.daily_manager import DailyDeals
from kwbot.evenings.evening_manager import Evenings
from kwbot.hosting import first_start, health, http_server, monitoring
from kwbot.hosting.command_line import parser
from kwbot.hosting.daily_backup import keep_backups
from kwbot.hosting.status_page import StatusPage
from kwbot.looks.emojis import NO_EMOJIS
from kwbot.players.kernel.compiler import start_compiling
from kwbot.solo.computer_moves import SharedAnswers
from kwbot.standings.climbs import Climbs
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.storage.upkeep.live_copy import serve_backups
from kwbot.tables.serving.edition import EDITION
from kwbot.tables.serving.membership import Membership
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.thinking.computer_protocol import Computers
from kwbot.tables.thinking.worker_pool import WorkerPool
from kwbot.tables.thinking.worker_process import spare_cores
from kwbot.tables.time.clock import Clock, SystemClock
from kwbot.variants import games
from kwbot.weekly.weekly_posts import WeeklyPosts

_log = logging.getLogger("kwbot")

LOCAL_MODE = "There is no token (KWBOT_TOKEN), so Kwbot runs in local mode. Nothing is kept."
LOCAL_MODE_ASKED = "Kwbot runs in local mode, as it was asked to. Nothing is kept."
NOT_ASKED_FOR = (
    "There is no token: set KWBOT_TOKEN. For local mode, without Discord, set KWBOT_LOCAL=true "
    "or give --local."
)
ADDRESS = """
    Play at  {}

It answers this machine alone. Ctrl+C ends it."""
LOCAL_DATABASE = "sqlite:///:memory:"

UNLIMITED = 10**6
"""Calls a second where a proxy enforces Discord's limits."""
MIN_PAUSE = 0.05
"""Seconds. Without a pause a press is answered only after computer players have thought, which may
take longer than Discord waits."""


@dataclass
class Application:
    """The part of the bot that outlives connections to Discord: store, tables, messages."""

    settings: Settings
    store: Store
    clock: Clock = field(default_factory=SystemClock)
    computers: Computers | None = None
    """The computer players; None: they think in processes of their own."""
    channel_limit: int | None = None
    """Most calls to a channel in five seconds; None: as many as Discord allows."""
    options: dict[str, Any] = field(default_factory=dict)
    """Further options of discord.py's client."""

    def __post_init__(self) -> None:
        cluster = self.store.cluster
        self.leads = (lambda: cluster.leads) if cluster else (lambda: True)
        emojis = EmojiShelf(self.clock.steady, self.leads) if self.settings.emojis else None
        self.preferences = PreferenceCache(
            self.store,
            self.settings.default_language,
            lambda: emojis.ids if emojis else NO_EMOJIS,
            self.clock.steady if cluster else None,
            self.clock,
        )
        self.display = TableDisplay(
            self._calls(),
            self.clock.steady,
            self.preferences.preferences_of,
            awake=self.preferences.awake,
            emojis=emojis,
            climb_of=Climbs(self.store, self.clock).of,
        )
        self.workers = WorkerPool(self.settings.thinking_processes or spare_cores())
        pause = self.settings.computer_pause
        if self.computers is None:
            pause = max(MIN_PAUSE, pause)
        self.tables = Tables(
            self.store, self.clock, self.display, self.computers or self.workers, games(),
            pause=pause,
        )  # fmt: skip
        self._add_clubs()
        self.interactions = self._site()
        self._resuming: asyncio.Task[None] | None = None

    def _calls(self) -> DiscordCalls:
        return DiscordCalls(
            self.clock.steady,
            CALLS if self.channel_limit is None else self.channel_limit,
            None if self.settings.api_proxy is None else UNLIMITED,
            count_sharers=self._count_sharers,
            wait_for_life=self._wait_for_life,
        )

    @property
    def _sharing(self) -> Membership | None:
        """The membership in a cluster whose processes share Discord's limits."""
        by_http = self.settings.interactions_port is not None
        return self.tables.ownership.membership if by_http else None

    def _count_sharers(self) -> int:
        return 1 if self._sharing is None else self._sharing.size

    async def _wait_for_life(self) -> bool:
        return self._sharing is not None and await self._sharing.wait_for_life()

    def _add_clubs(self) -> None:
        """Make evenings, deals of the day and weekly posts. Each needs its messages, which in turn
        read it, so it is set on them afterwards."""
        display, answers = self.display, SharedAnswers(self.computers or self.workers)
        self.evenings = Evenings(
            self.store, self.clock, self.tables, display.evening_messages, games()
        )
        display.evening_messages.evenings = self.evenings
        self.dailies = DailyDeals(
            self.store, self.clock, answers, display.daily_messages, games(), self.tables.downtime
        )
        display.daily_messages.dailies = self.dailies
        self.weekly = WeeklyPosts(self.store, self.clock, display.weekly_messages, games())
        display.weekly_messages.posts = self.weekly
        self.tables.downtime.listeners.append(self.weekly.due.look_at_all)

    def _site(self) -> InteractionSite | None:
        """Return the page to which interactions are posted, if they come by HTTP."""
        if self.settings.interactions_port is None:
            return None
        forwarder = InteractionForwarder(self.tables, self._sharing) if self._sharing else None
        return InteractionSite(self.clock, self.display.calls.client.tokens, self.store, forwarder)

    async def resume(self) -> None:
        """Load the open tables, once. This goes on if the connection that waits for it is given up:
        the next one must not load them a second time."""
        if self._resuming is None:
            self._resuming = asyncio.create_task(self._resume())
        await asyncio.shield(self._resuming)

    async def _resume(self) -> None:
        if self.computers is None:
            self.workers.may_start = True
            self.tables.open_listeners.append(self.workers.start)
        await self.tables.resume()

    def bot(self) -> Kwbot:
        """Return a new connection, not yet opened."""
        return Kwbot(
            settings=self.settings,
            store=self.store,
            tables=self.tables,
            display=self.display,
            preferences=self.preferences,
            clock=self.clock,
            prepare=self.resume,
            site=self.interactions,
            **{"shard_count": self.settings.shard_count, **self.options},
        )

    async def drain(self, stop: asyncio.Event, drained: asyncio.Event) -> None:
        """Wait for `stop`, then set `drained` once everything that arrived here is answered."""
        await stop.wait()
        try:
            if self.interactions is not None:
                await self.interactions.drain()
        finally:
            drained.set()

    async def stop(self) -> None:
        """Stop everything that runs, from what people see down to the workers."""
        if self._resuming is not None:
            self._resuming.cancel()
            await asyncio.wait([self._resuming])
        await self.evenings.due.stop()
        await self.dailies.stop()
        await self.weekly.due.stop()
        await self.display.stop()
        await self.tables.stop()
        await self.workers.stop()
        if self.interactions is not None:
            await self.interactions.close()


@asynccontextmanager
async def open_application(settings: Settings, **options: Any) -> AsyncIterator[Application]:
    """Open the store and yield the application on it. Raises StorageError."""
    url, own_url = settings.database_url, settings.cluster_url
    store = await (Store.share(url, own_url, EDITION) if own_url else Store.open(url))
    _log.info("This is Kwbot %s on Python %s.", BUILD, platform.python_version())
    _log.info("The database is %s.", store.where)
    app = Application(settings, store, **options)
    # Everything loaded by now stays. Each full garbage collection would scan it while a press
    # waits: a tenth of a second for this alone, without the tables.
    gc.freeze()
    try:
        async with serve_backups(store):
            yield app
    finally:
        await app.stop()
        await store.close()


def pages(
    settings: Settings, app: Application, supervisor: Supervisor
) -> Iterator[tuple[web.Application, str, int]]:
    """Yield the pages to serve over HTTP by the settings, each with its host and port."""
    if settings.metrics_port:
        workers = app.workers if app.computers is None else None
        checks = {
            "discord": supervisor.trouble,
            **monitoring.checks(app.store, workers, app.tables.ownership.membership),
        }
        registry = monitoring.registry(
            app.store, app.tables.index, app.workers, backed_up=settings.backups > 0
        )
        site = health.site(supervisor.health, health.Readiness(checks), registry)
        yield site, settings.metrics_host, settings.metrics_port
    if app.interactions is not None and settings.interactions_port:
        yield app.interactions.application(), settings.interactions_host, settings.interactions_port
    if settings.status_port:
        status = StatusPage(
            lambda: supervisor.servers, lambda: len(app.tables.index), app.clock.now(),
            settings.default_language,
        )  # fmt: skip
        yield status.application(), settings.status_host, settings.status_port


async def serve(settings: Settings, token: str, stop: asyncio.Event, **options: Any) -> None:
    """Run until `stop` is set. Raises WrongToken, StorageError or CannotListen."""
    async with AsyncExitStack() as stack:
        stack.enter_context(through(settings.api_proxy))
        app = await stack.enter_async_context(open_application(settings, **options))
        supervisor = Supervisor(app.bot, token, app.clock.steady, app.store.ping)
        for page, host, port in pages(settings, app, supervisor):
            await stack.enter_async_context(http_server.serving(page, host, port))
        drained = asyncio.Event()
        beside = [asyncio.create_task(app.drain(stop, drained), name="draining")]
        if app.store.path is not None and settings.backups:
            keeping = keep_backups(app.store.path, settings.backups, app.clock)
            beside.append(asyncio.create_task(keeping, name="backups"))
        try:
            await supervisor.run(drained)
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)


class LocalDiscord(Protocol):
    """A Discord on this machine: the playground, which only local mode loads."""

    token: str

    @property
    def api(self) -> str: ...

    @property
    def gateway_url(self) -> str: ...


@asynccontextmanager
async def local_mode(
    settings: Settings, playground: LocalDiscord, stop: asyncio.Event, **options: Any
) -> AsyncIterator[asyncio.Task[None]]:
    """Run the real bot, with the real discord.py, against `playground` within the block."""
    local = settings.model_copy(update={"database_url": LOCAL_DATABASE})
    # The guilds of a local server need no waiting.
    options |= {"options": {"guild_ready_timeout": 0.01}}
    with connect_to(playground.api, playground.gateway_url):
        serving = asyncio.create_task(serve(local, playground.token, stop, **options))
        try:
            yield serving
        finally:
            stop.set()
            await serving


async def play_evening(settings: Settings, stop: asyncio.Event, deals: int) -> None:
    """Play a scripted evening: guests press the buttons, and their screens are printed. `deals`: at
    most; 0: as many as the game has."""
    from kwbot.local import scripted_evening  # noqa: PLC0415
    from kwbot.local.clubhouse import clubhouse  # noqa: PLC0415

    settings = settings.model_copy(update={"computer_pause": 0.0, "emojis": False})
    async with clubhouse() as playground:  # noqa: SIM117 - so that Python 3.6 can read the file
        async with local_mode(settings, playground, stop, channel_limit=1000) as serving:
            playing = asyncio.create_task(scripted_evening.play(playground, deals=deals))
            await asyncio.wait((serving, playing), return_when=asyncio.FIRST_COMPLETED)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            if not playing.cancelled():
                playing.result()


async def open_playground(
    settings: Settings, stop: asyncio.Event, *, port: int, chaos: float, browse: bool
) -> None:
    """Run the page of the playground until `stop` is set."""
    from kwbot.local.clubhouse import clubhouse, emblem  # noqa: PLC0415
    from playground.home import furnish, settle  # noqa: PLC0415

    playground = furnish(clubhouse())
    playground.bot.picture = emblem()
    try:
        await playground.start(port=port)
    except OSError:  # the port is taken
        await playground.start()
    try:
        async with local_mode(settings, playground, stop) as serving:
            settling = asyncio.create_task(settle(playground, chaos=chaos))
            await asyncio.wait((serving, settling), return_when=asyncio.FIRST_COMPLETED)
            settling.cancel()
            await asyncio.gather(settling, return_exceptions=True)
            print(ADDRESS.format(playground.base), flush=True)
            if browse:
                await asyncio.to_thread(webbrowser.open, playground.base)
            await serving
    finally:
        await playground.stop()


def stop_event() -> asyncio.Event:
    """Return an event that SIGINT and SIGTERM set."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: Ctrl+C raises KeyboardInterrupt instead
            signal.signal(number, lambda *_: stop.set())
    return stop


def is_local(settings: Settings, options: argparse.Namespace) -> bool:
    """Whether to run in local mode. Raises WrongSettings if there is no token, and the settings
    require that local mode is asked for, which nobody did."""
    if options.local or settings.local or (settings.local is None and settings.token is None):
        return True
    if settings.token is None:
        raise WrongSettings(NOT_ASKED_FOR)
    return False


def may_ask(settings: Settings, options: argparse.Namespace) -> bool:
    """Whether somebody at a terminal has not decided yet what a bot without a token does."""
    undecided = settings.token is None and settings.local is None
    return (
        undecided and not options.local and options.evening is None and first_start.has_terminal()
    )


async def run(settings: Settings, options: argparse.Namespace) -> None:
    """Run the bot on Discord, a scripted evening, or the playground, by settings and options."""
    stop = stop_event()
    if settings.token is not None and not is_local(settings, options):
        await serve(settings, settings.token.get_secret_value(), stop)
    elif options.evening is not None:
        await play_evening(settings, stop, options.evening)
    else:
        await open_playground(
            settings, stop, port=options.port, chaos=options.chaos, browse=options.open
        )


def main(arguments: Sequence[str] | None = None, *, compiling: bool = False) -> int:
    """Run the command. Return its exit status: 0, or 2 with one sentence on standard error.
    `compiling`: compile the computer players' kernel in the background, if not done yet."""
    options = parser().parse_args(arguments)
    try:
        settings = load_settings()
        if may_ask(settings, options) and first_start.ask_for_token(HOME / ".env"):
            settings = load_settings()
        local = is_local(settings, options)
        level = "WARNING" if local and settings.log_level == "INFO" else settings.log_level
        logs.set_up(level, settings.log_format)
        logging.getLogger("discord.client").addFilter(WithoutTraceback())
        for sentence in oversights():
            sys.stderr.write(f"{sentence}\n")
        if compiling:
            _log.info("Computer players think %s.", start_compiling())
        if local:
            print(LOCAL_MODE if settings.token is None else LOCAL_MODE_ASKED, flush=True)
        asyncio.run(run(settings, options))
    except (WrongSettings, StorageError, WrongToken, http_server.CannotListen) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:  # before the bot itself hears it
        return 130
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main(compiling=True))
