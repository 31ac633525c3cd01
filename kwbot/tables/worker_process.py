"""A process in which computer players think (or the like), seen from the bot."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import kwbot
from kwbot import metrics
from kwbot.players.worker import HEAD, message

COMMAND = (sys.executable, "-m", "kwbot.players.worker")
HOME = Path(kwbot.__file__).parent.parent
"""Where it finds our packages."""
STARTING = 60.0
"""Seconds that a process has to get ready."""
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""Where there is no SIGKILL (Windows), every signal ends a process at once."""
GOODBYE = 1.0
"""Seconds that a process has to finish its last thought."""


def spare_cores() -> int:
    """Return the cores left for thinking: all but the bot's own, at least one."""
    with contextlib.suppress(AttributeError):  # not every system tells which ones we may use
        return max(1, len(os.sched_getaffinity(0)) - 1)
    return max(1, (os.cpu_count() or 1) - 1)


class Lost(Exception):
    """The process cannot be started, has ended, or gave no answer in time."""


def _lost(why: str, sentence: str) -> Lost:
    metrics.WORKER_LOSSES.labels(why).inc()
    return Lost(sentence)


class WorkerProcess:
    """Started by `start` or the first job, and again after it was lost. One job at a time."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._running: asyncio.subprocess.Process | None = None

    @property
    def alive(self) -> bool:
        """Whether it has been started and not ended since."""
        return self._running is not None and self._running.returncode is None

    def check(self) -> None:
        """Raises Lost unless it is alive."""
        if not self.alive:
            raise _lost("ended", "it has ended")

    async def start(self) -> None:
        """If it does not run; returns when it is ready. Raises Lost."""
        if self._running is None:
            await self._launch()
            await self._answer(STARTING)

    async def _launch(self) -> None:
        # Its chance must not depend on the process: the same view and seed, the same answer.
        kept = {key: value for key, value in os.environ.items() if not key.startswith("KWBOT_")}
        try:
            self._running = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=HOME,
                env={**kept, "PYTHONHASHSEED": "0"},
            )
        except (OSError, NotImplementedError):
            raise _lost("not_started", "it cannot be started") from None

    async def ask(self, job: object, seconds: float) -> Any:
        """Raises Lost; then the process is gone."""
        await self.start()
        return await self._answer(seconds, message(job))

    async def _answer(self, seconds: float, question: bytes = b"") -> Any:
        assert self._running is not None
        jobs, answers = self._running.stdin, self._running.stdout
        assert jobs is not None
        assert answers is not None
        try:
            async with asyncio.timeout(seconds):
                jobs.write(question)
                await jobs.drain()
                length = int.from_bytes(await answers.readexactly(HEAD))
                return pickle.loads(await answers.readexactly(length))  # noqa: S301 - ours
        except TimeoutError:
            await self.end(0)
            raise _lost("hung", "it gave no answer in time") from None
        except (OSError, EOFError, pickle.UnpicklingError):
            await self.end()
            raise _lost("ended", "it has ended") from None
        except asyncio.CancelledError:
            await self.end(0)  # an answer to come would be taken for that to the next job
            raise

    async def end(self, seconds: float = GOODBYE) -> None:
        """Let it go, by force after so many seconds."""
        running, self._running = self._running, None
        if running is None:
            return
        if seconds:
            assert running.stdin is not None
            running.stdin.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await running.communicate()
                    return
        if running.returncode is None:
            # Its own `kill` asks first whether it has ended; if so, asyncio misses the end and
            # complains.
            with contextlib.suppress(ProcessLookupError):
                os.kill(running.pid, KILL)
        await running.communicate()
