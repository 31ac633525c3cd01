"""The attendance of a table's people: out of time, silent or away."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from kwbot.engine.values.actions import Seat

_T = TypeVar("_T")
MISSES_UNTIL_AWAY = 3
"""Number of times that a player's time runs out until they count as away. The first time they get
as much time again; the second time they pass or a computer acts for them."""


@dataclass(frozen=True)
class Attendance:
    """The attendance of a table's people by seat. Changes return a new value."""

    missed: Mapping[Seat, int] = field(default_factory=dict)
    """How often a player's time has run out since they sat down or came back."""
    overdue: frozenset[Seat] = frozenset()
    """Players whose time ran out and who have not answered in time since."""
    away_since: Mapping[Seat, datetime] = field(default_factory=dict)
    asked: Mapping[Seat, tuple[int, datetime]] = field(default_factory=dict, compare=False)
    """Players for whom others wait: the number of the question, and since when."""
    silent: Mapping[Seat, datetime] = field(default_factory=dict)
    """Since when players have been silent: waited for too long, and without a press since."""

    def misses(self, seat: Seat) -> int:
        """Return how often a player's time has run out."""
        return self.missed.get(seat, 0)

    def is_gone_by_time(self, seat: Seat) -> bool:
        """Whether a player's time has run out so often that they count as away."""
        return self.misses(seat) >= MISSES_UNTIL_AWAY

    def with_miss(self, seat: Seat) -> Attendance:
        """Return the attendance after a player's time has run out."""
        missed = {**self.missed, seat: self.misses(seat) + 1}
        return replace(self, missed=missed, overdue=self.overdue | {seat})

    def with_answer(self, seat: Seat) -> Attendance:
        """Return the attendance after a player has answered in time."""
        return replace(self, overdue=self.overdue - {seat}) if seat in self.overdue else self

    def with_questions(self, questions: Mapping[Seat, int], at: datetime) -> Attendance:
        """Return the attendance with these players waited for, each by the number of their
        question; `at`: the time for new questions."""
        if {seat: question for seat, (question, _) in self.asked.items()} == questions:
            return self
        asked = {
            seat: self.asked[seat] if self.asked.get(seat, (None,))[0] == question
            else (question, at)
            for seat, question in questions.items()
        }  # fmt: skip
        return replace(self, asked=asked)

    def with_questions_anew(self, at: datetime) -> Attendance:
        """Return the attendance as if nobody had waited for anybody before a time."""
        asked = {seat: (question, at) for seat, (question, _) in self.asked.items()}
        return replace(self, asked=asked)

    def with_silence(self, seat: Seat, since: datetime) -> Attendance:
        """Return the attendance with a player silent since a time."""
        return replace(self, silent={**self.silent, seat: since})

    def with_press(self, seat: Seat) -> Attendance:
        """Return the attendance after a player has pressed something: they are not silent, and what
        they are asked counts as asked only now."""
        return replace(self, asked=_without(self.asked, seat), silent=_without(self.silent, seat))

    def with_return(self, seat: Seat) -> Attendance:
        """Return the attendance with a player back. If time runs out again they get no more."""
        return self._with_misses(seat, min(1, self.misses(seat)))

    def with_newcomer(self, seat: Seat) -> Attendance:
        """Return the attendance with somebody new on a seat."""
        return self._with_misses(seat, 0)

    def _with_misses(self, seat: Seat, misses: int) -> Attendance:
        heard = self.with_press(seat)
        return replace(heard, missed={**self.missed, seat: misses}, overdue=self.overdue - {seat})

    def with_absences(self, away: Set[Seat], at: datetime) -> Attendance:
        """Return the attendance with these players away; `at`: the time for those newly away."""
        if away == self.away_since.keys():
            return self
        return replace(self, away_since={s: self.away_since.get(s, at) for s in sorted(away)})


def _without(kept: Mapping[Seat, _T], seat: Seat) -> Mapping[Seat, _T]:
    return {one: value for one, value in kept.items() if one != seat}
