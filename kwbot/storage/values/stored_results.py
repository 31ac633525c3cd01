"""Results of games and deals as stored, with champions and careers."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, NamedTuple

from sqlalchemy import false

from kwbot.ids import UserId
from kwbot.storage.values.columns import Long, RowKey, Stored, UserKey, column, row_value


@row_value()
class PlayerResult:
    """The result of a finished game for one person: `points` in the game's unit of score, `units`:
    the settlement in its smallest unit of money (0: not for money)."""

    user_id: Stored[UserKey] = column(index=True)
    seat: Stored[int] = column(primary_key=True)
    won: Stored[bool] = column()
    points: Stored[int] = column()
    bids_tried: Stored[int] = column(default=0)
    bids_made: Stored[int] = column(default=0)
    units: Stored[Long] = column(default=0)
    side: Stored[int | None] = column(default=None)
    """Equal for all who played together throughout."""
    left: Stored[bool] = column(default=False, server_default=false())
    """Whether a computer played for them at the end."""
    place: Stored[int | None] = column(default=None)
    """The final place; None: they came too late to be compared."""


@row_value()
class DealShare:
    """A seat's share in a scored deal. `user_id` None: a computer player; `side`: equal for seats
    that played together; `made`: whether they made their contract, None if they had none; `marks`:
    the game's marks besides points, separated by blanks."""

    seat: Stored[int] = column(primary_key=True)
    user_id: Stored[UserKey | None] = column()
    side: Stored[int] = column()
    points: Stored[int] = column()
    tricks: Stored[int] = column()
    made: Stored[bool | None] = column(default=None)
    left: Stored[bool] = column(default=False)
    """Whether a computer played for them at the end."""
    marks: Stored[str] = column(default="")


@row_value()
class ScoredDeal:
    """A deal whose score counts. `people`: the number that took part in it."""

    number: Stored[int] = column()
    people: Stored[int] = column()
    shares: tuple[DealShare, ...]
    day: Stored[date] = column()
    """The server's own."""
    edition: Stored[str] = column(default="")
    evening_id: Stored[RowKey | None] = column(default=None)
    contract: Stored[str | None] = column(default=None)
    """The bid as in a record."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title that a user holds for life in a game on a server."""

    user_id: UserId
    title: str


@row_value()
class Outcome:
    """A finished game. `players` counts everybody; `results` has those of the `people`."""

    finished_at: Stored[datetime] = column()
    players: Stored[int] = column()
    people: Stored[int] = column(nullable=True)
    results: tuple[PlayerResult, ...]
    titles: tuple[Title, ...] = ()
    day: Stored[date] = column(nullable=True)
    """The server's own."""
    evening_id: Stored[RowKey | None] = column(default=None)


SeasonMeasure = Literal["points", "wins"]
"""The measure by which a season's games are ranked: points a deal, or games won."""


@row_value(kw_only=False)
class Champion:
    """A season's champion by a measure, at one of the first `place`s. `user_id` None: forgotten."""

    measure: Stored[str] = column()
    place: Stored[int] = column()
    user_id: Stored[UserKey | None] = column(index=True)
    name: Stored[str] = column(default="")


class CareerDeal(NamedTuple):
    """A deal that somebody played among people, with its result; `tricks`: of their side."""

    day: date
    edition: str
    contract: str | None
    made: bool | None
    points: int
    tricks: int
    marks: str
    left: bool
