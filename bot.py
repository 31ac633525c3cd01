"""Run the bot: ``python bot.py``. Settings come from the environment and .env; see .env.example.

Without a token it plays an evening by itself in local mode.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from prometheus_client import CollectorRegistry

from cogs.bot import Kwbot
from cogs.display import TableDisplay
from cogs.embedded import connect_to
from cogs.supervisor import OneLine, Supervisor, WrongToken
from kwbot import health, logs
from kwbot.backup import listening
from kwbot.config import Settings, WrongSettings, load_settings
from kwbot.playground import Playground, evening
from kwbot.storage import StorageError, Store
from kwbot.tables.clock import Clock, SystemClock
from kwbot.tables.computers import LocalComputers
from kwbot.tables.house import Computers
from kwbot.tables.tables import Tables
from kwbot.variants import games

LOCAL_MODE = "There is no token (KWBOT_TOKEN), so Kwbot plays an evening by itself, in local mode."
LOCAL_DATABASE = "sqlite+aiosqlite:///:memory:"


@dataclass
class House:
    """What outlives connections to Discord: the store, the tables, what shows them."""

    settings: Settings
    store: Store
    clock: Clock = field(default_factory=SystemClock)
    computers: Computers = field(default_factory=LocalComputers)
    calls: int | None = None
    """How many calls go to a channel in five seconds; None: what suits Discord."""
    options: dict[str, Any] = field(default_factory=dict)
    """Further options of discord.py's client."""

    def __post_init__(self) -> None:
        pace = {} if self.calls is None else {"calls": self.calls}
        self.display = TableDisplay(self.clock, **pace)
        self.tables = Tables(self.store, self.clock, self.display, self.computers, games())
        self._resumed = False

    async def resume(self) -> None:
        """Bring the open tables back, once."""
        if not self._resumed:
            await self.tables.resume()
            self._resumed = True

    def bot(self) -> Kwbot:
        """A new connection, not yet opened."""
        return Kwbot(
            settings=self.settings,
            store=self.store,
            tables=self.tables,
            display=self.display,
            games=games(),
            clock=self.clock,
            prepare=self.resume,
            **self.options,
        )

    async def stop(self) -> None:
        await self.display.stop()
        await self.tables.stop()


@asynccontextmanager
async def opened(settings: Settings, **options: Any) -> AsyncIterator[House]:
    """The house of these settings. Raises StorageError."""
    store = await Store.open(settings.database_url)
    house = House(settings, store, **options)
    try:
        async with listening(store):
            yield house
    finally:
        await house.stop()
        await store.close()


def _registry(house: House) -> CollectorRegistry:
    """What /metrics tells of the bot."""
    registry, tables = health.new_registry(), house.tables
    figures: dict[str, tuple[str, Callable[[], int]]] = {
        "lobbies": ("Open lobbies", lambda: sum(table.match is None for table in tables)),
        "games": ("Running games", lambda: sum(table.match is not None for table in tables)),
        "players": ("People at open tables", lambda: sum(len(table.humans) for table in tables)),
    }
    for name, (what, value) in figures.items():
        health.watch(registry, name, what, value)
    return registry


async def serve(settings: Settings, token: str, stop: asyncio.Event, **options: Any) -> None:
    """Run until `stop` is set. Raises WrongToken, StorageError or CannotListen."""
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(opened(settings, **options))
        supervisor = Supervisor(house.bot, token, house.clock)
        if settings.metrics_port:
            site = health.site(supervisor.health, _registry(house))
            await stack.enter_async_context(
                health.serving(site, settings.metrics_host, settings.metrics_port)
            )
        await supervisor.run(stop)


async def play_evening(settings: Settings, stop: asyncio.Event) -> None:
    """Local mode: the embedded server, the real discord.py, and a scripted evening."""
    local = settings.model_copy(update={"database_url": LOCAL_DATABASE})
    async with Playground() as playground:
        with connect_to(playground.api, playground.gateway_url):
            # No need to spare this server, nor to wait for its guilds.
            quick = {"calls": 1000, "options": {"guild_ready_timeout": 0.01}}
            serving = asyncio.create_task(serve(local, playground.token, stop, **quick))
            playing = asyncio.create_task(evening.play(playground))
            await asyncio.wait((serving, playing), return_when=asyncio.FIRST_COMPLETED)
            stop.set()
            playing.cancel()
            await serving
            await asyncio.gather(playing, return_exceptions=True)
            if not playing.cancelled():
                playing.result()


def stopping() -> asyncio.Event:
    """An event that SIGINT and SIGTERM set."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: Ctrl+C raises KeyboardInterrupt instead
            signal.signal(number, lambda *_: stop.set())
    return stop


async def run(settings: Settings) -> None:
    stop = stopping()
    if settings.token is None:
        await play_evening(settings, stop)
    else:
        await serve(settings, settings.token.get_secret_value(), stop)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 0, or 2 with one sentence on standard error."""
    argparse.ArgumentParser(prog="bot.py", description=__doc__).parse_args(arguments)
    try:
        settings = load_settings()
        local = settings.token is None
        level = "WARNING" if local and settings.log_level == "INFO" else settings.log_level
        logs.set_up(level, settings.log_format)
        logging.getLogger("discord.client").addFilter(OneLine())
        if local:
            print(LOCAL_MODE)
        asyncio.run(run(settings))
    except (WrongSettings, StorageError, WrongToken, health.CannotListen) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
