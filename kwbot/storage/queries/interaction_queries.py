"""Interactions that came by HTTP and were taken on, within a transaction."""

from datetime import datetime

from sqlalchemy import Connection, delete, select

from kwbot.storage.backend.upsert import upsert
from kwbot.storage.values.models import InteractionRow

_INTERACTIONS_A_BATCH = 1000
"""How many interactions are forgotten in one batch."""


def take_on(connection: Connection, number: int, at: datetime) -> bool:
    """Note that an interaction is carried out; return False if it was before."""
    return upsert(connection, InteractionRow, {"id": number, "at": at})


def forget_taken_on(connection: Connection, before: datetime) -> bool:
    """Forget some interactions of before a time; return whether there may be more."""
    # Their ids grow with time, and so the oldest are found first without an index of times.
    some = select(InteractionRow.id).order_by(InteractionRow.id).limit(_INTERACTIONS_A_BATCH)
    oldest = select(some.subquery().c.id)
    old = delete(InteractionRow).where(InteractionRow.id.in_(oldest), InteractionRow.at < before)
    return connection.execute(old).rowcount == _INTERACTIONS_A_BATCH
