"""Games to look back at, as they are read from the store."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from kwbot.ids import GuildId, TableId, UserId


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
