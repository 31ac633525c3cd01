"""The bot in Discord: how soon clicks are answered, what they cost, what else is sent.

``python -m kwbot bench discord``. Discord is the embedded one; for the first two figures it runs
with its people in its own process, and so does the bot. There are 200 tables, or `--games`: 30 show
the same within minutes, except the number of presses served.
"""

import asyncio
import logging
import random
from collections.abc import Iterable
from functools import reduce
from operator import add

from benches.figures import Figure, Sample, benchmark
from benches.service import crowd
from benches.service.bots import Stopwatch, whole
from benches.service.stand import Measured, Running, on_stand
from benches.stand_ins import HandClock
from cogs.connection.endpoint import connect_to
from kwbot.local.guest import TABLE, Guest, add_computers, area, buttons
from playground import Message, Playground
from playground.state.model import Json

GAME = "kombinations-whist"
MAX_RATE = 400.0
"""Most presses a second tried."""
PIECE_SECONDS, PIECES = 1.0, 24
"""Seconds for which each of two bots is measured in turn, and the number of turns."""
TABLES = 200
"""Most tables: a busy machine opens fewer in the given time."""
SERVICE_PAUSE = 1.0
"""Seconds between computer players' actions in service."""
MAX_PRESSES = 480
"""Most presses of an evening: about eight deals of four people. Each deal ends with two calls, so
with few deals a short one would distort the figure."""
LOOK_BUDGETS = (("text", 2.5), ("emoji", 3.0), ("picture", 3.5))
"""Looks of a crowd of four people a table, and how many times the CPU of an empty bot's request
each request may take. It is by request, since a press shows its card on four hands and in the
channel, and an empty bot's on one message: to send less would be to show less."""
FOUR_PEOPLE, LONE = (4, 0), (1, 3)
"""Numbers of people and computers at a table."""
MAX_LONE_CALLS, MAX_LONE_CPU = 4.5, 3.5
"""Most calls of a lone player's press with the computers' moves: its answer, each of the three
cards that come a second apart, and now and then the line in the channel. Most CPU milliseconds of
each call, with the computers' decisions."""
MEMORY = "sqlite+aiosqlite:///:memory:"


# --- speed and cost under load ----------------------------------------------------------------


def _load_figures(tables: int) -> Iterable[Figure]:
    """Yield the cost of a press where four people play, and of an empty bot's in turns at the same
    rate (the more presses come, the less each costs) and on the same hands. The rate is one that
    can be served: after more than that, there would be no pictures for a while."""
    with on_stand(crowd.Load(tables, *FOUR_PEOPLE, 0.0, before=MAX_RATE)) as first:
        begun = first.begun
        most = begun.served
    yield Figure("as many presses as are served", most, "presses/s")
    rate = crowd.ease(most)
    with on_stand(crowd.Load(tables, 0, 0, rate, hands=begun.hands)) as empty:
        for look, times in LOOK_BUDGETS:
            with on_stand(crowd.Load(tables, *FOUR_PEOPLE, rate, look, rate)) as one:
                yield from _beside_an_empty_bot(look, times, one, empty)


def _beside_an_empty_bot(look: str, times: float, one: Running, empty: Running) -> Iterable[Figure]:
    pairs = [(one.measure(PIECE_SECONDS), empty.measure(PIECE_SECONDS)) for _ in range(PIECES)]
    bot, bare = (reduce(add, pieces) for pieces in zip(*pairs, strict=True))
    each = bot.milliseconds / bot.crowd.requests_each
    ratio = each / (bare.milliseconds / bare.crowd.requests_each)
    yield Figure(f"{look}: CPU time of a request, of an empty bot's", ratio, "times", times)
    yield Figure(f"{look}: CPU time of a press", bot.milliseconds, "ms")
    yield Figure(f"{look}: CPU time of a press of an empty bot", bare.milliseconds, "ms")
    yield Figure(f"{look}: requests of a press", bot.crowd.requests_each, "requests")
    yield Figure(
        f"{look}: requests of a press of an empty bot", bare.crowd.requests_each, "requests"
    )
    yield Figure(f"{look}: counted calls", bot.crowd.other_calls, "calls/s", 50.0)
    yield from _answer_figures(look, bot)
    yield Figure(f"{look}: an empty bot's to the answer (p99)", bare.p99, "ms")


def _lone_figures(tables: int) -> Iterable[Figure]:
    """Yield the cost of a lone player's press with the computers' moves, and how soon it is
    answered. Computers pause as in service, so that each card is seen to fall."""
    with on_stand(crowd.Load(tables, *LONE, 0.0, before=MAX_RATE), SERVICE_PAUSE) as one:
        bot = one.measure(PIECE_SECONDS * PIECES)
    what = "alone"
    cpu, calls = bot.milliseconds, bot.crowd.requests_each
    yield Figure(f"{what}: calls of a press and its computers", calls, "calls", MAX_LONE_CALLS)
    yield Figure(f"{what}: CPU time of each", cpu / max(1.0, calls), "ms", MAX_LONE_CPU)
    here = bot.by_rule / max(1, bot.by_rule + bot.thought)
    yield Figure(f"{what}: decisions of computers by rule of thumb, here", 100 * here, "%")
    yield from _answer_figures(what, bot, most=50.0)


def _answer_figures(what: str, bot: Measured, most: float | None = None) -> Iterable[Figure]:
    """Yield the figures of answers; 99 % should come within `most` milliseconds."""
    yield Figure(f"{what}: tables", bot.crowd.tables, "tables")
    yield Figure(f"{what}: presses", bot.crowd.rate, "presses/s")
    yield Figure(f"{what}: to the answer (median)", bot.middle, "ms")
    yield Figure(f"{what}: to the answer (p99)", bot.p99, "ms", most)
    yield Figure(f"{what}: without an answer", bot.crowd.unanswered, "presses", 0)


# --- other calls ------------------------------------------------------------------------------


class Quiet:
    """One table whose people think as long as real ones, on a virtual clock.

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
        """Play a game, or its first deals, and return the counted calls per action."""
        async with self.playground as here:
            with connect_to(here.api, here.gateway_url):
                async with whole(MEMORY, self.clock, Stopwatch(), pause=SERVICE_PAUSE) as bot:
                    running = asyncio.create_task(bot.start(here.token))
                    await here.ready()
                    await self._open()
                    await self._think()  # until the first hands are out
                    before = here.counted_calls
                    while len(bot.tables.index) and self.acts < MAX_PRESSES:
                        await self._think()
                        await self._act()
                    await self._think()
                    calls = here.counted_calls - before
                    await bot.close()
                    await running
        return calls / self.acts

    async def _open(self) -> None:
        host, *others = (guest.person for guest in self.people)
        lobby = (await host.slash(self.playground.channel, "play", game=GAME)).message
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
        if public and (self.in_channel or not any(guest.is_asked for guest in self.people)):
            await self._ready(public[-1])
            return
        guest = next((guest for guest in self.people if guest.is_asked), None)
        if guest is not None:
            await guest.act()
            self.acts += 1

    def _channel_messages(self) -> list[Message]:
        places = [place for place in self.playground.channels.values() if place.guild is not None]
        return [message for place in places for message in place.messages.values()]

    async def _ready(self, message: Message) -> None:
        """Let everybody ask for the next deal, one after the other."""
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
            yield Figure(f"{what} to a press", calls, "calls")


@benchmark("discord", "clicks under load, and what is sent besides the answers", TABLES)
def measure(sample: Sample) -> Iterable[Figure]:
    logging.getLogger("discord").setLevel(logging.ERROR)
    yield from _lone_figures(sample.size)
    yield from _load_figures(sample.size)
    yield from _quiet_figures()
