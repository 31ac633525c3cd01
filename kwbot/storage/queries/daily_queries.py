"""Deals of the day: plans, deals and plays, within a transaction."""

from collections.abc import Sequence
from datetime import date, datetime

from sqlalchemy import Connection, delete, insert, select, update

from kwbot.ids import NO_GUILD, GuildId, UserId
from kwbot.storage.backend.rows import read_all, read_one
from kwbot.storage.backend.upsert import upsert
from kwbot.storage.queries import name_queries
from kwbot.storage.queries.table_queries import MAX_ID
from kwbot.storage.values.columns import columns, columns_of
from kwbot.storage.values.models import DailyDealRow, DailyPlanRow, DailyPlayRow
from kwbot.storage.values.stored_dailies import DailyPlan, DailyScore, StoredDaily, StoredPlay

_PLANS = select(*columns_of(DailyPlanRow, DailyPlan))
_DEALS = select(*columns_of(DailyDealRow, StoredDaily))
_PLAYS = select(*columns_of(DailyPlayRow, StoredPlay))
_UNDER_WAY = DailyDealRow.state.in_(("open", "closing"))
_FINISHED = DailyPlayRow.points.is_not(None)


def plan(connection: Connection, guild_id: GuildId) -> DailyPlan | None:
    """Return the plan of a server's deals of the day; None if it has none."""
    return read_one(connection, _PLANS.where(DailyPlanRow.guild_id == guild_id), DailyPlan)


def plans(connection: Connection) -> list[DailyPlan]:
    """Return the plans of all servers with deals of the day."""
    return read_all(connection, _PLANS.order_by(DailyPlanRow.guild_id), DailyPlan)


def set_plan(connection: Connection, chosen: DailyPlan) -> None:
    """Store the plan of a server's deals of the day."""
    changed = ("channel_id", "games", "preset", "language", "user_id", "refused_at")
    upsert(connection, DailyPlanRow, columns(chosen), change=changed)


def note_refusal(connection: Connection, guild_id: GuildId, at: datetime | None) -> None:
    """Note when the channel of a server's deals refused a message; None: it accepts them again."""
    here = update(DailyPlanRow).where(DailyPlanRow.guild_id == guild_id)
    connection.execute(here.values(refused_at=at))


def remove_plan(connection: Connection, guild_id: GuildId) -> None:
    """Remove the plan of a server's deals of the day."""
    connection.execute(delete(DailyPlanRow).where(DailyPlanRow.guild_id == guild_id))


# --- deals ---------------------------------------------------------------------------------------


def store_deal(connection: Connection, daily: StoredDaily) -> int:
    """Store a deal, replacing the one with its id, which nobody has seen; return the id."""
    values = columns(daily)
    del values["id"]
    if not daily.id:
        new = insert(DailyDealRow).values(values).returning(DailyDealRow.id)
        number: int = connection.execute(new).scalar_one()
        return number
    connection.execute(update(DailyDealRow).where(DailyDealRow.id == daily.id).values(values))
    return daily.id


def change(connection: Connection, /, daily_id: int, **values: object) -> None:
    """Set columns of a deal."""
    connection.execute(update(DailyDealRow).where(DailyDealRow.id == daily_id).values(values))


def dailies_to_show(connection: Connection, guild_id: GuildId) -> list[StoredDaily]:
    """Return the deals of a server whose messages do not show their current state yet."""
    outdated = _DEALS.where(
        DailyDealRow.guild_id == guild_id,
        DailyDealRow.state != "sealed",
        DailyDealRow.shown != DailyDealRow.state,
    )
    return read_all(connection, outdated.order_by(DailyDealRow.day), StoredDaily)


def end(connection: Connection, daily_id: int) -> None:
    """End a deal, and forget those of its people who are to be forgotten. A posted message of the
    next deal is to be redrawn, as it shows how this deal went."""
    ended = update(DailyDealRow).where(DailyDealRow.id == daily_id).values(state="over")
    guild = connection.execute(ended.returning(DailyDealRow.guild_id)).scalar_one()
    going_on = (DailyDealRow.guild_id == guild, DailyDealRow.state == "open")
    connection.execute(update(DailyDealRow).where(*going_on).values(shown=""))
    gone = (DailyPlayRow.daily_id == daily_id, DailyPlayRow.forgotten)
    connection.execute(update(DailyPlayRow).where(*gone).values(user_id=None, name="", moves=()))


def load(connection: Connection, daily_id: int) -> StoredDaily | None:
    """Return a deal; None if there is none."""
    if daily_id > MAX_ID:
        return None
    return read_one(connection, _DEALS.where(DailyDealRow.id == daily_id), StoredDaily)


def of_day(connection: Connection, guild_id: GuildId, day: date) -> StoredDaily | None:
    """Return a server's deal of a day in any state; None if there is none."""
    this = _DEALS.where(DailyDealRow.guild_id == guild_id, DailyDealRow.day == day)
    return read_one(connection, this, StoredDaily)


def under_way(connection: Connection, guild_id: GuildId | None = None) -> list[StoredDaily]:
    """Return the playable deals on a server (None: on all), by their days."""
    found = _DEALS.where(_UNDER_WAY)
    if guild_id is not None:
        found = found.where(DailyDealRow.guild_id == guild_id)
    return read_all(connection, found.order_by(DailyDealRow.day), StoredDaily)


def days(connection: Connection, guild_id: GuildId, until: date, most: int) -> list[date]:
    """Return the last days up to `until` with a deal opened on a server, the newest first."""
    found = select(DailyDealRow.day).where(
        DailyDealRow.guild_id == guild_id, DailyDealRow.day <= until, DailyDealRow.state != "sealed"
    )
    return list(connection.scalars(found.order_by(DailyDealRow.day.desc()).limit(most)))


# --- plays ---------------------------------------------------------------------------------------


def begin(connection: Connection, daily_id: int, user_id: UserId, name: str) -> StoredPlay | None:
    """Return somebody's play of a deal, a new one if needed; None if it is too late to begin."""
    if (found := play_of(connection, daily_id, user_id)) is not None:
        return found
    state = select(DailyDealRow.state).where(DailyDealRow.id == daily_id)
    if connection.scalar(state) != "open":
        return None
    new = {
        "daily_id": daily_id, "user_id": user_id, "name": name, "seq": 0, "moves": (),
        "points": None, "finished_at": None, "shared": False, "forgotten": False,
    }  # fmt: skip
    upsert(connection, DailyPlayRow, new)  # another process may have been quicker
    guild_id = connection.scalar(select(DailyDealRow.guild_id).where(DailyDealRow.id == daily_id))
    name_queries.add_names(connection, guild_id or NO_GUILD, [(user_id, name)])
    begun = play_of(connection, daily_id, user_id)
    assert begun is not None
    return begun


def is_unfinished(connection: Connection, daily_id: int) -> bool:
    """Whether anybody has begun a deal and not finished it."""
    playing = select(DailyPlayRow.id).where(DailyPlayRow.daily_id == daily_id, ~_FINISHED)
    return connection.scalar(playing.limit(1)) is not None


def play_of(connection: Connection, daily_id: int, user_id: UserId) -> StoredPlay | None:
    """Return somebody's play of a deal; None if they have not begun."""
    this = _PLAYS.where(DailyPlayRow.daily_id == daily_id, DailyPlayRow.user_id == user_id)
    return read_one(connection, this, StoredPlay)


def load_play(connection: Connection, play_id: int) -> StoredPlay | None:
    """Return a play by its id; None if there is none."""
    if play_id > MAX_ID:
        return None
    return read_one(connection, _PLAYS.where(DailyPlayRow.id == play_id), StoredPlay)


def store_moves(
    connection: Connection,
    before: StoredPlay,
    moves: Sequence[str],
    points: int | None = None,
    at: datetime | None = None,
) -> bool:
    """Store the moves of a play after the state `before`; if it is finished, `points` is its result
    and `at` the time. Return False if it has changed meanwhile or the deal is over."""
    still = select(DailyDealRow.id).where(DailyDealRow.id == before.daily_id, _UNDER_WAY)
    as_before = (
        DailyPlayRow.id == before.id,
        DailyPlayRow.seq == before.seq,
        DailyPlayRow.daily_id.in_(still),
    )
    values = {
        "seq": before.seq + 1, "moves": tuple(moves), "points": points, "finished_at": at
    }  # fmt: skip
    return connection.execute(update(DailyPlayRow).where(*as_before).values(values)).rowcount > 0


def note_shared(connection: Connection, play_id: int) -> bool:
    """Note that a result was shared; return False if it had been before."""
    first = (DailyPlayRow.id == play_id, DailyPlayRow.shared.is_(False))
    return connection.execute(update(DailyPlayRow).where(*first).values(shared=True)).rowcount > 0


def plays(connection: Connection, daily_id: int) -> list[StoredPlay]:
    """Return the finished plays of a deal, the best first."""
    found = _PLAYS.where(DailyPlayRow.daily_id == daily_id, _FINISHED)
    best = found.order_by(DailyPlayRow.points.desc(), DailyPlayRow.finished_at, DailyPlayRow.id)
    return read_all(connection, best, StoredPlay)


def scores(connection: Connection, guild_id: GuildId, first: date, last: date) -> list[DailyScore]:
    """Return people's scores in a server's finished deals of some days."""
    found = (
        select(
            DailyDealRow.day, DailyDealRow.strong_points,
            DailyPlayRow.user_id, DailyPlayRow.name, DailyPlayRow.points,
        )
        .join(DailyPlayRow, DailyPlayRow.daily_id == DailyDealRow.id)
        .where(
            DailyDealRow.guild_id == guild_id,
            DailyDealRow.day >= first,
            DailyDealRow.day <= last,
            DailyDealRow.state == "over",
            _FINISHED,
        )
        .order_by(DailyDealRow.day, DailyPlayRow.id)
    )  # fmt: skip
    return [
        DailyScore(day, strong, user, name, points or 0)
        for day, strong, user, name, points in connection.execute(found)
    ]


def days_played(
    connection: Connection, guild_id: GuildId, user_id: UserId, since: date
) -> set[date]:
    """Return the days from `since` on whose deals somebody has finished on a server."""
    found = (
        select(DailyDealRow.day)
        .join(DailyPlayRow, DailyPlayRow.daily_id == DailyDealRow.id)
        .where(
            DailyPlayRow.user_id == user_id,
            _FINISHED,
            DailyDealRow.guild_id == guild_id,
            DailyDealRow.day >= since,
        )
    )
    return set(connection.scalars(found))


def forget(connection: Connection, user_id: UserId) -> None:
    """Remove somebody's name from their plays; from a running deal's when it ends."""
    over = select(DailyDealRow.id).where(DailyDealRow.state == "over")
    mine = DailyPlayRow.user_id == user_id
    nameless = {"user_id": None, "name": "", "moves": ()}
    connection.execute(
        update(DailyPlayRow).where(mine, DailyPlayRow.daily_id.in_(over)).values(nameless)
    )
    connection.execute(update(DailyPlayRow).where(mine).values(name="", forgotten=True))
