"""Presses that no screen offers, in whole clubs: each is answered, none raises, and nobody can do
by them what they may not. See tests/e2e/forgery.py."""

import asyncio
import sys
import traceback
from collections import Counter
from collections.abc import Iterable

from benches.figures import Figure, Sample, benchmark
from kwbot.variants import games
from tests.e2e.copies import without_threads
from tests.e2e.forgery import LONG_ROUND, forge

FORGED_PRESSES = 3_000


@benchmark(
    "forged", "forged presses: all answered, and nobody does what they may not", FORGED_PRESSES
)
def measure(sample: Sample) -> Iterable[Figure]:
    seen: Counter[str] = Counter()
    wrong = 0
    for number, at in enumerate(range(0, sample.size, LONG_ROUND)):
        if sample.over():
            break
        game = [*games()][number % len(games())]
        presses, seed = min(LONG_ROUND, sample.size - at), sample.part * 10**6 + number
        try:
            with without_threads():
                asyncio.run(forge("sqlite+aiosqlite://", seed, game, presses, seen))
        except AssertionError:
            wrong += 1
            sys.stderr.write(f"seed {seed}, {game}: {traceback.format_exc(limit=-1)}")
    total = sample.total({**seen, "wrong": wrong})
    yield Figure("forged presses", total["presses"], "presses")
    for what in sorted(total.keys() - {"presses", "wrong"}):
        yield Figure(what, total[what], "")
    yield Figure("clubs in which one was wrong", total["wrong"], "clubs", 0)
