"""Processes that share a PostgreSQL database, killed and stopped while people play.

Interactions come by HTTP, each at any of the processes. A process that is stopped (SIGSTOP) is
taken for dead, and must write nothing when it goes on. What people were answered is compared with
what is stored when all is over.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import aiohttp
from sqlalchemy import true

from benches.audit import Audit, Findings
from benches.company import Company, PressIndex
from benches.crash import GO_ON, GROUPS, START_SECONDS, Child
from benches.figures import Figure, Sample, benchmark, one_in
from benches.postgres import PostgresServer, missing, postgres_server
from kwbot.playground import ClientRefusal, Playground
from kwbot.storage.documents import GuildSettings
from kwbot.storage.failures import StorageError
from kwbot.storage.store import Store

KILLS = 20
STOPS_A_KILL = 0.1
MEMBERS = 3
ROUNDS_A_KILL = 0.3
"""So many tables of each game; with 200 kills it is 300 tables."""
PRESSES = (20, 120)
"""So many presses lie between two blows, at least and at most."""
STOPPED_SECONDS = (2.5, 5.0)
PATIENCE = 8.0
"""Real seconds after which somebody presses again; Discord gives up after three."""
CPU_SECONDS = 15.0
GO_ON_SECONDS = 300.0
"""What that may take where the machine is busy."""


class Undaunted(Company):
    """People who press again when nobody answers."""

    async def open(self, options: dict[str, str]) -> None:
        while self._shown("lobby", "join") is None:  # without options a game is longer
            with suppress(TimeoutError, LookupError, ClientRefusal):
                await super().open(options)

    async def play(self) -> None:
        while True:
            with suppress(TimeoutError):
                await super().play()


class Member(Child):
    """A bot without a gateway, in a process of its own."""

    def __init__(
        self, playground: Playground, log: Path, database: str, *, alone: bool = False
    ) -> None:
        super().__init__(playground, log)
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            port = found.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.page = f"{self.base}/interactions"
        self._environment |= {
            "KWBOT_DATABASE_URL": database,
            "KWBOT_INTERACTIONS_PORT": str(port),
            "KWBOT_EMOJIS": "false",
            "KWBOT_LOG_LEVEL": "INFO",
            **({} if alone else {"KWBOT_CLUSTER_URL": self.base}),
        }

    async def _connected(self) -> None:
        async with aiohttp.ClientSession() as session:
            while True:
                with suppress(aiohttp.ClientError):
                    async with session.post(self.page) as response:
                        if response.status == 401:
                            return
                await asyncio.sleep(0.05)

    def freeze(self) -> None:
        assert self.pid is not None
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.pid is not None
        os.kill(self.pid, signal.SIGCONT)


class ClusterTest:
    """An evening; `rounds` tables of each game."""

    def __init__(
        self, playground: Playground, folder: Path, database: str, rounds: int, seed: int = 1
    ) -> None:
        playground._most_interactions = sys.maxsize  # the audit wants all of them
        playground.patience = PATIENCE
        playground.post_interactions.seconds = 3.0
        self.playground = playground
        self.rng = random.Random(seed)
        self.presses = PressIndex(playground)
        self.audit = Audit(database, self.presses)
        self.findings: Findings = self.audit.findings
        self.groups = [
            Undaunted.arriving(
                self.playground, self.presses, self.rng, f"{number}-{turn}", *group[:3]
            )
            for turn in range(rounds)
            for number, group in enumerate(GROUPS)
        ]
        self.options = [group[3] for _ in range(rounds) for group in GROUPS]
        self.members: list[Member] = []
        self.killed: list[float] = []
        self.frozen: list[float] = []
        """The seconds until each table of a killed or stopped process had another owner."""
        self._folder = folder
        self._database = database
        self._looking: Store | None = None

    @property
    def pressed(self) -> int:
        return len(self.playground.interactions)

    @asynccontextmanager
    async def running(self, members: int, *, alone: bool = False) -> AsyncIterator[None]:
        """Within the block that many processes run and everybody plays."""
        store = await Store.open(self._database)
        none = GuildSettings(
            first_bid_seconds=0, bid_seconds=0, other_seconds=0, tables_per_server=10**6
        )
        await store.set_guild_settings(self.playground.guild.id, none)
        await store.close()
        async with AsyncExitStack() as stack:
            for number in range(members):
                log = self._folder / f"member-{number}.sqlite3"
                member = Member(self.playground, log, self._database, alone=alone)
                stack.push_async_callback(member.close)
                self.members.append(member)
                await member.start()
            self.playground.post_interactions.urls = [member.page for member in self.members]
            commands = self.playground.commands
            await self.playground.until(lambda: 0 in commands, seconds=START_SECONDS)
            for group, options in zip(self.groups, self.options, strict=True):
                await group.open(options)
            playing = [asyncio.create_task(group.play()) for group in self.groups]
            try:
                yield
            finally:
                for task in playing:
                    task.cancel()
                for end in await asyncio.gather(*playing, return_exceptions=True):
                    if isinstance(end, Exception):
                        self.findings.wrong.append(f"somebody stood still: {end!r}")

    async def strike(self, kills: int, stops: int, server: PostgresServer) -> None:
        """Kill and stop processes, and restart PostgreSQL half way."""
        blows = [self._kill] * kills + [self._freeze] * stops
        self.rng.shuffle(blows)
        for number, blow in enumerate(blows):
            if number == len(blows) // 2:
                await asyncio.to_thread(server.stop)
                await asyncio.to_thread(server.start)
            await self._presses(self.rng.randint(*PRESSES))
            await blow(self.rng.choice(self.members))
            print(f"\r{number + 1} of {len(blows)}", end="", file=sys.stderr, flush=True)

    async def _presses(self, count: int) -> None:
        """Wait for that many presses."""
        then = self.pressed + count
        await self.playground.until(lambda: self.pressed >= then, seconds=START_SECONDS)

    async def _kill(self, member: Member) -> None:
        owned = await self._owned(member)
        await member.kill()
        self.findings.kills += 1
        self.killed += await self._taken_over(owned)
        await member.start()

    async def _freeze(self, member: Member) -> None:
        owned = await self._owned(member)
        member.freeze()
        thawing = asyncio.get_running_loop().time() + self.rng.uniform(*STOPPED_SECONDS)
        self.frozen += await self._taken_over(owned)
        await asyncio.sleep(max(0.0, thawing - asyncio.get_running_loop().time()))
        member.thaw()

    async def _owned(self, member: Member) -> dict[int, int]:
        """The tables of a process, with its id."""
        found = await self._owners()
        return {table: owner for table, (owner, url) in found.items() if url == member.base}

    async def _owners(self) -> dict[int, tuple[int, str]]:
        """The id and the address of each open table's owner, as somebody sees it who only looks."""
        if self._looking is None:
            self._looking = await Store.share(self._database, "", 0)
        assert self._looking.cluster is not None
        owners = await self._looking.cluster.owners(true())
        return {table: (peer.id, peer.url) for table, peer in owners.items() if peer}

    async def _taken_over(self, owned: dict[int, int]) -> list[float]:
        """Wait until each open table has another owner; gives how long that took."""
        began, seconds, left = time.monotonic(), list[float](), dict(owned)
        while left and time.monotonic() - began < 30:
            with suppress(StorageError):
                now = await self._owners()
                gone = [table for table in left if now.get(table, (0,))[0] != left[table]]
                seconds += [time.monotonic() - began for _ in gone]
                left = {table: owner for table, owner in left.items() if table not in gone}
            await asyncio.sleep(0.05)
        return seconds + [30.0 for _ in left]

    async def go_on(self) -> None:
        """Nothing happens any more: every table must go on."""
        before = [group.moves for group in self.groups]

        def standing() -> list[str]:
            moved = zip(self.groups, before, strict=True)
            return [one.channel.name for one, then in moved if one.moves < then + GO_ON]

        with suppress(TimeoutError):
            await self.playground.until(lambda: not standing(), seconds=GO_ON_SECONDS)
        self.findings.stuck = len(standing())
        self.findings.wrong += [f"the table in {name} does not go on" for name in standing()]

    async def compare(self) -> Findings:
        """Compare when all processes have ended."""
        if self._looking is not None:
            await self._looking.close()
        await self.audit.compare()
        self.findings.said = "\n".join(member.said for member in self.members)
        return self.findings


def cpu_seconds(root: int) -> float:
    """The processor time that a process and its children have taken."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            own = int(stat.parent.name) == root
            if own or int(fields[1]) == root:
                ticks += sum(map(int, fields[11 : 15 if own else 13]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def cost(test: ClusterTest, servers: list[int]) -> float:
    """The processor milliseconds of a press while everybody plays."""
    roots = [member.pid for member in test.members if member.pid is not None] + servers
    await asyncio.sleep(CPU_SECONDS / 3)
    before, pressed = sum(map(cpu_seconds, roots)), test.pressed
    await asyncio.sleep(CPU_SECONDS)
    return 1000 * (sum(map(cpu_seconds, roots)) - before) / (test.pressed - pressed)


async def alone(rounds: int) -> float:
    """The same for one process on SQLite."""
    async with Playground() as playground:
        with tempfile.TemporaryDirectory() as folder:
            database = f"sqlite+aiosqlite:///{folder}/alone.sqlite3"
            test = ClusterTest(playground, Path(folder), database, rounds)
            async with test.running(1, alone=True):
                return await cost(test, [])


async def cluster(
    server: PostgresServer, kills: int, stops: int, rounds: int
) -> tuple[ClusterTest, float]:
    async with Playground() as playground:
        with tempfile.TemporaryDirectory() as folder:
            test = ClusterTest(playground, Path(folder), server.url, rounds)
            async with test.running(MEMBERS):
                price = await cost(test, [server.pid])
                await test.strike(kills, stops, server)
                await test.go_on()
            await test.compare()
            return test, price


@benchmark(
    "cluster", "three processes on PostgreSQL are killed and stopped while people play", KILLS
)
def measure(sample: Sample) -> Iterable[Figure]:
    if reason := missing():
        sys.stderr.write(f"Nothing is measured: {reason}.\n")
        return
    kills = sample.size
    stops, rounds = max(1, round(kills * STOPS_A_KILL)), max(2, round(kills * ROUNDS_A_KILL))
    single = asyncio.run(alone(rounds))
    with postgres_server(safe=True) as server:
        test, price = asyncio.run(cluster(server, kills, stops, rounds))
    found = test.findings
    for line in found.wrong:
        sys.stderr.write(f"{line}\n")
    if found.wrong:
        sys.stderr.write(f"What the processes said:\n{found.said}\n")
    yield Figure("tables at once", len(test.groups), "tables")
    yield Figure("kills", found.kills, "kills")
    yield Figure("stops", stops, "stops")
    yield Figure("presses", test.pressed, "presses")
    yield Figure("answered presses", found.acknowledged, "presses")
    yield Figure("of them lost", found.lost, "presses", 0)
    yield Figure("effects that came twice", found.doubled, "effects", 0)
    yield Figure("tables that did not go on", found.stuck, "tables", 0)
    yield Figure("records that cannot be replayed, and so on", len(found.wrong), "findings", 0)
    for what, seconds in (("killed", test.killed), ("stopped", test.frozen)):
        if not seconds:
            continue  # they owned nothing
        yield Figure(f"tables of a {what} process: taken over (median)", one_in(2, seconds), "s")
        yield Figure(f"tables of a {what} process: taken over (p99)", one_in(100, seconds), "s", 3)
    yield Figure("CPU of a press, one process on SQLite", single, "ms")
    yield Figure("CPU of a press, three on PostgreSQL, its own too", price, "ms", 1.5 * single)
