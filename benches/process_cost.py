"""What a press costs in one process and in several: the share that grows with their number.

Seconds of CPU, since those of the clock say more about what else runs on this machine.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benches.cluster_kills import ClusterTest
from benches.figures import Figure, benchmark
from benches.member import children_cpu_seconds, cpu_seconds, own_cpu_seconds
from benches.postgres import missing, postgres_server
from playground import Playground

ROUNDS = 2
"""So many tables of each game."""
SECONDS = 20.0


@dataclass(frozen=True)
class PressCost:
    """Milliseconds of CPU for a press: in the bots' processes, in those of their computer players,
    in PostgreSQL's."""

    bots: float
    computers: float
    database: float

    @property
    def all(self) -> float:
        return self.bots + self.computers + self.database


async def cost(database: str, members: int, server: int | None = None) -> PressCost:
    """What a press costs while everybody plays; `server`: the id of PostgreSQL's process."""
    async with Playground() as playground:
        with tempfile.TemporaryDirectory() as folder:
            url = database.format(folder=folder)
            test = ClusterTest(playground, Path(folder), url, ROUNDS)
            async with test.running(members, alone=server is None):
                await test.opened()
                pids = [member.pid for member in test.members if member.pid is not None]
                before, pressed = _spent(pids, server), test.pressed
                await asyncio.sleep(SECONDS)
                after, count = _spent(pids, server), test.pressed - pressed
            spent = (
                1000 * (late - early) / count for late, early in zip(after, before, strict=True)
            )
            return PressCost(*spent)


def _spent(bots: list[int], server: int | None) -> tuple[float, float, float]:
    return (
        sum(map(own_cpu_seconds, bots)),
        sum(map(children_cpu_seconds, bots)),
        0.0 if server is None else cpu_seconds(server),
    )


def _on_postgresql(members: int) -> PressCost:
    with postgres_server(safe=True) as server:
        return asyncio.run(cost(server.url, members, server.pid))


@benchmark("processes", "CPU of a press in one process on SQLite, and in several on PostgreSQL")
def measure() -> Iterable[Figure]:
    if reason := missing():
        sys.stderr.write(f"Nothing is measured: {reason}.\n")
        return
    alone = asyncio.run(cost("sqlite+aiosqlite:///{folder}/alone.sqlite3", 1))
    one, two, three = map(_on_postgresql, (1, 2, 3))
    for what, found in (("one process on SQLite", alone), ("one on PostgreSQL", one),
                        ("two", two), ("three", three)):  # fmt: skip
        budget = None if found is alone else 1.5 * alone.all
        yield Figure(f"{what}: a press", found.all, "ms", budget)
        yield Figure("  in the bots' own processes", found.bots, "ms")
        yield Figure("  in PostgreSQL's", found.database, "ms")
    rise = 2 * one.bots / two.bots
    yield Figure("presses/s of two processes with a core each, to one", rise, "×", 1.7, True)
