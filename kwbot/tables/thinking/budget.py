"""How many samples a computer player may look at: fewer the more others wait.

A ladder of rungs; the first that lets all that is waiting be answered soon is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from kwbot import metrics

RUNGS = (160, 40, 10, 0)
"""Samples of a decision at most; 0 is the rule of thumb."""
_MAX_WAIT_SECONDS = 0.4
"""Seconds in which all that is waiting shall be answered."""
_SMOOTHING = 0.05
"""The weight of the newest decision in what is said of those lately."""
GUESSED_SAMPLE_SECONDS = 0.0002
"""Seconds that a sample takes, before anything was measured."""
OVERHEAD_SECONDS = 0.001
"""Seconds that a decision takes besides."""
_FIGURES_SECONDS = 60.0
"""Seconds after which what was slow is forgotten, if it has not been tried again."""

Want = tuple[str, int]
"""The kind of a decision, and the samples that it would like. A bid takes longer than a card."""


@dataclass
class Budget:
    """`workers` processes share the work. Knows what waits, and how long decisions take lately."""

    workers: int = 1
    now: Callable[[], float] = perf_counter
    waiting: Counter[Want] = field(default_factory=Counter)
    lately: dict[Want, float] = field(default_factory=dict)
    """Seconds that an answer took, by the kind of its first decision and samples: a decision, or
    a few in a row."""
    tried: set[Want] = field(default_factory=set)
    """Of which something was learnt since `since`."""
    since: float = 0.0

    def comes(self, want: Want) -> None:
        """Count a decision that waits from now on."""
        self.waiting[want] += 1

    def leaves(self, want: Want) -> None:
        """Count it no longer."""
        self.waiting[want] -= 1
        if not self.waiting[want]:
            del self.waiting[want]

    def samples_for(self, want: Want) -> int:
        """Return the samples of a decision, itself not among those waiting."""
        for rung in RUNGS[:-1]:
            if self._seconds(want, rung) <= _MAX_WAIT_SECONDS:
                return min(want[1], rung)
        return RUNGS[-1]

    @property
    def full(self) -> bool:
        """Whether even rules of thumb would have to wait for long."""
        return self._seconds(("", 0), 0) > _MAX_WAIT_SECONDS

    def _seconds(self, want: Want, rung: int) -> float:
        """Estimate the time for all, at most `rung` samples each. A lone one may take longer."""
        mine = self.cost(want[0], min(want[1], rung))
        if not self.waiting:
            return mine / 2
        others = sum(
            count * self.cost(kind, min(samples, rung))
            for (kind, samples), count in self.waiting.items()
        )
        return (mine + others) / self.workers

    def cost(self, kind: str, samples: int) -> float:
        """Estimate the seconds that an answer takes."""
        return self.lately.get((kind, samples), _guess(samples))

    def learn(self, kind: str, samples: int, seconds: float) -> None:
        """Note that an answer with that many samples took that long."""
        if self.now() - self.since > _FIGURES_SECONDS:
            self._forget()
        want = kind, samples
        before = self.lately.get(want, seconds)
        self.lately[want] = before + _SMOOTHING * (seconds - before)
        self.tried.add(want)

    def _forget(self) -> None:
        """Forget what was slow and was not tried since: that may have been for a moment only."""
        for want, seconds in [*self.lately.items()]:
            if want not in self.tried and seconds > _guess(want[1]):
                del self.lately[want]
        self.tried.clear()
        self.since = self.now()


def _guess(samples: int) -> float:
    return OVERHEAD_SECONDS + samples * GUESSED_SAMPLE_SECONDS


@dataclass
class Figures:
    """What is told of the thinking."""

    made: Counter[str] = field(default_factory=Counter)
    """Decisions: "thought", by rule of "thumb", or so since an answer came too "late"."""
    samples: float = 0.0
    """Of a decision lately."""
    seconds: float = 0.0
    """From question to answer, lately."""

    def count(self, kind: str, decisions: int = 1) -> None:
        """Count decisions of a kind."""
        self.made[kind] += decisions
        metrics.DECISIONS.labels(kind).inc(decisions)

    def note_answer(self, samples: int, seconds: float) -> None:
        """Take over into the averages how long an answer with so many samples took."""
        weight = _SMOOTHING if self.seconds else 1.0
        self.samples += weight * (samples - self.samples)
        self.seconds += weight * (seconds - self.seconds)
