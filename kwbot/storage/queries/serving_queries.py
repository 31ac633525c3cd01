"""Until when the bot has served people, so that its next start knows how long it was away."""

from datetime import datetime

from sqlalchemy import Connection, select

from kwbot.storage.backend.upsert import upsert
from kwbot.storage.values.models import HeartbeatRow

THE_BOT = 1


def note_serving(connection: Connection, at: datetime) -> None:
    """Note that the bot serves people at a time."""
    upsert(connection, HeartbeatRow, {"id": THE_BOT, "at": at}, change=("at",))


def served_until(connection: Connection) -> datetime | None:
    """Return until when the bot is known to have served people; None if it never has."""
    return connection.scalar(select(HeartbeatRow.at))
