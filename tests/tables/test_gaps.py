"""Lost time: outages, a machine asleep, a clock set forward or back, a loop that stalls.

Nobody who must act has less than the grace afterwards, and no table is closed or settled by it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from benches.stand_ins import HandClock
from kwbot.engine.values.actions import Pass
from kwbot.storage.backend.failures import StorageError
from kwbot.tables.serving import downtime
from kwbot.tables.state.table_state import LobbyTable, PlannedTable
from kwbot.tables.state.time_limits import GRACE, UNJOINED_PERIOD
from kwbot.tables.time.alarms import ALARM_RETRY_DELAY
from kwbot.tables.time.clock import Gap, SystemClock
from tests.tables.sandbox import ANNA, BO, CHANNEL, CLEO, DAG, House

HOUR, DAY = 3600, 86400
GAP_LENGTHS = (
    30, 600, 2 * HOUR, 3 * DAY, pytest.param(60 * DAY, marks=pytest.mark.heavy),
)  # fmt: skip
"""Seconds; the two longest are beyond every setting of these tables."""


async def outage(house: House, seconds: float) -> None:
    """Discord cannot be heard, then it can again."""
    house.tables.downtime.suspend()
    house.clock.advance(seconds)
    await house.settled()
    await house.tables.downtime.proceed()


async def absence(house: House, seconds: float) -> None:
    """The bot is off."""
    await house.tables.stop()
    house.clock.advance(seconds)
    house.tables = house.begin()
    await house.tables.resume()
    await house.tables.all_resumed()


async def stall(house: House, seconds: float) -> None:
    """The event loop, or the whole machine, stands still while the clock goes on."""
    house.clock.stall(seconds)


async def set_forward(house: House, seconds: float) -> None:
    """Somebody sets the clock, or the machine sleeps."""
    house.clock.jump(seconds)


async def set_back(house: House, seconds: float) -> None:
    house.clock.jump(-seconds)


async def off_and_set_back(house: House, seconds: float) -> None:
    await absence(house, -seconds)


GAPS = (outage, absence, stall, set_forward, set_back, off_and_set_back)
Happens = Callable[[House, float], Awaitable[None]]


@pytest.mark.parametrize("seconds", GAP_LENGTHS)
@pytest.mark.parametrize("happens", GAPS, ids=lambda gap: gap.__name__)
async def test_whoever_must_act_has_the_grace_and_no_more_than_the_limit(
    house: House, happens: Happens, seconds: float
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Pass())
    waiting, limit = house.at(table).to_act(), timedelta(seconds=20)
    await happens(house, seconds)
    await house.settled()
    game = house.at(table)
    assert game.to_act() == waiting
    assert not game.attendance.missed.get(waiting[0], 0)
    assert game.deadline is not None
    assert GRACE <= game.deadline - house.clock.now() <= max(limit, GRACE)
    house.clock.advance(19)
    await house.settled()
    assert house.at(table).to_act() == waiting
    assert not house.at(table).attendance.overdue
    house.clock.advance(2)
    await house.settled()
    assert house.at(table).attendance.overdue == set(waiting)


@pytest.mark.parametrize("seconds", GAP_LENGTHS)
@pytest.mark.parametrize("happens", GAPS, ids=lambda gap: gap.__name__)
async def test_no_table_is_closed_or_settled_by_lost_time(
    house: House, happens: Happens, seconds: float
) -> None:
    """A game that its host ends would be settled into the leaderboard; a lobby would just go."""
    table = await house.dealt(BO, CLEO, DAG, game="hus", close_after_hours="2")
    lobby = (await house.lobby_elsewhere(close_after_hours="2")).id
    house.clock.advance(HOUR)
    await house.settled()
    away = house.at(table).away
    await happens(house, seconds)
    await house.settled()
    assert house.at(table).away == away
    assert house.tables.index.get(lobby) is not None
    house.clock.advance(HOUR - 120)
    await house.settled()
    assert {table, lobby} <= {one.id for one in house.tables.index}
    house.clock.advance(240 + HOUR * (happens in (absence, off_and_set_back)))
    await house.settled()
    assert house.tables.index.get(lobby) is None  # what was idle while it was served counts


@pytest.mark.parametrize("seconds", GAP_LENGTHS)
@pytest.mark.parametrize("happens", GAPS, ids=lambda gap: gap.__name__)
async def test_a_planned_table_whose_time_came_meanwhile_opens(
    house: House, happens: Happens, seconds: float
) -> None:
    table = await house.lobby(BO)
    opens = await house.plan(table, hours=1)
    await happens(house, seconds)
    await house.settled()
    left = (opens - house.clock.now()).total_seconds()
    assert isinstance(house.tables.index.get(table), PlannedTable) == (left > 0)
    house.clock.advance(max(left, 0))
    await house.settled()
    state = house.tables.index.get(table)
    assert type(state) is LobbyTable
    assert state.last_human_at == house.clock.now()
    assert state.names == ("Anna", "Bo")


@pytest.mark.parametrize("seconds", GAP_LENGTHS)
@pytest.mark.parametrize("happens", [outage, absence, stall, set_forward])
@pytest.mark.parametrize("waited", [-HOUR / 60, HOUR / 2])
async def test_a_planned_table_is_kept_out_for_two_hours_that_are_served(
    house: House, happens: Happens, seconds: float, waited: float
) -> None:
    """`waited`: how long it has been kept out when the time is lost."""
    table = await house.lobby(BO)
    opens = await house.plan(table, hours=1)
    other = await house.lobby(CLEO)
    house.clock.advance(HOUR + waited)
    await house.settled()
    await happens(house, seconds)
    await house.settled()
    due = max(opens, house.clock.now() - timedelta(seconds=max(waited, 0))) + UNJOINED_PERIOD
    house.clock.advance((due - house.clock.now()).total_seconds() - 1)
    await house.settled()
    assert isinstance(house.tables.index.get(table), PlannedTable)
    house.clock.advance(62)  # a start of the bot does not know the last minute
    await house.settled()
    assert house.tables.index.get(table) is None
    row = await house.store.tables.load(table)
    assert row is not None
    assert row.closed_reason == "missed"
    assert house.tables.index.get(other) is not None


async def test_a_planned_table_opens_though_it_was_not_given_back_what_was_lost(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*args: object) -> None:
        raise StorageError("The disk is full.")

    table = await house.lobby(BO)
    await house.plan(table, hours=1)
    with monkeypatch.context() as patch:
        patch.setattr(house.store, "update_table", fails)
        await outage(house, DAY)
        await house.settled()
    house.clock.advance(ALARM_RETRY_DELAY.total_seconds())
    await house.settled()
    assert type(house.tables.index.get(table)) is LobbyTable


@pytest.mark.parametrize("happens", GAPS, ids=lambda gap: gap.__name__)
async def test_a_vote_is_not_lost_by_it(house: House, happens: Happens) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    if happens in (absence, off_and_set_back):
        pytest.skip("a vote's end is in the log; see test_votes")
    await house.act(table, Pass())
    await house.ask_undo(table, ANNA.id, 1)
    await happens(house, 3 * DAY)
    await house.settled()
    vote = house.at(table).vote
    assert vote is not None
    assert GRACE <= vote.until - house.clock.now() <= timedelta(minutes=5)


@pytest.mark.parametrize("seconds", [-DAY, DAY])
async def test_computers_play_on_though_the_clock_is_set(house: House, seconds: float) -> None:
    table = await house.dealt(computers=3)
    house.clock.jump(seconds)
    await house.settled()
    while house.at(table).ready is None and house.at(table).to_act() == (0,):
        await house.act(table)
    house.clock.advance(10)
    await house.settled()
    game = house.at(table)
    assert game.computer_in_turn() is None


async def test_a_press_after_an_outage_waits_for_few_tables(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downtime, "TABLES_AT_ONCE", 3)
    table = await house.dealt(BO, CLEO, DAG)
    for number in range(12):
        await house.lobby_elsewhere(CHANNEL + 1 + number)
    stored = list[str]()
    update, append = house.store.update_table, house.store.append

    async def updated(*args: Any) -> None:
        await update(*args)
        stored.append("given back")
        if len(stored) == 1:
            presses.append(asyncio.create_task(house.act(table, Pass())))

    async def appended(*args: Any, **more: Any) -> int:
        last = await append(*args, **more)
        stored.append("press")
        return last

    presses = list[asyncio.Task[int]]()
    monkeypatch.setattr(house.store, "update_table", updated)
    monkeypatch.setattr(house.store, "append", appended)
    await outage(house, 600)
    await asyncio.gather(*presses)
    assert stored.count("given back") == 13
    assert stored.index("press") <= 2 * 3


async def test_what_is_lost_in_an_outage_is_given_back_once(house: House) -> None:
    """The clock is set while Discord is out of reach, and the machine sleeps."""
    table = await house.dealt(BO, CLEO, DAG, close_after_hours="2")
    heard = house.at(table).last_human_at
    house.tables.downtime.suspend()
    house.clock.jump(5 * DAY)
    await house.settled()
    house.clock.stall(HOUR)
    await house.settled()
    await house.tables.downtime.proceed()
    assert house.at(table).last_human_at - heard == timedelta(days=5, hours=1)


async def test_nothing_is_forgotten_while_the_clock_may_be_wrong(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.tables.index.at(table).close("moderator")
    house.clock.jump(1000 * DAY)
    await house.settled()
    assert await house.store.tables.load(table)
    house.clock.jump(-1000 * DAY)
    await house.settled()
    house.clock.advance(DAY + 1)
    await house.settled()
    assert await house.store.tables.load(table)


# --- the machine's clock -----------------------------------------------------------------------


class Machine:
    """A machine's two clocks, in seconds."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_750_000_000.0, 5000.0
        self.clock = SystemClock(lambda: self.wall, lambda: self.steady)

    def run(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    @property
    def shown(self) -> datetime:
        return datetime.fromtimestamp(self.wall, self.clock.now().tzinfo)


def seconds(gap: Gap) -> tuple[float, float]:
    return round(gap.jump.total_seconds(), 3), round(gap.lost.total_seconds(), 3)


def test_time_that_is_served_is_no_gap() -> None:
    machine = Machine()
    for late in (1.0, 1.5, 0.2, 4.0):
        machine.run(late)
        assert not machine.clock.gap()
    machine.wall += 3  # slewed a little
    assert not machine.clock.gap()


def test_a_stalled_process_has_lost_what_it_did_not_run() -> None:
    machine = Machine()
    machine.run(61)
    assert seconds(machine.clock.gap()) == (0, 60)
    machine.run(1)
    assert not machine.clock.gap()


@pytest.mark.parametrize("by", [DAY, -DAY, 30, -30])
def test_a_clock_that_is_set_takes_the_tables_with_it_and_nothing_else(by: float) -> None:
    """So does a machine asleep, where the steady clock stands still meanwhile."""
    machine = Machine()
    steady = machine.clock.steady.now()
    machine.wall += by
    machine.run(1)
    assert machine.clock.now() - steady == timedelta(seconds=1)
    assert seconds(machine.clock.gap()) == (by, 0)
    assert abs(machine.clock.now() - machine.shown) < timedelta(milliseconds=1)
    assert machine.clock.steady.now() - steady == timedelta(seconds=1)
    machine.run(1)
    assert not machine.clock.gap()


def test_a_clock_turned_by_hand_tells_a_gap_once() -> None:
    clock = HandClock()
    clock.stall(60)
    assert clock.gap() == Gap(lost=timedelta(seconds=60))
    assert not clock.gap()
