"""A worker process, such as one in which computer players think, as seen from the bot."""

import asyncio
import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import kwbot
from kwbot import metrics
from kwbot.players.turns.jobs import LENGTH_BYTES, message

COMMAND = (sys.executable, "-m", "kwbot.players.turns.worker")
_PACKAGE_ROOT = Path(kwbot.__file__).parent.parent
"""The folder from which the process imports our packages."""
WORKER_START_SECONDS = 60.0
"""Seconds that a process has to get ready."""
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""The signal that ends a process at once. Without SIGKILL (on Windows) any does."""
WORKER_STOP_SECONDS = 1.0
"""Seconds that a process has to finish its last job before it is killed."""

Answered = Callable[[Any], object]


def spare_cores() -> int:
    """Return the number of cores for thinking: all but the bot's own, at least one."""
    with contextlib.suppress(AttributeError):  # not every system says which ones we may use
        return max(1, len(os.sched_getaffinity(0)) - 1)
    return max(1, (os.cpu_count() or 1) - 1)


class WorkerLost(Exception):
    """A worker process cannot be started, has ended, or gave no answer in time."""


def _loss(why: str, sentence: str) -> WorkerLost:
    """Count a loss by its reason, and return it."""
    metrics.WORKER_LOSSES.labels(why).inc()
    return WorkerLost(sentence)


class _Pipes(asyncio.SubprocessProtocol):
    """Assembles the messages of a process, and notes its end."""

    def __init__(self, heard: Callable[[bytes], object], silent: Callable[[], object]) -> None:
        self._heard, self._silent = heard, silent
        self._said = bytearray()
        """The beginning of an incomplete message."""
        self.exited, self.closed = asyncio.Event(), asyncio.Event()

    def forget(self) -> None:
        """Pass on nothing more."""
        self._heard, self._silent = lambda _: None, lambda: None

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._said += data
        while len(self._said) >= LENGTH_BYTES:
            end = LENGTH_BYTES + int.from_bytes(self._said[:LENGTH_BYTES])
            if len(self._said) < end:
                return
            body = bytes(self._said[LENGTH_BYTES:end])
            del self._said[:end]
            self._heard(body)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._silent()

    def process_exited(self) -> None:
        self.exited.set()
        self._silent()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set()


class WorkerProcess:
    """A worker process with one job at a time. `start` or a job starts it, again after a loss."""

    loss: asyncio.Future[WorkerLost]
    """Done once the last started process is lost."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._running: asyncio.SubprocessTransport | None = None
        self._pipes: _Pipes
        self._answered: Answered | None = None
        """Called with the next answer."""
        self._ending: asyncio.Task[None] | None = None

    @property
    def alive(self) -> bool:
        """Whether the process was started and has not ended since."""
        return self._running is not None and self._running.get_returncode() is None

    async def start(self) -> None:
        """Start the process unless it runs, and wait until it is ready. Raises WorkerLost."""
        if self._running is None:
            self.loss = asyncio.get_running_loop().create_future()
            await self._launch()
            ready = asyncio.get_running_loop().create_future()
            self._answered = ready.set_result
            await self._await_answer(ready, WORKER_START_SECONDS)

    async def _launch(self) -> None:
        # Every process needs the same hashes: the same view and seed must give the same answer.
        kept = {key: value for key, value in os.environ.items() if not key.startswith("KWBOT_")}
        try:
            self._running, self._pipes = await asyncio.get_running_loop().subprocess_exec(
                lambda: _Pipes(self._take_answer, self._silent),
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=_PACKAGE_ROOT,
                env={**kept, "PYTHONHASHSEED": "0"},
            )
        except (OSError, NotImplementedError):
            raise _loss("not_started", "it cannot be started") from None

    async def ask(self, job: object, seconds: float) -> Any:
        """Return the answer to a job in time. After a WorkerLost the process is gone."""
        await self.start()
        answer = asyncio.get_running_loop().create_future()
        self.bring(job, answer.set_result)
        return await self._await_answer(answer, seconds)

    async def _await_answer(self, answer: asyncio.Future[Any], seconds: float) -> Any:
        first = asyncio.FIRST_COMPLETED
        try:
            if not (await asyncio.wait({answer, self.loss}, timeout=seconds, return_when=first))[0]:
                self.hang()
            if not answer.done():
                raise self.loss.result()
        except (WorkerLost, asyncio.CancelledError):
            await self.end(0)  # a late answer would pass for the next job's
            raise
        return answer.result()

    def bring(self, job: object, answered: Answered) -> None:
        """Give a job to a started process. `answered` is called with the answer, or `loss` is done.
        The caller has to `hang` a process that does not answer."""
        assert self._running is not None
        self._answered = answered
        cast(asyncio.WriteTransport, self._running.get_pipe_transport(0)).write(message(job))

    def hang(self) -> None:
        """Count the process as lost because it gives no answer."""
        self._lose(_loss("hung", "it gave no answer in time"))

    def _take_answer(self, body: bytes) -> None:
        answered, self._answered = self._answered, None
        try:
            if answered is None:
                raise WorkerLost("it was not asked")
            answered(pickle.loads(body))  # noqa: S301 - our own process
        except WorkerLost as lost:
            self._lose(lost)
        except Exception as error:  # noqa: BLE001 - the next process may answer
            self._lose(_loss("ended", type(error).__name__))

    def _silent(self) -> None:
        if not self.loss.done():
            self._lose(_loss("ended", "it has ended"))

    def _lose(self, why: WorkerLost) -> None:
        self._answered = None
        if not self.loss.done():
            self.loss.set_result(why)

    async def end(self, seconds: float = WORKER_STOP_SECONDS) -> None:
        """End the process, by force after some seconds."""
        if (running := self._running) is not None:
            self._running = None
            self._pipes.forget()
            self._lose(WorkerLost("it was ended"))
            self._ending = asyncio.create_task(_close(running, self._pipes, seconds))
        if self._ending is not None:
            await asyncio.shield(self._ending)


async def _close(running: asyncio.SubprocessTransport, pipes: _Pipes, seconds: float) -> None:
    """Wait for a process to end, kill it after some seconds, and close its pipes."""
    if seconds:
        cast(asyncio.WriteTransport, running.get_pipe_transport(0)).close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await pipes.exited.wait()
    if not pipes.exited.is_set():
        # `running.kill` would poll the process first; if it has ended, asyncio would miss its end.
        with contextlib.suppress(OSError):  # it has just ended; Windows calls that forbidden
            os.kill(running.get_pid(), KILL)
        await pipes.exited.wait()
    running.close()
    await pipes.closed.wait()
