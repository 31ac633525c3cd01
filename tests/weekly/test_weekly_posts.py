"""Weekly posts: when they are due, and what they tell."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from benches.stand_ins import HandClock
from cogs.screens.club.weekly_screen import weekly_screen
from kwbot.ids import TableId, UserId
from kwbot.listings import Rise
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.stored_weeklies import DealSum, WeeklyPlan
from kwbot.tables.errors.delivery_errors import (
    REFUSAL_RETRY_DELAY,
    REFUSAL_RETRY_PERIOD,
    Unreachable,
)
from kwbot.variants import games
from kwbot.weekly.rises import by_rating, in_season
from kwbot.weekly.weekly_news import WEEK, WeeklyNews
from kwbot.weekly.weekly_posts import NEWS_TIME, WeeklyPosts, last_week
from tests.storage.compiled_statements import compiled_once
from tests.storage.copied_tables import copied_tables
from tests.storage.databases import empty_database
from tests.tables.sandbox import ANNA, BO, CHANNEL, CLEO, DAG, GUILD, House

__all__ = ["compiled_once", "copied_tables"]

MONDAY = datetime(2026, 1, 5, 9, tzinfo=UTC)
"""When the week is told of in which a house of tables begins."""
NEW_YEAR = date(2025, 12, 29)


class Board:
    """A venue that notes what is told. Where it is `broken` that is raised."""

    def __init__(self) -> None:
        self.told: list[WeeklyNews] = []
        self.broken: Exception | None = None
        self.complaints: list[tuple[int, int]] = []

    async def post(self, news: WeeklyNews) -> None:
        if self.broken:
            raise self.broken
        self.told.append(news)

    async def complain(self, plan: WeeklyPlan, user_id: UserId) -> None:
        self.complaints.append((plan.channel_id, user_id))


class Paper:
    """A house of tables and its weekly posts, which have a clock of their own."""

    def __init__(self, store: Store) -> None:
        self.house, self.board = House(store), Board()
        self.clock = HandClock(self.house.clock.now())
        self.begin()

    def begin(self) -> None:
        """As after a restart."""
        self.posts = WeeklyPosts(self.house.store, self.clock, self.board, games())

    async def until(self, now: datetime) -> datetime | None:
        """Look whether a post is due then."""
        self.clock.advance((now - self.clock.now()).total_seconds())
        return await self.posts.advance(GUILD)


@pytest.fixture
async def paper() -> AsyncIterator[Paper]:
    store = await Store.open(await empty_database())
    found = Paper(store)
    await found.house.tables.resume()
    yield found
    await found.house.tables.stop()
    await store.close()


async def scored(house: House) -> TableId:
    """A table at which one deal has been scored, which brought somebody points; nobody has cards
    yet of the next one."""
    while True:
        table = await house.between_deals(BO, CLEO)
        deals = house.at(table).match.deals
        if len(deals) == 1 and max(deals[0].result.points) > 0:
            return table
        await house.tables.index.at(table).close("host")
        await house.store.purge_closed(house.clock.now() + WEEK)


@pytest.mark.parametrize(
    ("now", "zone", "week"),
    [
        (MONDAY, "UTC", NEW_YEAR),
        (MONDAY - timedelta(seconds=1), "UTC", NEW_YEAR - WEEK),
        (MONDAY - timedelta(hours=1), "Europe/Stockholm", NEW_YEAR),
        (MONDAY + timedelta(hours=4), "America/New_York", NEW_YEAR - WEEK),
        (datetime(2026, 3, 30, 7, tzinfo=UTC), "Europe/Stockholm", date(2026, 3, 23)),
        (datetime(2026, 1, 4, 23, tzinfo=UTC), "Pacific/Auckland", NEW_YEAR),
    ],
)
def test_a_week_is_told_of_on_monday_at_nine_by_the_servers_clock(
    now: datetime, zone: str, week: date
) -> None:
    assert last_week(now, ZoneInfo(zone)) == week


def test_in_a_season_rises_who_has_a_better_place_than_before_the_week() -> None:
    before = [
        DealSum("whist", UserId(user), 10, points) for user, points in ((1, 30), (2, 20), (3, 10))
    ]
    week = [
        DealSum("whist", CLEO.id, 10, 90),
        DealSum("whist", DAG.id, 20, 200),
        DealSum("hus", BO.id, 10, 50),
    ]
    assert in_season(before, week) == [Rise("whist", CLEO.id, 3, 2)], "Dag and House Whist are new"
    few = [one._replace(deals=9) for one in before]
    assert in_season(few, week) == [Rise("whist", CLEO.id, 3, 2)], (
        "places count from the first game on"
    )


def test_by_rating_rises_who_has_gained_and_is_rated_for_good() -> None:
    days = [NEW_YEAR - timedelta(days=10 - number) for number in range(12)]
    course = [(day, 25.0 + number) for number, day in enumerate(days)]
    later = (NEW_YEAR + WEEK, 99.0)
    courses = {
        ("whist", ANNA.id): [*course, later],
        ("whist", BO.id): course[3:],  # too few games
        ("whist", CLEO.id): course[:10],  # none this week
        ("whist", DAG.id): [*course[:11], (NEW_YEAR, 1.0)],  # has lost
    }
    assert by_rating(courses, NEW_YEAR, NEW_YEAR + WEEK) == [
        Rise("whist", ANNA.id, 34.0, 36.0, True)
    ]


@pytest.mark.slow
async def test_a_week_is_told_of_once_in_the_channel_that_wants_it(paper: Paper) -> None:
    house = paper.house
    await house.tables.index.at(await scored(house)).close("host")
    before = sum((await house.store.weekly.deal_counts(GUILD, NEW_YEAR, NEW_YEAR + WEEK)).values())
    await house.between_deals(computers=2)
    await paper.posts.turn_on(GUILD, CHANNEL, "sv", BO.id)
    stockholm = MONDAY - timedelta(hours=1)
    assert await paper.until(stockholm - timedelta(seconds=1)) == stockholm
    assert paper.board.told == []
    assert await paper.until(stockholm) == stockholm + WEEK
    paper.begin()
    await paper.until(stockholm + timedelta(days=1))
    (news,) = paper.board.told
    week = news.week
    assert (week.first, week.last, week.deals) == (NEW_YEAR, date(2026, 1, 4), before)
    assert news.plan.language == "sv"
    assert week.players == [(one.id, before) for one in (ANNA, BO, CLEO)]
    assert news.names == {one.id: one.name for one in (ANNA, BO, CLEO)}
    told = str(weekly_screen(news, None).to_components()).replace("\\xa0·", " ·")
    assert f"Anna {before} · Bo {before} · Cleo {before}" in told
    await paper.until(stockholm + 3 * WEEK)
    assert len(paper.board.told) == 1, "nobody played"
    await paper.house.store.weekly.remove_plan(GUILD)
    assert await paper.until(stockholm + 4 * WEEK) is None


async def test_a_clock_that_was_ahead_keeps_no_week_from_being_told(paper: Paper) -> None:
    await scored(paper.house)
    await paper.posts.turn_on(GUILD, CHANNEL, "en", BO.id)
    ahead = (60 * WEEK).total_seconds()
    paper.clock.jump(ahead)
    await paper.posts.advance(GUILD)
    paper.clock.jump(-ahead)
    assert await paper.posts.advance(GUILD) == MONDAY
    await paper.until(MONDAY)
    assert [news.week.first for news in paper.board.told] == [NEW_YEAR]


@pytest.mark.slow
async def test_a_week_that_its_channel_refuses_is_told_while_it_is_news(paper: Paper) -> None:
    await scored(paper.house)
    await paper.posts.turn_on(GUILD, CHANNEL, "en", BO.id)
    paper.board.broken = Unreachable()
    for passed, until in ((timedelta(), REFUSAL_RETRY_DELAY), (REFUSAL_RETRY_PERIOD, NEWS_TIME)):
        assert await paper.until(MONDAY + passed) == MONDAY + until
        paper.begin()
    assert paper.board.complaints == [(CHANNEL, BO.id)], "whoever turned it on is told once"
    plan = await paper.house.store.weekly.plan(GUILD)
    assert plan is not None
    assert plan.refused_at == MONDAY
    paper.board.broken = None
    await paper.until(MONDAY + NEWS_TIME - timedelta(seconds=1))
    assert len(paper.board.told) == 1
    plan = await paper.house.store.weekly.plan(GUILD)
    assert plan is not None
    assert plan.refused_at is None


async def test_a_week_that_its_channel_refused_is_told_in_the_channel_chosen_next(
    paper: Paper,
) -> None:
    await scored(paper.house)
    await paper.posts.turn_on(GUILD, CHANNEL, "en", BO.id)
    paper.board.broken = Unreachable()
    await paper.until(MONDAY)
    paper.board.broken = None
    await paper.posts.turn_on(GUILD, CHANNEL + 1, "en", BO.id)
    assert await paper.until(MONDAY + timedelta(hours=1)) == MONDAY + WEEK
    ((week, channel),) = [(one.week.first, one.plan.channel_id) for one in paper.board.told]
    assert (week, channel) == (NEW_YEAR, CHANNEL + 1)
    plan = await paper.house.store.weekly.plan(GUILD)
    assert plan is not None
    assert plan.refused_at is None


async def test_a_new_time_zone_holds_at_once_and_no_week_is_told_twice(paper: Paper) -> None:
    await scored(paper.house)
    await paper.posts.turn_on(GUILD, CHANNEL, "en", BO.id)
    assert await paper.until(MONDAY - timedelta(hours=1)) == MONDAY
    await paper.house.store.settings.change_guild_settings(
        GUILD, lambda _: GuildSettings(time_zone="Europe/Stockholm")
    )
    assert await paper.posts.advance(GUILD) == MONDAY - timedelta(hours=1) + WEEK
    assert [news.week.first for news in paper.board.told] == [NEW_YEAR], "there it is nine already"
    await paper.house.store.settings.change_guild_settings(
        GUILD, lambda _: GuildSettings(time_zone="UTC-5")
    )
    assert await paper.posts.advance(GUILD) == MONDAY + timedelta(hours=5)
    await paper.until(MONDAY + timedelta(hours=5))
    assert len(paper.board.told) == 1


async def test_a_week_that_is_no_news_any_more_is_let_go(paper: Paper) -> None:
    await scored(paper.house)
    await paper.posts.turn_on(GUILD, CHANNEL, "en", BO.id)
    paper.board.broken = Unreachable()
    assert await paper.until(MONDAY + NEWS_TIME) == MONDAY + WEEK
    paper.board.broken = None
    assert await paper.until(MONDAY + NEWS_TIME) == MONDAY + WEEK
    assert paper.board.told == []


@pytest.mark.slow
async def test_what_could_not_be_told_is_told_later_and_once(paper: Paper) -> None:
    await scored(paper.house)
    await paper.posts.turn_on(GUILD, CHANNEL, "en", BO.id)
    paper.board.broken = ConnectionError()
    with pytest.raises(ConnectionError):
        await paper.until(MONDAY)
    paper.board.broken = None
    paper.begin()
    await paper.until(MONDAY + timedelta(days=5))
    await paper.until(MONDAY + timedelta(days=6))
    assert [news.week.first for news in paper.board.told] == [NEW_YEAR]


@pytest.mark.slow
async def test_the_hand_of_the_week_is_of_its_channel_and_of_no_running_deal(paper: Paper) -> None:
    house = paper.house
    table = await scored(house)
    await house.all_ready(table)
    running = house.at(table).match.deal
    assert running is not None
    await paper.posts.turn_on(GUILD, CHANNEL, "en", BO.id)
    await paper.until(MONDAY)
    (news,) = paper.board.told
    assert news.hand is not None
    best, match = news.hand.deal, news.hand.table.match
    (played,) = house.at(table).match.deals
    most = max(played.result.points)
    assert best.points == most
    assert best.user_id == house.at(table).seated[played.result.points.index(most)].user
    assert match.deal is None
    assert match.finished is not None
    assert match.finished.layout.hands != running.layout.hands
    await house.store.settings.change_guild_settings(GUILD, lambda _: GuildSettings(language="da"))
    await paper.posts.turn_on(GUILD, CHANNEL + 1, "en", BO.id)
    await house.store.weekly.note_posted(GUILD, NEW_YEAR - WEEK)
    await paper.posts.advance(GUILD)
    other = paper.board.told[1]
    assert other.hand is None, "nobody who reads that may look at it"
    assert other.plan.language == "da"
