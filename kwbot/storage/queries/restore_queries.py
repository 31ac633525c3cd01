"""The last restore of a backup and the leap of ids after it, within a transaction."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from kwbot.storage.values.models import RestoreRow

MIN_ID_LEAP, MAX_ID_LEAP = 2**20, 2**40
"""Least and most that ids leap above a backup's highest one at its restore: more than were given
since the backup, and so widely spread that a second restore never begins at the same id."""
MAX_CHANGE_LEAP = 2**27
"""Most leap in the count of changes of a person's lessons, which has 31 bits."""
VOIDED_DEAL = 0
"""Deal number of the secret of a voided first deal by which partners were drawn."""


@dataclass(frozen=True, slots=True)
class Restore:
    """A restore of a backup: ids from `first` on were given after it."""

    first: int
    at: datetime


def last_restore(connection: Connection) -> Restore | None:
    """Return the last restore of a backup; None if there was none."""
    latest = select(RestoreRow.first_table, RestoreRow.at).order_by(RestoreRow.first_table.desc())
    row = connection.execute(latest.limit(1)).one_or_none()
    return None if row is None else Restore(*row)


def before_first_change(connection: Connection) -> int:
    """Return the number from which changes of a new person's lessons are counted. It is high after
    a restore, as they may have begun after the backup and still have buttons from then."""
    restore = last_restore(connection)
    return 0 if restore is None else MIN_ID_LEAP + restore.first % MAX_CHANGE_LEAP
