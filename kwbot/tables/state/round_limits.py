"""The limits of a table in a round of an evening: a number of deals, none of which begins after the
evening's end.

They are stored among the table's options, so that they survive a restart.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from kwbot.storage.values.stored_tables import BOARD_OPTION, EVENING_OPTION
from kwbot.tables.state.table_state import BaseTable, RunningTable
from kwbot.tables.time.clock import Gap

DEALS_OPTION, UNTIL_OPTION = "evening_deals", "evening_until"
"""Number of deals, and the time after which no deal begins, in seconds since 1970."""
EARLIER_OPTION = "evening_earlier"
"""Number of the round's deals before this one in a duplicate, where each deal has its own table."""
ROUND_OVER = "round"
"""Closing reason of a table whose round is over."""


def round_options(evening: int, deals: int, until: datetime) -> dict[str, str]:
    """Return the additional options of a table of an evening."""
    last = str(int(until.timestamp()))
    return {EVENING_OPTION: str(evening), DEALS_OPTION: str(deals), UNTIL_OPTION: last}


def duplicate_round_options(evening: int, deals: int, board: str, earlier: int) -> dict[str, str]:
    """Return the same options for a duplicate table, which plays a single deal to its end. `deals`:
    of the round; `board`: this deal's name; `earlier`: the round's deals before it."""
    own = {BOARD_OPTION: board, EARLIER_OPTION: str(earlier)}
    return {EVENING_OPTION: str(evening), DEALS_OPTION: str(deals), **own}


def is_of_evening(options: Mapping[str, str]) -> bool:
    """Whether a table with these options belongs, or belonged, to an evening."""
    return EVENING_OPTION in options


def without_round_options(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a table as if it belonged to no evening."""
    ours = (EVENING_OPTION, DEALS_OPTION, UNTIL_OPTION, BOARD_OPTION, EARLIER_OPTION)
    return {key: value for key, value in options.items() if key not in ours}


def options_of_last_deal(table: RunningTable, now: datetime) -> dict[str, str]:
    """Return the options of a table at which no deal begins any more."""
    return {**table.options, UNTIL_OPTION: str(int(min(_until(table), now).timestamp()))}


def options_after_gap(
    table: RunningTable, gap: Gap, now: datetime, most: timedelta
) -> Mapping[str, str]:
    """Return the options of a table after a gap.

    The time after which no deal begins moves with the clock. If it came during the gap, deals may
    begin for as long as was lost, but not longer than `most`.
    """
    if UNTIL_OPTION not in table.options:
        return table.options
    until = _until(table) + gap.jump
    if until >= now - gap.lost:
        until = max(until, now + min(gap.lost, most))
    return {**table.options, UNTIL_OPTION: str(int(until.timestamp()))}


def round_deals(table: BaseTable) -> int | None:
    """Return how many deals a table plays in its round of an evening; None without an evening."""
    found = table.options.get(DEALS_OPTION)
    return None if found is None else int(found)


def earlier_deals(table: BaseTable) -> int:
    """Return how many deals of its round were played before, at other tables."""
    return int(table.options.get(EARLIER_OPTION, 0))


def deals_left(table: RunningTable) -> int:
    """Return how many deals a table has still to play in its round."""
    return int(table.options[DEALS_OPTION]) - table.match.sheet.played


def is_round_over(table: RunningTable, now: datetime) -> bool:
    """Whether a table between two deals has played its round."""
    if table.is_duplicate:
        voided = table.ready is None  # by a restored backup
        return bool(table.match.deals) or voided
    return table.evening_id is not None and (deals_left(table) <= 0 or now >= _until(table))


def _until(table: RunningTable) -> datetime:
    return datetime.fromtimestamp(int(table.options[UNTIL_OPTION]), UTC)
