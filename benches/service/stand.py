"""A test stand: a bot and its Discord, each in its own process, measured in pieces.

A machine's time for the same work changes within seconds. So two bots are measured in turns, and
only their ratio means something.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benches.figures import one_in
from benches.service import crowd
from benches.service.bots import Bare, Stopwatch, serving
from cogs.connection.endpoint import connect_to
from kwbot.tables.thinking.worker_pool import WorkerPool

_PROCESSES = get_context("spawn")


@dataclass(frozen=True)
class Measured:
    """A bot's work in one or several pieces of the same load."""

    waits: list[float]
    """Seconds to each answer."""
    cpu: float
    thought: int
    """Computers' decisions thought over in other processes."""
    by_rule: int
    """Computers' decisions made by rule of thumb in the measured process, for lack of time."""
    crowd: crowd.Told

    def __add__(self, other: Measured) -> Measured:
        return replace(
            self, waits=self.waits + other.waits, cpu=self.cpu + other.cpu,
            thought=self.thought + other.thought, by_rule=self.by_rule + other.by_rule,
            crowd=self.crowd + other.crowd,
        )  # fmt: skip

    @property
    def p99(self) -> float:
        return 1000 * one_in(100, self.waits)

    @property
    def middle(self) -> float:
        return 1000 * median(self.waits)

    @property
    def milliseconds(self) -> float:
        """CPU milliseconds of a press."""
        return 1000 * self.cpu / len(self.waits)


@dataclass(frozen=True)
class Running:
    """A bot ready to be measured."""

    begun: crowd.Begun
    measure: Callable[[float], Measured]
    """Measures that many seconds of presses."""


@contextmanager
def on_stand(load: crowd.Load, pause: float = 0.0) -> Iterator[Running]:
    """Run a bot whose computers pause for `pause` seconds, or an empty bot for no people."""
    to_bot, to_crowd = _PROCESSES.Pipe()
    orders, heard = _PROCESSES.Pipe()
    processes = [
        _PROCESSES.Process(target=crowd.main, args=(to_bot, load), daemon=True),
        _PROCESSES.Process(target=_bot, args=(heard, to_crowd, load, pause), daemon=True),
    ]
    for process in processes:
        process.start()
    for end in (to_bot, to_crowd, heard):
        end.close()  # so that waiting for a failed process raises

    def measure(seconds: float) -> Measured:
        orders.send(seconds)
        measured = orders.recv()
        assert isinstance(measured, Measured)
        return measured

    try:
        yield Running(orders.recv(), measure)
    finally:
        with suppress(OSError):
            orders.send(None)
        for process in processes:
            process.join(10)
            process.kill()


def _bot(orders: Connection, pipe: Connection, load: crowd.Load, pause: float) -> None:
    """Run a bot's process."""
    logging.getLogger("discord").setLevel(logging.ERROR)
    asyncio.run(_serve(orders, pipe, load, pause))


async def _serve(orders: Connection, pipe: Connection, load: crowd.Load, pause: float) -> None:
    api, gateway, token = pipe.recv()
    watch, pool = Stopwatch(), WorkerPool()
    with TemporaryDirectory() as folder, connect_to(api, gateway):
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.sqlite3'}"
        whole = serving(url, load.look, pool, watch, pause=pause)
        async with whole if load.people else Bare(watch) as client:
            connected = asyncio.create_task(client.start(token))
            orders.send(await asyncio.to_thread(pipe.recv))
            made = pool.figures.made
            while (seconds := await asyncio.to_thread(orders.recv)) is not None:
                watch.seconds.clear()
                made.clear()
                before = process_time()
                pipe.send(seconds)
                told = await asyncio.to_thread(pipe.recv)
                cpu = process_time() - before
                thought = made["thought"]
                by_rule = made.total() - thought
                orders.send(Measured([*watch.seconds], cpu, thought, by_rule, told))
            pipe.send(None)
            await client.close()
            await connected
