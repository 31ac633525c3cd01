"""What deals of the day ask of whoever shows them to people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from kwbot.ids import UserId
from kwbot.solo.solo_deal import SoloDeal
from kwbot.storage.values.stored_dailies import DailyPlan, StoredDaily, StoredPlay


@dataclass(frozen=True, slots=True)
class DailyNews:
    """What is told of a deal whose day `ends` then, and which is over for all at `last`.

    `plays`: to its end, the best first; `best`: the best line, once it is over; the deal `before`
    it, once that is over, and how it was played; the `seal` of the next one; the `look` that the
    server wants; `streaks`: by user, of the best ones, once it is over; `restored`: whether a
    backup was restored that day; `names`: what those who played it were called last.
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
    """The place where deals of the day are told of, in one message each."""

    async def show(self, news: DailyNews) -> int:
        """Show that a deal can be played, or how it ended, and return the message. Raises
        Unreachable where it cannot be sent, Unavailable where it can soon."""

    async def complain(self, plan: DailyPlan, user_id: UserId) -> None:
        """Tell whoever turned it on that the channel refuses it; nothing where they take no direct
        messages. Raises Unavailable where that can be done soon."""
