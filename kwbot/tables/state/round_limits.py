"""Limits of a table that plays one round of an evening: so many deals, none after the hour.

They stand in the table's options, so that a restart knows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from kwbot.storage.values.stored import BOARD_OPTION, EVENING_OPTION
from kwbot.tables.state.table_state import BaseTable, RunningTable
from kwbot.tables.time.clock import Gap

DEALS_OPTION, LAST_OPTION = "evening_deals", "evening_until"
"""So many deals are played; and when no deal begins any more, in seconds since 1970."""
EARLIER_OPTION = "evening_earlier"
"""So many deals of the round were played before; in a duplicate each has a table of its own."""
ROUND_OVER = "round"
"""Why a table is closed whose round is over."""


def limits(evening: int, deals: int, until: datetime) -> dict[str, str]:
    """Return the options of a table of an evening."""
    last = str(int(until.timestamp()))
    return {EVENING_OPTION: str(evening), DEALS_OPTION: str(deals), LAST_OPTION: last}


def duplicate_limits(evening: int, deals: int, board: str, earlier: int) -> dict[str, str]:
    """Return the options of a table that plays one deal of an evening's round of so many, and that
    to its end: the deal of this name."""
    own = {BOARD_OPTION: board, EARLIER_OPTION: str(earlier)}
    return {EVENING_OPTION: str(evening), DEALS_OPTION: str(deals), **own}


def is_of_evening(options: Mapping[str, str]) -> bool:
    """Whether a table with these options is, or was, an evening's."""
    return EVENING_OPTION in options


def without(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a table that belongs to no evening."""
    ours = (EVENING_OPTION, DEALS_OPTION, LAST_OPTION, BOARD_OPTION, EARLIER_OPTION)
    return {key: value for key, value in options.items() if key not in ours}


def ending(table: RunningTable, now: datetime) -> dict[str, str]:
    """Return the options of a table at which no deal begins from now on."""
    return {**table.options, LAST_OPTION: str(int(min(_until(table), now).timestamp()))}


def given_back(table: RunningTable, gap: Gap, now: datetime, most: timedelta) -> Mapping[str, str]:
    """Return the options of a table after time in which nobody was served: its hour moves with the
    clock, and where it came meanwhile deals go on beginning for as long as was lost, `most`."""
    if LAST_OPTION not in table.options:
        return table.options
    until = _until(table) + gap.put_on
    if until >= now - gap.lost:
        until = max(until, now + min(gap.lost, most))
    return {**table.options, LAST_OPTION: str(int(until.timestamp()))}


def round_deals(table: BaseTable) -> int | None:
    """Return how many deals a table of an evening plays in its round."""
    found = table.options.get(DEALS_OPTION)
    return None if found is None else int(found)


def earlier_deals(table: BaseTable) -> int:
    """Return how many deals of its round were played before at other tables."""
    return int(table.options.get(EARLIER_OPTION, 0))


def deals_left(table: RunningTable) -> int:
    """Return how many deals of its round a table has not played."""
    return int(table.options[DEALS_OPTION]) - table.match.sheet.played


def is_over(table: RunningTable, now: datetime) -> bool:
    """Whether a table between two deals has played its round."""
    if table.is_duplicate:  # a restored backup may have broken its seal
        return bool(table.match.deals) or table.ready is None
    return table.evening_id is not None and (deals_left(table) <= 0 or now >= _until(table))


def _until(table: RunningTable) -> datetime:
    return datetime.fromtimestamp(int(table.options[LAST_OPTION]), UTC)
