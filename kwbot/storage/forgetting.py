"""Taking data out for good: old tables, a server's data, a person's data."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kwbot.storage.models import (
    BanRow,
    EventRow,
    GuildSettingsRow,
    PlayerResultRow,
    PreferencesRow,
    ResultRow,
    SeatRow,
    TableRow,
    TitleRow,
)

_CLOSED = TableRow.state == "closed"


async def purge_closed(connection: AsyncConnection, before: datetime) -> int:
    old = delete(TableRow).where(_CLOSED, TableRow.last_human_at < before)
    return (await connection.execute(old)).rowcount


async def delete_guild(connection: AsyncConnection, guild_id: int) -> None:
    for model in (TableRow, ResultRow, TitleRow, BanRow, GuildSettingsRow):
        await connection.execute(delete(model).where(model.guild_id == guild_id))


async def delete_user(connection: AsyncConnection, user_id: int) -> list[int]:
    """Deletes a person's data, except at open tables, whose ids it returns."""
    played = select(SeatRow.table_id).where(SeatRow.user_id == user_id)
    acted = select(EventRow.table_id).where(EventRow.actor == user_id)
    # A record holds names and who did what: a closed table of theirs goes as a whole.
    theirs = TableRow.id.in_(played.union(acted)) | (TableRow.host_id == user_id)
    await connection.execute(delete(TableRow).where(_CLOSED, theirs))
    for model in (PlayerResultRow, TitleRow, PreferencesRow):
        await connection.execute(delete(model).where(model.user_id == user_id))
    await connection.execute(update(BanRow).where(BanRow.by == user_id).values(by=None))
    still = await connection.execute(select(TableRow.id).where(theirs).order_by(TableRow.id))
    return list(still.scalars())
