"""Computer players who think in processes of their own, so that nobody waits for them.

Turns in a row go as one batch to the first free process. This includes forced ones, which would
otherwise come so soon that people saw that there was no choice. If no answer comes in time, the
rule of thumb decides.
"""

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
from kwbot.tables.thinking.budget import Budget, ThinkingFigures
from kwbot.tables.thinking.computer_protocol import Turns
from kwbot.tables.thinking.computers import by_thumb, decide_turn
from kwbot.tables.thinking.worker_process import COMMAND, WorkerLost, WorkerProcess

_log = logging.getLogger(__name__)

MOVE_PATIENCE = 1.5
"""Seconds after which the rule of thumb decides instead."""
CLAIM_PATIENCE = 0.3
"""Seconds after which this process looks for certain claims itself, because a table is waiting."""
WORKER_HANG_SECONDS = 20.0
"""Seconds without an answer after which a process is ended: longer than any job takes."""
THINKING_BATCH_SECONDS = 0.1
"""Approximate seconds of thought that a process gets as one batch."""
MAX_TRIES = 2
"""Most times that processes are asked for what must be thought out in full."""
MAX_LOSSES = 3
"""Number of losses in a row after which a process rests."""
REST_SECONDS = 60.0
"""Seconds for which a process that was lost too often is not started again."""


class Urgency(IntEnum):
    """The order in which requests are served. `WHOLE` moves are thought out in full, however many
    wait: cards take milliseconds, bids a tenth of a second. Nobody waits for `IDLE` ones."""

    MOVE = 0
    WHOLE_CARD = 1
    WHOLE = 2
    HINT = 3
    REVIEW = 4
    IDLE = 5


@dataclass(order=True)
class _Request:
    """A job for the processes, and the awaited answer."""

    urgency: Urgency
    number: int
    job: Question = field(compare=False)
    kind: str = field(compare=False)
    """The kind of the decision, named by its shape."""
    answer: asyncio.Future[Answer] = field(compare=False)
    since: float = field(compare=False)
    waits: bool = field(default=True, compare=False)

    @property
    def demand(self) -> tuple[str, int]:
        """What the request demands from the budget; a claim is searched without samples."""
        return self.kind, 0 if isinstance(self.job, ClaimJob) else self.job.samples


_Patience = LateTasks[asyncio.Future[Answer]]


class WorkerPool:
    """The computer players of a bot, in `workers` processes. These start by `start`, or at the
    first question once they `may_start`, and end with `stop`."""

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
        self.figures = ThinkingFigures()
        self._processes = [WorkerProcess(command) for _ in range(workers)]
        self._move_patience = _Patience(patience, _is_late)
        self._claim_patience = _Patience(CLAIM_PATIENCE, _is_late)
        self._hanging = LateTasks[WorkerProcess](hanging, WorkerProcess.hang)
        self._now = now
        self._requests: list[_Request] = []
        """A heap of the waiting requests, and of some that are no longer waiting."""
        self._request_numbers = count()
        self.may_start = False
        self._serving: list[asyncio.Task[None]] = []
        self._starting: set[WorkerProcess] = set()
        """Processes that are starting for the first time."""
        self._idle: list[WorkerProcess] = []
        self._requests_of: dict[WorkerProcess, list[_Request]] = {}
        self._losses: dict[WorkerProcess, int] = {}
        """Losses of each process since its last answer."""
        self._ready = self._resting = 0
        """Number of processes that run, and that rest after too many losses."""
        self._others_waiting = 0
        """Number of waiting requests that the budget does not count: all but moves."""
        self._unanswered = False
        """Whether somebody has waited too long and no process has answered since."""

    def start(self) -> None:
        """Start the processes if needed. Until they are ready the rule of thumb decides."""
        if not self._serving:
            self._serving = [
                asyncio.create_task(self._serve(process), name="thinking")
                for process in self._processes
            ]

    def _start_if_allowed(self) -> None:
        """Start the processes if they may start, as somebody is about to ask."""
        if self.may_start:
            self.start()

    async def stop(self) -> None:
        """End the processes. From then on the rule of thumb decides."""
        self.may_start = False
        serving, self._serving = self._serving, []
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
        self._fail_waiting(WorkerLost("the bot stops"))
        await asyncio.gather(*(process.end() for process in self._processes))

    @property
    def waiting(self) -> int:
        """Number of requests that wait for a process."""
        return self.budget.waiting.total() + self._others_waiting

    @property
    def ready(self) -> bool:
        """Whether any process runs."""
        return self._ready > 0

    async def trouble(self) -> str | None:
        """Return what is wrong with the worker processes as a sentence, or None."""
        if not self._serving:
            return None
        running = min(self._ready, sum(process.alive for process in self._processes))
        if running + len(self._starting) == len(self._processes):
            return None
        return f"Only {running} of {len(self._processes)} worker processes run."

    @property
    def silent(self) -> bool:
        """Whether no process answers in time, so that the next question would wait too."""
        return self._unanswered and len(self._requests_of) >= self._ready

    @property
    def working(self) -> bool:
        """Whether there is a process that may answer now or soon."""
        return sum(not task.done() for task in self._serving) > self._resting

    # --- questions ----------------------------------------------------------------------------

    async def take_turns(self, turns: Turns) -> Sequence[Action]:
        self._start_if_allowed()
        if turns.samples:
            return await self._think_whole(turns)
        choice = turns.match.choice(turns.seat)
        full = isinstance(choice, PlayCard) and self.budget.full
        if full or not self.ready or self.silent:
            self.figures.count("thumb")
            return [await self._by_thumb(turns)]
        try:
            found = await self._batch(turns, type(choice).__name__, patience=self._move_patience)
        except (TimeoutError, WorkerLost) as late:
            self._unanswered = isinstance(late, TimeoutError)
            self.figures.count("late")
            return [await self._by_thumb(turns)]
        self.figures.count("thought", len(found))
        return found

    async def _think_whole(self, turns: Turns) -> Sequence[Action]:
        """Return the computers' actions by all the samples that they ask for. If no process
        answers, this one thinks."""
        urgency = Urgency.WHOLE if turns.awaited else Urgency.IDLE
        if turns.awaited and isinstance(turns.match.choice(turns.seat), PlayCard):
            urgency = Urgency.WHOLE_CARD
        for _ in range(MAX_TRIES):
            if not self.working:
                break
            with contextlib.suppress(WorkerLost):
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
        """Return the actions of some turns, thought out in a process. Raises WorkerLost, or
        TimeoutError when `patience` ends."""
        batch = TurnBatch(
            parcel_of(turns.opening),
            turns.opening.log_of(turns.match),
            turns.levels,
            turns.opening.key,
            turns.moment,
            turns.samples or max(map(samples_of, turns.levels)),
            turns.most,
            turns.unwritten_action,
        )
        found = await self._ask(batch, urgency, kind, patience)
        if not found:
            raise WorkerLost("nothing was found")
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
        self._start_if_allowed()
        if not self.working:  # this process must stay free to answer people
            return {}
        job = Job(samples, seed, pack(seen), "" if also is None else str(also))
        try:
            found = await self._ask(job, Urgency.HINT if urgent else Urgency.REVIEW)
        except WorkerLost:
            return {}
        return {parse_action(text): brings for text, brings in found}

    async def suggest(self, seen: View, seed: int, samples: int) -> Mapping[Action, float]:
        self._start_if_allowed()
        if not self.working:
            return {}
        try:
            found = await self._ask(Job(samples, seed, pack(seen), bids=True), Urgency.HINT)
        except WorkerLost:
            return {}
        return {parse_action(text): brings.made for text, brings in found}

    async def inevitable(self, known: ClaimGrounds) -> int | None:
        if self._idle:  # in a queue it would take longer than a search here
            with contextlib.suppress(TimeoutError, WorkerLost, ValueError):
                job = ClaimJob(pack(known))
                found = await self._ask(job, Urgency.WHOLE_CARD, patience=self._claim_patience)
                for tricks, _ in found:
                    return None if tricks == UNCERTAIN else int(tricks)
        return await asyncio.to_thread(inevitable, known)

    async def _ask(
        self, job: Question, urgency: Urgency, kind: str = "", patience: _Patience | None = None
    ) -> Answer:
        """Return a process's answer to a job. Raises WorkerLost, or TimeoutError by `patience`."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        request = _Request(urgency, next(self._request_numbers), job, kind, answer, self._now())
        if patience is not None:
            patience.begin(answer)
        self._note_waiting(request)
        heapq.heappush(self._requests, request)
        self._hand_out()
        try:
            return await answer
        finally:
            self._note_taken(request)
            if patience is not None:
                patience.end(answer)

    def _note_waiting(self, request: _Request) -> None:
        """Count a request as waiting."""
        if request.urgency is Urgency.MOVE:
            self.budget.add_waiting(request.demand)
        else:
            self._others_waiting += 1

    def _note_taken(self, request: _Request) -> None:
        """Count a request as no longer waiting: a process has it, or nobody needs the answer."""
        if not request.waits:
            return
        request.waits = False
        if request.urgency is Urgency.MOVE:
            self.budget.remove_waiting(request.demand)
        else:
            self._others_waiting -= 1

    # --- the processes ------------------------------------------------------------------------

    async def _serve(self, process: WorkerProcess) -> None:
        """Keep a process running and answering; restart it whenever it is lost."""
        self._losses[process] = 0
        self._starting.add(process)
        while True:
            try:
                await process.start()
                async with self._among_idle(process):
                    raise await process.loss
            except Exception as error:  # noqa: BLE001 - the next one may answer
                self._starting.discard(process)
                self._losses[process] += 1
                why = error if isinstance(error, WorkerLost) else type(error).__name__
                _log.warning("a process of the computer players is lost: %s", why)
                await process.end(0)
            if self._losses[process] >= MAX_LOSSES:
                self._losses[process] = 0
                await self._rest_process()

    @contextlib.asynccontextmanager
    async def _among_idle(self, process: WorkerProcess) -> AsyncIterator[None]:
        """Give a process requests within the block; those that it leaves unanswered fail."""
        why = WorkerLost("it gave no answer")
        self._ready += 1
        self._starting.discard(process)
        self._unanswered = False
        self._idle.append(process)
        self._hand_out()
        try:
            yield
        except WorkerLost as lost:
            why = lost
            raise
        finally:
            self._ready -= 1
            self._idle = [one for one in self._idle if one is not process]
            self._hanging.end(process)
            for request in self._requests_of.pop(process, ()):
                _fail(request.answer, why)

    async def _rest_process(self) -> None:
        """Wait before restarting a process that cannot be kept running."""
        self._resting += 1
        if not self.working:
            _log.error("the computer players think on the spot: no process can be kept running")
            self._fail_waiting(WorkerLost("nobody answers"))
        try:
            await asyncio.sleep(REST_SECONDS)
        finally:
            self._resting -= 1

    def _fail_waiting(self, why: WorkerLost) -> None:
        """Fail all waiting requests, which no process will answer."""
        while self._requests:
            _fail(self._with_samples(heapq.heappop(self._requests)).answer, why)

    def _hand_out(self) -> None:
        """Hand waiting requests to idle processes."""
        while self._idle and self._requests:
            if batch := [request for request in self._next_batch() if not request.answer.done()]:
                process, jobs = self._idle.pop(), [request.job for request in batch]
                self._requests_of[process] = batch
                self._hanging.begin(process)
                process.bring(jobs, partial(self._deliver, process))

    def _next_batch(self) -> list[_Request]:
        """Return a process's next batch: one request, or its share of the waiting moves. With one
        move at a time it would wait for the event loop after every answer."""
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
        """Return a request now taken, with as many samples as time allows."""
        self._note_taken(request)
        if request.urgency is Urgency.MOVE and not isinstance(request.job, ClaimJob):
            allowed = self.budget.samples_for(request.demand)
            if allowed != request.job.samples:
                request.job = replace(request.job, samples=allowed)
        return request

    def _seconds(self, request: _Request) -> float:
        return self.budget.cost(*request.demand)

    def _deliver(self, process: WorkerProcess, answers: Sequence[tuple[Answer, float]]) -> None:
        """Pass on the answers of a process, and give it more to do. Raises WorkerLost unless there
        is an answer to each request."""
        batch = self._requests_of[process]
        if len(answers) != len(batch):
            raise WorkerLost("it could not answer")
        for request, (answer, seconds) in zip(batch, answers, strict=True):
            self._answer(request, answer, seconds)
        del self._requests_of[process]
        self._hanging.end(process)
        self._unanswered, self._losses[process] = False, 0
        self._idle.append(process)
        self._hand_out()

    def _answer(self, request: _Request, answer: Answer, seconds: float) -> None:
        """Answer a request, and note how long the answer took."""
        if request.urgency is Urgency.MOVE:
            kind, samples = request.demand
            self.budget.learn(kind, samples, seconds)
            self.figures.note_answer(samples, self._now() - request.since)
        if not request.answer.done():
            request.answer.set_result(answer)


def _is_late(answer: asyncio.Future[Answer]) -> None:
    _fail(answer, TimeoutError())


def _fail(answer: asyncio.Future[Answer], why: Exception) -> None:
    """Fail an answer unless it has been given."""
    if not answer.done():
        answer.set_exception(why)
