"""Games to look back at, as they are read from the store."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from kwbot.ids import GuildId, TableId, UserId


class GameScope(NamedTuple):
    """The games that are looked for: on a server (None: on any), of a `user` if one is given, and
    in a `channel` with its threads if one is given; then also those of the `viewer` elsewhere."""

    guild: GuildId | None
    user: UserId | None = None
    channel: int | None = None
    viewer: UserId | None = None


class GamePlayer(NamedTuple):
    """A player of a game; `user` None: a computer. `won` and `points`: a person's result in a
    finished game; `name`: empty if the table is deleted."""

    user: UserId | None
    name: str
    won: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game in which a deal is over; `id`: its table's. `is_kept`: whether its cards are still
    stored; `is_finished`: whether it came to its end; `on_evening`: whether it was a round of an
    evening, as far as its cards are stored."""

    id: TableId
    game: str
    at: datetime
    players: tuple[GamePlayer, ...]
    is_kept: bool
    is_running: bool
    is_finished: bool
    on_evening: bool
