"""What goes into the store and comes out of it: plain values, times always aware and in UTC."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal, NamedTuple, TypedDict

from kwbot.engine.values.frozen import unguarded

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
    """Return the fields of a dataclass by name, as they are (`asdict` copies what they hold)."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSeat:
    """One seat of a table; `user_id` None is a computer player, `level` says which."""

    seat: int
    name: str
    user_id: int | None = None
    level: str | None = None
    dm_channel_id: int | None = None
    dm_open: bool = False
    away: bool = False
    left_by: int | None = None
    """Who gave the seat up to this computer player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSeal:
    """The commitment to a lobby's first deal, and a line for each contribution to it: the user's
    id and what was given."""

    commitment: str
    context: str
    contributions: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """A table to be opened. `channel_id` is where it shows: a channel, or a thread in
    `parent_channel_id`. `display` belongs to whoever draws the table: any JSON object. Only a
    lobby has a `seal`."""

    guild_id: int
    channel_id: int
    host_id: int
    game: str
    language: str
    created_at: datetime
    seats: tuple[StoredSeat, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    parent_channel_id: int | None = None
    message_id: int | None = None
    state: Stage = "lobby"
    deadline: datetime | None = None
    display: Mapping[str, Any] = field(default_factory=dict)
    seal: StoredSeal | None = None
    withheld: bool = False
    """Whether its deals may not be looked at yet: other tables play the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
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
    """That a backup was restored: ids from `first` on are of the time after that."""

    first: int
    at: datetime


@unguarded
@dataclass(frozen=True, slots=True)
class NewEvent:
    """Something that happened at a table; `body` is one or more lines of the record and
    `actor` the user who did it (None: the program)."""

    kind: str
    body: str
    at: datetime
    actor: int | None = None


class StoredEvent(NamedTuple):
    """An event with its number. (A NamedTuple: a start reads a hundred thousand of them.)"""

    seq: int
    kind: str
    body: str
    at: datetime
    actor: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealSecret:
    """What a deal was shuffled from. Of a stored one only `contributions` and `revealed_at`
    ever change, since the commitment has been shown to the players; but a lobby may get a new one
    in its place, which is shown in place of the old one."""

    deal: int
    secret: bytes = field(repr=False)
    context: str
    commitment: str
    contributions: str = ""
    revealed_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResult:
    """How a finished game went for one human player: `points` in the game's unit of score,
    `units` what was settled in its smallest unit of money (0: not played for any)."""

    user_id: int
    seat: int
    won: bool
    points: int
    bids_tried: int = 0
    bids_made: int = 0
    units: int = 0
    side: int | None = None
    """Who has the same played with them throughout."""
    left: bool = False
    """Whether a computer played for them at the end."""
    place: int | None = None
    """Where they stood at the end; None: they came too late to be compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealShare:
    """What a deal brought a seat; `user_id` None: a computer player's. Seats with the same `side`
    played together; `made`: whether they made the contract that they played, if they did; `marks`:
    what the game notes of them besides points, with blanks between."""

    seat: int
    user_id: int | None
    side: int
    points: int
    tricks: int
    made: bool | None = None
    left: bool = False
    """Whether a computer played for them at the end."""
    marks: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredDeal:
    """A deal whose score stands; `people` took part in it."""

    number: int
    people: int
    shares: tuple[DealShare, ...]
    day: date
    """The server's own."""
    edition: str = ""
    evening_id: int | None = None
    contract: str | None = None


@dataclass(frozen=True, slots=True)
class Title:
    """A title that a user holds in a game on a server, for life."""

    user_id: int
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A finished game: `players` counts everybody, `results` are of the `people`."""

    finished_at: datetime
    players: int
    people: int
    results: tuple[PlayerResult, ...]
    titles: tuple[Title, ...] = ()
    day: date
    """The server's own."""
    evening_id: int | None = None


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


class Champion(NamedTuple):
    """Who won a season by a measure: up to the third `place`. `user_id` None: they were
    forgotten."""

    measure: str
    place: int
    user_id: int | None
    name: str = ""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBan:
    """Who may not play a game on a server, and which moderator said so (None: forgotten)."""

    guild_id: int
    user_id: int
    game: str
    by: int | None
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEntrant:
    """Somebody who takes part in an evening. `user_id` None: they were forgotten."""

    number: int
    user_id: int | None
    name: str
    presence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvening:
    """An evening of a club; `id` 0: not stored yet. `course`: its terms, tables and results, which
    name entrants by number."""

    id: int = 0
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int | None
    game: str
    options: Mapping[str, str]
    language: str
    starts_at: datetime
    ends_at: datetime
    state: str
    course: Mapping[str, Any]
    entrants: tuple[StoredEntrant, ...]


class GameScope(NamedTuple):
    """Whose games are looked for: those of a server (None: of any), and of it those of `user`, and
    those played in `channel` or its threads; where a `viewer` is given, theirs anywhere, too."""

    guild: int | None
    user: int | None = None
    channel: int | None = None
    viewer: int | None = None


class GamePlayer(NamedTuple):
    """Who played a game; `user` None: a computer player. What a finished game brought a person is
    in `won` and `points`. `name`: empty where the table is deleted."""

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


class WeeklyPlan(NamedTuple):
    """That a server has a weekly post. `told`: the first day of the last week that it told of;
    `user_id`: who turned it on, `refused_at`: when its channel refused it, and they were told."""

    guild_id: int
    channel_id: int
    language: str
    told: date
    user_id: int | None = None
    refused_at: datetime | None = None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyPlan:
    """That a server has a deal of the day: of these games in rotation, by a preset of tables.
    `user_id`: who turned it on, `refused_at`: when its channel refused it, and they were told."""

    guild_id: int
    channel_id: int
    games: tuple[str, ...]
    preset: str
    language: str
    user_id: int | None = None
    refused_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDaily:
    """A server's deal of a day; `id` 0: not stored yet. See models.DailyDealRow."""

    id: int = 0
    guild_id: int
    day: date
    channel_id: int
    message_id: int | None = None
    game: str
    options: Mapping[str, str]
    language: str
    secret: bytes = field(repr=False)
    context: str
    commitment: str
    state: DailyState = "sealed"
    shown: str = ""
    strong: tuple[str, ...] = field(default=(), repr=False)
    strong_points: int | None = None
    possible_points: int | None = None
    thread_id: int | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPlay:
    """How somebody played a deal of the day. `seq` counts the changes, from 0; `points` None: not
    to its end; `user_id` None: they were forgotten."""

    id: int
    daily_id: int
    user_id: int | None
    name: str
    seq: int
    moves: tuple[str, ...] = field(repr=False)
    points: int | None
    shared: bool


class DailyScore(NamedTuple):
    """What somebody brought home from a deal of the day that is over, and the strong player."""

    day: date
    strong: int | None
    user_id: int | None
    name: str
    points: int
