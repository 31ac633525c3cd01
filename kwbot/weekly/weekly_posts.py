"""The weekly posts of all servers: when each is due and what it reports."""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Protocol

from kwbot.engine.deals.variant import Variant
from kwbot.ids import GuildId, UserId
from kwbot.listings import Rise, Week
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.seasons import season_of
from kwbot.storage.values.stored_weeklies import BestDeal, DealSum, WeeklyPlan
from kwbot.tables.errors.delivery_errors import Unreachable, next_try
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.log.archive import Archive
from kwbot.tables.past.replays import after_deal
from kwbot.tables.state.table_state import RunningTable
from kwbot.tables.time.clock import Clock
from kwbot.tables.time.clock_times import moment
from kwbot.tables.time.due_dates import DueDates
from kwbot.tables.time.time_zones import zone_of
from kwbot.weekly.rises import by_rating, in_season
from kwbot.weekly.weekly_news import WEEK, BestHand, WeeklyNews

_log = logging.getLogger(__name__)

_POST_TIME = time(9)
"""Time of the report, on Monday by the server's clock."""
NEWS_TIME = timedelta(days=2)
"""Time that a week stays news if the channel refuses its post."""
MAX_RISES = 3
"""Most rises that a post names."""


class WeeklyVenue(Protocol):
    """The place that shows weekly posts."""

    async def post(self, news: WeeklyNews) -> None:
        """Post the news of a week, once. Raises Unreachable if it cannot be sent, or Unavailable if
        a retry may soon succeed."""

    async def complain(self, plan: WeeklyPlan, user_id: UserId) -> None:
        """Tell a user by direct message, if they accept any, that the channel refuses the posts of
        a plan. Raises Unavailable if a retry may soon succeed."""


class WeeklyPosts:
    """The weekly posts of all servers. Methods may raise StorageError."""

    def __init__(
        self, store: Store, clock: Clock, venue: WeeklyVenue, games: Mapping[str, Variant]
    ) -> None:
        self._store = store
        self._clock = clock
        self._venue = venue
        self._games = games
        self._archive = Archive(store, games)
        self.due = DueDates(
            store, clock, "weekly post of server", store.weekly.servers, self.advance
        )

    async def turn_on(
        self, guild_id: GuildId, channel_id: int, language: str, user_id: UserId
    ) -> None:
        """Turn on weekly posts for a server, from next Monday on, or move them to a channel, with
        one that was refused elsewhere."""
        before = await self._store.weekly.plan(guild_id)
        settings = await self._store.settings.guild_settings(guild_id)
        told = before.told if before else last_week(self._clock.now(), zone_of(settings, language))
        await self._store.weekly.set_plan(WeeklyPlan(guild_id, channel_id, language, told, user_id))
        self.due.look_at(guild_id)

    async def advance(self, guild_id: GuildId) -> datetime | None:
        """Report the last week unless that was done; return when to look again (None: never)."""
        plan = await self._store.weekly.plan(guild_id)
        if plan is None:
            return None
        settings = await self._store.settings.guild_settings(guild_id)
        plan = replace(plan, language=settings.language or plan.language)
        zone = zone_of(settings, plan.language)
        week = last_week(self._clock.now(), zone)
        if plan.told > week + WEEK:  # by a clock that was ahead
            await self._store.weekly.note_posted(guild_id, week)
        if plan.told < week:
            news = await self._news(plan, week, settings)
            until = moment(week + WEEK, _POST_TIME, zone) + NEWS_TIME
            refused_at = await self._post(news) if news.week.deals else None
            if refused_at is not None and (now := self._clock.now()) < until:
                return min(until, next_try(refused_at, now) or until)
            await self._store.weekly.note_posted(guild_id, week)
        return moment(week + 2 * WEEK, _POST_TIME, zone)

    async def _post(self, news: WeeklyNews) -> datetime | None:
        """Post the news of a week. If the channel refuses, once tell the person who turned the
        posts on, and return since when it does."""
        plan = news.plan
        try:
            await self._venue.post(news)
        except Unreachable as refusal:
            _log.info("server %d: weekly post not shown: %s", plan.guild_id, refusal)
            self.due.note_refusal(plan.guild_id)
            if plan.refused_at is None:
                if plan.user_id is not None:
                    await self._venue.complain(plan, plan.user_id)
                await self._store.weekly.note_refusal(plan.guild_id, self._clock.now())
            return plan.refused_at or self._clock.now()
        if plan.refused_at is not None:
            await self._store.weekly.note_refusal(plan.guild_id, None)
        return None

    async def _news(self, plan: WeeklyPlan, first: date, settings: GuildSettings) -> WeeklyNews:
        days = first, first + WEEK
        counts = await self._store.weekly.deal_counts(plan.guild_id, *days)
        counts = {game: count for game, count in counts.items() if game in self._games}
        sums = await self._store.weekly.deal_sums(plan.guild_id, *days)
        sums = [one for one in sums if one.game in counts]
        played: Counter[UserId] = Counter()
        for one in sums:
            played[one.user_id] += one.deals
        week = Week(
            first=first,
            deals=sum(counts.values()),
            players=sorted(played.items(), key=lambda one: (-one[1], one[0])),
            rises=(await self._rises(plan.guild_id, days, sums, settings))[:MAX_RISES],
        )
        names = await self._store.people.names(plan.guild_id, list(played))
        return WeeklyNews(plan, week, await self._hand(plan, counts, days), names)

    async def _rises(
        self,
        guild_id: GuildId,
        days: tuple[date, date],
        week: Sequence[DealSum],
        settings: GuildSettings,
    ) -> list[Rise]:
        if settings.ratings:
            courses = {
                (one.game, one.user_id): await self._store.results.rating_course(
                    guild_id, one.user_id, one.game
                )
                for one in week
            }
            return by_rating(courses, *days)
        season = season_of(settings.season, days[1] - timedelta(days=1))
        return in_season(await self._store.weekly.deal_sums(guild_id, season.first, days[0]), week)

    async def _hand(
        self, plan: WeeklyPlan, counts: Mapping[str, int], days: tuple[date, date]
    ) -> BestHand | None:
        """Return the deal that brought a person the most points in the most played game, among
        those that everybody in the channel may see."""
        if not counts:
            return None
        game = min(counts, key=lambda one: (-counts[one], one))
        for best in await self._store.weekly.best_deals(plan, game, *days):
            if (shown := await self._table_after(best, plan.language)) is not None:
                return BestHand(best, shown)
        return None

    async def _table_after(self, best: BestDeal, language: str) -> RunningTable | None:
        """Return the table as it was after a deal; None if it can no longer be read."""
        row = await self._store.tables.load(best.table)
        table = None if row is None else await self._archive.running(row)
        if table is None:
            return None
        try:
            match = await asyncio.to_thread(after_deal, table.match, best.number)
        except Stale:
            return None
        return replace(table, match=match, language=language)


def last_week(now: datetime, zone: tzinfo) -> date:
    """Return the Monday of the last week whose report is due by now."""
    today = now.astimezone(zone).date()
    monday = today - timedelta(days=today.weekday())
    due = now >= moment(monday, _POST_TIME, zone)
    return monday - (WEEK if due else 2 * WEEK)
