"""Reports on a deal of the day: standing, streaks and best line."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import time
from itertools import chain

from kwbot.daily import daily_deal
from kwbot.daily.daily_deal import DailyHand, after_moves
from kwbot.daily.daily_venue import DailyNews
from kwbot.daily.day_end import ONE_DAY, last_moment
from kwbot.daily.ranking import streak
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.wording import N_
from kwbot.ids import GuildId, UserId
from kwbot.solo.solo_deal import SoloDeal
from kwbot.storage.store import Store
from kwbot.storage.values.stored_dailies import StoredDaily, StoredPlay
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.time.clock_times import moment
from kwbot.tables.time.time_zones import zone_of

_MAX_RANKED = 10
"""Number of the best players whose streaks are reported."""
_STREAK_DAYS = 400
"""Longest streak that is counted, in deals."""
_CHANGED = N_("This deal can't go on: the rules of its game have changed since.")


class DailyReports:
    """Reports on stored deals of the day. Methods may raise RuleViolation or StorageError."""

    def __init__(self, store: Store, games: Mapping[str, Variant]) -> None:
        self._store = store
        self._games = games

    async def news(self, daily: StoredDaily) -> DailyNews:
        """Return the news of a deal for its message."""
        plays = await self._store.daily.plays(daily.id)
        before = await self._day_before(daily)
        before_plays = tuple(await self._store.daily.plays(before.id)) if before else ()
        following = await self._store.daily.of_day(daily.guild_id, daily.day + ONE_DAY)
        settings = await self._store.settings.guild_settings(daily.guild_id)
        zone = zone_of(settings, daily.language)
        best = [one.user_id for one in plays[:_MAX_RANKED] if one.user_id is not None]
        over, restore = daily.state == "over", await self._store.last_restore()
        ends = daily.ends_at or moment(daily.day + ONE_DAY, time(), zone)
        return DailyNews(
            daily=daily,
            ends=ends,
            last=last_moment(daily, ends),
            plays=tuple(plays),
            best=self._best(daily, plays) if over else None,
            streaks={user: await self.streak(daily, user) for user in best} if over else {},
            before=before,
            before_plays=before_plays,
            seal=following.commitment if following else "",
            look=settings.look,
            restored=restore is not None and restore.at.astimezone(zone).date() == daily.day,
            names=await self._names(daily.guild_id, plays, before_plays),
        )

    async def _day_before(self, daily: StoredDaily) -> StoredDaily | None:
        """Return the deal before `daily`; None if it is not over and so may not be shown."""
        days = await self._store.daily.days(daily.guild_id, daily.day - ONE_DAY, 1)
        before = await self._store.daily.of_day(daily.guild_id, days[0]) if days else None
        over = before is not None and before.state == "over" and before.game in self._games
        return before if over else None

    async def _names(self, guild_id: GuildId, *plays: Sequence[StoredPlay]) -> Mapping[UserId, str]:
        """Return the last known names of the players, or their names when they played."""
        then = {one.user_id: one.name for one in chain(*plays) if one.user_id is not None}
        return {**then, **await self._store.people.names(guild_id, list(then))}

    async def best(self, daily: StoredDaily) -> SoloDeal:
        """Return the best line of a deal. Raises Stale before it is over, or without a line."""
        over = daily.state == "over"
        best = self._best(daily, await self._store.daily.plays(daily.id)) if over else None
        if best is None:
            raise Stale
        return best

    def _best(self, daily: StoredDaily, plays: list[StoredPlay]) -> SoloDeal | None:
        """Return the best line: a person's, or the strong player's if nobody did as well. None if
        there is none or the rules have changed."""
        strong = daily.strong_points
        best = [one for one in plays if strong is None or (one.points or 0) >= strong]
        found = [(one.name, one.moves) for one in best if one.moves]
        if strong is not None:
            found.append((daily_deal.STRONG_NAME, daily.strong))
        if found:
            with suppress(RuleViolation, ValueError):
                return after_moves(daily, self._games, *found[0])
        return None

    async def streak(self, daily: StoredDaily, user_id: UserId) -> int:
        """Return how many deals in a row somebody has played up to a deal's day."""
        days = await self._store.daily.days(daily.guild_id, daily.day, _STREAK_DAYS)
        first = days[-1] if days else daily.day
        played = await self._store.daily.days_played(daily.guild_id, user_id, first)
        pending = {one.day for one in await self._store.daily.under_way(daily.guild_id)}
        return streak(days, played, {*pending, daily.day})


def hand_of(
    daily: StoredDaily, play: StoredPlay, games: Mapping[str, Variant], name: str = ""
) -> DailyHand:
    """Return a person's play of a deal. Raises Refused if the rules have changed since."""
    try:
        solo = after_moves(daily, games, play.name or name, play.moves)
    except (RuleViolation, ValueError):
        raise Refused(_CHANGED) from None
    return DailyHand(daily, play, solo)
