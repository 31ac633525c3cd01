"""CPU time of a hard player's decisions before the first card, in the games with bids.

As in a process of computer players, garbage is collected between two decisions.
"""

import gc
from collections.abc import Iterator
from random import Random
from statistics import fmean
from time import process_time

from benches.figures import Figure, Sample, benchmark
from kwbot.commands.simulate import first_deal
from kwbot.engine.values.choices import PlayCard
from kwbot.players.turns.levels import COMPUTERS, decide

GAMES = ("kombinations-whist", "hus", "esmakker")
MAX_MILLISECONDS = 200.0


def _bid(game: str, number: int) -> list[float]:
    """Return the CPU milliseconds of each decision of a deal before its first card."""
    rng, found = Random(f"{game} bids:{number}"), list[float]()
    match = first_deal(game, rng)
    while match.to_act() and not isinstance(match.choice(match.to_act()[0]), PlayCard):
        seat = match.to_act()[0]
        gc.collect()
        gc.disable()
        begun = process_time()
        action = decide(COMPUTERS["hard"], match, seat, rng)
        found.append(1000 * (process_time() - begun))
        gc.enable()
        match = match.apply(seat, action)
    return found


def _enter(game: str) -> None:
    @benchmark(f"bids-{game}", f"{game}: what bids of a hard player take", 30)
    def measure(sample: Sample) -> Iterator[Figure]:
        taken = [one for deal in sample.take(lambda number: _bid(game, number)) for one in deal]
        yield Figure("decisions", len(taken), "")
        yield Figure("a decision", fmean(taken), "ms")
        yield Figure("a decision, at most", max(taken), "ms", MAX_MILLISECONDS)
        longer = sum(one > MAX_MILLISECONDS for one in taken)
        yield Figure(f"of more than {MAX_MILLISECONDS:g} ms", longer, "decisions")


for _game in GAMES:
    _enter(_game)
