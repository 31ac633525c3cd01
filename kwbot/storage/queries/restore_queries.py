"""The last restore of a backup, and how far above it ids go on, within a transaction."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from kwbot.storage.values.models import RestoreRow

MIN_ID_LEAP, MAX_ID_LEAP = 2**20, 2**40
"""How far above the highest id of a backup the next ones begin: from so far, as fewer were given
since then, to so far, that no second restore begins at the same."""
MAX_CHANGE_LEAP = 2**27
"""The same limit for changes of a person's lessons, which are counted in 31 bits."""
VOIDED_DEAL = 0
"""The number under which the secret of a void first deal is kept if partners were drawn by it."""


@dataclass(frozen=True, slots=True)
class Restore:
    """A backup that was restored: ids from `first` on are of the time after that."""

    first: int
    at: datetime


def last_restore(connection: Connection) -> Restore | None:
    """Return the last restore of a backup; None: there was none."""
    latest = select(RestoreRow.first_table, RestoreRow.at).order_by(RestoreRow.first_table.desc())
    row = connection.execute(latest.limit(1)).one_or_none()
    return None if row is None else Restore(*row)


def before_first_change(connection: Connection) -> int:
    """Return the number after which changes of a new person's lessons are counted. After a restore
    that is far above, since they may have begun after the backup and have buttons of then."""
    restore = last_restore(connection)
    return 0 if restore is None else MIN_ID_LEAP + restore.first % MAX_CHANGE_LEAP
