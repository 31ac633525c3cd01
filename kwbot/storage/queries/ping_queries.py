"""People and roles who want to be pinged when a table opens, within a transaction."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, or_, select, update

from kwbot.ids import GuildId, UserId
from kwbot.storage.backend.upsert import upsert
from kwbot.storage.values.models import PingRow


def wants_pings(connection: Connection, guild_id: GuildId, user_id: UserId) -> bool:
    """Whether somebody wants to be pinged when a table opens on a server."""
    key = (PingRow.guild_id == guild_id, PingRow.user_id == user_id)
    return connection.scalar(select(PingRow.user_id).where(*key)) is not None


def set_ping_wish(
    connection: Connection, guild_id: GuildId, user_or_role: int, *, wanted: bool
) -> None:
    """Store whether somebody, or a role, wants to be pinged on a server."""
    if wanted:
        values = {"guild_id": guild_id, "user_id": user_or_role}
        upsert(connection, PingRow, values)
        return
    key = (PingRow.guild_id == guild_id, PingRow.user_id == user_or_role)
    connection.execute(delete(PingRow).where(*key))


def waiting_for_ping(connection: Connection, guild_id: GuildId, before: datetime) -> list[int]:
    """Return the users and roles that want to be pinged on a server and were not since `before`,
    the one pinged longest ago first."""
    long_ago = or_(PingRow.pinged_at.is_(None), PingRow.pinged_at < before)
    found = select(PingRow.user_id).where(PingRow.guild_id == guild_id, long_ago)
    in_order = found.order_by(PingRow.pinged_at.is_not(None), PingRow.pinged_at, PingRow.user_id)
    return list(connection.scalars(in_order))


def note_pings(
    connection: Connection, guild_id: GuildId, users_and_roles: Sequence[int], at: datetime
) -> None:
    """Store when users and roles were pinged on a server."""
    these = (PingRow.guild_id == guild_id, PingRow.user_id.in_(users_and_roles))
    connection.execute(update(PingRow).where(*these).values({PingRow.pinged_at: at}))
