"""Deals of the day as stored: a server's plan, the deals and their plays."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Literal, NamedTuple

from sqlalchemy import JSON, ForeignKey, String

from kwbot.ids import UserId
from kwbot.storage.values.columns import (
    DayText,
    GuildKey,
    JoinedText,
    RowKey,
    Snowflake,
    Stored,
    UserKey,
    column,
    row_value,
)

DailyState = Literal["sealed", "open", "closing", "over"]
"""The state of a deal: closing when its day is over and those who have begun may finish."""


@row_value()
class DailyPlan:
    """The plan of a server's deals of the day: games in rotation, by a preset of tables. `user_id`:
    the person who turned them on; `refused_at`: when the channel refused a message and they were
    told."""

    guild_id: Stored[GuildKey] = column(primary_key=True)
    channel_id: Stored[Snowflake] = column()
    games: Stored[tuple[str, ...]] = column(JoinedText(" "))
    preset: Stored[str] = column()
    language: Stored[str] = column()
    user_id: Stored[UserKey | None] = column(default=None)
    refused_at: Stored[datetime | None] = column(default=None)


@row_value()
class StoredDaily:
    """A server's deal of a day, sealed the day before. `id` 0: not stored yet.

    `shown`: the state in its message; `strong`: the strong player's moves in the same seat;
    `thread_id`: the thread for those who have played it; `possible_points`: the result of the best
    line found; `ends_at`: when its day ends or, after that, until when those who have begun may
    finish.
    """

    id: Stored[RowKey] = column(default=0, primary_key=True)
    guild_id: Stored[GuildKey] = column()
    day: Stored[date] = column(DayText)
    channel_id: Stored[Snowflake] = column()
    message_id: Stored[Snowflake | None] = column(default=None)
    game: Stored[str] = column()
    options: Stored[Mapping[str, str]] = column(JSON)
    language: Stored[str] = column()
    secret: Stored[bytes] = column(repr=False)
    context: Stored[str] = column()
    commitment: Stored[str] = column()
    state: Stored[DailyState] = column(String(8), default="sealed")
    shown: Stored[str] = column(String(8), default="")
    strong: Stored[tuple[str, ...]] = column(JoinedText("\n"), default=(), repr=False)
    strong_points: Stored[int | None] = column(default=None)
    possible_points: Stored[int | None] = column(default=None)
    thread_id: Stored[Snowflake | None] = column(default=None)
    ends_at: Stored[datetime | None] = column(default=None)


@row_value()
class StoredPlay:
    """Somebody's play of a deal of the day. `seq`: the number of the last change, from 0; `points`
    None: unfinished; `user_id` None: a forgotten person."""

    id: Stored[RowKey] = column(primary_key=True)
    daily_id: Stored[RowKey] = column(ForeignKey("daily_deals.id", ondelete="CASCADE"))
    user_id: Stored[UserKey | None] = column()
    name: Stored[str] = column()
    seq: Stored[int] = column()
    moves: Stored[tuple[str, ...]] = column(JoinedText("\n"), repr=False)
    points: Stored[int | None] = column()
    shared: Stored[bool] = column()


class DailyScore(NamedTuple):
    """The points of somebody and of the strong player in a finished deal of the day."""

    day: date
    strong: int | None
    user_id: UserId | None
    name: str
    points: int
