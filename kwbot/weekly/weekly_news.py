"""The news of a week, for a server's weekly post."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from kwbot.ids import UserId
from kwbot.listings import Week
from kwbot.storage.values.stored_weeklies import BestDeal, WeeklyPlan
from kwbot.tables.state.table_state import RunningTable

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class BestHand:
    """The hand of the week: its deal, and the table as it was after that."""

    deal: BestDeal
    table: RunningTable


@dataclass(frozen=True, slots=True)
class WeeklyNews:
    """The news of a week, and the `hand` of the week."""

    plan: WeeklyPlan
    week: Week
    hand: BestHand | None
    names: Mapping[UserId, str] = field(default_factory=dict)
    """The players' last known names."""
