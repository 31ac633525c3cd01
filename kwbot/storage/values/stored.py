"""What goes into the store and comes out of it: plain values, times always aware and in UTC."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, NamedTuple, TypedDict

from sqlalchemy import JSON, String, false

from kwbot.ids import GuildId, TableId, UserId
from kwbot.storage.values.columns import (
    GuildKey,
    RowKey,
    Snowflake,
    Stored,
    TableKey,
    UserKey,
    column,
    row_value,
)

Stage = Literal["lobby", "planned", "running", "closed", "deleted"]
"""A planned table is a lobby that opens at its deadline. One that is deleted is gone for everybody;
its events go piece by piece."""


EVENING_OPTION = "evening"
"""The evening that a table belongs to, among its options."""
BOARD_OPTION = "board"
"""The deal of a duplicate that a table plays, among its options: its name in its seal, which is the
same at all tables."""


@row_value()
class StoredSeat:
    """One seat of a table; `user_id` None is a computer player, `level` says which."""

    seat: Stored[int] = column(primary_key=True)
    user_id: Stored[UserKey | None] = column(default=None)
    name: Stored[str] = column()
    level: Stored[str | None] = column(default=None)
    dm_channel_id: Stored[Snowflake | None] = column(default=None)
    dm_open: Stored[bool] = column(default=False)
    away: Stored[bool] = column(default=False)
    left_by: Stored[UserKey | None] = column(default=None, index=True)
    """Who gave the seat up to this computer player."""


@row_value()
class StoredSeal:
    """The commitment to a lobby's first deal, and a line for each contribution to it: the user's
    id and what was given."""

    commitment: Stored[str] = column()
    context: Stored[str] = column()
    contributions: Stored[str] = column()


@row_value()
class NewTable:
    """A table to be opened. `channel_id` is where it shows: a channel, or a thread in
    `parent_channel_id`. `display` belongs to whoever draws the table: any JSON object. Only a
    lobby has a `seal`."""

    guild_id: Stored[GuildKey] = column()
    channel_id: Stored[Snowflake] = column()
    parent_channel_id: Stored[Snowflake | None] = column(default=None)
    message_id: Stored[Snowflake | None] = column(default=None)
    host_id: Stored[UserKey] = column()
    game: Stored[str] = column()
    options: Stored[Mapping[str, str]] = column(JSON, default_factory=dict)
    language: Stored[str] = column()
    state: Stored[Stage] = column(String(8), default="lobby")
    deadline: Stored[datetime | None] = column(default=None)
    created_at: Stored[datetime] = column()
    display: Stored[Mapping[str, Any]] = column(JSON, default_factory=dict)
    withheld: Stored[bool] = column(default=False, server_default=false())
    """Whether its deals may not be looked at yet: other tables play the same."""
    seats: tuple[StoredSeat, ...] = ()
    seal: StoredSeal | None = None


@row_value()
class StoredTable(NewTable):
    """A table as it stands. `seq` is the number of its last event, 0 before the first."""

    id: Stored[TableKey] = column(primary_key=True)
    seq: Stored[int] = column()
    last_human_at: Stored[datetime] = column()
    closed_reason: Stored[str | None] = column(default=None)


class TableEntry(NamedTuple):
    """What the index of open tables has of one; `people`: user and name, by seat."""

    id: TableId
    guild_id: GuildId
    channel_id: int
    parent_channel_id: int | None
    host_id: UserId
    game: str
    state: Stage
    deadline: datetime | None
    people: tuple[tuple[UserId | None, str], ...]


class TableChange(TypedDict, total=False):
    """What becomes different about a table; `seats` replaces all of them, `seal` the one before
    (None: there is none any more). `farewell`: whether a closed table's last messages are due."""

    channel_id: int
    parent_channel_id: int | None
    message_id: int | None
    host_id: UserId
    game: str
    options: Mapping[str, str]
    language: str
    state: Stage
    deadline: datetime | None
    last_human_at: datetime
    closed_reason: str | None
    display: Mapping[str, Any]
    seal: StoredSeal | None
    seats: tuple[StoredSeat, ...]
    farewell: bool


@dataclass(frozen=True, slots=True)
class Restore:
    """A backup that was restored: ids from `first` on are of the time after that."""

    first: int
    at: datetime


@row_value(kw_only=False)
class NewEvent:
    """Something that happened at a table; `body` is one or more lines of the record and
    `actor` the user who did it (None: the program)."""

    kind: Stored[str] = column()
    body: Stored[str] = column()
    at: Stored[datetime] = column()
    actor: Stored[UserKey | None] = column(default=None)


class StoredEvent(NamedTuple):
    """An event with its number. (A NamedTuple: a start reads a hundred thousand of them.)"""

    seq: int
    kind: str
    body: str
    at: datetime
    actor: UserId | None


@row_value()
class DealSecret:
    """What a deal was shuffled from. Of a stored one only `contributions` and `revealed_at`
    ever change, since the commitment has been shown to the players; but a lobby may get a new one
    in its place, which is shown in place of the old one."""

    deal: Stored[int] = column(primary_key=True)
    secret: Stored[bytes] = column(repr=False)
    context: Stored[str] = column()
    commitment: Stored[str] = column()
    contributions: Stored[str] = column(default="")
    revealed_at: Stored[datetime | None] = column(default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """How much is stored about a person: how many of each, on all servers."""

    preferences: int
    results: int
    titles: int
    tables: int
    bans: int
    lessons: int
    """1: where they stand in the lessons."""
    deals: int = 0
    invitations: int = 0
    rings: int = 0
    """Servers on which they are rung for tables."""
    evenings: int = 0
    dailies: int = 0
    """Deals of the day that they played."""
    championships: int = 0
    ratings: int = 0
    names: int = 0
    """Servers on which it is known what they are called."""


@row_value()
class PlayerBan:
    """A ban: who may not play a game on a server, and which moderator said so (None: forgotten)."""

    guild_id: Stored[GuildKey] = column(primary_key=True)
    user_id: Stored[UserKey] = column(primary_key=True)
    game: Stored[str] = column(primary_key=True)
    by: Stored[UserKey | None] = column()
    reason: Stored[str] = column()
    at: Stored[datetime] = column()


@row_value()
class StoredEntrant:
    """Somebody who takes part in an evening. `user_id` None: they were forgotten."""

    number: Stored[int] = column(primary_key=True)
    user_id: Stored[UserKey | None] = column()
    name: Stored[str] = column()
    presence: Stored[str] = column(String(8))


@row_value()
class StoredEvening:
    """An evening of a club; `id` 0: not stored yet. `course`: its terms, tables and results, which
    name entrants by number."""

    id: Stored[RowKey] = column(default=0, primary_key=True)
    guild_id: Stored[GuildKey] = column()
    channel_id: Stored[Snowflake] = column()
    message_id: Stored[Snowflake | None] = column()
    host_id: Stored[UserKey | None] = column()
    game: Stored[str] = column()
    options: Stored[Mapping[str, str]] = column(JSON)
    language: Stored[str] = column()
    starts_at: Stored[datetime] = column()
    ends_at: Stored[datetime] = column()
    state: Stored[str] = column(String(16))
    course: Stored[Mapping[str, Any]] = column(JSON)
    entrants: tuple[StoredEntrant, ...]


class GameScope(NamedTuple):
    """Whose games are looked for: those of a server (None: of any), and of it those of `user`, and
    those played in `channel` or its threads; where a `viewer` is given, theirs anywhere, too."""

    guild: GuildId | None
    user: UserId | None = None
    channel: int | None = None
    viewer: UserId | None = None


class GamePlayer(NamedTuple):
    """A player of a game; `user` None: a computer player. What a finished game brought a person
    is in `won` and `points`. `name`: empty where the table is deleted.
    """

    user: UserId | None
    name: str
    won: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game in which a deal is over; `id`: the table's. `is_kept`: whether its cards are stored,
    too; `is_finished`: whether it came to its end; `on_evening`: whether it was played on one
    and ends with a round, as far as its cards are stored."""

    id: TableId
    game: str
    at: datetime
    players: tuple[GamePlayer, ...]
    is_kept: bool
    is_running: bool
    is_finished: bool
    on_evening: bool


@row_value(kw_only=False)
class WeeklyPlan:
    """The plan of a server's weekly posts. `told`: the first day of the last week that it told
    of; `user_id`: who turned it on, `refused_at`: when its channel refused it, and they were
    told.
    """

    guild_id: Stored[GuildKey] = column(primary_key=True)
    channel_id: Stored[Snowflake] = column()
    language: Stored[str] = column()
    told: Stored[date] = column()
    user_id: Stored[UserKey | None] = column(default=None)
    refused_at: Stored[datetime | None] = column(default=None)


class DealSum(NamedTuple):
    """What somebody's deals of a game among people add up to in some days."""

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
