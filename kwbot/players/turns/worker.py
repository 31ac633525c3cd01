"""The process in which computer players think: ``python -m kwbot.players.turns.worker``.

It reads jobs from standard input and writes the answers to standard output, one by one. It ends
when the input ends, however its parent ended. A question about a player comes as that player's
view; a batch of turns comes as the record of the deal, and each turn is decided from the view of
the player in turn. Only its parent gets its answers.
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
from .jobs import (
    LENGTH_BYTES,
    UNCERTAIN,
    WORKER_READY,
    Answer,
    ClaimJob,
    Job,
    Question,
    TurnBatch,
    message,
)
from .pickling import unpack

HANG_SECONDS = 120.0
"""Seconds after which a hanging process ends itself, if its parent has not ended it."""
NICENESS = 5
"""The niceness of the process, so that the one that answers people comes first."""

MAX_GARBAGE = 30_000
"""New objects after which garbage is collected, between two answers, as that takes as long."""
BATCH_SECONDS = 0.1
"""Seconds after which a batch begins no further turn, since somebody waits for the first ones."""


class Thinker:
    """Answers questions one by one, with the seconds that each took. The same question has the same
    answer, except that a batch may end earlier."""

    def __init__(self) -> None:
        self._deals = DealReplays()

    def __call__(self, jobs: Sequence[Question]) -> list[tuple[Answer, float]]:
        return [self._measure(job) for job in jobs]

    def _measure(self, job: Question) -> tuple[Answer, float]:
        begun = perf_counter()
        found: Answer = []
        with contextlib.suppress(Exception):  # an error may contain cards, so it goes no further
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
    """Report readiness, then answer jobs until the input ends; with an empty answer on errors."""
    answers.write(message(WORKER_READY))
    answers.flush()
    while len(head := jobs.read(LENGTH_BYTES)) == LENGTH_BYTES:
        job = pickle.loads(jobs.read(int.from_bytes(head)))  # noqa: S301 - from our parent alone
        faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
        try:
            found = answered(job)
        except Exception:  # noqa: BLE001 - an error may contain cards, so it goes no further
            found = []
        faulthandler.cancel_dump_traceback_later()
        answers.write(message(found))
        answers.flush()
        if gc.get_count()[0] > MAX_GARBAGE:
            gc.collect()


def main(answered: Callable[[Any], object]) -> None:
    """Answer jobs with `answered` until the input ends."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the parent ends it by closing the input
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)
    gc.disable()  # garbage is collected between two answers
    serve(sys.stdin.buffer, sys.stdout.buffer, answered)


if __name__ == "__main__":
    main(Thinker())
