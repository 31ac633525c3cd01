"""What deals of the day ask of whoever shows them to people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from kwbot.solo.solo_deal import SoloDeal
from kwbot.storage.stored import StoredDaily, StoredPlay


@dataclass(frozen=True, slots=True)
class DailyNews:
    """What is told of a deal that `ends` then.

    `plays`: to its end, the best first; `best`: the best line, once its day is over; the deal
    `before` it and how that was played; the `seal` of the next one; the `look` that the server
    wants.
    """

    daily: StoredDaily
    ends: datetime
    plays: tuple[StoredPlay, ...]
    best: SoloDeal | None
    before: StoredDaily | None
    before_plays: tuple[StoredPlay, ...]
    seal: str
    look: str = ""


class DailyVenue(Protocol):
    """Where deals of the day are announced. What cannot be sent there ever is given up; else an
    exception is raised, and it is tried again."""

    async def announce(self, news: DailyNews) -> int | None:
        """Post that a deal can be played; return the message."""

    async def conclude(self, news: DailyNews) -> None:
        """Show the standing in that message, and the cards."""
