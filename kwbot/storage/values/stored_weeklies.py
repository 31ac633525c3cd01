"""Weekly posts as stored, and the sums that they report."""

from datetime import date, datetime
from typing import NamedTuple

from kwbot.ids import TableId, UserId
from kwbot.storage.values.columns import GuildKey, Snowflake, Stored, UserKey, column, row_value


@row_value(kw_only=False)
class WeeklyPlan:
    """The plan of a server's weekly posts. `told`: the first day of the last reported week;
    `user_id`: the person who turned them on; `refused_at`: when the channel refused one and that
    person was told."""

    guild_id: Stored[GuildKey] = column(primary_key=True)
    channel_id: Stored[Snowflake] = column()
    language: Stored[str] = column()
    told: Stored[date] = column()
    user_id: Stored[UserKey | None] = column(default=None)
    refused_at: Stored[datetime | None] = column(default=None)


class DealSum(NamedTuple):
    """The sums of somebody's deals of a game among people on some days."""

    game: str
    user_id: UserId
    deals: int
    points: int


class BestDeal(NamedTuple):
    """A deal of a table that brought somebody many points."""

    table: TableId
    number: int
    day: date
    user_id: UserId
    points: int
