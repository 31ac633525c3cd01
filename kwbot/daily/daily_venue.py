"""The interface that shows deals of the day on Discord."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from kwbot.ids import UserId
from kwbot.solo.solo_deal import SoloDeal
from kwbot.storage.values.stored_dailies import DailyPlan, StoredDaily, StoredPlay


@dataclass(frozen=True, slots=True)
class DailyNews:
    """What the message of a deal shows. Its day ends at `ends`, and it is over for everybody at
    `last`.

    `plays`: the finished ones, the best first; `best`: the best line, once the deal is over;
    `before` and `before_plays`: the previous deal and its plays, once it is over; `seal`: of the
    next deal; `look`: the server's choice; `streaks`: of the best players by user, once the deal is
    over; `restored`: whether a backup was restored that day; `names`: the players' last known
    names.
    """

    daily: StoredDaily
    ends: datetime
    last: datetime
    plays: tuple[StoredPlay, ...]
    best: SoloDeal | None
    before: StoredDaily | None
    before_plays: tuple[StoredPlay, ...]
    seal: str
    look: str = ""
    streaks: Mapping[UserId, int] = field(default_factory=dict)
    restored: bool = False
    names: Mapping[UserId, str] = field(default_factory=dict)


class DailyVenue(Protocol):
    """The place that shows each deal of the day in one message."""

    async def show(self, news: DailyNews) -> int:
        """Show a deal, and return the id of its message. Raises Unreachable if it cannot be sent,
        or Unavailable if a retry may soon succeed."""

    async def complain(self, plan: DailyPlan, user_id: UserId) -> None:
        """Tell a user by direct message, if they accept any, that the channel refuses the deals of
        a plan. Raises Unavailable if a retry may soon succeed."""
