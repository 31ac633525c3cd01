"""Repeated kills of the bot in the middle of an evening: is anything lost?

The bot runs as usual, in a process of its own with its database in a file; Discord and the people
at the tables are here. People go on with the buttons they had. Whoever got no answer presses once
more, and some press twice anyway.
"""

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from benches.durability.audit import Audit, Findings
from benches.durability.company import AGAIN, LAST_CARD, START, Company, PressIndex
from benches.figures import Figure, Sample, benchmark
from kwbot.ids import GuildId
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from playground import Playground

CRASH_KILLS = 50
Group: TypeAlias = tuple[str, int, int, dict[str, str]]
CRASH_GROUPS: tuple[Group, ...] = (
    ("kombinations-whist", 4, 0, {"winning": "limited", "rounds": "1"}),
    ("esmakker", 2, 2, {"deals": "2"}),
    ("fyrmanswhist", 4, 0, {"target": "1"}),
    ("hus", 1, 3, {"deals": "2"}),
    ("whist", 4, 0, {"form": "short"}),
)
"""The game, people, computer players, and shortening options of each table."""
EVENTS_A_KILL = 8
"""Fewest events that a table must store between two kills, on average."""
PRESSES_A_KILL = 40
AIMED_SHARE = 0.4
"""Share of kills aimed at a press that starts, settles or ends something."""
TURNING_POINTS = {"start": (START,), "settlement": (LAST_CARD,), "end": (LAST_CARD, AGAIN)}
"""The presses that lead to each moment at which some kills must come."""
LEAST_MOMENT_SHARE = 0.05
"""Least share of the kills that each of these moments gets if possible."""
CATCH_UP = 40
"""Most answers a kill waits for where a table has stored less than its share."""
MOMENTS_A_KILL = (20, 300)
"""Fewest and most presses and requests between two kills."""
DELAY_SECONDS = 0.02
"""Most seconds from such a moment to the kill, which may thus come while something is stored."""
PRESSES_TO_GO_ON = 10
"""Answered presses after the last kill that prove that a table goes on."""
ROOT = Path(__file__).parents[2]

START_SECONDS = 120
"""Most seconds a start may take on a busy machine."""
TABLE_STILL_SECONDS = 300
"""Seconds without any offer after which a table stands still, even on a busy machine."""

# The program itself, with two exceptions: its Discord is ours, which needs no sparing, and people
# may open tables as fast as they want, as games are over within seconds. It is imported once: each
# life of the bot is a fork, begun by a line of input. It prints the fork's id, and its exit status
# once it has ended.
# Interaction tokens are forgotten sooner because people press faster: otherwise the bot would keep
# those of a quarter of an hour's presses.
PROGRAM = """
import os, sys
from datetime import timedelta
from functools import partial
import bot
from cogs.connection.endpoint import connect_to
from cogs.delivery.calls import interaction_tokens
from kwbot.tables.serving import opening_limits
from kwbot.variants import games
opening_limits.OPENING_INTERVAL = timedelta(0)
interaction_tokens.TOKEN_LIFE = timedelta(seconds=20)
bot.serve = partial(bot.serve, channel_limit=1000, options={"guild_ready_timeout": 0.01})
for game in games().values():
    game.warm_up()
for _ in sys.stdin:
    if not (life := os.fork()):
        os.dup2(2, 1)
        with connect_to(*sys.argv[1:]):
            sys.exit(bot.main([]))
    print(life, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(life, 0)[1]), flush=True)
"""


class Child:
    """The bot in a process of its own."""

    def __init__(self, playground: Playground, file: Path) -> None:
        self._playground = playground
        self._environment = {
            **os.environ,
            "KWBOT_TOKEN": playground.token,
            "KWBOT_DATABASE_URL": f"sqlite+aiosqlite:///{file}",
            "KWBOT_LOG_LEVEL": "WARNING",
            "KWBOT_COMPUTER_PAUSE": "0",
        }
        self.log = file.with_suffix(".log")
        self._program: asyncio.subprocess.Process | None = None
        self.pid: int | None = None
        """The bot's process id while it lives."""

    @property
    def said(self) -> str:
        """The bot's log, without the lines about a machine that is too slow."""
        lines = self.log.read_text().splitlines()
        return "\n".join(line for line in lines if "nobody was served" not in line)

    async def start(self) -> None:
        if self._program is None:
            self._program = await self._read()
        assert self._program.stdin is not None
        self._program.stdin.write(b"\n")
        self.pid = await self._read_number()
        await self._wait_until_connected()

    async def _wait_until_connected(self) -> None:
        """Wait until the bot can be reached."""
        with self._playground.patient(START_SECONDS):
            await self._playground.ready()

    async def _read(self) -> asyncio.subprocess.Process:
        here, pipe = self._playground, asyncio.subprocess.PIPE
        with self.log.open("a") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable, "-c", PROGRAM, here.api, here.gateway_url,
                cwd=ROOT, env=self._environment, stdin=pipe, stdout=pipe, stderr=log,
                start_new_session=True,  # Ctrl+C is for the benchmark
            )  # fmt: skip

    async def _read_number(self) -> int:
        assert self._program is not None
        assert self._program.stdout is not None
        return int(await self._program.stdout.readline())

    async def kill(self) -> None:
        await self._signal(signal.SIGKILL)
        await self._playground.until(lambda: not self._playground.gateway.connected)

    async def terminate(self) -> int:
        """Stop the bot as a service manager does, and return its exit status."""
        return await self._signal(signal.SIGTERM)

    async def _signal(self, number: signal.Signals) -> int:
        assert self.pid is not None
        os.kill(self.pid, number)
        status = await self._read_number()
        self.pid = None
        return status

    async def close(self) -> None:
        """Kill the bot if it lives, and end the program."""
        if self.pid is not None:
            await self.kill()
        if self._program is not None:
            self._program.kill()
            await self._program.communicate()


class CrashTest:
    def __init__(
        self, playground: Playground, file: Path, seed: int, groups: Sequence[Group] | None = None
    ) -> None:
        self.playground = playground
        self.options = [options for *_, options in groups or CRASH_GROUPS]
        self.file = file
        self.rng = random.Random(seed)
        self.child = Child(playground, file)
        self.presses = PressIndex(playground)
        self.audit = Audit(f"sqlite+aiosqlite:///{file}", self.presses)
        self.findings = self.audit.findings
        self.groups = [
            Company.arriving(self.playground, self.presses, self.rng, str(number), *group[:3])
            for number, group in enumerate(groups or CRASH_GROUPS)
        ]
        self._passed: Counter[str] = Counter()
        """Turning points before the next kill was due."""

    async def begin(self) -> None:
        """Start the bot and open the tables."""
        await self._set()
        await self.child.start()
        await self._commands()
        for group, options in zip(self.groups, self.options, strict=True):
            await group.open(options)

    async def run(self, kills: int, over: Callable[[], bool]) -> Findings:
        """Begin, kill the bot `kills` times unless `over` says to stop, and play on; compare
        answers and store after each kill."""
        await self.begin()
        while self.findings.kills < kills and not over():
            moment = self.moments + self.rng.randint(*MOMENTS_A_KILL)
            aims = self._aims() if self.rng.random() < AIMED_SHARE else ()
            await self._playing(partial(self._past, moment, self._acts_due(), aims))
            self.findings.kills += 1
            self.findings.at.update(await self.audit.compare())
            await self.child.start()
        await self._to_the_end()
        self.findings.said = self.child.said
        return self.findings

    async def _set(self) -> None:
        """Store the server's settings: no time limits, so that a slow machine makes nobody late."""
        store = await Store.open(f"sqlite+aiosqlite:///{self.file}")
        await self.set_in(store)
        await store.close()

    async def set_in(self, store: Store, **settings: object) -> None:
        none = GuildSettings(first_bid_seconds=0, bid_seconds=0, other_seconds=0)
        chosen = none.model_copy(update=settings)
        await store.settings.change_guild_settings(
            GuildId(self.playground.guild.id), lambda _: chosen
        )

    async def _commands(self) -> None:
        await self.playground.until(lambda: 0 in self.playground.commands)

    @property
    def moments(self) -> int:
        return len(self.playground.calls) + len(self.playground.interactions)

    def _acts_due(self) -> list[int]:
        """Return for each table the number of answers at which it has its share of events and
        presses, or is nearer to it, so that every game is covered."""
        found, kills = self.findings, self.findings.kills + 1
        presses = (PRESSES_A_KILL * kills - found.acknowledged) // len(self.groups)
        return [
            group.acts
            + min(CATCH_UP, max(0, presses, EVENTS_A_KILL * kills - found.events[group.game]))
            for group in self.groups
        ]

    def _aims(self) -> Collection[str]:
        """Return the turning points to aim at: the too rare ones, or all."""
        few = {
            kind
            for moment, kinds in TURNING_POINTS.items()
            for kind in kinds
            if self.findings.at[moment] < LEAST_MOMENT_SHARE * self.findings.kills
        }
        return few or {kind for kinds in TURNING_POINTS.values() for kind in kinds}

    def _past(self, moment: int, acts_due: Sequence[int], aims: Collection[str]) -> bool:
        """Whether the moment and all answers due have come, and then one of `aims`, if any."""
        turning_points = sum((group.turning_points for group in self.groups), Counter[str]())
        acted = all(group.acts >= due for group, due in zip(self.groups, acts_due, strict=True))
        if self.moments < moment or not acted:
            self._passed = turning_points
            return False
        return not aims or any(turning_points[aim] > self._passed[aim] for aim in aims)

    async def _playing(self, until: Callable[[], bool]) -> None:
        """Let everybody play until then, and kill the bot a little later."""
        await self.playing(until, self._kill_soon)

    async def _kill_soon(self) -> None:
        await asyncio.sleep(self.rng.random() * DELAY_SECONDS)
        await self.child.kill()

    async def playing(self, until: Callable[[], bool], then: Callable[[], Awaitable[None]]) -> None:
        """Let everybody play until then, and on while `then` runs."""
        playing = [asyncio.create_task(group.play()) for group in self.groups]
        waiting = asyncio.create_task(self.playground.until(until, seconds=2 * TABLE_STILL_SECONDS))
        await asyncio.wait([*playing, waiting], return_when=asyncio.FIRST_COMPLETED)
        await then()
        for task in (*playing, waiting):
            task.cancel()
        *ends, waited = await asyncio.gather(*playing, waiting, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                self.findings.wrong.append(f"a table stood still: {type(end).__name__} {end}")
        if isinstance(waited, Exception):
            self.findings.wrong.append(f"too little happened in {2 * TABLE_STILL_SECONDS} s")

    async def _to_the_end(self) -> None:
        """Check that every table goes on after the last kill."""
        before = [group.moves for group in self.groups]
        stored = self.findings.events.copy()

        def all_went_on() -> bool:
            now = (group.moves for group in self.groups)
            return all(
                now >= then + PRESSES_TO_GO_ON for now, then in zip(now, before, strict=True)
            )

        await self._playing(all_went_on)
        await self.audit.compare()
        grown = self.findings.events - stored
        self.findings.stuck = sum(grown[group.game] < PRESSES_TO_GO_ON for group in self.groups)


async def crash(kills: int, seed: int = 1, over: Callable[[], bool] = lambda: False) -> Findings:
    """Return the findings of an evening with `kills` kills."""
    with tempfile.TemporaryDirectory() as folder:
        now = time.time()  # the clock stands still: a stalling disk makes nobody late
        async with Playground(clock=lambda: now) as playground:
            trial = CrashTest(playground, Path(folder) / "crash.sqlite3", seed)
            try:
                with playground.patient(TABLE_STILL_SECONDS):
                    return await trial.run(kills, over)
            finally:
                await trial.child.close()


@benchmark(
    "crash", "the bot is killed while people play all games: nothing answered is lost", CRASH_KILLS
)
def measure(sample: Sample) -> Iterable[Figure]:
    findings = asyncio.run(crash(sample.size, sample.part, sample.over))
    for line in findings.wrong:
        sys.stderr.write(f"{line}\n")
    total = sample.total(
        {
            "kills": findings.kills,
            **{moment: findings.at[moment] for moment in TURNING_POINTS},
            **{game: findings.events[game] for game, *_ in CRASH_GROUPS},
            "acknowledged": findings.acknowledged,
            "lost": findings.lost,
            "doubled": findings.doubled,
            "stuck": findings.stuck,
            "wrong": len(findings.wrong),
        }
    )
    kills = total["kills"]
    yield Figure("kills", kills, "kills")
    for moment in TURNING_POINTS:
        yield Figure(f"of them right after a stored {moment}", total[moment], "kills", 1, True)
    for game, *_ in CRASH_GROUPS:
        least = EVENTS_A_KILL * kills
        yield Figure(f"{game}: stored events", total[game], "events", least, True)
    presses = PRESSES_A_KILL * kills
    yield Figure("answered presses", total["acknowledged"], "presses", presses, True)
    yield Figure("of them lost", total["lost"], "presses", 0)
    yield Figure("effects that came twice", total["doubled"], "effects", 0)
    yield Figure("tables that did not go on", total["stuck"], "tables", 0)
    yield Figure("records that cannot be replayed, and so on", total["wrong"], "findings", 0)
