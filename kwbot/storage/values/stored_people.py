"""Bans, and counts of all that is stored about a person."""

from dataclasses import dataclass
from datetime import datetime

from kwbot.storage.values.columns import GuildKey, Stored, UserKey, column, row_value


@dataclass(frozen=True, slots=True, kw_only=True)
class UserDataCounts:
    """The counts of what is stored about a person on all servers."""

    preferences: int
    results: int
    titles: int
    tables: int
    bans: int
    lessons: int
    """1 if their progress in the lessons is stored."""
    deals: int = 0
    invitations: int = 0
    pings: int = 0
    """Servers on which they want to be pinged for tables."""
    evenings: int = 0
    dailies: int = 0
    """Deals of the day that they played."""
    championships: int = 0
    ratings: int = 0
    names: int = 0
    """Servers on which their name is known."""


@row_value()
class PlayerBan:
    """A ban of a person from a game on a server, by a moderator (None: a forgotten one)."""

    guild_id: Stored[GuildKey] = column(primary_key=True)
    user_id: Stored[UserKey] = column(primary_key=True)
    game: Stored[str] = column(primary_key=True)
    by: Stored[UserKey | None] = column()
    reason: Stored[str] = column()
    at: Stored[datetime] = column()
