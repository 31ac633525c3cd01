"""Do unseen cards change a byte of what somebody gets? See tests/e2e/pairs.py."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterable

from benches.figures import Figure, Sample, benchmark
from kwbot.variants import games
from tests.e2e import pairs

PAIRS = 10
"""Of each game; the full run: --games 10000."""
IN_TURN = 10
"""So many pairs of one game are compared before the next game has its turn."""


@benchmark("secrecy", "pairs of evenings that differ in unseen cards: every byte the same", PAIRS)
def measure(sample: Sample) -> Iterable[Figure]:
    total = sample.total(_compared(sample))
    for game in games():
        yield Figure(f"{game}: pairs", total[f"{game} pairs"], "pairs")
        yield Figure(f"{game}: that others saw to differ", total[f"{game} noticed"], "pairs")
        yield Figure(f"{game}: commands in them", total[f"{game} commands"], "commands")
        yield Figure(f"{game}: messages compared", total[f"{game} messages"], "messages")
        yield Figure(f"{game}: lines of log compared", total[f"{game} lines"], "lines")
        yield Figure(f"{game}: metrics compared", total[f"{game} figures"], "metrics")
        yield Figure(f"{game}: bytes compared", total[f"{game} bytes"], "bytes")
        repeated = total[f"{game} repeated"]
        yield Figure(f"{game}: pairs played again for their timing", repeated, "pairs")
        yield Figure(f"{game}: pairs that differed", total[f"{game} different"], "pairs", 0)


def _compared(sample: Sample) -> Counter[str]:
    """Return what was compared of each game, its name before each count."""
    counted: Counter[str] = Counter()
    for at in range(0, sample.size, IN_TURN):
        for game in games():
            if sample.over():
                return counted
            size = min(IN_TURN, sample.size - at)
            found = asyncio.run(pairs.compare(game, size, sample.part * 10**6 + at))
            for line in found.different:
                sys.stderr.write(f"{line}\n")
            counts = {
                "pairs": found.pairs,
                "noticed": found.noticed,
                "commands": found.commands.total(),
                "messages": found.messages,
                "lines": found.lines,
                "figures": found.figures,
                "bytes": found.bytes,
                "repeated": found.repeated,
                "different": len(found.different),
            }
            counted.update({f"{game} {what}": count for what, count in counts.items()})
    return counted
