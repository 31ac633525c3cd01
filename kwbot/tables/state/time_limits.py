"""The time limits of a table, for its players, its votes and itself."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from kwbot.engine.deals.variant import Variant
from kwbot.engine.phases.base import Phase
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.wording import N_
from kwbot.tables.state import round_limits
from kwbot.tables.state.table_state import (
    BaseTable,
    LobbyTable,
    OpenTable,
    PlannedTable,
    RunningTable,
)
from kwbot.tables.time.clock import Gap

TIME_OPTIONS: Mapping[str, int] = {
    "time_first_bid": 60,
    "time_bid": 20,
    "time_choice": 60,
    "time_card": 60,
}
"""The keys of time limits and their usual seconds: for the first bid of a deal by a person, other
bids, other choices, cards to a trick. 0 is no limit."""

_AUCTION_OPTIONS = ("time_first_bid", "time_bid")

CLOSE_OPTION = "close_after_hours"
GRACE = timedelta(seconds=20)
"""Least time that a player has left after a gap."""
MIN_SECONDS_AFTER_VOTE = 5
"""Least seconds that a player has left after a vote that changed nothing."""
CLOSING_GRACE = timedelta(hours=1)
"""Least time that an idle table has left after the bot was away."""
UNJOINED_PERIOD = timedelta(hours=2)
"""Time that a lobby stays open with only its host in it."""
_MAX_LIMIT_SECONDS = 7 * 24 * 3600
VOTE_PATIENCE = timedelta(minutes=5)
"""Time that others wait for a player until they count as silent, or the time limit if longer."""


def time_options(variant: Variant) -> list[str]:
    """Return the keys of the time limits that a game uses."""
    return [key for key in TIME_OPTIONS if variant.has_auction or key not in _AUCTION_OPTIONS]


def accept_seconds(value: str) -> str:
    """Return seconds up to a week in canonical form. Raises IllegalAction for anything else."""
    if not (value.isascii() and value.isdigit()) or int(value) > _MAX_LIMIT_SECONDS:
        raise IllegalAction(N_("A time limit is a number of seconds; 0 means none."))
    return str(int(value))


def kind_of_wait(table: RunningTable) -> str | None:
    """Return which of `TIME_OPTIONS` applies now; None if the table waits for nobody."""
    if table.ready is not None:
        return "time_choice" if table.is_attended else None
    deal = table.match.deal
    waiting = [seat for seat in table.to_act() if not table.is_played_by_computer(seat)]
    if deal is None or deal.current is None or not waiting:
        return None
    return _kind_of_question(deal.current, waiting[0], table.humans)


def _kind_of_question(phase: Phase, seat: Seat, humans: Collection[Seat]) -> str:
    """Return which of `TIME_OPTIONS` applies to a phase's question to a player."""
    key = phase.purpose(seat).key
    if key == "bid":
        called = {said.seat for said in phase.decisions(None)}
        return "time_first_bid" if called.isdisjoint(humans) else "time_bid"
    return "time_card" if key == "play" else "time_choice"


def deadline(table: RunningTable, now: datetime) -> datetime | None:
    """Return when time runs out for those who must act if they are asked now; None: never, or a
    vote is under way."""
    kind = kind_of_wait(table)
    if kind is None or table.vote is not None:
        return None
    seconds = int(table.options.get(kind, TIME_OPTIONS[kind]))
    return now + timedelta(seconds=seconds) if seconds else None


def falling_silent(table: RunningTable) -> Mapping[Seat, tuple[datetime, datetime]]:
    """Return, for each player others wait for, since when, and when they will count as silent."""
    attendance = table.attendance
    waiting = {s: since for s, (_, since) in attendance.asked.items() if s not in attendance.silent}
    others = set(table.answering) - waiting.keys()
    if not waiting or not others or table.paused or table.vote is not None:
        return {}
    kind = kind_of_wait(table)
    limit = int(table.options.get(kind, TIME_OPTIONS[kind])) if kind else 0
    patience = max(VOTE_PATIENCE, timedelta(seconds=limit))
    return {seat: (since, since + patience) for seat, since in waiting.items()}


def after_gap(table: OpenTable, gap: Gap, now: datetime) -> OpenTable:
    """Return the table after a gap, which does not count as idle time. Whoever is asked something
    has at least `GRACE` left."""
    heard = min(now, idle_since(table) + gap.jump + gap.lost)
    if isinstance(table, LobbyTable):
        return replace(table, last_human_at=heard)

    def still(until: datetime) -> datetime:
        return max(until + gap.jump, now + GRACE)

    return replace(
        table,
        last_human_at=heard,
        attendance=table.attendance.with_questions_anew(now),
        options=round_limits.options_after_gap(table, gap, now, CLOSING_GRACE),
        deadline=table.deadline and still(table.deadline),
        vote=table.vote and replace(table.vote, until=still(table.vote.until)),
    )


def due_times(table: OpenTable) -> list[datetime]:
    """Return the times at which something is due: for the table, its vote or its players."""
    times = [closing_time(table)]
    if isinstance(table, PlannedTable):
        times.append(table.opens)
    elif isinstance(table, RunningTable):
        times += [table.vote.until] if table.vote else []
        times += [table.deadline] if table.deadline and not table.paused else []
        times += [until for _, until in falling_silent(table).values()]
    return times


def closing_time(table: BaseTable) -> datetime:
    """Return when a table closes if no person does anything, or a planned one cannot open."""
    if isinstance(table, PlannedTable):
        return idle_since(table) + UNJOINED_PERIOD
    idle = timedelta(hours=int(table.options.get(CLOSE_OPTION, "24")))
    return idle_since(table) + (min(idle, UNJOINED_PERIOD) if is_unjoined(table) else idle)


def idle_since(table: BaseTable) -> datetime:
    """Return since when no person has done anything at a served table; for a planned one, when it
    should have opened."""
    if isinstance(table, PlannedTable):
        return max(table.opens, table.last_human_at)
    return table.last_human_at


def is_unjoined(table: BaseTable) -> bool:
    """Whether a table is a lobby that nobody has joined."""
    return isinstance(table, LobbyTable) and len(table.humans) < 2
