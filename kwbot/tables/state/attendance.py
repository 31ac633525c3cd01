"""Who of a table's people answer in time, who is silent, and since when others are away."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from kwbot.engine.values.actions import Seat

_T = TypeVar("_T")
MISSES_UNTIL_AWAY = 3
"""The first time somebody gets as much time again, the second time a computer plays for them."""


@dataclass(frozen=True)
class Attendance:
    """The attendance of a table's people by seat: overdue, silent, away. Each change returns a
    new one.
    """

    missed: Mapping[Seat, int] = field(default_factory=dict)
    """How often a player has run out of time since they sat down or came back."""
    overdue: frozenset[Seat] = frozenset()
    """Who ran out of time and has done nothing since."""
    away_since: Mapping[Seat, datetime] = field(default_factory=dict)
    asked: Mapping[Seat, tuple[int, datetime]] = field(default_factory=dict, compare=False)
    """Those whom the table waits for: by which question, and since when."""
    silent: Mapping[Seat, datetime] = field(default_factory=dict)
    """Those who were waited for too long and have pressed nothing since: since when they were."""

    def misses(self, seat: Seat) -> int:
        """Return how many times in a row a player has run out of time."""
        return self.missed.get(seat, 0)

    def is_gone_by_time(self, seat: Seat) -> bool:
        """Whether a player has run out of time so often that they count as away."""
        return self.misses(seat) >= MISSES_UNTIL_AWAY

    def with_miss(self, seat: Seat) -> Attendance:
        """Note that a player has run out of time."""
        missed = {**self.missed, seat: self.misses(seat) + 1}
        return replace(self, missed=missed, overdue=self.overdue | {seat})

    def with_answer(self, seat: Seat) -> Attendance:
        """Note that a player has answered in time."""
        return replace(self, overdue=self.overdue - {seat}) if seat in self.overdue else self

    def with_questions(self, questions: Mapping[Seat, int], at: datetime) -> Attendance:
        """Note of those who are newly asked one of the `questions` that this was at that time."""
        if {seat: question for seat, (question, _) in self.asked.items()} == questions:
            return self
        asked = {
            seat: self.asked[seat] if self.asked.get(seat, (None,))[0] == question
            else (question, at)
            for seat, question in questions.items()
        }  # fmt: skip
        return replace(self, asked=asked)

    def with_questions_anew(self, at: datetime) -> Attendance:
        """Let nobody have been waited for before that time."""
        asked = {seat: (question, at) for seat, (question, _) in self.asked.items()}
        return replace(self, asked=asked)

    def with_silence(self, seat: Seat, since: datetime) -> Attendance:
        """Note since when a player is silent."""
        return replace(self, silent={**self.silent, seat: since})

    def with_press(self, seat: Seat) -> Attendance:
        """A silent player is heard of again: whatever they are asked, they are asked from now."""
        return replace(self, asked=_without(self.asked, seat), silent=_without(self.silent, seat))

    def with_return(self, seat: Seat) -> Attendance:
        """Somebody who was away is there again: the next time they run out they get no more."""
        return self._with_misses(seat, min(1, self.misses(seat)))

    def with_newcomer(self, seat: Seat) -> Attendance:
        """Somebody else sits there now."""
        return self._with_misses(seat, 0)

    def _with_misses(self, seat: Seat, misses: int) -> Attendance:
        heard = self.with_press(seat)
        return replace(heard, missed={**self.missed, seat: misses}, overdue=self.overdue - {seat})

    def with_absences(self, away: Set[Seat], at: datetime) -> Attendance:
        """Note of those who are newly `away` that they went at that time."""
        if away == self.away_since.keys():
            return self
        return replace(self, away_since={s: self.away_since.get(s, at) for s in sorted(away)})


def _without(kept: Mapping[Seat, _T], seat: Seat) -> Mapping[Seat, _T]:
    return {one: value for one, value in kept.items() if one != seat}
