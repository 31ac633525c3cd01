"""Who of a table's people answer in time, and since when the others are away."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from datetime import datetime

from kwbot.engine.actions import Seat
from kwbot.engine.frozen import changed

MISSES_UNTIL_AWAY = 3
"""The first time somebody gets as much time again, the second time a computer plays for them."""


@dataclass(frozen=True)
class Attendance:
    """By seat. Each change returns a new one."""

    missed: Mapping[Seat, int] = field(default_factory=dict)
    """How often a player has run out of time since they sat down or came back."""
    overdue: frozenset[Seat] = frozenset()
    """Who ran out of time and has done nothing since."""
    away_since: Mapping[Seat, datetime] = field(default_factory=dict)

    def misses(self, seat: Seat) -> int:
        return self.missed.get(seat, 0)

    def gone_by_time(self, seat: Seat) -> bool:
        """Whether a player has run out of time so often that they count as away."""
        return self.misses(seat) >= MISSES_UNTIL_AWAY

    def run_out(self, seat: Seat) -> Attendance:
        missed = {**self.missed, seat: self.misses(seat) + 1}
        return changed(self, missed=missed, overdue=self.overdue | {seat})

    def acted(self, seat: Seat) -> Attendance:
        return changed(self, overdue=self.overdue - {seat}) if seat in self.overdue else self

    def back(self, seat: Seat) -> Attendance:
        """Somebody who was away is there again: the next time they run out they get no more."""
        return self._counted(seat, min(1, self.misses(seat)))

    def taken_over(self, seat: Seat) -> Attendance:
        """Somebody else sits there now."""
        return self._counted(seat, 0)

    def _counted(self, seat: Seat, misses: int) -> Attendance:
        return changed(self, missed={**self.missed, seat: misses}, overdue=self.overdue - {seat})

    def dated(self, away: Set[Seat], at: datetime) -> Attendance:
        """Note of those who are newly `away` that they went at that time."""
        if away == self.away_since.keys():
            return self
        return changed(self, away_since={s: self.away_since.get(s, at) for s in sorted(away)})
