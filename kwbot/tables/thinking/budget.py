"""The budget of thinking: how many samples a decision may have, fewer the more others wait.

Of a ladder of rungs the first is taken with which all that waits can be answered soon.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from kwbot import metrics

RUNGS = (160, 40, 10, 0)
"""How many samples a decision has at most, the rungs of the ladder; 0 is the rule of thumb."""
_MAX_WAIT_SECONDS = 0.4
"""Seconds within which all that waits is to be answered."""
_SMOOTHING = 0.05
"""The weight of the newest decision in averages of recent ones."""
GUESSED_SAMPLE_SECONDS = 0.0002
"""Seconds that a sample takes, as far as nothing was measured."""
OVERHEAD_SECONDS = 0.001
"""Seconds that a decision takes besides its samples."""
_FIGURES_SECONDS = 60.0
"""Seconds after which slow measurements are forgotten that were not made again."""

Demand = tuple[str, int]
"""The kind of a decision, since a bid takes longer than a card, and the samples that it asks
for."""


@dataclass
class Budget:
    """The decisions that wait for `workers` processes, and how long recent ones took."""

    workers: int = 1
    now: Callable[[], float] = perf_counter
    waiting: Counter[Demand] = field(default_factory=Counter)
    recent_seconds: dict[Demand, float] = field(default_factory=dict)
    """Average seconds of an answer, which is a decision or a few in a row, by its first
    decision."""
    measured: set[Demand] = field(default_factory=set)
    """The demands that were measured since `since`."""
    since: float = 0.0

    def add_waiting(self, demand: Demand) -> None:
        """Add a decision to those that wait."""
        self.waiting[demand] += 1

    def remove_waiting(self, demand: Demand) -> None:
        """Remove a decision from those that wait."""
        self.waiting[demand] -= 1
        if not self.waiting[demand]:
            del self.waiting[demand]

    def samples_for(self, demand: Demand) -> int:
        """Return how many samples a decision may have that is not among those waiting."""
        for rung in RUNGS[:-1]:
            if self._seconds(demand, rung) <= _MAX_WAIT_SECONDS:
                return min(demand[1], rung)
        return RUNGS[-1]

    @property
    def full(self) -> bool:
        """Whether even a decision by rule of thumb would have to wait too long."""
        return self._seconds(("", 0), 0) > _MAX_WAIT_SECONDS

    def _seconds(self, demand: Demand, rung: int) -> float:
        """Estimate the seconds for a decision and all that wait, each of at most `rung` samples. A
        decision for which nobody waits may take twice as long."""
        mine = self.cost(demand[0], min(demand[1], rung))
        if not self.waiting:
            return mine / 2
        others = sum(
            count * self.cost(kind, min(samples, rung))
            for (kind, samples), count in self.waiting.items()
        )
        return (mine + others) / self.workers

    def cost(self, kind: str, samples: int) -> float:
        """Estimate the seconds that an answer with so many samples takes."""
        return self.recent_seconds.get((kind, samples), _guess(samples))

    def learn(self, kind: str, samples: int, seconds: float) -> None:
        """Note how many seconds an answer with so many samples took."""
        if self.now() - self.since > _FIGURES_SECONDS:
            self._forget()
        demand = kind, samples
        before = self.recent_seconds.get(demand, seconds)
        self.recent_seconds[demand] = before + _SMOOTHING * (seconds - before)
        self.measured.add(demand)

    def _forget(self) -> None:
        """Forget slow measurements that were not repeated: they may have been so for a moment."""
        for demand, seconds in [*self.recent_seconds.items()]:
            if demand not in self.measured and seconds > _guess(demand[1]):
                del self.recent_seconds[demand]
        self.measured.clear()
        self.since = self.now()


def _guess(samples: int) -> float:
    return OVERHEAD_SECONDS + samples * GUESSED_SAMPLE_SECONDS


@dataclass
class ThinkingFigures:
    """The figures of thinking for metrics and the doctor."""

    made: Counter[str] = field(default_factory=Counter)
    """Decisions that were "thought" out, made by rule of "thumb", or so because an answer was
    "late"."""
    samples: float = 0.0
    """The average of a decision lately."""
    seconds: float = 0.0
    """The average from question to answer lately."""

    def count(self, kind: str, decisions: int = 1) -> None:
        """Count decisions of a kind."""
        self.made[kind] += decisions
        metrics.DECISIONS.labels(kind).inc(decisions)

    def note_answer(self, samples: int, seconds: float) -> None:
        """Add an answer to the averages."""
        weight = _SMOOTHING if self.seconds else 1.0
        self.samples += weight * (samples - self.samples)
        self.seconds += weight * (seconds - self.seconds)
