"""Being seen online, where interactions come by HTTP.

Discord shows a bot as online while it has a connection to the gateway. So the process that leads
keeps one, of shard 0, on which it asks to hear nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta

import discord

from cogs.connection.closing import end
from kwbot.metrics import counted
from kwbot.tables.time.clock import Clock, sleep

_log = logging.getLogger(__name__)

LOOK_EVERY = timedelta(seconds=5)
"""How often a process looks whether it leads, and whether it is still connected."""
PAUSE = timedelta(minutes=2)
"""So long after a connection another is tried: Discord allows a thousand a day."""


class Sign(discord.Client):
    """A connection of shard 0 on which nothing is heard."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents.none(),
            shard_id=0,
            shard_count=1,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
        )

    async def connect(self, *, reconnect: bool = True) -> None:
        """Be there until the task is cancelled or the gateway fails."""
        # Discord closes shard 0 of too few.
        self.shard_count, _, _ = await self.http.get_bot_gateway()
        self._connection.shard_count = self.shard_count
        await super().connect(reconnect=reconnect)


class Presence:
    """Keeps the bot online for others to see; `leads`: whether this process is the one to do it."""

    def __init__(self, token: str, leads: Callable[[], bool], clock: Clock) -> None:
        self._token = token
        self._leads = leads
        self._clock = clock
        # It is meant: there is no state here.
        logging.getLogger("discord.state").addFilter(_is_no_advice)

    async def keep(self) -> None:
        """Be seen whenever this process leads, until the task is cancelled."""
        while True:
            if self._leads():
                await self._be_seen()
                await self._pause(PAUSE)
            await self._pause(LOOK_EVERY)

    async def _be_seen(self) -> None:
        """Stay connected until that fails, or another process leads."""
        sign = Sign()
        living = asyncio.create_task(sign.start(self._token), name="presence")
        try:
            while self._leads() and not living.done():
                await self._pause(LOOK_EVERY)
            if living.done() and (error := living.exception()):
                _log.warning("The bot is not seen online: %s.", counted(error))
        finally:
            await end(sign, living)

    async def _pause(self, time: timedelta) -> None:
        await sleep(self._clock, self._clock.now() + time)


def _is_no_advice(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith("Guilds intent")
