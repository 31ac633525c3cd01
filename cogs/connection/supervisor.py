"""The supervisor of the connection, which replaces one that fails or falls silent."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, Protocol

import discord

from kwbot.hosting.health import Health
from kwbot.storage.backend.failures import StorageError
from kwbot.tables.time.clock import Clock, sleep

_log = logging.getLogger(__name__)

CLOSE_SECONDS = 10

MAX_SILENCE = timedelta(seconds=120)
"""Silence after which the connection counts as hung: Discord acknowledges every 41 s."""
_GATEWAY_SILENCE = timedelta(seconds=60)
"""Silence after which the bot is not ready."""
STABLE_AFTER = timedelta(seconds=60)
_GATEWAY_CHECK_INTERVAL = timedelta(seconds=10)
_RECONNECT_BACKOFF_SECONDS = (1, 2, 5, 10, 20, 40, 60)


class WrongToken(Exception):
    """Discord rejects the token; the message is one sentence."""


class SupervisedBot(Protocol):
    """A connection to Discord, as far as its supervisor knows it."""

    @property
    def heard_at(self) -> datetime | None: ...
    @property
    def is_connected(self) -> bool: ...
    @property
    def closed_shards(self) -> list[int]: ...
    @property
    def open_tables(self) -> int: ...
    @property
    def servers(self) -> int: ...
    async def start(self, token: str) -> None: ...
    async def close(self) -> None: ...
    def trouble(self) -> str | None: ...


class Supervisor:
    """Keeps one bot connected. `make` returns a new bot, not yet connected; `ping` raises
    StorageError where the database does not answer."""

    def __init__(
        self,
        make: Callable[[], SupervisedBot],
        token: str,
        clock: Clock,
        ping: Callable[[], Awaitable[object]],
    ) -> None:
        self._make = make
        self._ping = ping
        self._token = token
        self._clock = clock
        self._failures = 0
        self.bot: SupervisedBot | None = None

    async def run(self, stop: asyncio.Event) -> None:
        """Stay connected until `stop` is set. Raises WrongToken."""
        while not stop.is_set():
            trouble = await self._one_connection(stop)
            if stop.is_set():
                return
            pause = _RECONNECT_BACKOFF_SECONDS[
                min(self._failures, len(_RECONNECT_BACKOFF_SECONDS) - 1)
            ]
            self._failures += 1
            _log.warning("the connection to Discord failed (%s): again in %d s", trouble, pause)
            await self._wait(pause, stop)

    async def _wait(self, seconds: float, stop: asyncio.Event) -> None:
        """Wait for some seconds, or until `stop` is set."""
        until = self._clock.now() + timedelta(seconds=seconds)
        waits = [asyncio.create_task(sleep(self._clock, until)), asyncio.create_task(stop.wait())]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for task in waits:
            task.cancel()

    async def _one_connection(self, stop: asyncio.Event) -> str:
        """Run one connection. Return why it ended, in a word or two."""
        bot = self.bot = self._make()
        living = asyncio.create_task(bot.start(self._token), name="connection")
        watching = asyncio.create_task(self._silent(bot), name="watch over the connection")
        stopping = asyncio.create_task(stop.wait(), name="stop")
        tasks = (living, watching, stopping)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if living.done():
                return self._why(living)
            return "silent" if watching.done() else "stopped"
        finally:
            await _end(bot, *tasks)

    def _why(self, living: asyncio.Task[None]) -> str:
        error = living.exception()
        if isinstance(error, discord.LoginFailure):
            raise WrongToken(
                "Discord does not accept the token: copy it anew from your application's page "
                "Bot into KWBOT_TOKEN."
            ) from None
        if isinstance(error, StorageError):
            raise error
        return type(error).__name__ if error else "closed"

    async def _silent(self, bot: SupervisedBot) -> None:
        """Return once the gateway has been silent for too long."""
        since = self._clock.now()
        while self._clock.now() - max(since, bot.heard_at or since) < MAX_SILENCE:
            if self._clock.now() - since > STABLE_AFTER:
                self._failures = 0  # not sooner: Discord allows a thousand new sessions a day
            await sleep(self._clock, self._clock.now() + _GATEWAY_CHECK_INTERVAL)

    @property
    def servers(self) -> int:
        """Number of servers with the bot, as far as known."""
        return 0 if self.bot is None else self.bot.servers

    async def trouble(self) -> str | None:
        """Return what is wrong with the connection, in a sentence."""
        bot = self.bot
        if bot is None or bot.heard_at is None or not bot.is_connected:
            return "The bot is not connected to Discord."
        if closed := bot.closed_shards:
            return f"Shards are not connected: {', '.join(map(str, closed))}."
        silent = self._clock.now() - bot.heard_at
        if silent > _GATEWAY_SILENCE:
            return f"Discord has been silent for {silent.total_seconds():.0f} s."
        return bot.trouble()

    async def health(self) -> Health:
        """Return whether Discord was heard lately and the database answers."""
        bot, now = self.bot, self._clock.now()
        if bot is None or bot.heard_at is None:
            return Health(ok=False, facts={"discord": "not connected"})
        silent = (now - bot.heard_at).total_seconds()
        try:
            await self._ping()
        except StorageError:
            return Health(ok=False, facts={"database": "no answer"})
        return Health(
            ok=silent < MAX_SILENCE.total_seconds(),
            facts={"silent_seconds": round(silent), "tables": bot.open_tables},
        )


class WithoutTraceback(logging.Filter):
    """Cuts tracebacks off what a library logs: the error's type is enough, its text too much."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[0]:
            record.msg = f"{record.getMessage()} ({record.exc_info[0].__name__})"
            record.args, record.exc_info = (), None
        return True


async def _end(client: SupervisedBot, *tasks: asyncio.Task[Any]) -> None:
    """Close a connection, however broken, and the tasks beside it."""
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await client.close()
    except Exception as error:  # noqa: BLE001 - a broken connection may break in any way
        _log.info("closing the connection: %s", type(error).__name__)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
