"""The running server: ``Playground`` is the world with a REST API and a gateway on loopback.

>>> async with Playground() as playground:
...     alice = playground.person("Alice", locale="sv-SE")
...     # point the bot's Discord library at playground.api and playground.gateway_url, start it
...     await playground.ready()
...     outcome = await alice.slash(playground.channel, "roll", dice=2)
...     outcome = await alice.click(outcome.message, label="Again")

To be fast against it, discord.py needs ``guild_ready_timeout=0.01`` (it waits that long after the
last GUILD_CREATE before it is ready), a ``before_identify_hook`` that does nothing (otherwise 5 s
before every IDENTIFY after the first), ``max_ratelimit_timeout=None`` and
``chunk_guilds_at_startup=False``.

Time is the injected clock: interactions live 3 s and their tokens 15 minutes of it. ``until``,
``idle`` and the persons' actions give up after seconds of real time.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

from aiohttp import http, web, web_response

from playground.api import callbacks, registry, routes, scheduled_events
from playground.api.faults import Faults
from playground.api.interaction_post import InteractionPost
from playground.api.rest import API, Call, Rest, Validate
from playground.chaos import Chaos
from playground.gateway import Gateway
from playground.images.cdn import Cdn
from playground.images.outside import Outside
from playground.page.site import Site, guard
from playground.page.traffic import Traffic
from playground.page.window import Windows
from playground.people.person import LocalPerson
from playground.state.model import Channel, Clock, Guild, Json, Message, User
from playground.state.world import World

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw.playground.bot"  # noqa: S105 - opens nothing but this server
"""A bot token, beginning with an id in base 64 like all, which some libraries check."""

_broken_requests = logging.getLogger(f"{__name__}.requests")
_broken_requests.addFilter(lambda record: not _is_of_broken_request(record))
"""Broken requests get 400 and are not logged."""

_sleep = asyncio.sleep  # tests replace asyncio's
_MOMENTS = 4  # quiet moments in a row, if on time
_LATE_SECONDS = 0.005
_LATE_MOMENTS = 40


class Playground(World):
    """A running server, which begins with one guild and one channel with these names.

    ``validate`` checks every request besides the limits checked by hand; it is usually an
    ``oracle.Oracle`` of Discord's openapi.json.
    """

    def __init__(
        self,
        *,
        clock: Clock = time.time,
        token: str = TOKEN,
        validate: Validate | None = None,
        compress: bool = False,
        locale: str = "en-US",
        bot: str = "Bot",
        guild: str = "Playground",
        channel: str = "general",
    ) -> None:
        super().__init__(clock=clock, bot=bot)
        self.token = token
        self.faults = Faults()
        self.rest = Rest(self, token, self.faults)
        self.gateway = Gateway(self, token, compress=compress)
        self.post_interactions = InteractionPost(self)
        self.outside = Outside(self)
        self.rest.validate = validate
        self.add_guild(guild, locale=locale, channel=channel)
        self.channel: Channel = next(iter(self.guild.channels.values()))
        self.people: list[LocalPerson] = []
        self.busy: Callable[[], bool] = lambda: False
        """Whether the bot does work that is invisible here, for example with its database."""
        self.chaos = Chaos(self, self.gateway)
        self.faults.chance = self.chaos.fault
        self.lapses = self.chaos.lapse
        self.gateway.delays = self.chaos.delays
        self.traffic = Traffic(self, self.rest, self.gateway, self.chaos)
        self.windows = Windows(self, self.people, self.traffic)
        self._runner: web.AppRunner | None = None

    # ------------------------------------------------------------------ running

    async def start(self, *, port: int = 0) -> Self:
        """Listen on loopback, by default on any free port."""
        web_response.SERVER_SOFTWARE = "playground"  # type: ignore[attr-defined] # no versions
        app = web.Application(client_max_size=64 * 1024 * 1024, middlewares=[guard])
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        Cdn(self).add_routes(app)
        self.outside.add_routes(app)
        Site(self.windows).add_routes(app)
        known = routes.ROUTES | callbacks.ROUTES | registry.ROUTES | scheduled_events.ROUTES
        self.rest.add_routes(app, known)
        self._runner = web.AppRunner(
            app, access_log=None, logger=_broken_requests, shutdown_timeout=0.1
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.base = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        self.faults.clear()
        await self.windows.close()
        await self.gateway.close()
        await self.post_interactions.close()
        await self.outside.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    @property
    def api(self) -> str:
        """The root of the REST API, in place of https://discord.com/api/v10."""
        return self.base + API

    @property
    def gateway_url(self) -> str:
        return self.gateway.url

    def emit(self, event: str, data: Json, guild: Guild | None) -> None:
        if not hasattr(self, "windows"):
            return
        if event == "INTERACTION_CREATE" and self.post_interactions.url:
            self.post_interactions.deliver(data)
        else:
            self.gateway.dispatch(event, data, guild)
        self.windows.tell(event, data)

    def announce_commands(self) -> None:
        self.windows.announce_commands()

    def load(self, message: Message) -> None:
        self.outside.load(message)

    # ------------------------------------------------------------------ people

    def person(
        self,
        name: str,
        *,
        locale: str = "en-US",
        guild: Guild | None = None,
        moderator: bool = False,
    ) -> LocalPerson:
        """Add and return a new member of the guild who can act."""
        user = User(self.snowflake(), name, locale)
        self.users[user.id] = user
        home = guild or self.guild
        home.members[user.id] = user
        if moderator:
            home.moderators.add(user.id)
        self.people.append(LocalPerson(self, user))
        return self.people[-1]

    # ------------------------------------------------------------------ watching

    @property
    def calls(self) -> list[Call]:
        """Every request so far, the oldest first; clear the list to count anew."""
        return self.rest.calls

    @property
    def counted_calls(self) -> int:
        """Number of requests so far that count against Discord's global limit."""
        return sum(call.counts for call in self.rest.calls)

    async def ready(self) -> None:
        """Wait until the bot is connected to the gateway."""
        await self.until(lambda: self.gateway.connected)

    async def idle(self, *, quiet: float = 0.02, hearing: float | None = None) -> None:
        """Wait until no request is under way and none has come for ``quiet`` real seconds.

        The bot may not be ``busy`` either. First, wait up to ``hearing`` (by default ``patience``)
        real seconds for a bot that has not answered a person's action. When the event loop is late,
        on a busy machine or beside a computing bot, quiet means little, and much more of it is
        needed. A bot that waits longer than that for something else looks idle: prefer ``until``.
        Raises TimeoutError like ``until``.
        """
        await self._wait_until_heard(hearing)
        async with asyncio.timeout(self.patience):
            wanted = 1.0
            while wanted > 0:
                seen = len(self.calls)
                late = await _late(quiet / _MOMENTS)
                if len(self.calls) > seen or self.rest.in_flight or self.busy():
                    wanted = 1.0
                else:
                    wanted -= 1 / (_MOMENTS if late < _LATE_SECONDS else _LATE_MOMENTS)

    async def _wait_until_heard(self, seconds: float | None) -> None:
        """Wait until the bot has tried to answer every action, or give up on it."""
        waiting = [event for event in self.interactions.values() if not event.heard]
        with suppress(TimeoutError):
            await self.until(lambda: all(event.heard for event in waiting), seconds=seconds)
        for event in waiting:
            event.heard = True


def _is_of_broken_request(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return isinstance(error, http.HttpProcessingError)


async def _late(seconds: float) -> float:
    """Sleep, and return by how many seconds it took too long."""
    began = time.monotonic()
    await _sleep(seconds)
    return time.monotonic() - began - seconds
