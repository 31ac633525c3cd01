"""Planned tables: putting a lobby off until a time, and opening it before that."""

from datetime import datetime, timedelta

from kwbot.ids import UserId
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.play.lobby import check_host
from kwbot.tables.state.table_state import LobbyTable, PlannedTable
from kwbot.tables.time.clock_times import check_ahead

EXPECTED_DURATION = timedelta(hours=3)
"""How long a planned table is expected to be played at."""
REMINDER_LEAD = timedelta(minutes=10)
"""How long before its table opens somebody is reminded."""


def plan_table(table: LobbyTable, user_id: UserId, starts: datetime, now: datetime) -> PlannedTable:
    """Return the host's lobby as a planned table. Raises HostOnly, and Refused for a bad time."""
    check_host(table, user_id)
    check_ahead(starts, now)
    return table.as_planned(starts)


def opened_early(table: LobbyTable, user_id: UserId, now: datetime) -> LobbyTable:
    """Return the host's planned table opened now. Raises HostOnly, and Stale if it is open."""
    check_host(table, user_id)
    if not isinstance(table, PlannedTable):
        raise Stale
    return table.as_opened(now)


def reminded_at(table: LobbyTable) -> datetime | None:
    """Return when those who sit at a planned table are to be reminded; None if it was planned too
    late for that, or was not planned."""
    if table.starts is None or table.created_at > table.starts - 2 * REMINDER_LEAD:
        return None
    return table.starts - REMINDER_LEAD
