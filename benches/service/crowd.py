"""A Discord in its own process, full of people who press: the load for measuring the bot alone.

Through a pipe the bot's process gets the addresses to connect to, then the state before the
measurement (Begun). For each number of seconds it sends, people press for that long, and it gets
the counts (Told).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from multiprocessing.connection import Connection
from random import Random
from time import perf_counter
from typing import Any

from kwbot.local.guest import Guest, add_computers, area, menus, set_level
from kwbot.looks.emojis import emojis
from playground import ClientRefusal, LocalPerson, Playground
from playground.state.model import Json, MessageFlag
from tests.cogs.server import open_setting

GAME = "kombinations-whist"
EASED_SHARE = 0.6
"""Measured presses come at this share of the rate that can be served. A process that falls behind
behaves differently: presses that wait together are cheaper, and late ones take two calls."""
MIN_RATE = 10.0
"""Least presses a second: figures of a few presses mean nothing."""
SEATING, APART = 30.0, 15.0
"""Most seconds in which tables are opened, and in which they get out of step."""
HANDS, ACTS = 16, 8
"""Number of people who press at once before the measurement; average acts of a person until the
tables are at different stages of a deal: about half a deal."""


def ease(served: float) -> float:
    """Return the rate of measured presses, given the rate served."""
    return max(MIN_RATE, EASED_SHARE * served)


@dataclass(frozen=True)
class Load:
    """A number of tables, and presses a second; without people, presses for a bot without tables.

    `hands`: the players' messages pressed then, as a press brings its message along. `before`: most
    presses a second while the tables get out of step; `rate`: 0 for an easy one, by those served.
    `look`: how tables are shown in their channels; if text or emojis, everybody has chosen it for
    their own view, too.
    """

    tables: int
    people: int
    computers: int
    rate: float
    look: str = "text"
    before: float = 0.0
    hands: Sequence[Sequence[Json]] = ()


@dataclass(frozen=True)
class Begun:
    """The state just before the measurement."""

    served: float
    """Presses served a second when more came."""
    hands: Sequence[Sequence[Json]]
    """The components of the messages on which people play."""


@dataclass(frozen=True)
class Told:
    """The counts while people pressed."""

    tables: int
    seconds: float
    presses: int
    calls: int
    """Calls that count for the bot's limit, which answers do not."""
    requests: int
    """All requests of the bot, answers included."""
    unanswered: int

    def __add__(self, other: Told) -> Told:
        return Told(
            self.tables, self.seconds + other.seconds, self.presses + other.presses,
            self.calls + other.calls, self.requests + other.requests,
            self.unanswered + other.unanswered,
        )  # fmt: skip

    @property
    def rate(self) -> float:
        """Presses a second."""
        return self.presses / self.seconds

    @property
    def other_calls(self) -> float:
        """Counted calls a second."""
        return self.calls / self.seconds

    @property
    def requests_each(self) -> float:
        """Requests per press, its answer included."""
        return self.requests / max(1, self.presses)


class Turnstile:
    """A gate that lets `rate` presses through a second while it is open."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.open = asyncio.Event()
        self.open.set()
        self.passed = 0
        self._next = perf_counter()
        self._lock = asyncio.Lock()

    async def turn(self) -> None:
        async with self._lock:
            await self.open.wait()
            now = perf_counter()
            self._next = max(self._next + 1 / self.rate, now - 0.1)
            await asyncio.sleep(max(0.0, self._next - now))
        self.passed += 1

    def slow(self, do: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def done(*args: Any, **named: Any) -> Any:
            await self.turn()
            return await do(*args, **named)

        return done


class Crowd:
    def __init__(self, playground: Playground, load: Load) -> None:
        self.playground = playground
        self.load = load
        self.rng = Random(1)
        self.turnstile = Turnstile(load.rate)
        self.served = 0.0
        """Presses served a second while the tables got out of step."""
        self.unanswered = 0

    async def seat(self) -> list[Guest]:
        """Open the tables, start their games, and return the guests."""
        await self.playground.until(lambda: 0 in self.playground.commands)
        if self.load.look != "text":
            await self.playground.until(lambda: len(self.playground.emojis) == len(emojis()))
        moderator = self.playground.person("Moderator", moderator=True)
        await self._choose(moderator, "settings", "look", self.load.look)
        await self._choose(moderator, "settings", "tables_per_server", "1000")
        guests, until = list[Guest](), perf_counter() + SEATING
        numbers = iter(range(self.load.tables))

        async def seat() -> None:
            while perf_counter() < until and (number := next(numbers, None)) is not None:
                with suppress(TimeoutError):  # a busy machine seats fewer
                    guests.extend(await self._table(number))

        await asyncio.gather(*(seat() for _ in range(HANDS)))
        return guests

    async def _choose(self, person: LocalPerson, command: str, field: str, value: str) -> None:
        """Change a setting of the server, or of a person's own."""
        shown = (await person.slash(self.playground.channel, command)).message
        await open_setting(person, shown, field)
        (menu,) = [one for one in menus(shown, command) if area(one)[1] == field]
        await person.select(shown, menu["custom_id"], [value])

    async def _table(self, number: int) -> list[Guest]:
        here = self.playground
        channel = here.add_channel(here.guild, f"whist-{number}")
        names = [f"Player {number}{letter}" for letter in "ABCD"[: self.load.people]]
        guests = [Guest(here.person(name), self.rng) for name in names]
        if self.load.look != "picture":
            for guest in guests:
                await self._choose(guest.person, "preferences", "look", self.load.look)
        host, *others = guests
        lobby = (await host.person.slash(channel, "play", game=GAME)).message
        for guest in others:
            await guest.person.click(lobby, "Join")
        await add_computers(host.person, lobby, self.load.computers)
        if self.load.computers:  # one process must think for all tables in time
            await set_level(host.person, lobby, "easy")
        await host.person.click(lobby, "Start")
        await here.until(lambda: any(guest.is_asked for guest in guests))
        return guests

    async def apart(self, guests: Sequence[Guest]) -> None:
        """Play on by random amounts: otherwise all tables would be in their auctions."""
        self.turnstile.rate, free = self.load.before, [*guests]
        acts, until = iter(range(ACTS * len(guests))), perf_counter() + APART

        async def press() -> None:
            while perf_counter() < until and next(acts, None) is not None:
                guest = free.pop(self.rng.randrange(len(free)))
                await self.act(guest)
                free.append(guest)

        begun, self.turnstile.passed = perf_counter(), 0
        await asyncio.gather(*(press() for _ in range(min(HANDS, len(guests)))))
        self.served = self.turnstile.passed / (perf_counter() - begun)
        self.turnstile.rate = self.load.rate or ease(self.served)

    async def act(self, guest: Guest) -> None:
        try:
            if guest.is_asked:
                await guest.act()
            else:
                await asyncio.sleep(0.02)
        except TimeoutError:
            self.unanswered += 1
        except (ClientRefusal, IndexError):
            await asyncio.sleep(0.02)

    async def playing(self, guest: Guest) -> None:
        while True:
            await self.act(guest)

    async def pressing(self, person: LocalPerson, hand: Sequence[Json]) -> None:
        """Press again and again on a hand, restored each time after the bot has overwritten it."""
        here = self.playground
        body = {"flags": int(MessageFlag.COMPONENTS_V2), "components": [*hand]}
        message = here.post(here.direct(person.user), here.bot, body)
        while True:
            message.components = [*hand]
            await person.forge(message, "kw:any:1:1:play SA")

    def bare(self) -> list[Coroutine[Any, Any, None]]:
        """Return the same presses for a bot without tables."""
        people = [self.playground.person(f"Player {at}") for at in range(self.load.tables)]
        for person in people:
            person._do = self.turnstile.slow(person._do)  # type: ignore[method-assign, assignment]
        return [self.pressing(*each) for each in zip(people, cycle(self.load.hands))]

    async def run(self, pipe: Connection) -> None:
        here = self.playground
        hands = self.load.hands
        pipe.send((here.api, here.gateway_url, here.token))
        await here.ready()
        if self.load.people:
            guests = await self.seat()
            for guest in guests:
                guest.person._do = self.turnstile.slow(guest.person._do)  # type: ignore[method-assign, assignment]
            await self.apart(guests)
            await here.idle(quiet=0.5)
            hands = [guest.hand.components for guest in guests if guest.hand]
            acting = [self.playing(guest) for guest in guests]
        else:
            acting = self.bare()
        self.turnstile.open.clear()
        tasks = [asyncio.ensure_future(one) for one in acting]
        pipe.send(Begun(self.served, hands))
        while (seconds := await asyncio.to_thread(pipe.recv)) is not None:
            pipe.send(await self.press_for(tasks, seconds))
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    async def press_for(self, tasks: Sequence[asyncio.Future[None]], seconds: float) -> Told:
        """Let all press for `seconds`, wait for the answers, and return the counts."""
        here = self.playground
        here.calls.clear()
        begun, self.turnstile.passed, self.unanswered = perf_counter(), 0, 0
        self.turnstile.open.set()
        failed, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        self.turnstile.open.clear()
        lasted = perf_counter() - begun
        for task in failed:
            task.result()
        await here.idle(quiet=0.1)
        told = self.turnstile.passed, here.counted_calls, len(here.calls), self.unanswered
        return Told(len(tasks), lasted, *told)


def main(pipe: Connection, load: Load) -> None:
    """Run this process until the other side says that it has ended."""

    async def serve() -> None:
        async with Playground() as playground:
            await Crowd(playground, load).run(pipe)

    asyncio.run(serve())
