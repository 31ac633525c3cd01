"""Lines of leaderboards and lists, found by queries and shown by texts."""

from dataclasses import dataclass
from datetime import datetime
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
