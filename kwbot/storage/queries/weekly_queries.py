"""The weekly posts of servers and their contents, within a transaction."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from sqlalchemy import Connection, delete, func, or_, select, update

from kwbot.ids import NO_USER, GuildId, UserId
from kwbot.storage.backend.rows import read_one
from kwbot.storage.backend.upsert import upsert
from kwbot.storage.queries.result_queries import MIN_PEOPLE_RANKED
from kwbot.storage.values.columns import columns, columns_of
from kwbot.storage.values.models import DealShareRow, ScoredDealRow, TableRow, WeeklyPlanRow
from kwbot.storage.values.stored_weeklies import BestDeal, DealSum, WeeklyPlan

_CHANGED = ("channel_id", "language", "told", "user_id", "refused_at")
MAX_BEST_DEALS = 5
"""Most deals that are looked at to find the best one that can be shown."""
DEALS_READ_AT_ONCE = 500
"""Approximate number of deals that are summed at once, in whole days."""


def plan(connection: Connection, guild_id: GuildId) -> WeeklyPlan | None:
    """Return the plan of a server's weekly posts; None if it has none."""
    found = select(*columns_of(WeeklyPlanRow, WeeklyPlan))
    return read_one(connection, found.where(WeeklyPlanRow.guild_id == guild_id), WeeklyPlan)


def servers(connection: Connection) -> list[GuildId]:
    """Return the servers that have a weekly post."""
    return list(connection.scalars(select(WeeklyPlanRow.guild_id)))


def set_plan(connection: Connection, chosen: WeeklyPlan) -> None:
    """Store the plan of a server's weekly posts."""
    upsert(connection, WeeklyPlanRow, columns(chosen), change=_CHANGED)


def remove_plan(connection: Connection, guild_id: GuildId) -> None:
    """Remove the plan of a server's weekly posts."""
    connection.execute(delete(WeeklyPlanRow).where(WeeklyPlanRow.guild_id == guild_id))


def note_posted(connection: Connection, guild_id: GuildId, week: date) -> None:
    """Note that a server has its post on the week that begins on a day."""
    told = update(WeeklyPlanRow).where(WeeklyPlanRow.guild_id == guild_id)
    connection.execute(told.values(told=week))


def note_refusal(connection: Connection, guild_id: GuildId, at: datetime | None) -> None:
    """Note when the channel of a server refused its weekly post; None: it accepts it again."""
    here = update(WeeklyPlanRow).where(WeeklyPlanRow.guild_id == guild_id)
    connection.execute(here.values(refused_at=at))


def batch_end(connection: Connection, guild_id: GuildId, first: date, next_day: date) -> date:
    """Return the end (exclusive) of the days from `first` on whose deals are read at once."""
    here = (ScoredDealRow.guild_id == guild_id, ScoredDealRow.day >= first)
    days = select(ScoredDealRow.day).where(*here).order_by(ScoredDealRow.day)
    last = connection.scalar(days.offset(DEALS_READ_AT_ONCE).limit(1))
    return next_day if last is None else min(next_day, max(last, first + timedelta(days=1)))


def sums(connection: Connection, guild_id: GuildId, first: date, next_day: date) -> list[DealSum]:
    """Return the sums of people's deals on a server by game and player, from the `first` day to the
    day before `next_day`."""
    found = (
        select(
            ScoredDealRow.game, DealShareRow.user_id, func.count(), func.sum(DealShareRow.points)
        )
        .join(DealShareRow, DealShareRow.deal_id == ScoredDealRow.id)
        .where(
            ScoredDealRow.guild_id == guild_id,
            ScoredDealRow.day >= first,
            ScoredDealRow.day < next_day,
            ScoredDealRow.people >= MIN_PEOPLE_RANKED,
            DealShareRow.user_id >= 0,
        )
        .group_by(ScoredDealRow.game, DealShareRow.user_id)
    )
    return [
        DealSum(game, user or NO_USER, deals, int(points))
        for game, user, deals, points in connection.execute(found)
    ]


def add_up(sums: dict[tuple[str, UserId], DealSum], found: Iterable[DealSum]) -> None:
    """Add the sums of more days to `sums`."""
    for one in found:
        before = sums.get(key := (one.game, one.user_id), DealSum(*key, 0, 0))
        sums[key] = DealSum(*key, before.deals + one.deals, before.points + one.points)


def deal_counts(
    connection: Connection, guild_id: GuildId, first: date, next_day: date
) -> dict[str, int]:
    """Return how many deals of each game were scored on these days."""
    found = (
        select(ScoredDealRow.game, func.count())
        .where(
            ScoredDealRow.guild_id == guild_id,
            ScoredDealRow.day >= first,
            ScoredDealRow.day < next_day,
            ScoredDealRow.people >= MIN_PEOPLE_RANKED,
        )
        .group_by(ScoredDealRow.game)
    )
    return {game: int(count) for game, count in connection.execute(found)}


def best_deals(
    connection: Connection, plan: WeeklyPlan, game: str, first: date, next_day: date
) -> list[BestDeal]:
    """Return the deals of these days that brought a person the most points, the best first and
    equals by age. Their tables are in the post's channel or its threads, with cards kept."""
    found = (
        select(
            ScoredDealRow.table_id, ScoredDealRow.number, ScoredDealRow.day,
            DealShareRow.user_id, DealShareRow.points,
        )
        .join(DealShareRow, DealShareRow.deal_id == ScoredDealRow.id)
        .join(TableRow, TableRow.id == ScoredDealRow.table_id)
        .where(
            ScoredDealRow.guild_id == plan.guild_id,
            ScoredDealRow.day >= first,
            ScoredDealRow.day < next_day,
            ScoredDealRow.game == game,
            ScoredDealRow.people >= MIN_PEOPLE_RANKED,
            DealShareRow.user_id >= 0,
            DealShareRow.left.is_(False),
            DealShareRow.points > 0,
            TableRow.state != "deleted",
            or_(
                TableRow.channel_id == plan.channel_id,
                TableRow.parent_channel_id == plan.channel_id,
            ),
        )
        .order_by(DealShareRow.points.desc(), ScoredDealRow.id, DealShareRow.seat)
    )  # fmt: skip
    return [
        BestDeal(table, number, day, user or NO_USER, points)
        for table, number, day, user, points in connection.execute(found.limit(MAX_BEST_DEALS))
    ]
