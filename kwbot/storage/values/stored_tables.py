"""Tables as stored: their rows, seats, events and secrets."""

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
"""The stage of a table. A planned one is a lobby that opens at its deadline. A deleted one is gone
for everybody, while its events are deleted in batches."""


EVENING_OPTION = "evening"
"""The option with the id of a table's evening."""
BOARD_OPTION = "board"
"""The option with the name of a table's duplicate deal, which is also its name in the commitment,
equal at all tables."""


@row_value()
class StoredSeat:
    """A seat of a table. `user_id` None: a computer player of a `level`."""

    seat: Stored[int] = column(primary_key=True)
    user_id: Stored[UserKey | None] = column(default=None)
    name: Stored[str] = column()
    level: Stored[str | None] = column(default=None)
    dm_channel_id: Stored[Snowflake | None] = column(default=None)
    dm_open: Stored[bool] = column(default=False)
    away: Stored[bool] = column(default=False)
    left_by: Stored[UserKey | None] = column(default=None, index=True)
    """The person who gave up the seat to this computer player."""


@row_value()
class StoredSeal:
    """A lobby's first deal: its commitment, and contributions, a line each, by user id."""

    commitment: Stored[str] = column()
    context: Stored[str] = column()
    contributions: Stored[str] = column()


@row_value()
class NewTable:
    """A table to open. `channel_id`: where it shows, maybe a thread of `parent_channel_id`;
    `display`: a JSON object of whatever draws the table. Only a lobby has a `seal`."""

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
    """Whether its deal may not be looked at yet, because other tables play the same one."""
    seats: tuple[StoredSeat, ...] = ()
    seal: StoredSeal | None = None


@row_value()
class StoredTable(NewTable):
    """A stored table. `seq`: the number of its last event, 0 before the first."""

    id: Stored[TableKey] = column(primary_key=True)
    seq: Stored[int] = column()
    last_human_at: Stored[datetime] = column()
    closed_reason: Stored[str | None] = column(default=None)


class TableEntry(NamedTuple):
    """An entry of the index of open tables. `people`: user and name by seat."""

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
    """New values of a table. `seats` replaces all seats, `seal` the seal (None removes it);
    `closing_messages_due`: whether a closed table's last messages are yet to be sent."""

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
    """An event of a table. `body`: lines of the record, or words; `actor` None: the program."""

    kind: Stored[str] = column()
    body: Stored[str] = column()
    at: Stored[datetime] = column()
    actor: Stored[UserKey | None] = column(default=None)


class StoredEvent(NamedTuple):
    """An event with its number. A NamedTuple, because a start reads a hundred thousand of them."""

    seq: int
    kind: str
    body: str
    at: datetime
    actor: UserId | None


@row_value()
class DealSecret:
    """The secret from which a deal is shuffled.

    Only `contributions` and `revealed_at` of a stored one ever change, because players have seen
    the commitment. But a lobby may get a new secret, with a new commitment shown.
    """

    deal: Stored[int] = column(primary_key=True)
    secret: Stored[bytes] = column(repr=False)
    context: Stored[str] = column()
    commitment: Stored[str] = column()
    contributions: Stored[str] = column(default="")
    revealed_at: Stored[datetime | None] = column(default=None)
