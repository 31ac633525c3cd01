"""Processes that share a PostgreSQL database, killed and stopped while people play.

Interactions come by HTTP, each to any of the processes. The others take a stopped process (SIGSTOP)
for dead, and it must write nothing when it goes on. At the end, also an early one, the answers
people got are compared with the store.
"""

import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

from sqlalchemy import true

from benches.durability.audit import Audit, Findings
from benches.durability.company import Company, PressIndex
from benches.durability.crash import CRASH_GROUPS, PRESSES_TO_GO_ON, START_SECONDS
from benches.durability.member import Member
from benches.durability.paced import PacedPlay, PacedTable
from benches.durability.postgres import PostgresServer, missing, postgres_server
from benches.figures import Figure, Sample, benchmark, one_in
from kwbot.ids import GuildId, TableId
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from playground import Playground

CLUSTER_KILLS = 20
STOPS_A_KILL = 0.1
CLUSTER_SIZE = 3
ROUNDS_A_KILL = 0.3
"""Tables of each game for each kill: 200 kills take 300 tables."""
PRESSES_A_BLOW = (20, 120)
"""Fewest and most presses between two blows."""
STOPPED_SECONDS = (2.5, 5.0)
BLOWS_BEFORE_RESTART = 10
"""Most blows before PostgreSQL restarts, so that it also does in a test that ends early."""
PATIENCE_SECONDS = 8.0
"""Real seconds after which people press again; Discord gives up after three."""
TAKE_OVER_SECONDS = 30.0
"""Seconds after which a table counts as not taken over."""
CLUSTER_STILL_SECONDS = 60.0
"""Seconds without a move at any table that is still due, after which those tables count as
stuck."""


class ClusterTest:
    """An evening with `rounds` tables of each game; `over` says whether to end early."""

    def __init__(
        self, playground: Playground, folder: Path, database: str, rounds: int, seed: int = 1,
        over: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        playground._most_interactions = sys.maxsize  # the audit wants all of them
        playground.patience = PATIENCE_SECONDS
        playground.post_interactions.seconds = 3.0
        self.playground = playground
        self.rng = random.Random(seed)
        self.presses = PressIndex(playground)
        self.audit = Audit(database, self.presses)
        self.findings: Findings = self.audit.findings
        self.tables = [
            PacedTable(
                Company.arriving(
                    playground, self.presses, self.rng, f"{number}-{turn}", *group[:3]
                ),
                group[3],
            )
            for turn in range(rounds)
            for number, group in enumerate(CRASH_GROUPS)
        ]
        self.play = PacedPlay(self.tables)
        self.members: list[Member] = []
        self.stops = 0
        self.restarts = 0
        """Number of PostgreSQL's restarts."""
        self.killed: list[float] = []
        self.frozen: list[float] = []
        """Seconds until each table of a killed (`killed`) or stopped process had a new owner."""
        self.load = 0.0
        """The machine's highest load."""
        self._over = over
        self._folder = folder
        self._database = database
        self._looking: Store | None = None

    @property
    def press_count(self) -> int:
        return len(self.playground.interactions)

    @asynccontextmanager
    async def running(self, members: int, *, alone: bool = False) -> AsyncIterator[None]:
        """Run that many processes within the block, and let everybody play."""
        store = await Store.open(self._database)
        none = GuildSettings(
            first_bid_seconds=0, bid_seconds=0, other_seconds=0, tables_per_server=10**6
        )
        await store.settings.change_guild_settings(
            GuildId(self.playground.guild.id), lambda _: none
        )
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
            playing = asyncio.create_task(self.play.play())
            try:
                yield
            finally:
                playing.cancel()
                (end,) = await asyncio.gather(playing, return_exceptions=True)
                if isinstance(end, Exception):
                    self.findings.wrong.append(f"people stood still: {end!r}")

    async def wait_until_opened(self) -> None:
        """Wait until cards are played at every table."""
        while waiting := [one for one in self.tables if not one.company.moves]:
            if self._over():
                return
            self._say(f"cards are not played yet at {len(waiting)} tables")
            await asyncio.sleep(1)

    async def strike(self, kills: int, stops: int, server: PostgresServer) -> None:
        """Kill and stop processes, and restart PostgreSQL once meanwhile."""
        blows = [self._kill] * kills + [self._freeze] * stops
        self.rng.shuffle(blows)
        for number, blow in enumerate(blows):
            if number == min(len(blows) // 2, BLOWS_BEFORE_RESTART):
                await asyncio.to_thread(server.stop)
                await asyncio.to_thread(server.start)
                self.restarts += 1
            await self._presses(self.rng.randint(*PRESSES_A_BLOW))
            if self._over():
                break
            await blow(self.rng.choice(self.members))
            self._say(f"{number + 1} of {len(blows)} blows")

    async def _presses(self, count: int) -> None:
        """Wait for that many presses."""
        then = self.press_count + count
        await self._until(lambda: self.press_count >= then, START_SECONDS)

    async def _until(self, predicate: Callable[[], bool], seconds: float) -> None:
        """Wait until the predicate holds or the test is to end early."""
        await self.playground.until(lambda: predicate() or self._over(), seconds=seconds)

    def _say(self, what: str) -> None:
        self.load = max(self.load, os.getloadavg()[0])
        rate = f"{self.play.rate:.1f} presses/s wanted, load {os.getloadavg()[0]:.1f}"
        print(f"\r{what}, {rate}   ", end="", file=sys.stderr, flush=True)

    async def _kill(self, member: Member) -> None:
        owned = await self._tables_of(member)
        await member.kill()
        self.findings.kills += 1
        self.killed += await self._taken_over(owned)
        await member.start()

    async def _freeze(self, member: Member) -> None:
        owned = await self._tables_of(member)
        member.freeze()
        self.stops += 1
        thawing = asyncio.get_running_loop().time() + self.rng.uniform(*STOPPED_SECONDS)
        self.frozen += await self._taken_over(owned)
        await asyncio.sleep(max(0.0, thawing - asyncio.get_running_loop().time()))
        member.thaw()

    async def _tables_of(self, member: Member) -> dict[TableId, int]:
        """Return the tables of a process, each with its owner's id."""
        found = await self._owners()
        return {table: owner for table, (owner, url) in found.items() if url == member.base}

    async def _owners(self) -> dict[TableId, tuple[int, str]]:
        """Return each open table's owner as id and address, without joining the cluster."""
        if self._looking is None:
            self._looking = await Store.share(self._database, "", 0)
        assert self._looking.cluster is not None
        owners = await self._looking.cluster.owners(true())
        return {table: (peer.id, peer.url) for table, peer in owners.items() if peer}

    async def _taken_over(self, owned: dict[TableId, int]) -> list[float]:
        """Wait until each of these tables has a new owner, and return the seconds each took."""
        began, seconds, left = time.monotonic(), list[float](), dict(owned)
        while left and time.monotonic() - began < TAKE_OVER_SECONDS:
            with suppress(StorageError):
                now = await self._owners()
                gone = [table for table in left if now.get(table, (0,))[0] != left[table]]
                seconds += [time.monotonic() - began for _ in gone]
                left = {table: owner for table, owner in left.items() if table not in gone}
            await asyncio.sleep(0.05)
        return seconds + [TAKE_OVER_SECONDS for _ in left]

    async def go_on(self) -> None:
        """Check that every table goes on after the last blow. Tables that have gone on stop, so
        that the others have the machine and do not seem stuck where it is slow."""
        due = {table: table.company.moves + PRESSES_TO_GO_ON for table in self.tables}
        since = time.monotonic()
        while due and time.monotonic() - since < CLUSTER_STILL_SECONDS:
            before = sum(table.company.moves for table in due)
            await asyncio.sleep(1)
            if sum(table.company.moves for table in due) > before:
                since = time.monotonic()
            due = {table: moves for table, moves in due.items() if table.company.moves < moves}
            self.play.tables = list(due)
            self._say(f"{len(due)} tables have to go on")
        self.findings.stuck = len(due)
        for table in due:
            self.findings.wrong.append(f"{table.company.channel.name} does not go on")

    async def compare(self) -> Findings:
        """Compare answers and store after all processes have ended."""
        if self._looking is not None:
            await self._looking.close()
        await self.audit.compare()
        self.findings.said = "\n".join(member.said for member in self.members)
        return self.findings


async def cluster(
    server: PostgresServer, kills: int, stops: int, rounds: int, seed: int,
    over: Callable[[], bool],
) -> ClusterTest:  # fmt: skip
    async with Playground() as playground:
        with tempfile.TemporaryDirectory() as folder:
            test = ClusterTest(playground, Path(folder), server.url, rounds, seed, over)
            async with test.running(CLUSTER_SIZE):
                try:
                    await test.wait_until_opened()
                    await test.strike(kills, stops, server)
                except (TimeoutError, StorageError, OSError) as error:
                    test.findings.wrong.append(f"the test was cut short: {error!r}")
                await test.go_on()
            await test.compare()
            return test


def _outcome(test: ClusterTest) -> dict[str, Any]:
    """Return the outcomes that add up over runs: numbers, and lists of seconds."""
    found = test.findings
    return {
        "kills": found.kills,
        "stops": test.stops,
        "restarts": test.restarts,
        "presses": test.press_count,
        "acknowledged": found.acknowledged,
        "lost": found.lost,
        "doubled": found.doubled,
        "stuck": found.stuck,
        "wrong": len(found.wrong),
        "killed": _round_all(test.killed),
        "stopped": _round_all(test.frozen),
        "waits": _round_all(test.play.waits),
        "late": _round_all(test.play.late),
    }


def _round_all(seconds: Iterable[float]) -> list[float]:
    return [round(one, 3) for one in seconds]


@benchmark(
    "cluster",
    "three processes on PostgreSQL are killed and stopped while people play",
    CLUSTER_KILLS,
)
def measure(sample: Sample) -> Iterable[Figure]:
    if reason := missing():
        sys.stderr.write(f"Nothing is measured: {reason}.\n")
        return
    kills = sample.size
    stops, rounds = max(1, round(kills * STOPS_A_KILL)), max(2, round(kills * ROUNDS_A_KILL))
    with postgres_server(safe=True) as server:
        test = asyncio.run(cluster(server, kills, stops, rounds, sample.part, sample.over))
    found = test.findings
    for line in found.wrong:
        sys.stderr.write(f"{line}\n")
    if found.wrong:
        sys.stderr.write(f"What the processes said:\n{found.said}\n")
    sample.kept.append(_outcome(test))
    total = {key: reduce(add, (one[key] for one in sample.kept)) for key in sample.kept[-1]}
    yield Figure("tables at once", len(test.tables), "tables")
    yield Figure("kills", total["kills"], "kills")
    yield Figure("stops", total["stops"], "stops")
    yield Figure("restarts of PostgreSQL", total["restarts"], "restarts")
    yield Figure("presses", total["presses"], "presses")
    yield Figure("answered presses", total["acknowledged"], "presses")
    yield Figure("of them lost", total["lost"], "presses", 0)
    yield Figure("effects that came twice", total["doubled"], "effects", 0)
    yield Figure("tables that did not go on", total["stuck"], "tables", 0)
    yield Figure("records that cannot be replayed, and so on", total["wrong"], "findings", 0)
    for what in ("killed", "stopped"):
        if not (seconds := total[what]):
            continue  # they owned nothing
        yield Figure(f"tables of a {what} process: taken over (median)", one_in(2, seconds), "s")
        yield Figure(f"tables of a {what} process: taken over (p99)", one_in(100, seconds), "s", 3)
    yield Figure("an answer (median)", one_in(2, total["waits"]), "s")
    yield Figure("an answer (p99)", one_in(100, total["waits"]), "s")
    yield Figure("load of this machine, at most", test.load, "")
    yield Figure("the people's own process comes late (p99)", one_in(100, total["late"]), "s")
