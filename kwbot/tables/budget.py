"""How many worlds a computer player may look at: fewer the more others wait, never none waits long.

A ladder of rungs; the first that lets all that is waiting be answered soon is taken.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

RUNGS = (160, 40, 10, 0)
"""Worlds of a decision at most; 0 is the rule of thumb."""
SOON = 0.4
"""Seconds in which all that is waiting shall be answered."""
LATELY = 0.05
"""The weight of the newest decision in what is said of those lately."""
FIRST_GUESS = 0.0005
"""Seconds that a world takes, before anything was measured."""
OVERHEAD = 0.001
"""Seconds that a decision takes besides."""


@dataclass
class Budget:
    """`workers` processes share the work. Knows what waits and how long a world takes lately."""

    workers: int = 1
    per_world: float = FIRST_GUESS
    waiting: Counter[int] = field(default_factory=Counter)
    """How many decisions wait, by the worlds that they would like."""

    def comes(self, wanted: int) -> None:
        """A decision that would like so many worlds waits from now on."""
        self.waiting[wanted] += 1

    def leaves(self, wanted: int) -> None:
        """It waits no longer."""
        self.waiting[wanted] -= 1
        if not self.waiting[wanted]:
            del self.waiting[wanted]

    def allowed(self, wanted: int) -> int:
        """The worlds of a decision that would like `wanted`, itself not among those waiting."""
        for rung in RUNGS[:-1]:
            if self._seconds(wanted, rung) <= SOON:
                return min(wanted, rung)
        return RUNGS[-1]

    @property
    def full(self) -> bool:
        """Whether even rules of thumb would have to wait for long."""
        return self._seconds(0, 0) > SOON

    def _seconds(self, wanted: int, rung: int) -> float:
        """Until all is answered, with `rung` worlds each at most."""
        if not self.waiting:
            return 0.0 if min(wanted, rung) * self.per_world <= 2 * SOON else SOON * 2
        worlds = sum(count * min(each, rung) for each, count in self.waiting.items())
        worlds += min(wanted, rung)
        count = 1 + self.waiting.total()
        return (worlds * self.per_world + count * OVERHEAD) / self.workers

    def learn(self, worlds: int, seconds: float) -> None:
        """A decision with so many worlds took so long."""
        if worlds:
            self.per_world += LATELY * (seconds / worlds - self.per_world)


@dataclass
class Figures:
    """What /metrics tells of the thinking."""

    decisions: int = 0
    """Answered by the processes."""
    on_the_spot: int = 0
    """Forced ones, and those of players who need no thought."""
    rescued: int = 0
    """Made by rule of thumb since there was no answer in time."""
    worlds: float = 0.0
    """Of a decision lately."""
    seconds: float = 0.0
    """From question to answer, lately."""

    def answered(self, worlds: int, seconds: float) -> None:
        weight = LATELY if self.decisions else 1.0
        self.decisions += 1
        self.worlds += weight * (worlds - self.worlds)
        self.seconds += weight * (seconds - self.seconds)
