"""The budget of thinking: the number of samples of a decision, fewer the more decisions wait.

It takes the first rung of a ladder with which everything waiting can be answered soon.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from kwbot import metrics

RUNGS = (160, 40, 10, 0)
"""The rungs of the ladder: most samples of a decision; 0 is the rule of thumb."""
_MAX_WAIT_SECONDS = 0.4
"""Seconds within which everything waiting is to be answered."""
_SMOOTHING = 0.05
"""The weight of the newest decision in averages of recent ones."""
GUESSED_SAMPLE_SECONDS = 0.0002
"""Seconds per sample, until measured."""
OVERHEAD_SECONDS = 0.001
"""Seconds of a decision besides its samples."""
_FIGURES_SECONDS = 60.0
"""Seconds after which slow measurements that were not repeated are forgotten."""

Demand = tuple[str, int]
"""The kind of a decision (a bid takes longer than a card), and the samples that it asks for."""


@dataclass
class Budget:
    """The decisions that wait for `workers` processes, and the time that recent ones took."""

    workers: int = 1
    now: Callable[[], float] = perf_counter
    waiting: Counter[Demand] = field(default_factory=Counter)
    recent_seconds: dict[Demand, float] = field(default_factory=dict)
    """Average seconds of an answer (a decision or a few in a row), by its first decision."""
    measured: set[Demand] = field(default_factory=set)
    """The demands measured since `since`."""
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
        """Return how many samples a decision may have that is not among the waiting ones."""
        for rung in RUNGS[:-1]:
            if self._seconds(demand, rung) <= _MAX_WAIT_SECONDS:
                return min(demand[1], rung)
        return RUNGS[-1]

    @property
    def full(self) -> bool:
        """Whether even a decision by rule of thumb would wait too long."""
        return self._seconds(("", 0), 0) > _MAX_WAIT_SECONDS

    def _seconds(self, demand: Demand, rung: int) -> float:
        """Return the estimated seconds for a decision and all waiting ones, of at most `rung`
        samples each. If none is waiting, a decision may take twice as long."""
        mine = self.cost(demand[0], min(demand[1], rung))
        if not self.waiting:
            return mine / 2
        others = sum(
            count * self.cost(kind, min(samples, rung))
            for (kind, samples), count in self.waiting.items()
        )
        return (mine + others) / self.workers

    def cost(self, kind: str, samples: int) -> float:
        """Return the estimated seconds of an answer with a number of samples."""
        return self.recent_seconds.get((kind, samples), _guess(samples))

    def learn(self, kind: str, samples: int, seconds: float) -> None:
        """Note the seconds that an answer with a number of samples took."""
        if self.now() - self.since > _FIGURES_SECONDS:
            self._forget()
        demand = kind, samples
        before = self.recent_seconds.get(demand, seconds)
        self.recent_seconds[demand] = before + _SMOOTHING * (seconds - before)
        self.measured.add(demand)

    def _forget(self) -> None:
        """Forget slow measurements that were not repeated, as they may have been momentary."""
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
    """Decisions "thought" out, made by rule of "thumb", or so because an answer was "late"."""
    samples: float = 0.0
    """Recent average per decision."""
    seconds: float = 0.0
    """Recent average from question to answer."""

    def count(self, kind: str, decisions: int = 1) -> None:
        """Count decisions of a kind."""
        self.made[kind] += decisions
        metrics.DECISIONS.labels(kind).inc(decisions)

    def note_answer(self, samples: int, seconds: float) -> None:
        """Add an answer to the averages."""
        weight = _SMOOTHING if self.seconds else 1.0
        self.samples += weight * (samples - self.samples)
        self.seconds += weight * (seconds - self.seconds)
