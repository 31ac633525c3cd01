"""Tables as they are stored: their rows, seats, events and secrets."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, NamedTuple, TypedDict

from sqlalchemy import JSON, String, false

from kwbot.ids import GuildId, TableId, UserId
from kwbot.storage.values.columns import (
    GuildKey,
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
    """New values of a table. `seats` replaces all seats, `seal` the seal (None: there is none any
    more); `closing_messages_due`: whether the last messages of a closed table are still to be
    sent."""

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
    closing_messages_due: bool


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
