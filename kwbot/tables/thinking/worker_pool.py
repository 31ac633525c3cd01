"""Computer players who think in processes of their own, so that nobody waits for them.

Turns in a row go as one batch to the first process that is free, and what is forced with them: how
soon it came would tell that there was no choice. Whatever becomes of it, an answer comes in time:
else the rule of thumb plays.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import partial
from itertools import count
from time import perf_counter

from kwbot.claims.claim_grounds import ClaimGrounds
from kwbot.claims.claim_proof import inevitable
from kwbot.engine.values.actions import Action, parse_action
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.views.view import View
from kwbot.late_tasks import LateTasks
from kwbot.players.turns.jobs import UNCERTAIN, Answer, ClaimJob, Job, Question, TurnBatch
from kwbot.players.turns.levels import samples_of
from kwbot.players.turns.pickling import pack, parcel_of
from kwbot.tables.thinking.budget import Budget, Figures
from kwbot.tables.thinking.computer_protocol import Turns
from kwbot.tables.thinking.computers import by_thumb, decide_turn
from kwbot.tables.thinking.worker_process import COMMAND, Lost, WorkerProcess

_log = logging.getLogger(__name__)

MOVE_PATIENCE = 1.5
"""Seconds after which the rule of thumb plays instead."""
CLAIM_PATIENCE = 0.3
"""Seconds after which what is certain is looked for in this process: a table waits for it."""
WORKER_HANG_SECONDS = 20.0
"""Seconds after which a process that says nothing is ended: more than any job takes on a machine
that has other things to do."""
THINKING_BATCH_SECONDS = 0.1
"""Seconds of thought, about, that are brought to a process at once."""
MAX_TRIES = 2
"""So often processes are asked what is thought out whole."""
MAX_LOSSES = 3
"""After so many losses in a row a process is not started again for a while."""
REST_SECONDS = 60.0
"""Seconds of that while."""


class Urgency(IntEnum):
    """Who comes first. `WHOLE` are moves that are thought out whole, however many wait: cards are a
    matter of milliseconds, bids of a tenth of a second. Nobody waits for what is `IDLE`."""

    MOVE = 0
    WHOLE_CARD = 1
    WHOLE = 2
    HINT = 3
    REVIEW = 4
    IDLE = 5


@dataclass(order=True)
class _Request:
    """A job under way."""

    urgency: Urgency
    number: int
    job: Question = field(compare=False)
    kind: str = field(compare=False)
    """Of the decision: the name of its shape."""
    answer: asyncio.Future[Answer] = field(compare=False)
    since: float = field(compare=False)
    waits: bool = field(default=True, compare=False)

    @property
    def want(self) -> tuple[str, int]:
        """The kind, and in how many samples it is looked at: what is searched needs none."""
        return self.kind, 0 if isinstance(self.job, ClaimJob) else self.job.samples


_Patience = LateTasks[asyncio.Future[Answer]]


class WorkerPool:
    """The Computers of a bot: `workers` processes, started by `start`, or once they `may_start` by
    whoever asks first, and gone after `stop`."""

    def __init__(
        self,
        workers: int = 1,
        *,
        command: Sequence[str] = COMMAND,
        patience: float = MOVE_PATIENCE,
        hanging: float = WORKER_HANG_SECONDS,
        now: Callable[[], float] = perf_counter,
    ) -> None:
        self.budget = Budget(workers, now)
        self.figures = Figures()
        self._processes = [WorkerProcess(command) for _ in range(workers)]
        self._for_moves, self._for_claims = (
            _Patience(patience, _is_late),
            _Patience(CLAIM_PATIENCE, _is_late),
        )
        self._hanging = LateTasks[WorkerProcess](hanging, WorkerProcess.hang)
        self._now = now
        self._requests: list[_Request] = []
        """A heap: those that wait, and some that do no more."""
        self._numbers = count()
        self.may_start = False
        self._serving: list[asyncio.Task[None]] = []
        self._new: set[WorkerProcess] = set()
        """Those that are being started for the first time."""
        self._idle: list[WorkerProcess] = []
        self._asked_of: dict[WorkerProcess, list[_Request]] = {}
        self._losses: dict[WorkerProcess, int] = {}
        """Since they have answered."""
        self._ready = self._resting = 0
        """Processes that run; those that could not be kept running."""
        self._advice = 0
        """Hints, reviews and what is thought out whole that wait."""
        self._in_vain = False
        """Whether somebody has waited for too long, and no process has answered since."""

    def start(self) -> None:
        """Start the processes that do not run yet. Does not wait for them: until they are there the
        rule of thumb plays."""
        if not self._serving:
            self._serving = [
                asyncio.create_task(self._serve(process), name="thinking")
                for process in self._processes
            ]

    def _come(self) -> None:
        """Start the processes if they may: somebody is about to ask."""
        if self.may_start:
            self.start()

    async def stop(self) -> None:
        """End the processes. Whoever still asks is answered by rule of thumb."""
        self.may_start = False
        serving, self._serving = self._serving, []
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
        self._send_away(Lost("the bot stops"))
        await asyncio.gather(*(process.end() for process in self._processes))

    @property
    def waiting(self) -> int:
        """Requests that wait for a process."""
        return self.budget.waiting.total() + self._advice

    @property
    def ready(self) -> bool:
        """Whether any process runs."""
        return self._ready > 0

    async def trouble(self) -> str | None:
        """Return what is wrong with the worker processes, in a sentence. Before `start` nothing is:
        none were to run."""
        if not self._serving:
            return None
        running = min(self._ready, sum(process.alive for process in self._processes))
        if running + len(self._new) == len(self._processes):
            return None
        return f"Only {running} of {len(self._processes)} worker processes run."

    @property
    def silent(self) -> bool:
        """Whether all processes let somebody wait for too long: who asks now would wait too."""
        return self._in_vain and len(self._asked_of) >= self._ready

    @property
    def working(self) -> bool:
        """Whether there is any process that may answer."""
        return sum(not task.done() for task in self._serving) > self._resting

    # --- questions ----------------------------------------------------------------------------

    async def take_turns(self, turns: Turns) -> Sequence[Action]:
        """See kwbot.tables.thinking.computer_protocol."""
        self._come()
        if turns.samples:
            return await self._thought_whole(turns)
        choice = turns.match.choice(turns.seat)
        full = isinstance(choice, PlayCard) and self.budget.full
        if full or not self.ready or self.silent:
            self.figures.count("thumb")
            return [await self._by_thumb(turns)]
        try:
            found = await self._batch(turns, type(choice).__name__, patience=self._for_moves)
        except (TimeoutError, Lost) as late:
            self._in_vain = isinstance(late, TimeoutError)
            self.figures.count("late")
            return [await self._by_thumb(turns)]
        self.figures.count("thought", len(found))
        return found

    async def _thought_whole(self, turns: Turns) -> Sequence[Action]:
        """What they do in as many samples as they want; where no process answers, it is thought
        out here."""
        urgency = Urgency.WHOLE if turns.awaited else Urgency.IDLE
        if turns.awaited and isinstance(turns.match.choice(turns.seat), PlayCard):
            urgency = Urgency.WHOLE_CARD
        for _ in range(MAX_TRIES):
            if not self.working:
                break
            with contextlib.suppress(Lost):
                return await self._batch(turns, "", urgency)
        return [await asyncio.to_thread(decide_turn, turns)]

    async def _by_thumb(self, turns: Turns) -> Action:
        return await by_thumb(turns.match, turns.seat, turns.chance)

    async def _batch(
        self,
        turns: Turns,
        kind: str,
        urgency: Urgency = Urgency.MOVE,
        patience: _Patience | None = None,
    ) -> Sequence[Action]:
        """Raises Lost, and TimeoutError where `patience` ends."""
        batch = TurnBatch(
            parcel_of(turns.opening),
            turns.opening.log_of(turns.match),
            turns.levels,
            turns.opening.key,
            turns.moment,
            turns.samples or max(map(samples_of, turns.levels)),
            turns.most,
        )
        found = await self._ask(batch, urgency, kind, patience)
        if not found:
            raise Lost("nothing was found")
        return [parse_action(text) for text, _ in found]

    async def weigh(
        self,
        seen: View,
        seed: int,
        samples: int,
        *,
        also: Action | None = None,
        urgent: bool = True,
    ) -> Mapping[Action, Estimate]:
        """See kwbot.tables.thinking.computer_protocol."""
        self._come()
        if not self.working:  # this process has people to answer
            return {}
        job = Job(samples, seed, pack(seen), "" if also is None else str(also))
        try:
            found = await self._ask(job, Urgency.HINT if urgent else Urgency.REVIEW)
        except Lost:
            return {}
        return {parse_action(text): brings for text, brings in found}

    async def suggest(self, seen: View, seed: int, samples: int) -> Mapping[Action, float]:
        """See kwbot.tables.thinking.computer_protocol."""
        self._come()
        if not self.working:
            return {}
        try:
            found = await self._ask(Job(samples, seed, pack(seen), bids=True), Urgency.HINT)
        except Lost:
            return {}
        return {parse_action(text): brings.made for text, brings in found}

    async def inevitable(self, known: ClaimGrounds) -> int | None:
        """See kwbot.tables.thinking.computer_protocol."""
        if self._idle:  # behind others it would come later than by a search here
            with contextlib.suppress(TimeoutError, Lost, ValueError):
                job = ClaimJob(pack(known))
                found = await self._ask(job, Urgency.WHOLE_CARD, patience=self._for_claims)
                for tricks, _ in found:
                    return None if tricks == UNCERTAIN else int(tricks)
        return await asyncio.to_thread(inevitable, known)

    async def _ask(
        self,
        job: Question,
        urgency: Urgency,
        kind: str = "",
        patience: _Patience | None = None,
    ) -> Answer:
        """Raises Lost, and TimeoutError where `patience` ends."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        request = _Request(urgency, next(self._numbers), job, kind, answer, self._now())
        if patience is not None:
            patience.begins(answer)
        self._comes(request)
        heapq.heappush(self._requests, request)
        self._hand_out()
        try:
            return await answer
        finally:
            self._leaves(request)
            if patience is not None:
                patience.over(answer)

    def _comes(self, request: _Request) -> None:
        if request.urgency is Urgency.MOVE:
            self.budget.comes(request.want)
        else:
            self._advice += 1

    def _leaves(self, request: _Request) -> None:
        """It waits no more: a process took it, or nobody needs it any longer."""
        if not request.waits:
            return
        request.waits = False
        if request.urgency is Urgency.MOVE:
            self.budget.leaves(request.want)
        else:
            self._advice -= 1

    # --- the processes ------------------------------------------------------------------------

    async def _serve(self, process: WorkerProcess) -> None:
        """Let a process answer, and start it anew when it is lost."""
        self._losses[process] = 0
        self._new.add(process)
        while True:
            try:
                await process.start()
                async with self._among_idle(process):
                    raise await process.loss
            except Exception as error:  # noqa: BLE001 - whatever it is, the next one may answer
                self._new.discard(process)
                self._losses[process] += 1
                why = error if isinstance(error, Lost) else type(error).__name__
                _log.warning("a process of the computer players is lost: %s", why)
                await process.end(0)
            if self._losses[process] >= MAX_LOSSES:
                self._losses[process] = 0
                await self._rest()

    @contextlib.asynccontextmanager
    async def _among_idle(self, process: WorkerProcess) -> AsyncIterator[None]:
        """Within, a process gets what there is to do."""
        why = Lost("it was asked in vain")
        self._ready += 1
        self._new.discard(process)
        self._in_vain = False
        self._idle.append(process)
        self._hand_out()
        try:
            yield
        except Lost as lost:
            why = lost
            raise
        finally:
            self._ready -= 1
            self._idle = [one for one in self._idle if one is not process]
            self._hanging.over(process)
            for request in self._asked_of.pop(process, ()):
                _fail(request.answer, why)

    async def _rest(self) -> None:
        """Do without a process for a while."""
        self._resting += 1
        if not self.working:
            _log.error("the computer players think on the spot: no process can be kept running")
            self._send_away(Lost("nobody answers"))
        try:
            await asyncio.sleep(REST_SECONDS)
        finally:
            self._resting -= 1

    def _send_away(self, why: Lost) -> None:
        """Nobody will answer those who wait."""
        while self._requests:
            _fail(self._with_samples(heapq.heappop(self._requests)).answer, why)

    def _hand_out(self) -> None:
        """Bring what waits to the processes that have nothing to do."""
        while self._idle and self._requests:
            if batch := [request for request in self._next() if not request.answer.done()]:
                process, jobs = self._idle.pop(), [request.job for request in batch]
                self._asked_of[process] = batch
                self._hanging.begins(process)
                process.bring(jobs, partial(self._deliver, process))

    def _next(self) -> list[_Request]:
        """What is brought to a process at once: one request, or its share of the moves that wait.
        One by one it would wait for the event loop after every answer."""
        first = self._with_samples(heapq.heappop(self._requests))
        if first.urgency is not Urgency.MOVE:
            return [first]
        batch, seconds = [first], self._seconds(first)
        share = self.budget.waiting.total() // len(self._processes)
        while len(batch) <= share and seconds < THINKING_BATCH_SECONDS:
            batch.append(self._with_samples(heapq.heappop(self._requests)))
            seconds += self._seconds(batch[-1])
        return batch

    def _with_samples(self, request: _Request) -> _Request:
        """With as many samples as there is time for."""
        self._leaves(request)
        if request.urgency is Urgency.MOVE and not isinstance(request.job, ClaimJob):
            allowed = self.budget.samples_for(request.want)
            if allowed != request.job.samples:
                request.job = replace(request.job, samples=allowed)
        return request

    def _seconds(self, request: _Request) -> float:
        return self.budget.cost(*request.want)

    def _deliver(self, process: WorkerProcess, answers: Sequence[tuple[Answer, float]]) -> None:
        """Raises Lost where these are no answers to what the process was asked."""
        batch = self._asked_of[process]
        if len(answers) != len(batch):
            raise Lost("it could not answer")
        for request, (answer, seconds) in zip(batch, answers, strict=True):
            self._tell(request, answer, seconds)
        del self._asked_of[process]
        self._hanging.over(process)
        self._in_vain, self._losses[process] = False, 0
        self._idle.append(process)
        self._hand_out()

    def _tell(self, request: _Request, answer: Answer, seconds: float) -> None:
        if request.urgency is Urgency.MOVE:
            kind, samples = request.want
            self.budget.learn(kind, samples, seconds)
            self.figures.note_answer(samples, self._now() - request.since)
        if not request.answer.done():
            request.answer.set_result(answer)


def _is_late(answer: asyncio.Future[Answer]) -> None:
    _fail(answer, TimeoutError())


def _fail(answer: asyncio.Future[Answer], why: Exception) -> None:
    """Say that nobody answers, unless somebody has."""
    if not answer.done():
        answer.set_exception(why)
