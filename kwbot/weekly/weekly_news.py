"""The news of a week, for a server's weekly post."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from kwbot.ids import UserId
from kwbot.storage.values.stored_weeklies import BestDeal, WeeklyPlan
from kwbot.tables.state.table_state import RunningTable
from kwbot.weekly.rises import Rise

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class BestHand:
    """The hand of the week: its deal, and the table's game as it was after that."""

    deal: BestDeal
    game: RunningTable


@dataclass(frozen=True, slots=True)
class WeeklyNews:
    """The news of the week that begins on `first`: the number of `deals` among people, the
    `players` by their number of deals, the most first, the `rises`, and the `hand` of the week."""

    plan: WeeklyPlan
    first: date
    deals: int
    players: Sequence[tuple[UserId, int]]
    rises: Sequence[Rise]
    hand: BestHand | None
    names: Mapping[UserId, str] = field(default_factory=dict)
    """The players' last known names."""

    @property
    def last(self) -> date:
        """The last day of the week."""
        return self.first + WEEK - timedelta(days=1)
