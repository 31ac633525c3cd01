"""The process in which computer players think: ``python -m kwbot.players.turns.worker``.

Standard input brings jobs, standard output takes the answers, one after the other; the end of the
input is the end of the process, however its parent came to go. What is asked about a player it
gets as that player's view; turns in a row it gets as the record of their deal, and looks at each
through the view of whoever is in turn. Nothing of it reaches anybody but its parent.
"""

import contextlib
import faulthandler
import gc
import os
import pickle
import random
import signal
import sys
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, BinaryIO

from kwbot.claims.claim_proof import inevitable
from kwbot.engine.values.actions import parse_action
from kwbot.engine.values.estimate import Estimate
from kwbot.players.search.monte_carlo import suggested_bids, weighed_actions

from .deal_replays import DealReplays
from .jobs import HEAD, UNCERTAIN, WORKER_READY, Answer, ClaimJob, Job, Question, TurnBatch, message
from .pickling import unpack

HANG_SECONDS = 120.0
"""Seconds after which a process that hangs ends itself, should nobody have ended it."""
NICENESS = 5
"""How far a thinking process stands back behind the one that answers people."""

MAX_GARBAGE = 30_000
"""New objects after which garbage is collected: between two answers, as it takes as long as one."""
BATCH_SECONDS = 0.1
"""Seconds after which no further turn of a batch is begun: somebody waits for the first ones."""


class Thinker:
    """Answers questions one after the other, and says how many seconds each one took. The same
    question has the same answer, but that a batch may end earlier."""

    def __init__(self) -> None:
        self._deals = DealReplays()

    def __call__(self, jobs: Sequence[Question]) -> list[tuple[Answer, float]]:
        return [self._measure(job) for job in jobs]

    def _measure(self, job: Question) -> tuple[Answer, float]:
        begun = perf_counter()
        found: Answer = []
        with contextlib.suppress(Exception):  # whatever it is, it may hold cards: it ends here
            found = self._answer(job)
        return found, perf_counter() - begun

    def _answer(self, job: Question) -> Answer:
        if isinstance(job, TurnBatch):
            return self._take_turns(job)
        return _certain(job) if isinstance(job, ClaimJob) else _weigh(job)

    def _take_turns(self, batch: TurnBatch) -> Answer:
        until = perf_counter() + BATCH_SECONDS
        taken = self._deals.take(batch, lambda: perf_counter() > until)
        return [(str(action), Estimate(0.0)) for action in taken]


def _weigh(job: Job) -> Answer:
    if job.bids:
        found = suggested_bids(unpack(job.parcel), random.Random(job.seed), job.samples)
        return [(str(bid), Estimate(0.0, made=chance)) for bid, chance in found.items()]
    also = parse_action(job.also) if job.also else None
    weighed = weighed_actions(unpack(job.parcel), random.Random(job.seed), job.samples, also)
    return [(str(action), brings) for action, brings in weighed.items()]


def _certain(job: ClaimJob) -> Answer:
    tricks = inevitable(unpack(job.parcel))
    return [(UNCERTAIN if tricks is None else str(tricks), Estimate(0.0))]


def serve(jobs: BinaryIO, answers: BinaryIO, answered: Callable[[Any], object]) -> None:
    """Say that all is ready, then answer until the input ends.

    A question that cannot be answered has an empty answer.
    """
    answers.write(message(WORKER_READY))
    answers.flush()
    while len(head := jobs.read(HEAD)) == HEAD:
        job = pickle.loads(jobs.read(int.from_bytes(head)))  # noqa: S301 - from our parent alone
        faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
        try:
            found = answered(job)
        except Exception:  # noqa: BLE001 - whatever it is, it may hold cards: it ends here
            found = []
        faulthandler.cancel_dump_traceback_later()
        answers.write(message(found))
        answers.flush()
        if gc.get_count()[0] > MAX_GARBAGE:
            gc.collect()


def main(answered: Callable[[Any], object]) -> None:
    """Serve what `answered` says to jobs, until the input ends."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the parent says when: it closes the input
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)
    gc.disable()  # but between two answers
    serve(sys.stdin.buffer, sys.stdout.buffer, answered)


if __name__ == "__main__":
    main(Thinker())
