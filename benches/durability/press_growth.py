"""The bot's growth with the presses it answers.

It runs as usual, in a process of its own; people press at tables of all games, and finished
matches begin anew. Its memory is read between rounds of presses. Budget: five megabytes for a
million presses. Of matches that never end the bot keeps every move: at most ten megabytes for a
hundred thousand presses.

Expensive things are rare: tables are shown in words, only one person sees their hand as a picture,
one seat is a computer's, and there are no hints.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benches.durability.crash import TABLE_STILL_SECONDS, CrashTest, Group
from benches.figures import Figure, Sample, benchmark
from kwbot.ids import UserId
from kwbot.storage.store import Store
from kwbot.storage.values.documents import Preferences
from playground import Playground

PRESSES_COUNTED = 2_000
ENDING_GROUPS: tuple[Group, ...] = 4 * (
    ("kombinations-whist", 4, 0, {"winning": "limited", "rounds": "1"}),
    ("esmakker", 4, 0, {"deals": "2"}),
    ("fyrmanswhist", 4, 0, {"target": "1"}),
    ("hus", 3, 1, {"deals": "2"}),
    ("whist", 4, 0, {"form": "short"}),
)
"""The crash test's groups four times, with fewer computers."""
UNENDING_GROUPS: tuple[Group, ...] = 2 * (
    ("kombinations-whist", 4, 0, {"winning": "limited", "rounds": "75"}),
    ("esmakker", 4, 0, {"deals": "100"}),
    ("fyrmanswhist", 4, 0, {"target": "75"}),
    ("hus", 4, 0, {"deals": "0"}),
    ("whist", 4, 0, {"form": "long", "rubbers": "20"}),
)
"""Groups that play all evening and end no match."""
WARM_UP, ROUNDS = 3, 10
"""Rounds of presses before the first reading that counts, and rounds after it."""
MIN_WARM_UP, MAX_WARM_UP = 1_000, 20_000
"""Fewest and most presses of a warm-up round: enough to build everything that is built once."""
PRESSES_IN_A_ROW = 2_000
"""Presses after which the test itself forgets them; few enough that a busy machine makes them
long before the tables seem to stand still."""
QUIET_SECONDS = 1.0
"""Seconds without a call after which a round is over."""
MAX_GROWTH = 5.0
"""Most megabytes of growth, however many the presses."""
MAX_GROWTH_UNENDED = 10.0
"""Most megabytes of growth for each hundred thousand presses."""


class LightEvening(CrashTest):
    async def set_in(self, store: Store, **settings: object) -> None:
        await super().set_in(store, look="text", **settings)
        somebody = self.groups[-1].people[-1].person.id
        await store.settings.change_preferences(
            UserId(somebody), lambda _: Preferences(look="picture")
        )

    async def begin(self) -> None:
        await super().begin()
        for group in self.groups:
            await group.decline_hints()


class GrowthTest:
    def __init__(self, playground: Playground, file: Path, groups: Sequence[Group]) -> None:
        self.evening = LightEvening(playground, file, seed=1, groups=groups)
        self.playground = playground
        self.presses = 0
        self.answered = 0
        self.megabytes: list[float] = []

    async def run(self, presses: int, over: Callable[[], bool]) -> None:
        """Warm up, let people press `presses` times unless `over` says to stop, and read the memory
        after every round."""
        await self.evening.begin()
        for number in range(WARM_UP + ROUNDS):
            if self.evening.findings.wrong or (number > WARM_UP and over()):
                break
            wanted = presses // ROUNDS
            warming = min(max(MIN_WARM_UP, wanted), MAX_WARM_UP)
            await self._round(warming if number < WARM_UP else wanted, over)
            self.megabytes.append(self._resident())
            if number < WARM_UP:
                self.presses = self.answered = 0

    async def _round(self, presses: int, over: Callable[[], bool]) -> None:
        until = self.presses + presses
        while self.presses < until and not (over() or self.evening.findings.wrong):
            await self._part(min(PRESSES_IN_A_ROW, until - self.presses), over)

    async def _part(self, presses: int, over: Callable[[], bool]) -> None:
        made = self.playground.interactions
        await self.evening.playing(lambda: len(made) >= presses or over(), self._nothing)
        await self.playground.idle(quiet=QUIET_SECONDS)
        self.presses += len(made)
        self.answered += sum(one.callback is not None for one in made.values())
        self.evening.presses.forget()
        self.playground.calls.clear()

    async def _nothing(self) -> None:
        """Kill nothing."""

    def _resident(self) -> float:
        status = Path(f"/proc/{self.evening.child.pid}/status").read_text()
        (line,) = [line for line in status.splitlines() if line.startswith("VmRSS")]
        return int(line.split()[1]) / 1024

    @property
    def growth(self) -> float:
        """Megabytes of growth from the warm-up's end to the last round's."""
        return self.megabytes[-1] - self.megabytes[WARM_UP - 1]


async def grown(
    presses: int, over: Callable[[], bool] = lambda: False, groups: Sequence[Group] = ENDING_GROUPS
) -> GrowthTest:
    with tempfile.TemporaryDirectory() as folder:
        now = time.time()
        async with Playground(clock=lambda: now) as playground:
            trial = GrowthTest(playground, Path(folder) / "growth.sqlite3", groups)
            try:
                with playground.patient(TABLE_STILL_SECONDS):
                    await trial.run(presses, over)
            finally:
                await trial.evening.child.close()
            return trial


@benchmark("presses", "what the bot holds after many presses", PRESSES_COUNTED)
def measure(sample: Sample) -> Iterable[Figure]:
    trial = asyncio.run(grown(sample.size, sample.over))
    yield from _presses(trial)
    yield Figure("growth since", trial.growth, "MB", MAX_GROWTH)


@benchmark("presses-unended", "what the bot holds of matches that nobody ends", PRESSES_COUNTED)
def measure_unended(sample: Sample) -> Iterable[Figure]:
    trial = asyncio.run(grown(sample.size, sample.over, UNENDING_GROUPS))
    yield from _presses(trial)
    yield Figure("growth since", trial.growth, "MB")
    growth = trial.growth * 100_000 / max(1, trial.presses)
    yield Figure("growth for 100,000 presses", growth, "MB", MAX_GROWTH_UNENDED)


def _presses(trial: GrowthTest) -> Iterable[Figure]:
    yield Figure("presses after the warm-up", trial.presses, "presses")
    yield Figure("of them answered", trial.answered, "presses")
    yield Figure("resident after the warm-up", trial.megabytes[WARM_UP - 1], "MB")
    for line in trial.evening.findings.wrong:
        sys.stderr.write(f"{line}\n")
