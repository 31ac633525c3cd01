"""Check that unseen cards change no byte that anybody gets. See tests/e2e/pairs.py."""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterable
from secrets import randbelow

from benches.figures import Figure, Sample, benchmark
from kwbot.variants import games
from tests.cogs.registered import translating_once
from tests.e2e import pairs
from tests.storage.compiled_statements import compiling_once
from tests.storage.copied_tables import copying_tables

PAIRS_COMPARED = 10
"""Pairs of each game, in all runs together; the full proof takes --games 10000."""
PAIRS_IN_TURN = 10
"""Pairs of one game before the next game has its turn."""
FIGURES = {
    "compared": ("views that must be equal", "views"),
    "noticed": ("that others saw to differ", "pairs"),
    "commands": ("commands in them", "commands"),
    "messages": ("messages compared", "messages"),
    "lines": ("lines of log compared", "lines"),
    "figures": ("metrics compared", "metrics"),
    "bytes": ("bytes compared", "bytes"),
}


@benchmark(
    "secrecy", "pairs of evenings that differ in unseen cards: every byte the same", PAIRS_COMPARED
)
def measure(sample: Sample) -> Iterable[Figure]:
    with translating_once(), compiling_once(), copying_tables():
        _compare(sample)
    total = sample.sums
    for game in games():
        yield Figure(f"{game}: pairs", total[f"{game} pairs"], "pairs")
        for key, (what, unit) in FIGURES.items():
            yield Figure(f"{game}: {what}", total[f"{game} {key}"], unit)
        yield Figure(f"{game}: evenings that failed", total[f"{game} failed"], "evenings", 0)
        yield Figure(f"{game}: pairs that differed", total[f"{game} different"], "pairs", 0)


def _compare(sample: Sample) -> None:
    """Compare pairs of evenings of each game, and keep the counts, prefixed with the game."""
    before = sample.sums
    counted: Counter[str] = Counter()
    sample.kept.append(counted)
    for at in range(0, sample.size, PAIRS_IN_TURN):
        for game in games():
            size = min(PAIRS_IN_TURN, sample.size - at - before[f"{game} pairs"])
            if sample.over():
                return
            if size > 0:
                counted.update(_compare_pairs(game, size))
                sample.save()


def _compare_pairs(game: str, size: int) -> Counter[str]:
    seed = randbelow(10**9)
    try:
        found = asyncio.run(pairs.compare(game, size, seed))
    except Exception as error:  # noqa: BLE001 - many thousand other evenings go on
        sys.stderr.write(f"{size} pairs of {game} with the seed {seed} failed: {error!r}\n")
        return Counter({f"{game} failed": 1})
    for line in found.different:
        sys.stderr.write(f"{line}, in {size} pairs of {game} with the seed {seed}\n")
    counts = {
        "pairs": found.pairs,
        "compared": found.compared,
        "noticed": found.noticed,
        "commands": found.commands.total(),
        "messages": found.messages,
        "lines": found.lines,
        "figures": found.figures,
        "bytes": found.bytes,
        "different": found.differing,
    }
    return Counter({f"{game} {what}": count for what, count in counts.items()})
