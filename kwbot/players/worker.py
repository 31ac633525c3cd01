"""The process in which computer players think: ``python -m kwbot.players.worker``.

Standard input brings jobs, standard output takes the answers, one after the other; the end of the
input is the end of the process, however its parent came to go. What is asked about a player it
gets as that player's view; turns in a row it gets as the record of their deal, and looks at each
through the view of whoever is in turn. Nothing of it reaches anybody but its parent.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import pickle
import random
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, BinaryIO

from kwbot import garbage
from kwbot.engine.actions import parse_action
from kwbot.engine.estimate import Estimate
from kwbot.engine.frozen import unguarded
from kwbot.engine.variant import Variant
from kwbot.players import suggested_bids, weighed_actions
from kwbot.players.pickling import unpacked
from kwbot.players.turn_batch import DealReplays, TurnBatch
from kwbot.variants import games

HEAD = 4
"""Bytes before each message: its length."""
READY: list[object] = []
"""The first message."""
LONGEST = 120.0
"""Seconds after which a process that hangs ends itself, should nobody have ended it."""
GENTLE = 5
"""How far a thinking process stands back behind the one that answers people."""

ENOUGH = 0.1
"""Seconds after which no further turn of a batch is begun: somebody waits for the first ones."""

Answer = list[tuple[str, Estimate]]
"""Actions by their text with what each brings, the advised one first; those of a batch in their
order. Empty where a question cannot be answered."""


@unguarded
@dataclass(frozen=True, slots=True, repr=False)
class Job:
    """A question about a view: what all that deserves it brings, seen in `samples` samples or so.

    `also` is an action, by its text, that is weighed whether it deserves it or not.
    """

    samples: int
    seed: int
    parcel: bytes
    also: str = ""
    bids: bool = False
    """Whether the bids that look best are asked for, each with the chance that it is made."""


class Thinker:
    """Answers questions one after the other, and says how many seconds each one took. The same
    question has the same answer, but that a batch may end earlier."""

    def __init__(self) -> None:
        self._deals = DealReplays()

    def __call__(self, jobs: Sequence[Job | TurnBatch]) -> list[tuple[Answer, float]]:
        return [self._timed(job) for job in jobs]

    def _timed(self, job: Job | TurnBatch) -> tuple[Answer, float]:
        begun = perf_counter()
        found: Answer = []
        with contextlib.suppress(Exception):  # whatever it is, it may hold cards: it ends here
            found = self._taken(job) if isinstance(job, TurnBatch) else _weighed(job)
        return found, perf_counter() - begun

    def _taken(self, batch: TurnBatch) -> Answer:
        until = perf_counter() + ENOUGH
        taken = self._deals.take(batch, lambda: perf_counter() > until)
        return [(str(action), Estimate(0.0)) for action in taken]


def _weighed(job: Job) -> Answer:
    if job.bids:
        found = suggested_bids(unpacked(job.parcel), random.Random(job.seed), job.samples)
        return [(str(bid), Estimate(0.0, made=chance)) for bid, chance in found.items()]
    also = parse_action(job.also) if job.also else None
    weighed = weighed_actions(unpacked(job.parcel), random.Random(job.seed), job.samples, also)
    return [(str(action), brings) for action, brings in weighed.items()]


def message(value: object) -> bytes:
    body = pickle.dumps(value)
    return len(body).to_bytes(HEAD) + body


def serve(jobs: BinaryIO, answers: BinaryIO, answered: Callable[[Any], object]) -> None:
    """Say that all is ready, then answer until the input ends.

    A question that cannot be answered has an empty answer.
    """
    answers.write(message(READY))
    answers.flush()
    while len(head := jobs.read(HEAD)) == HEAD:
        job = pickle.loads(jobs.read(int.from_bytes(head)))  # noqa: S301 - from our parent alone
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        try:
            found = answered(job)
        except Exception:  # noqa: BLE001 - whatever it is, it may hold cards: it ends here
            found = []
        faulthandler.cancel_dump_traceback_later()
        answers.write(message(found))
        answers.flush()


def main(answered: Callable[[Any], object], warm: Iterable[Variant] = ()) -> None:
    """Serve what `answered` says to jobs; `warm` are the games to get ready before."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the parent says when: it closes the input
    with contextlib.suppress(AttributeError, OSError):
        os.nice(GENTLE)
    garbage.seldom()
    for game in warm:
        game.warm_up()
    serve(sys.stdin.buffer, sys.stdout.buffer, answered)


if __name__ == "__main__":
    main(Thinker(), games().values())
