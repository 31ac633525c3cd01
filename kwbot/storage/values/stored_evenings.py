"""Evenings of clubs as stored."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, String

from kwbot.storage.values.columns import (
    GuildKey,
    RowKey,
    Snowflake,
    Stored,
    UserKey,
    column,
    row_value,
)


@row_value()
class StoredEntrant:
    """A person who takes part in an evening. `user_id` None: a forgotten one."""

    number: Stored[int] = column(primary_key=True)
    user_id: Stored[UserKey | None] = column()
    name: Stored[str] = column()
    presence: Stored[str] = column(String(8))


@row_value()
class StoredEvening:
    """An evening of a club. `id` 0: not stored yet; `course`: the number of deals and seats, tables
    and results, with entrants by number."""

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
    course: Stored[Mapping[str, Any]] = column(JSON, repr=False)
    entrants: tuple[StoredEntrant, ...]
