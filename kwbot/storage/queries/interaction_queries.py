"""Interactions taken on by HTTP, within a transaction."""

from datetime import datetime

from sqlalchemy import Connection, delete, select

from kwbot.storage.backend.upsert import upsert
from kwbot.storage.values.models import InteractionRow

_INTERACTIONS_A_BATCH = 1000
"""Number of interactions that are forgotten in a batch."""


def take_on(connection: Connection, number: int, at: datetime) -> bool:
    """Note that an interaction is being carried out; return False if it was before."""
    return upsert(connection, InteractionRow, {"id": number, "at": at})


def forget_taken_on(connection: Connection, before: datetime) -> bool:
    """Forget some interactions from before a time; return whether there may be more."""
    # Ids grow with time, so the oldest are found without an index of times.
    some = select(InteractionRow.id).order_by(InteractionRow.id).limit(_INTERACTIONS_A_BATCH)
    oldest = select(some.subquery().c.id)
    old = delete(InteractionRow).where(InteractionRow.id.in_(oldest), InteractionRow.at < before)
    return connection.execute(old).rowcount == _INTERACTIONS_A_BATCH
