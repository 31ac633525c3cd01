"""Do unseen cards change a byte of what somebody gets? See tests/e2e/pairs.py."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable

from benches.figures import Figure, Sample, benchmark
from kwbot.variants import games
from tests.e2e import pairs

PAIRS = 10
"""Of each game; the full run: --games 10000."""


@benchmark("secrecy", "pairs of evenings that differ in unseen cards: every byte the same", PAIRS)
def measure(sample: Sample) -> Iterable[Figure]:
    for game in games():
        found = asyncio.run(pairs.compare(game, sample.size))
        yield Figure(f"{game}: pairs", found.pairs, "pairs", sample.size, at_least=True)
        yield Figure(f"{game}: that others saw to differ", found.noticed, "pairs")
        yield Figure(f"{game}: commands in them", found.commands.total(), "commands")
        yield Figure(f"{game}: messages compared", found.messages, "messages")
        yield Figure(f"{game}: lines of log compared", found.lines, "lines")
        yield Figure(f"{game}: metrics compared", found.figures, "metrics")
        yield Figure(f"{game}: bytes compared", found.bytes, "bytes")
        yield Figure(f"{game}: pairs played again for their timing", found.repeated, "pairs")
        yield Figure(f"{game}: pairs that differed", len(found.different), "pairs", 0)
        for line in found.different:
            sys.stderr.write(f"{line}\n")
