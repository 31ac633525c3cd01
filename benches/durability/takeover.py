"""A process's takeover of a dead one's ten thousand tables, on PostgreSQL."""

import asyncio
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from time import process_time

from benches.durability.member import cpu_seconds
from benches.durability.postgres import PostgresServer, missing, postgres_server
from benches.figures import Figure, Sample, benchmark, resident_megabytes
from benches.service.open_tables import multiply, play, tables_on
from benches.service.table_load import Anybody, Slices
from kwbot.ids import TableId
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.serving.edition import EDITION
from kwbot.tables.serving.table_manager import Tables

TABLES_LEFT = 10_000
TAKEOVER_GAME = "kombinations-whist"
UNHURRIED = GuildSettings(first_bid_seconds=0, bid_seconds=0, other_seconds=0)
"""No time limits: otherwise computers would play for everybody meanwhile."""
PRESS_PAUSE = 0.1
"""Seconds between two presses during the takeover."""


@dataclass(frozen=True)
class TakeOver:
    """CPU seconds of the heir, or of PostgreSQL (`server`); `bytes` of a table in memory."""

    tables: int
    first: float
    all: float
    server: float
    waited: float
    longest: float
    bytes: float


async def _share(server: PostgresServer, name: str) -> Store:
    return await Store.share(server.url, f"http://{name}", EDITION)


async def _leave_tables(server: PostgresServer) -> int:
    """Let a process own all tables and die; return their number."""
    dead, count = await _share(server, "dead"), 0
    assert dead.cluster is not None
    await dead.cluster.join()
    while taken := await dead.cluster.take_over(None):
        count += len(taken)
    await dead.close()
    return count


async def _taken_over(server: PostgresServer, count: int) -> TakeOver:
    slices, waits = Slices(), [0.0]
    heir = await _share(server, "heir")
    tables = tables_on(heir)
    anybody = Anybody(tables, random.Random(3))
    began, server_began, weight = process_time(), cpu_seconds(server.pid), resident_megabytes()
    with slices.measuring():
        await tables.resume()
        await tables.resume_table(TableId(1))
        first = process_time() - began
        back = asyncio.create_task(_all_back(tables, count))
        while not back.done():
            waits.append(await anybody.press())
            await asyncio.sleep(PRESS_PAUSE)
    spent, served = process_time() - began, cpu_seconds(server.pid) - server_began
    grown = resident_megabytes() - weight
    found = TakeOver(count, first, spent, served, max(waits), slices.longest, 1e6 * grown / count)
    await tables.stop()  # not measured: it is one slice, but not the takeover's
    await heir.close()
    return found


async def _all_back(tables: Tables, count: int) -> None:
    closed: list[TableId] = []
    tables.close_listeners.append(closed.append)
    while len(tables.index) + len(closed) < count:  # noqa: ASYNC110 - the sweeps signal nothing
        await asyncio.sleep(PRESS_PAUSE)
    while len(tables.index.in_memory) + len(closed) < count:
        await tables.all_resumed()
        await asyncio.sleep(PRESS_PAUSE)


@benchmark("takeover", "all tables of a process that died are taken over by another", TABLES_LEFT)
def takeover(sample: Sample) -> Iterable[Figure]:
    if reason := missing():
        sys.stderr.write(f"Nothing is measured: {reason}.\n")
        return
    with postgres_server() as server:
        asyncio.run(play(server.url, TAKEOVER_GAME, UNHURRIED))
        asyncio.run(multiply(server.url, sample.size))
        found = asyncio.run(_taken_over(server, asyncio.run(_leave_tables(server))))
    yield Figure("tables of the dead process", found.tables, "tables")
    yield Figure("CPU before a press is answered there", found.first, "s", 1.0)
    yield Figure("CPU until all are in memory, with presses meanwhile", found.all, "s")
    yield Figure("  PostgreSQL's", found.server, "s")
    yield Figure("  CPU while a press waits, at most", 1000 * found.waited, "ms", 100.0)
    yield Figure("  longest slice of the event loop", 1000 * found.longest, "ms", 20.0)
    yield Figure("memory of a table, without its messages", found.bytes / 1000, "kB", 60.0)
