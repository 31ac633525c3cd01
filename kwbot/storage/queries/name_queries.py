"""The last names of people on each server, within a transaction.

Leaderboards outlive tables, and Discord knows only members' names: for a person who has left a
server its clients show a number.
"""

from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import Connection, select

from kwbot.ids import GuildId, UserId
from kwbot.storage.backend.upsert import upsert
from kwbot.storage.values.models import LastNameRow, MonthlyStandingRow

_NAMED = (LastNameRow.user_id, LastNameRow.name)


def add_names(
    connection: Connection, guild_id: GuildId, people: Iterable[tuple[UserId, str]]
) -> None:
    """Note the names of people on a server unless they are known there already."""
    if in_order := sorted(people):  # in order, so that transactions don't deadlock
        rows = [{"guild_id": guild_id, "user_id": user, "name": name} for user, name in in_order]
        upsert(connection, LastNameRow, rows)


def rename(connection: Connection, guild_id: GuildId, user_id: UserId, name: str) -> None:
    """Note the current name of somebody on a server."""
    values = {"guild_id": guild_id, "user_id": user_id, "name": name}
    upsert(connection, LastNameRow, values, change=("name",))


def last_name(connection: Connection, guild_id: GuildId, user_id: UserId) -> str | None:
    """Return the last known name of somebody on a server; empty if only their standing is known,
    None if nothing is."""
    theirs = (LastNameRow.guild_id == guild_id, LastNameRow.user_id == user_id)
    name = connection.scalar(select(LastNameRow.name).where(*theirs))
    if name is not None:
        return name
    ranked = (MonthlyStandingRow.guild_id == guild_id, MonthlyStandingRow.user_id == user_id)
    found = connection.scalar(select(MonthlyStandingRow.user_id).where(*ranked).limit(1))
    return None if found is None else ""


def names(
    connection: Connection, guild_id: GuildId, users: Collection[UserId]
) -> Mapping[UserId, str]:
    """Return the known names among those of `users`."""
    found = select(*_NAMED).where(LastNameRow.guild_id == guild_id, LastNameRow.user_id.in_(users))
    return {row.user_id: row.name for row in connection.execute(found)}
