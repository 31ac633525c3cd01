"""The end of a deal of the day: of its day, and of the hour after it for those who have begun."""

from dataclasses import replace
from datetime import datetime, time, timedelta, tzinfo

from kwbot.storage.store import Store
from kwbot.storage.values.stored_dailies import StoredDaily
from kwbot.tables.serving.downtime import Downtime
from kwbot.tables.state.time_limits import CLOSING_GRACE
from kwbot.tables.time.clock import Clock
from kwbot.tables.time.clock_times import moment
from kwbot.tables.time.due_dates import CLUSTER_SEARCH_INTERVAL

ONE_DAY = timedelta(days=1)
FINISH_PERIOD = timedelta(hours=1)
"""Time after the day's end in which those who have begun its deal may finish."""
MAX_DAYS_AHEAD = timedelta(days=2)
"""How far ahead of today a time zone can put the day of a deal; one further ahead was opened by a
clock that was wrong, and ends."""
_SOON_OVER = timedelta(hours=3)
"""Time before the end of a deal when its players see when it will end."""


class DayEnd:
    """Ends days and deals by the clock and their stored state."""

    def __init__(self, store: Store, clock: Clock, downtime: Downtime) -> None:
        self._store = store
        self._clock = clock
        self._downtime = downtime

    def soon_over(self, daily: StoredDaily) -> int | None:
        """Return when a deal will be over for everybody, in seconds since 1970; None: not soon."""
        last = None if daily.ends_at is None else last_moment(daily, daily.ends_at)
        soon = last is not None and last - self._clock.now() <= _SOON_OVER
        return int(last.timestamp()) if last is not None and soon else None

    def is_past(self, daily: StoredDaily) -> bool:
        """Whether a deal's day is over by the clock, even if `advance` has not noted it yet."""
        if daily.state != "open" or daily.ends_at is None:
            return daily.state != "open"
        grace = self._downtime.grace(daily.guild_id, daily.ends_at, CLOSING_GRACE)
        return self._clock.now() >= daily.ends_at and grace is None

    async def advance(self, daily: StoredDaily, zone: tzinfo) -> tuple[datetime | None, bool]:
        """Let a deal go on, close or end by the clock. Return when to look at it again (None:
        never), and whether its day goes on."""
        now, due = self._clock.now(), moment(daily.day + ONE_DAY, time(), zone)
        if daily.day - now.astimezone(zone).date() > MAX_DAYS_AHEAD:
            await self._store.daily.end(daily.id)
            return None, False
        if daily.state == "open":
            grace = self._downtime.grace(daily.guild_id, due, CLOSING_GRACE)
            if now < due or grace:
                ends = due if now < due else grace or due
                await self._move_end(daily, ends, redraw=now < due)
                return ends, True
            daily = await self._close(daily, due, now)
        return await self._advance_closing(daily, now), False

    async def _close(self, daily: StoredDaily, due: datetime, now: datetime) -> StoredDaily:
        """End the day of a deal, and return it with the end of its last hour."""
        # If a new time zone has put the end into the past, the day ends now.
        last = max(due, min(now, daily.ends_at or due)) + FINISH_PERIOD
        if now < last:
            await self._store.daily.change(daily.id, state="closing", ends_at=last)
        return replace(daily, state="closing", ends_at=last)

    async def _advance_closing(self, daily: StoredDaily, now: datetime) -> datetime | None:
        """Let people finish a deal, or end it. Return when to look again."""
        last = daily.ends_at or now
        last = self._downtime.grace(daily.guild_id, last, CLOSING_GRACE) or last
        if now >= last or not await self._store.daily.is_unfinished(daily.id):
            await self._store.daily.end(daily.id)
            return None
        if last != daily.ends_at:
            await self._store.daily.change(daily.id, ends_at=last)
        shared = self._store.cluster is not None  # another process may see the last finish
        return min(last, now + CLUSTER_SEARCH_INTERVAL) if shared else last

    async def _move_end(self, daily: StoredDaily, ends: datetime, *, redraw: bool) -> None:
        """Note when a day ends; with `redraw`, have a message redrawn that shows another time."""
        if daily.ends_at != ends:
            shown = "" if redraw and daily.ends_at is not None else daily.shown
            await self._store.daily.change(daily.id, ends_at=ends, shown=shown)


def last_moment(daily: StoredDaily, ends: datetime) -> datetime:
    """Return until when a deal can be finished; `ends`: the end of its day or last hour."""
    return ends + FINISH_PERIOD if daily.state == "open" else ends
