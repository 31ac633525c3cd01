"""People and roles who want to be rung when a table opens, within a transaction."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, or_, select, update

from kwbot.ids import GuildId, UserId
from kwbot.storage.backend.upsert import upsert
from kwbot.storage.values.models import RingRow


def wants_ring(connection: Connection, guild_id: GuildId, user_id: UserId) -> bool:
    """Whether somebody wants to be rung when a table opens on a server."""
    key = (RingRow.guild_id == guild_id, RingRow.user_id == user_id)
    return connection.scalar(select(RingRow.user_id).where(*key)) is not None


def set_ring_wish(
    connection: Connection, guild_id: GuildId, user_or_role: int, *, wanted: bool
) -> None:
    """Store whether somebody, or a role, wants to be rung on a server."""
    if wanted:
        values = {"guild_id": guild_id, "user_id": user_or_role, "rung_at": None}
        upsert(connection, RingRow, values)
        return
    key = (RingRow.guild_id == guild_id, RingRow.user_id == user_or_role)
    connection.execute(delete(RingRow).where(*key))


def waiting_for_ring(connection: Connection, guild_id: GuildId, before: datetime) -> list[int]:
    """Return the users and roles that want to be rung on a server and were not since `before`; the
    one that was rung longest ago is first."""
    long_ago = or_(RingRow.rung_at.is_(None), RingRow.rung_at < before)
    found = select(RingRow.user_id).where(RingRow.guild_id == guild_id, long_ago)
    in_order = found.order_by(RingRow.rung_at.is_not(None), RingRow.rung_at, RingRow.user_id)
    return list(connection.scalars(in_order))


def note_rung(
    connection: Connection, guild_id: GuildId, users_and_roles: Sequence[int], at: datetime
) -> None:
    """Store when users and roles were rung on a server."""
    these = (RingRow.guild_id == guild_id, RingRow.user_id.in_(users_and_roles))
    connection.execute(update(RingRow).where(*these).values(rung_at=at))
