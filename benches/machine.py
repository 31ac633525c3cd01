"""How fast this machine is: a yardstick for figures in seconds, which differ from one to another.

Name it before and after others: `bench machine thinking machine`.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter, process_time

from benches.figures import Figure, benchmark

ADDITIONS = 10_000_000


@benchmark("machine", "how long plain Python takes here for the same small work")
def machine() -> Iterable[Figure]:
    begun, used, total = perf_counter(), process_time(), 0
    for number in range(ADDITIONS):
        total += number
    used, spent = process_time() - used, perf_counter() - begun
    yield Figure(f"{ADDITIONS:,} additions, CPU time", used, "s")
    yield Figure(f"{ADDITIONS:,} additions, while the clock went on", spent, "s")
