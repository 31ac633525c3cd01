"""The tables of the database: a new one is made by them, and migrations lead old ones to them."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import Connection, ForeignKey, Index, Table, event, text
from sqlalchemy.orm import Mapped, mapped_column

from kwbot.ids import TableId
from kwbot.storage.values.columns import Base, GuildKey, Long, RowKey, Snowflake, TableKey, UserKey
from kwbot.storage.values.ratings import Rating
from kwbot.storage.values.stored_dailies import DailyPlan, StoredDaily, StoredPlay
from kwbot.storage.values.stored_evenings import StoredEntrant, StoredEvening
from kwbot.storage.values.stored_people import PlayerBan
from kwbot.storage.values.stored_results import (
    Champion,
    DealShare,
    Outcome,
    PlayerResult,
    ScoredDeal,
)
from kwbot.storage.values.stored_tables import (
    DealSecret,
    NewEvent,
    StoredSeal,
    StoredSeat,
    StoredTable,
)
from kwbot.storage.values.stored_weeklies import WeeklyPlan


def _of_table() -> Mapped[TableId]:
    return mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


class TableRow(StoredTable, Base):
    __tablename__ = "tables"
    __table_args__ = (
        # Of nothing that changes with every press.
        Index(None, "state", "created_at"),
        Index(None, "guild_id", "channel_id"),
        Index(None, "host_id"),
        # Ids are never used again: an old message's buttons must not reach a new table.
        {"sqlite_autoincrement": True},
    )

    owner: Mapped[int | None] = mapped_column(index=True)
    edition: Mapped[int] = mapped_column(server_default="0")


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

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
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

    id: Mapped[Snowflake] = mapped_column(primary_key=True)
    at: Mapped[datetime]


class RestoreRow(Base):
    """A backup that was restored: from which id on tables are of the time after that."""

    __tablename__ = "restores"

    first_table: Mapped[Snowflake] = mapped_column(primary_key=True)
    at: Mapped[datetime]


class SeatRow(StoredSeat, Base):
    __tablename__ = "seats"
    __table_args__ = (Index(None, "user_id", "table_id"),)

    table_id: Mapped[TableId] = _of_table()


_DONE_BY = text("actor IS NOT NULL")


class EventRow(NewEvent, Base):
    __tablename__ = "events"
    __table_args__ = (
        # Most events are what computers did.
        Index(None, "actor", "table_id", sqlite_where=_DONE_BY),
        {"sqlite_with_rowid": False},  # kept in the order it is read in
    )

    table_id: Mapped[TableId] = _of_table()
    seq: Mapped[int] = mapped_column(primary_key=True)


@event.listens_for(EventRow.__table__, "before_create")
def _leave_out_computers(table: Table, connection: Connection, **_: object) -> None:
    """Make the index the same on PostgreSQL. Said in the model it would load that dialect, 3 MB,
    whatever the database is."""
    if connection.dialect.name == "postgresql":
        for index in table.indexes:
            index.dialect_kwargs["postgresql_where"] = _DONE_BY


class SealRow(StoredSeal, Base):
    """The commitment to a lobby's first deal, and what was given to it: a line each, the user's id
    first."""

    __tablename__ = "lobby_seals"

    table_id: Mapped[TableId] = _of_table()


class ClosingMessagesRow(Base):
    """A closed table whose last messages may not be out yet."""

    __tablename__ = "farewells"

    table_id: Mapped[TableId] = _of_table()


class InvitationRow(Base):
    """An invitation of somebody to a table, which is sent once."""

    __tablename__ = "invitations"

    table_id: Mapped[TableId] = _of_table()
    user_id: Mapped[UserKey] = mapped_column(primary_key=True, index=True)


class RingRow(Base):
    """A person who wants to be rung when a table opens on a server, and when they were last.
    `user_id` may be the role that its moderators have named.
    """

    __tablename__ = "rings"

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    user_id: Mapped[Snowflake] = mapped_column(primary_key=True, index=True)
    rung_at: Mapped[datetime | None]


class SecretRow(DealSecret, Base):
    __tablename__ = "deal_secrets"

    table_id: Mapped[TableId] = _of_table()


class ResultRow(Outcome, Base):
    """One finished game. It outlives its table, so `table_id` refers to nothing."""

    __tablename__ = "results"
    __table_args__ = (Index(None, "guild_id", "game"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    guild_id: Mapped[GuildKey]
    game: Mapped[str]
    table_id: Mapped[TableKey] = mapped_column(unique=True)


class PlayerResultRow(PlayerResult, Base):
    __tablename__ = "player_results"

    result_id: Mapped[int] = mapped_column(
        ForeignKey("results.id", ondelete="CASCADE"), primary_key=True
    )
    rating: Mapped[float | None]
    """What they were rated after it."""


class ScoredDealRow(ScoredDeal, Base):
    """One deal whose score stands. Like a result it outlives its table."""

    __tablename__ = "scored_deals"
    __table_args__ = (
        Index(None, "table_id", "number", unique=True),
        Index(None, "guild_id", "day"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[RowKey] = mapped_column(primary_key=True)
    guild_id: Mapped[GuildKey]
    game: Mapped[str]
    table_id: Mapped[TableKey]


class DealShareRow(DealShare, Base):
    """What a deal brought a seat. `user_id` None: a computer player's, below 0: a token in place of
    somebody who was forgotten."""

    __tablename__ = "deal_shares"
    __table_args__ = (Index(None, "user_id", "deal_id"),)

    deal_id: Mapped[RowKey] = mapped_column(
        ForeignKey("scored_deals.id", ondelete="CASCADE"), primary_key=True
    )


class MonthlyStandingRow(Base):
    """What the deals and games of a player among people add up to in a month, which is named by
    its first day."""

    __tablename__ = "monthly_standings"

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    month: Mapped[date] = mapped_column(primary_key=True)
    user_id: Mapped[UserKey] = mapped_column(primary_key=True, index=True)
    deals: Mapped[int]
    points: Mapped[int]
    games: Mapped[int]
    wins: Mapped[int]


class ChampionRow(Champion, Base):
    """A winner of a season that is over, with the name they had then. `user_id` None: they were
    forgotten.
    """

    __tablename__ = "champions"

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    first: Mapped[date] = mapped_column(primary_key=True)
    """The first day of the season."""
    months: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)


class StandingRow(Base):
    """What the results of a player among people in one game on one server add up to."""

    __tablename__ = "standings"

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[UserKey] = mapped_column(primary_key=True, index=True)
    games: Mapped[int]
    wins: Mapped[int]
    points: Mapped[int]
    bids_tried: Mapped[int]
    bids_made: Mapped[int]
    units: Mapped[Long]


class RatingRow(Rating, Base):
    """How strong a player seems by the games among people: about `mu`, give or take `sigma`."""

    __tablename__ = "ratings"

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[UserKey] = mapped_column(primary_key=True, index=True)


class LastNameRow(Base):
    """What somebody who has taken part in anything on a server was called there last."""

    __tablename__ = "last_names"

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    user_id: Mapped[UserKey] = mapped_column(primary_key=True, index=True)
    name: Mapped[str]


class TitleRow(Base):
    __tablename__ = "titles"
    __table_args__ = (Index(None, "user_id"),)

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    user_id: Mapped[UserKey] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    table_id: Mapped[TableKey]


class BanRow(PlayerBan, Base):
    __tablename__ = "bans"


class EveningRow(StoredEvening, Base):
    """An evening of a club. Its `course` names entrants by their number alone, so that it can stay
    when a person is forgotten."""

    __tablename__ = "evenings"
    __table_args__ = (
        Index(None, "state", "guild_id"),
        Index(None, "host_id"),
        # Ids are never used again: an old message's buttons must not reach a new evening.
        {"sqlite_autoincrement": True},
    )


class EntrantRow(StoredEntrant, Base):
    """Somebody who takes part in an evening. `user_id` None: they were forgotten."""

    __tablename__ = "evening_entrants"
    __table_args__ = (Index(None, "user_id"),)

    evening_id: Mapped[int] = mapped_column(
        ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True
    )


class DailyPlanRow(DailyPlan, Base):
    """The plan of a server's deals of the day. `games`: their keys, played in rotation;
    `user_id`: who turned it on, `refused_at`: when its channel refused a message, and they were
    told.
    """

    __tablename__ = "daily_plans"
    __table_args__ = (Index(None, "user_id"),)


class WeeklyPlanRow(WeeklyPlan, Base):
    """The plan of a server's weekly posts. `told`: the first day of the last week that it told
    of; `user_id` and `refused_at` as for a deal of the day.
    """

    __tablename__ = "weekly_plans"
    __table_args__ = (Index(None, "user_id"),)


class DailyDealRow(StoredDaily, Base):
    __tablename__ = "daily_deals"
    __table_args__ = (
        Index(None, "guild_id", "day", unique=True),
        Index(None, "state"),
        # Ids are never used again: an old message's buttons must not reach a new deal.
        {"sqlite_autoincrement": True},
    )


class DailyPlayRow(StoredPlay, Base):
    """How somebody played a deal of the day; `points` None: not to its end. `user_id` None: they
    were forgotten; `forgotten`: they will be when its day is over, as nobody plays it twice."""

    __tablename__ = "daily_plays"
    __table_args__ = (
        Index(None, "daily_id", "user_id", unique=True),
        Index(None, "user_id"),
        {"sqlite_autoincrement": True},
    )

    finished_at: Mapped[datetime | None]
    forgotten: Mapped[bool]


class GuildSettingsRow(Base):
    __tablename__ = "guild_settings"

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    document: Mapped[str]


class PreferencesRow(Base):
    __tablename__ = "preferences"

    user_id: Mapped[UserKey] = mapped_column(primary_key=True)
    document: Mapped[str]


class LearnerRow(Base):
    """Where a person stands in the lessons. `seq` counts the changes, from 1."""

    __tablename__ = "learners"

    user_id: Mapped[UserKey] = mapped_column(primary_key=True)
    seq: Mapped[int]
    document: Mapped[str]
