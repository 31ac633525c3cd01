"""What goes into the store and comes out of it: plain values, times always aware and in UTC."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any, Literal, NamedTuple, TypedDict

from sqlalchemy import JSON, ForeignKey, String, false

from kwbot.storage.values.columns import (
    DayText,
    JoinedText,
    Long,
    Snowflake,
    Stored,
    TableKey,
    column,
    row_value,
)

Stage = Literal["lobby", "planned", "running", "closed", "deleted"]
"""A planned table is a lobby that opens at its deadline. One that is deleted is gone for everybody;
its events go piece by piece."""

DailyState = Literal["sealed", "open", "closing", "over"]
"""While it is closing its day is over, and those finish who have begun."""

EVENING_OPTION = "evening"
"""The evening that a table belongs to, among its options."""
BOARD_OPTION = "board"
"""The deal of a duplicate that a table plays, among its options: its name in its seal, which is the
same at all tables."""


def columns(value: Any) -> dict[str, Any]:
    """Return the fields of a value that are columns, by name."""
    return {one.name: getattr(value, one.name) for one in fields(value) if "column" in one.metadata}


@row_value()
class StoredSeat:
    """One seat of a table; `user_id` None is a computer player, `level` says which."""

    seat: Stored[int] = column(primary_key=True)
    user_id: Stored[Long | None] = column(default=None)
    name: Stored[str] = column()
    level: Stored[str | None] = column(default=None)
    dm_channel_id: Stored[Snowflake | None] = column(default=None)
    dm_open: Stored[bool] = column(default=False)
    away: Stored[bool] = column(default=False)
    left_by: Stored[Long | None] = column(default=None, index=True)
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

    guild_id: Stored[Snowflake] = column()
    channel_id: Stored[Snowflake] = column()
    parent_channel_id: Stored[Snowflake | None] = column(default=None)
    message_id: Stored[Snowflake | None] = column(default=None)
    host_id: Stored[Snowflake] = column()
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

    id: int
    seq: int
    last_human_at: datetime
    closed_reason: str | None = None


class TableEntry(NamedTuple):
    """What the index of open tables has of one; `people`: user and name, by seat."""

    id: int
    guild_id: int
    channel_id: int
    parent_channel_id: int | None
    host_id: int
    game: str
    state: Stage
    deadline: datetime | None
    people: tuple[tuple[int | None, str], ...]


class TableChange(TypedDict, total=False):
    """What becomes different about a table; `seats` replaces all of them, `seal` the one before
    (None: there is none any more). `farewell`: whether a closed table's last messages are due."""

    channel_id: int
    parent_channel_id: int | None
    message_id: int | None
    host_id: int
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
    actor: Stored[Snowflake | None] = column(default=None)


class StoredEvent(NamedTuple):
    """An event with its number. (A NamedTuple: a start reads a hundred thousand of them.)"""

    seq: int
    kind: str
    body: str
    at: datetime
    actor: int | None


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


@row_value()
class PlayerResult:
    """How a finished game went for one human player: `points` in the game's unit of score,
    `units` what was settled in its smallest unit of money (0: not played for any)."""

    user_id: Stored[Long] = column(index=True)
    seat: Stored[int] = column(primary_key=True)
    won: Stored[bool] = column()
    points: Stored[int] = column()
    bids_tried: Stored[int] = column(default=0)
    bids_made: Stored[int] = column(default=0)
    units: Stored[Long] = column(default=0)
    side: Stored[int | None] = column(default=None)
    """Who has the same played with them throughout."""
    left: Stored[bool] = column(default=False, server_default=false())
    """Whether a computer played for them at the end."""
    place: Stored[int | None] = column(default=None)
    """Where they stood at the end; None: they came too late to be compared."""


@row_value()
class DealShare:
    """What a deal brought a seat; `user_id` None: a computer player's. Seats with the same `side`
    played together; `made`: whether they made the contract that they played, if they did; `marks`:
    what the game notes of them besides points, with blanks between."""

    seat: Stored[int] = column(primary_key=True)
    user_id: Stored[Long | None] = column()
    side: Stored[int] = column()
    points: Stored[int] = column()
    tricks: Stored[int] = column()
    made: Stored[bool | None] = column(default=None)
    left: Stored[bool] = column(default=False)
    """Whether a computer played for them at the end."""
    marks: Stored[str] = column(default="")


@row_value()
class ScoredDeal:
    """A deal whose score stands; `people` took part in it."""

    number: Stored[int] = column()
    people: Stored[int] = column()
    shares: tuple[DealShare, ...]
    day: Stored[date] = column()
    """The server's own."""
    edition: Stored[str] = column(default="")
    evening_id: Stored[TableKey | None] = column(default=None)
    contract: Stored[str | None] = column(default=None)
    """The bid as a record has it."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title that a user holds in a game on a server, for life."""

    user_id: int
    title: str


@row_value()
class Outcome:
    """A finished game: `players` counts everybody, `results` are of the `people`."""

    finished_at: Stored[datetime] = column()
    players: Stored[int] = column()
    people: Stored[int] = column(nullable=True)
    results: tuple[PlayerResult, ...]
    titles: tuple[Title, ...] = ()
    day: Stored[date] = column(nullable=True)
    """The server's own."""
    evening_id: Stored[TableKey | None] = column(default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardEntry:
    """A line of a leaderboard. Equal wins, points and games share a `rank` (1 is best)."""

    rank: int
    user_id: int
    game: str
    games: int
    wins: int
    points: int
    bids_tried: int
    bids_made: int
    units: int
    titles: tuple[str, ...] = ()


SeasonMeasure = Literal["points", "wins"]
"""By what a season's games are ranked: points a deal, or games won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEntry:
    """A line of a season's leaderboard, of games among people."""

    rank: int
    user_id: int
    deals: int
    points: int
    games: int
    wins: int


class RatingEntry(NamedTuple):
    """A line of the leaderboard of ratings."""

    rank: int
    user_id: int
    games: int
    mu: float


@row_value(kw_only=False)
class Champion:
    """A winner of a season by a measure: up to the third `place`. `user_id` None: they were
    forgotten.
    """

    measure: Stored[str] = column()
    place: Stored[int] = column()
    user_id: Stored[Long | None] = column(index=True)
    name: Stored[str] = column(default="")


class CareerDeal(NamedTuple):
    """A deal among people that somebody played: what it brought them. `tricks` are their side's."""

    day: date
    edition: str
    contract: str | None
    made: bool | None
    points: int
    tricks: int
    marks: str
    left: bool


class Companion(NamedTuple):
    """What somebody's deals with another person add up to, as partners or as opponents."""

    user_id: int
    partners: bool
    deals: int
    points: int
    their_points: int


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

    guild_id: Stored[Snowflake] = column(primary_key=True)
    user_id: Stored[Snowflake] = column(primary_key=True)
    game: Stored[str] = column(primary_key=True)
    by: Stored[Snowflake | None] = column()
    reason: Stored[str] = column()
    at: Stored[datetime] = column()


@row_value()
class StoredEntrant:
    """Somebody who takes part in an evening. `user_id` None: they were forgotten."""

    number: Stored[int] = column(primary_key=True)
    user_id: Stored[Snowflake | None] = column()
    name: Stored[str] = column()
    presence: Stored[str] = column(String(8))


@row_value()
class StoredEvening:
    """An evening of a club; `id` 0: not stored yet. `course`: its terms, tables and results, which
    name entrants by number."""

    id: Stored[TableKey] = column(default=0, primary_key=True)
    guild_id: Stored[Snowflake] = column()
    channel_id: Stored[Snowflake] = column()
    message_id: Stored[Snowflake | None] = column()
    host_id: Stored[Snowflake | None] = column()
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

    guild: int | None
    user: int | None = None
    channel: int | None = None
    viewer: int | None = None


class GamePlayer(NamedTuple):
    """A player of a game; `user` None: a computer player. What a finished game brought a person
    is in `won` and `points`. `name`: empty where the table is deleted.
    """

    user: int | None
    name: str
    won: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game in which a deal is over; `id`: the table's. `is_kept`: whether its cards are stored,
    too; `is_finished`: whether it came to its end; `on_evening`: whether it was played on one
    and ends with a round, as far as its cards are stored."""

    id: int
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

    guild_id: Stored[Snowflake] = column(primary_key=True)
    channel_id: Stored[Snowflake] = column()
    language: Stored[str] = column()
    told: Stored[date] = column()
    user_id: Stored[Snowflake | None] = column(default=None)
    refused_at: Stored[datetime | None] = column(default=None)


class DealSum(NamedTuple):
    """What somebody's deals of a game among people add up to in some days."""

    game: str
    user_id: int
    deals: int
    points: int


class BestDeal(NamedTuple):
    """A deal of a table that brought somebody many points."""

    table: int
    number: int
    day: date
    user_id: int
    points: int


@row_value()
class DailyPlan:
    """The plan of a server's deals of the day: these games in rotation, by a preset of tables.
    `user_id`: who turned it on, `refused_at`: when its channel refused it, and they were told.
    """

    guild_id: Stored[Snowflake] = column(primary_key=True)
    channel_id: Stored[Snowflake] = column()
    games: Stored[tuple[str, ...]] = column(JoinedText(" "))
    preset: Stored[str] = column()
    language: Stored[str] = column()
    user_id: Stored[Snowflake | None] = column(default=None)
    refused_at: Stored[datetime | None] = column(default=None)


@row_value()
class StoredDaily:
    """A server's deal of a day, sealed the day before; `id` 0: not stored yet.

    `shown`: the state in which its message was drawn last; `strong`: the moves of the strong player
    in that seat; `thread_id`: where those talk who have played it; `possible_points`: what the best
    line brings that was found; `ends_at`: when its day ends, and once it has, until when those may
    finish who have begun.
    """

    id: Stored[TableKey] = column(default=0, primary_key=True)
    guild_id: Stored[Snowflake] = column()
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
    """How somebody played a deal of the day. `seq` counts the changes, from 0; `points` None: not
    to its end; `user_id` None: they were forgotten."""

    id: Stored[TableKey] = column(primary_key=True)
    daily_id: Stored[TableKey] = column(ForeignKey("daily_deals.id", ondelete="CASCADE"))
    user_id: Stored[Snowflake | None] = column()
    name: Stored[str] = column()
    seq: Stored[int] = column()
    moves: Stored[tuple[str, ...]] = column(JoinedText("\n"), repr=False)
    points: Stored[int | None] = column()
    shared: Stored[bool] = column()


class DailyScore(NamedTuple):
    """What somebody brought home from a deal of the day that is over, and the strong player."""

    day: date
    strong: int | None
    user_id: int | None
    name: str
    points: int
