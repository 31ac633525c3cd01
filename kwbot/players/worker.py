"""The process in which computer players think: ``python -m kwbot.players.worker``.

Standard input brings jobs, standard output takes the answers, one after the other; the end of the
input is the end of the process, however its parent came to go. It gets views and nothing else, so
nothing that a player has not seen can reach it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import pickle
import random
import signal
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, BinaryIO

from kwbot.engine.actions import parse_action
from kwbot.engine.variant import Variant
from kwbot.players import COMPUTERS, weighed_actions
from kwbot.players.parcels import unpacked
from kwbot.variants import games

HEAD = 4
"""Bytes before each message: its length."""
READY: list[object] = []
"""The first message."""
LONGEST = 120.0
"""Seconds after which a process that hangs ends itself, should nobody have ended it."""
GENTLE = 5
"""How far a thinking process stands back behind the one that answers people."""

Answer = list[tuple[str, float]]
"""Actions by their text with what each brings in points, the best first."""


@dataclass(frozen=True, slots=True)
class Job:
    """A question about a view: what a player of `level` does; "" weighs all that deserves it.

    About `worlds` worlds are drawn, if the level draws any; none is the rule of thumb. `also` is an
    action, by its text, that is weighed whether it deserves it or not.
    """

    level: str
    worlds: int
    seed: int
    parcel: bytes
    also: str = ""


def answer(job: Job) -> Answer:
    """One action, or all that were weighed. The same job has the same answer."""
    seen, rng = unpacked(job.parcel), random.Random(job.seed)
    if not job.level:
        also = parse_action(job.also) if job.also else None
        weighed = weighed_actions(seen, rng, job.worlds, also)
        best_first = sorted(weighed.items(), key=lambda one: -one[1])
        return [(str(action), points) for action, points in best_first]
    computer = COMPUTERS.get(job.level, COMPUTERS["thumb"])
    own = getattr(computer, "worlds", 0)
    if own and not job.worlds:
        computer = COMPUTERS["thumb"]
    elif job.worlds < own:
        computer = type(computer)(worlds=job.worlds)  # type: ignore[call-arg]
    return [(str(computer.choose(seen, rng)), 0.0)]


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
    for game in warm:
        game.warm_up()
    serve(sys.stdin.buffer, sys.stdout.buffer, answered)


if __name__ == "__main__":
    main(answer, games().values())
