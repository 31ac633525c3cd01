"""Planned tables: putting off a lobby until a time, and opening it early."""

from datetime import datetime, timedelta

from kwbot.ids import UserId
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.play.lobby import check_host
from kwbot.tables.state.table_state import LobbyTable, PlannedTable
from kwbot.tables.time.clock_times import check_ahead

EXPECTED_DURATION = timedelta(hours=3)
"""Time that people are expected to play at a planned table."""
REMINDER_LEAD = timedelta(minutes=10)
"""Time from a reminder to the opening of the table."""


def plan_table(table: LobbyTable, user_id: UserId, starts: datetime, now: datetime) -> PlannedTable:
    """Return the host's lobby as a planned table. Raises HostOnly, or Refused for a bad time."""
    check_host(table, user_id)
    check_ahead(starts, now)
    return table.as_planned(starts)


def opened_early(table: LobbyTable, user_id: UserId, now: datetime) -> LobbyTable:
    """Return the host's planned table opened now. Raises HostOnly, or Stale if it is open."""
    check_host(table, user_id)
    if not isinstance(table, PlannedTable):
        raise Stale
    return table.as_opened(now)


def reminded_at(table: LobbyTable) -> datetime | None:
    """Return when to remind those who sit at a planned table; None if it was not planned, or too
    late for a reminder."""
    if table.starts is None or table.created_at > table.starts - 2 * REMINDER_LEAD:
        return None
    return table.starts - REMINDER_LEAD
