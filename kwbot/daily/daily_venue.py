"""The interface by which deals of the day are shown on Discord."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from kwbot.ids import UserId
from kwbot.solo.solo_deal import SoloDeal
from kwbot.storage.values.stored_dailies import DailyPlan, StoredDaily, StoredPlay


@dataclass(frozen=True, slots=True)
class DailyNews:
    """What the message of a deal shows. Its day ends at `ends`; it is over for all at `last`.

    `plays`: the finished ones, the best first; `best`: the best line, once it is over; the deal
    `before` it, once that is over, and how it was played; the `seal` of the next one; the `look`
    that the server wants; `streaks`: by user, of the best ones, once it is over; `restored`:
    whether a backup was restored that day; `names`: what those who played it were called last.
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
    """The place where each deal of the day is shown, in one message."""

    async def show(self, news: DailyNews) -> int:
        """Show a deal, and return the id of its message. Raises Unreachable if it cannot be sent,
        Unavailable if it can soon."""

    async def complain(self, plan: DailyPlan, user_id: UserId) -> None:
        """Tell a user by direct message, if they take any, that the channel refuses the deals of a
        plan. Raises Unavailable if that can be done soon."""
