"""Lines of leaderboards, standings and lists, found by queries and rooms, shown by texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from kwbot.ids import TableId, UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardEntry:
    """A line of the all-time leaderboard. Equal wins, points and games share a `rank`, from 1."""

    rank: int
    user_id: UserId
    game: str
    games: int
    wins: int
    points: int
    bids_tried: int
    bids_made: int
    units: int
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEntry:
    """A line of a season's leaderboard of games among people."""

    rank: int
    user_id: UserId
    deals: int
    points: int
    games: int
    wins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningsEntry:
    """A line of the standing over a season's evenings; equal points share a rank. `points`: in the
    best evenings, of which `counted` out of all `evenings` count; `won`: the number of evenings in
    first place."""

    rank: int
    user_id: UserId
    name: str
    points: int
    evenings: int
    counted: int
    won: int


class RatingEntry(NamedTuple):
    """A line of the leaderboard of ratings."""

    rank: int
    user_id: UserId
    games: int
    mu: float


class Companion(NamedTuple):
    """The sums of somebody's deals with another person, as partners or as opponents."""

    user_id: UserId
    partners: bool
    deals: int
    points: int
    their_points: int


class GamePlayer(NamedTuple):
    """A player of a game. `user` None: a computer; `won` and `points`: a person's result in a
    finished game; `name`: the last known one if the table is deleted, maybe empty."""

    user: UserId | None
    name: str
    won: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game with a finished deal; `id`: its table's. `is_kept`: whether its cards are still
    stored; `is_finished`: whether it came to its end; `on_evening`: whether it was a round of an
    evening, known only while its cards are stored."""

    id: TableId
    game: str
    at: datetime
    players: tuple[GamePlayer, ...]
    is_kept: bool
    is_running: bool
    is_finished: bool
    on_evening: bool


@dataclass(frozen=True, slots=True)
class EveningScore:
    """A line of an evening's standing; equal ones share a place. `user` None: a forgotten person;
    `points` count in the season's standing; `by_computer` and `settled` as in `Share`. A duplicate
    orders pairs by `percent` and single players by the `difference` to the mean, with the average
    for a deal that somebody missed."""

    place: int
    user: UserId | None
    name: str
    has_left: bool
    points: int
    deals: int
    by_computer: int
    settled: int
    percent: Fraction | None = None
    difference: Fraction | None = None

    @property
    def merit(self) -> Fraction:
        """The number that orders the standing."""
        found = self.percent if self.difference is None else self.difference
        return Fraction(self.points) if found is None else found


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A line of a daily deal's standing; equals share a place. `user` None: a forgotten person."""

    place: int
    user: UserId | None
    points: int
    streak: int = 0


@dataclass(frozen=True, slots=True)
class TotalLine:
    """A line of a week's or month's table. `share`: the percentage of others whom somebody was
    ahead of (equals count half), summed over `days` deals."""

    place: int
    user: UserId
    share: int
    days: int


class Rise(NamedTuple):
    """Somebody's place in a game's season `before` the week and `now`, or their rating (as in the
    model) if `rated`."""

    game: str
    user: UserId
    before: float
    now: float
    rated: bool = False

    @property
    def by(self) -> float:
        """How far somebody rose, in rating or in places."""
        return self.now - self.before if self.rated else self.before - self.now


@dataclass(frozen=True, slots=True)
class Week:
    """The week that begins on `first`: the number of `deals` among people, the `players` by their
    number of deals, the most first, and the `rises`."""

    first: date
    deals: int
    players: Sequence[tuple[UserId, int]]
    rises: Sequence[Rise]

    @property
    def last(self) -> date:
        """The last day of the week."""
        return self.first + timedelta(days=6)
