"""The tables of the database: the source of new ones, and the target of migrations."""

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
        # No index on anything that changes with every press.
        Index(None, "state", "created_at"),
        Index(None, "guild_id", "channel_id"),
        Index(None, "host_id"),
        # Ids are never reused: an old message's buttons must not reach a new table.
        {"sqlite_autoincrement": True},
    )

    owner: Mapped[int | None] = mapped_column(index=True)
    edition: Mapped[int] = mapped_column(server_default="0")


class ProcessRow(Base):
    """A process of a cluster: where the others reach it, its last heartbeat, and the seconds that
    it counts as alive after it."""

    __tablename__ = "processes"
    # Ids are never reused: they show who may write.
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str]
    beat_at: Mapped[datetime]
    hears: Mapped[str] = mapped_column(server_default="")
    """Unused, but older versions write it."""
    lease: Mapped[float] = mapped_column(server_default="2")


class IdentifyRow(Base):
    """Unused, but processes of older versions use it to take turns at identifying."""

    __tablename__ = "identifies"

    bucket: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]


class RegistrationRow(Base):
    """A digest of the last registered commands, of all servers (0) or of one."""

    __tablename__ = "registrations"

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    digest: Mapped[str]
    edition: Mapped[int]


class HeartbeatRow(Base):
    """The only row says until when the bot has served people, updated while it does."""

    __tablename__ = "heartbeat"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]


class InteractionRow(Base):
    """A recent interaction received by HTTP, so that none is carried out twice."""

    __tablename__ = "interactions"

    id: Mapped[Snowflake] = mapped_column(primary_key=True)
    at: Mapped[datetime]


class RestoreRow(Base):
    """A restore of a backup, and the first id given after it."""

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
        # Most events are by computers.
        Index(None, "actor", "table_id", sqlite_where=_DONE_BY),
        {"sqlite_with_rowid": False},  # stored in reading order
    )

    table_id: Mapped[TableId] = _of_table()
    seq: Mapped[int] = mapped_column(primary_key=True)


@event.listens_for(EventRow.__table__, "before_create")
def _leave_out_computers(table: Table, connection: Connection, **_: object) -> None:
    """Give the index its condition on PostgreSQL, too. In the model it would load that dialect's 3
    MB for any database."""
    if connection.dialect.name == "postgresql":
        for index in table.indexes:
            index.dialect_kwargs["postgresql_where"] = _DONE_BY


class SealRow(StoredSeal, Base):
    """A lobby's first deal: its commitment, and contributions, a line each, by user id."""

    __tablename__ = "lobby_seals"

    table_id: Mapped[TableId] = _of_table()


class ClosingMessagesRow(Base):
    """A closed table whose last messages may not be out yet."""

    __tablename__ = "farewells"

    table_id: Mapped[TableId] = _of_table()


class InvitationRow(Base):
    """An invitation of somebody to a table, which is sent only once."""

    __tablename__ = "invitations"

    table_id: Mapped[TableId] = _of_table()
    user_id: Mapped[UserKey] = mapped_column(primary_key=True, index=True)


class PingRow(Base):
    """A person, or a role named by moderators (in `user_id`), to ping when a table opens on a
    server, and when that last happened. The database says *ring*."""

    __tablename__ = "rings"

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    user_id: Mapped[Snowflake] = mapped_column(primary_key=True, index=True)
    pinged_at: Mapped[datetime | None] = mapped_column("rung_at")


class SecretRow(DealSecret, Base):
    __tablename__ = "deal_secrets"

    table_id: Mapped[TableId] = _of_table()


class ResultRow(Outcome, Base):
    """A finished game. It outlives its table, so `table_id` is no foreign key."""

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
    """The player's rating after the game."""


class ScoredDealRow(ScoredDeal, Base):
    """A deal whose score counts. It outlives its table."""

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
    """A seat's share in a scored deal. `user_id` None: a computer; below 0: a forgotten person."""

    __tablename__ = "deal_shares"
    __table_args__ = (Index(None, "user_id", "deal_id"),)

    deal_id: Mapped[RowKey] = mapped_column(
        ForeignKey("scored_deals.id", ondelete="CASCADE"), primary_key=True
    )


class MonthlyStandingRow(Base):
    """The sums of a player's deals and games among people in a month, given by its first day."""

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
    """A champion of a past season, with their name at the time. `user_id` None: forgotten."""

    __tablename__ = "champions"

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    first: Mapped[date] = mapped_column(primary_key=True)
    """The first day of the season."""
    months: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)


class StandingRow(Base):
    """The sums of a player's results among people in a game on a server."""

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
    """A player's estimated strength by games among people: `mu`, give or take `sigma`."""

    __tablename__ = "ratings"

    guild_id: Mapped[GuildKey] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[UserKey] = mapped_column(primary_key=True, index=True)


class LastNameRow(Base):
    """The last known name of somebody on a server where they have taken part in anything."""

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
    """An evening of a club. Its `course` names entrants only by number, so that it can stay when a
    person is forgotten."""

    __tablename__ = "evenings"
    __table_args__ = (
        Index(None, "state", "guild_id"),
        Index(None, "host_id"),
        # Ids are never reused: an old message's buttons must not reach a new evening.
        {"sqlite_autoincrement": True},
    )


class EntrantRow(StoredEntrant, Base):
    __tablename__ = "evening_entrants"
    __table_args__ = (Index(None, "user_id"),)

    evening_id: Mapped[int] = mapped_column(
        ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True
    )


class DailyPlanRow(DailyPlan, Base):
    __tablename__ = "daily_plans"
    __table_args__ = (Index(None, "user_id"),)


class WeeklyPlanRow(WeeklyPlan, Base):
    __tablename__ = "weekly_plans"
    __table_args__ = (Index(None, "user_id"),)


class DailyDealRow(StoredDaily, Base):
    __tablename__ = "daily_deals"
    __table_args__ = (
        Index(None, "guild_id", "day", unique=True),
        Index(None, "state"),
        # Ids are never reused: an old message's buttons must not reach a new deal.
        {"sqlite_autoincrement": True},
    )


class DailyPlayRow(StoredPlay, Base):
    """Somebody's play of a deal of the day. `forgotten`: the person will be forgotten when the deal
    is over; not before, as nobody may play it twice."""

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
    """A person's progress in the lessons. `seq`: the number of the last change."""

    __tablename__ = "learners"

    user_id: Mapped[UserKey] = mapped_column(primary_key=True)
    seq: Mapped[int]
    document: Mapped[str]
