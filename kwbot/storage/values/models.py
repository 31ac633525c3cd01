"""The tables of the database: a new one is made by them, and migrations lead old ones to them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Date,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    false,
    text,
)
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, kept in UTC (SQLite knows no time zones and keeps it without)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ArgumentError("a stored time needs its time zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy's own class-level table
        datetime: UtcDateTime,
        date: Date,
        str: Text,
        bytes: LargeBinary,
        float: Double,
        dict[str, Any]: JSON,
    }


def _snowflake(*, primary_key: bool = False, index: bool = False) -> Mapped[Any]:
    """An id that Discord gave: 64 bits."""
    return mapped_column(BigInteger, primary_key=primary_key, index=index, autoincrement=False)


def _table_id(**more: Any) -> Mapped[Any]:
    """The id of a table: 64 bits, as after a restored backup they go on in a far range."""
    return mapped_column(BigInteger().with_variant(Integer, "sqlite"), **more)


def _of_table() -> Mapped[int]:
    return mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


class TableRow(Base):
    __tablename__ = "tables"
    __table_args__ = (
        # Of nothing that changes with every press.
        Index(None, "state", "created_at"),
        Index(None, "guild_id", "channel_id"),
        Index(None, "host_id"),
        # Ids are never used again: an old message's buttons must not reach a new table.
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = _table_id(primary_key=True)
    guild_id: Mapped[int] = _snowflake()
    channel_id: Mapped[int] = _snowflake()
    parent_channel_id: Mapped[int | None] = _snowflake()
    message_id: Mapped[int | None] = _snowflake()
    host_id: Mapped[int] = _snowflake()
    game: Mapped[str]
    options: Mapped[dict[str, Any]]
    language: Mapped[str]
    state: Mapped[str] = mapped_column(String(8))
    seq: Mapped[int]
    deadline: Mapped[datetime | None]
    created_at: Mapped[datetime]
    last_human_at: Mapped[datetime]
    closed_reason: Mapped[str | None]
    display: Mapped[dict[str, Any]]
    owner: Mapped[int | None] = mapped_column(index=True)
    edition: Mapped[int] = mapped_column(server_default="0")
    withheld: Mapped[bool] = mapped_column(server_default=false())


class ProcessRow(Base):
    """A process of a cluster: where the others reach it, when it last said that it lives, and for
    how many seconds that is to be believed."""

    __tablename__ = "processes"
    # Ids are never used again: they show who may write.
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str]
    beat_at: Mapped[datetime]
    hears: Mapped[str] = mapped_column(server_default="")
    """Not used any more; versions before this one write it."""
    lease: Mapped[float] = mapped_column(server_default="2")


class IdentifyRow(Base):
    """Not used any more; processes of versions before this one take turns by it to identify."""

    __tablename__ = "identifies"

    bucket: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]


class RegistrationRow(Base):
    """A digest of the commands that were registered last: of all servers (0), or of one."""

    __tablename__ = "registrations"

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    digest: Mapped[str]
    edition: Mapped[int]


class HeartbeatRow(Base):
    """One row: until when a bot has served. It goes on being stored while it serves."""

    __tablename__ = "heartbeat"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]


class InteractionRow(Base):
    """An interaction that came by HTTP and was taken on, lately: none is carried out twice."""

    __tablename__ = "interactions"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[datetime]


class RestoreRow(Base):
    """That a backup was restored: from which id on tables are of the time after that."""

    __tablename__ = "restores"

    first_table: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[datetime]


class SeatRow(Base):
    __tablename__ = "seats"
    __table_args__ = (Index(None, "user_id", "table_id"),)

    table_id: Mapped[int] = _of_table()
    seat: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    name: Mapped[str]
    level: Mapped[str | None]
    dm_channel_id: Mapped[int | None] = _snowflake()
    dm_open: Mapped[bool]
    away: Mapped[bool]
    left_by: Mapped[int | None] = mapped_column(BigInteger, index=True)
    """Who gave the seat up to the computer player that has it."""


_DONE_BY = text("actor IS NOT NULL")


class EventRow(Base):
    __tablename__ = "events"
    __table_args__ = (
        # Most events are what computers did.
        Index(None, "actor", "table_id", sqlite_where=_DONE_BY, postgresql_where=_DONE_BY),
        {"sqlite_with_rowid": False},  # kept in the order it is read in
    )

    table_id: Mapped[int] = _of_table()
    seq: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    kind: Mapped[str]
    body: Mapped[str]
    actor: Mapped[int | None] = _snowflake()


class SealRow(Base):
    """The commitment to a lobby's first deal, and what was given to it: a line each, the user's id
    first."""

    __tablename__ = "lobby_seals"

    table_id: Mapped[int] = _of_table()
    commitment: Mapped[str]
    context: Mapped[str]
    contributions: Mapped[str]


class FarewellRow(Base):
    """A closed table whose last messages may not be out yet."""

    __tablename__ = "farewells"

    table_id: Mapped[int] = _of_table()


class InvitationRow(Base):
    """That somebody was invited to a table, which is done once."""

    __tablename__ = "invitations"

    table_id: Mapped[int] = _of_table()
    user_id: Mapped[int] = _snowflake(primary_key=True, index=True)


class RingRow(Base):
    """That somebody wants to be rung when a table opens on a server, and when they were last.
    `user_id` may be the role that its moderators have named."""

    __tablename__ = "rings"

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    user_id: Mapped[int] = _snowflake(primary_key=True, index=True)
    rung_at: Mapped[datetime | None]


class SecretRow(Base):
    __tablename__ = "deal_secrets"

    table_id: Mapped[int] = _of_table()
    deal: Mapped[int] = mapped_column(primary_key=True)
    secret: Mapped[bytes]
    context: Mapped[str]
    commitment: Mapped[str]
    contributions: Mapped[str]
    revealed_at: Mapped[datetime | None]


class ResultRow(Base):
    """One finished game. It outlives its table, so `table_id` refers to nothing."""

    __tablename__ = "results"
    __table_args__ = (Index(None, "guild_id", "game"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    guild_id: Mapped[int] = _snowflake()
    game: Mapped[str]
    table_id: Mapped[int] = _table_id(unique=True)
    finished_at: Mapped[datetime]
    players: Mapped[int]
    day: Mapped[date | None]
    """The server's own."""
    people: Mapped[int | None]
    evening_id: Mapped[int | None] = _table_id()


class PlayerResultRow(Base):
    __tablename__ = "player_results"

    result_id: Mapped[int] = mapped_column(
        ForeignKey("results.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(BigInteger, index=True)
    """Below 0: a token in place of somebody who was forgotten."""
    won: Mapped[bool]
    points: Mapped[int]
    bids_tried: Mapped[int]
    bids_made: Mapped[int]
    units: Mapped[int] = mapped_column(BigInteger)
    side: Mapped[int | None]
    """Players of a game with the same number played together throughout."""
    left: Mapped[bool] = mapped_column(server_default=false())
    place: Mapped[int | None]
    """Where they stood at the end; None: they came too late to be compared."""
    rating: Mapped[float | None]
    """What they were rated after it."""


class ScoredDealRow(Base):
    """One deal whose score stands. Like a result it outlives its table."""

    __tablename__ = "scored_deals"
    __table_args__ = (
        Index(None, "table_id", "number", unique=True),
        Index(None, "guild_id", "day"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = _table_id(primary_key=True)
    guild_id: Mapped[int] = _snowflake()
    game: Mapped[str]
    edition: Mapped[str]
    table_id: Mapped[int] = _table_id()
    number: Mapped[int]
    day: Mapped[date]
    """The server's own."""
    people: Mapped[int]
    """How many took part: one alone with computers is not ranked."""
    evening_id: Mapped[int | None] = _table_id()
    contract: Mapped[str | None]
    """The bid as a record has it."""


class DealShareRow(Base):
    """What a deal brought a seat. `user_id` None: a computer player's, below 0: a token in place of
    somebody who was forgotten."""

    __tablename__ = "deal_shares"
    __table_args__ = (Index(None, "user_id", "deal_id"),)

    deal_id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer, "sqlite"),
        ForeignKey("scored_deals.id", ondelete="CASCADE"),
        primary_key=True,
    )
    seat: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    side: Mapped[int]
    """Players of a deal with the same number played together."""
    points: Mapped[int]
    tricks: Mapped[int]
    made: Mapped[bool | None]
    """Whether they made the contract that they played, if they did."""
    left: Mapped[bool]
    """Whether a computer played for them at the end."""
    marks: Mapped[str]
    """What the game notes of them besides points, with blanks between."""


class MonthlyStandingRow(Base):
    """What the deals and games of a player among people add up to in a month, which is named by
    its first day."""

    __tablename__ = "monthly_standings"

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    month: Mapped[date] = mapped_column(primary_key=True)
    user_id: Mapped[int] = _snowflake(primary_key=True, index=True)
    deals: Mapped[int]
    points: Mapped[int]
    games: Mapped[int]
    wins: Mapped[int]


class ChampionRow(Base):
    """Who won a season that is over, with the name they had then. `user_id` None: they were
    forgotten."""

    __tablename__ = "champions"

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    first: Mapped[date] = mapped_column(primary_key=True)
    """The first day of the season."""
    months: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    measure: Mapped[str]
    place: Mapped[int]
    user_id: Mapped[int | None] = mapped_column(BigInteger, index=True)
    name: Mapped[str]


class StandingRow(Base):
    """What the results of a player among people in one game on one server add up to."""

    __tablename__ = "standings"

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[int] = _snowflake(primary_key=True, index=True)
    games: Mapped[int]
    wins: Mapped[int]
    points: Mapped[int]
    bids_tried: Mapped[int]
    bids_made: Mapped[int]
    units: Mapped[int] = mapped_column(BigInteger)


class RatingRow(Base):
    """How strong a player seems by the games among people: about `mu`, give or take `sigma`."""

    __tablename__ = "ratings"

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[int] = _snowflake(primary_key=True, index=True)
    games: Mapped[int]
    mu: Mapped[float]
    sigma: Mapped[float]


class LastNameRow(Base):
    """What somebody who has taken part in anything on a server was called there last."""

    __tablename__ = "last_names"

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    user_id: Mapped[int] = _snowflake(primary_key=True, index=True)
    name: Mapped[str]


class TitleRow(Base):
    __tablename__ = "titles"
    __table_args__ = (Index(None, "user_id"),)

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    user_id: Mapped[int] = _snowflake(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    table_id: Mapped[int] = _table_id()


class BanRow(Base):
    __tablename__ = "bans"

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    user_id: Mapped[int] = _snowflake(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    by: Mapped[int | None] = _snowflake()
    reason: Mapped[str]
    at: Mapped[datetime]


class EveningRow(Base):
    """An evening of a club. Its `course` names entrants by their number alone, so that it can stay
    when a person is forgotten."""

    __tablename__ = "evenings"
    __table_args__ = (
        Index(None, "state", "guild_id"),
        Index(None, "host_id"),
        # Ids are never used again: an old message's buttons must not reach a new evening.
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = _table_id(primary_key=True)
    guild_id: Mapped[int] = _snowflake()
    channel_id: Mapped[int] = _snowflake()
    message_id: Mapped[int | None] = _snowflake()
    host_id: Mapped[int | None] = _snowflake()
    game: Mapped[str]
    options: Mapped[dict[str, Any]]
    language: Mapped[str]
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    state: Mapped[str] = mapped_column(String(16))
    course: Mapped[dict[str, Any]]


class EntrantRow(Base):
    """Somebody who takes part in an evening. `user_id` None: they were forgotten."""

    __tablename__ = "evening_entrants"
    __table_args__ = (Index(None, "user_id"),)

    evening_id: Mapped[int] = mapped_column(
        ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int | None] = _snowflake()
    name: Mapped[str]
    presence: Mapped[str] = mapped_column(String(8))


class DailyPlanRow(Base):
    """That a server has a deal of the day. `games`: their keys, played in rotation; `user_id`: who
    turned it on, `refused_at`: when its channel refused a message, and they were told."""

    __tablename__ = "daily_plans"
    __table_args__ = (Index(None, "user_id"),)

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    channel_id: Mapped[int] = _snowflake()
    games: Mapped[str]
    preset: Mapped[str]
    language: Mapped[str]
    user_id: Mapped[int | None] = _snowflake()
    refused_at: Mapped[datetime | None]


class WeeklyPlanRow(Base):
    """That a server has a weekly post. `told`: the first day of the last week that it told of;
    `user_id` and `refused_at` as for a deal of the day."""

    __tablename__ = "weekly_plans"
    __table_args__ = (Index(None, "user_id"),)

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    channel_id: Mapped[int] = _snowflake()
    language: Mapped[str]
    told: Mapped[date]
    user_id: Mapped[int | None] = _snowflake()
    refused_at: Mapped[datetime | None]


class DailyDealRow(Base):
    """A server's deal of a day, sealed the day before. `shown`: the state in which its message was
    drawn last; `strong`: the moves of the strong player in that seat; `thread_id`: where those talk
    who have played it; `possible_points`: what the best line brings that was found; `ends_at`: when
    its day ends, and once it has, until when those may finish who have begun."""

    __tablename__ = "daily_deals"
    __table_args__ = (
        Index(None, "guild_id", "day", unique=True),
        Index(None, "state"),
        # Ids are never used again: an old message's buttons must not reach a new deal.
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = _table_id(primary_key=True)
    guild_id: Mapped[int] = _snowflake()
    day: Mapped[str] = mapped_column(String(10))
    channel_id: Mapped[int] = _snowflake()
    message_id: Mapped[int | None] = _snowflake()
    game: Mapped[str]
    options: Mapped[dict[str, Any]]
    language: Mapped[str]
    secret: Mapped[bytes]
    context: Mapped[str]
    commitment: Mapped[str]
    state: Mapped[str] = mapped_column(String(8))
    shown: Mapped[str] = mapped_column(String(8))
    strong: Mapped[str]
    strong_points: Mapped[int | None]
    thread_id: Mapped[int | None] = _snowflake()
    possible_points: Mapped[int | None]
    ends_at: Mapped[datetime | None]


class DailyPlayRow(Base):
    """How somebody played a deal of the day; `points` None: not to its end. `user_id` None: they
    were forgotten; `forgotten`: they will be when its day is over, as nobody plays it twice."""

    __tablename__ = "daily_plays"
    __table_args__ = (
        Index(None, "daily_id", "user_id", unique=True),
        Index(None, "user_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = _table_id(primary_key=True)
    daily_id: Mapped[int] = mapped_column(ForeignKey("daily_deals.id", ondelete="CASCADE"))
    user_id: Mapped[int | None] = _snowflake()
    name: Mapped[str]
    seq: Mapped[int]
    moves: Mapped[str]
    points: Mapped[int | None]
    finished_at: Mapped[datetime | None]
    shared: Mapped[bool]
    forgotten: Mapped[bool]


class GuildSettingsRow(Base):
    __tablename__ = "guild_settings"

    guild_id: Mapped[int] = _snowflake(primary_key=True)
    document: Mapped[str]


class PreferencesRow(Base):
    __tablename__ = "preferences"

    user_id: Mapped[int] = _snowflake(primary_key=True)
    document: Mapped[str]


class LearnerRow(Base):
    """Where a person stands in the lessons. `seq` counts the changes, from 1."""

    __tablename__ = "learners"

    user_id: Mapped[int] = _snowflake(primary_key=True)
    seq: Mapped[int]
    document: Mapped[str]
