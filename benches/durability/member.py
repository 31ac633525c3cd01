"""A bot without a gateway in its own process, in a cluster or alone."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

import aiohttp

from benches.durability.crash import START_SECONDS, Child
from playground import Playground
from tests.free_port import free_port

_TICKS = os.sysconf("SC_CLK_TCK")


class Member(Child):
    """A bot without a gateway, in its own process."""

    def __init__(
        self, playground: Playground, log: Path, database: str, *, alone: bool = False
    ) -> None:
        super().__init__(playground, log)
        port = free_port()
        self.base = f"http://127.0.0.1:{port}"
        self.page = f"{self.base}/interactions"
        self._environment |= {
            "KWBOT_DATABASE_URL": database,
            "KWBOT_INTERACTIONS_PORT": str(port),
            "KWBOT_EMOJIS": "false",
            "KWBOT_LOG_LEVEL": "INFO",
            **({} if alone else {"KWBOT_CLUSTER_URL": self.base}),
        }

    async def _wait_until_connected(self) -> None:
        async with asyncio.timeout(START_SECONDS), aiohttp.ClientSession() as session:
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


def cpu_seconds(root: int) -> float:
    """Return the CPU seconds of a process and its children."""
    return own_cpu_seconds(root) + children_cpu_seconds(root)


def own_cpu_seconds(root: int) -> float:
    return sum(_ticks(Path(f"/proc/{root}/stat"))[1:3]) / _TICKS


def children_cpu_seconds(root: int) -> float:
    """Return the CPU seconds of a process's children, living and ended."""
    ended = sum(_ticks(Path(f"/proc/{root}/stat"))[3:])
    found = map(_ticks, Path("/proc").glob("[0-9]*/stat"))
    return (ended + sum(sum(ticks[1:3]) for ticks in found if ticks[0] == root)) / _TICKS


def _ticks(stat: Path) -> list[int]:
    """Return a process's parent id, its user and system ticks, and its ended children's."""
    try:
        fields = stat.read_text().rpartition(")")[2].split()
    except OSError:  # it has just ended
        return [0, 0, 0, 0, 0]
    return [int(fields[1]), *map(int, fields[11:15])]
