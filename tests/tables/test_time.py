"""Time for a decision, and what happens when it has run out."""

from __future__ import annotations

import asyncio

import pytest

from kwbot.engine.values.actions import Bid, Pass
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.tables.errors.refusals import Stale
from tests.tables.sandbox import BO, CLEO, DAG, House


async def test_the_first_bid_has_60_seconds_the_others_20(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    now = house.clock.now()

    def left() -> float:
        deadline = house.at(table).deadline
        assert deadline is not None
        return (deadline - now).total_seconds()

    assert left() == 60
    await house.act(table, Pass())
    assert left() == 20


async def test_computers_that_call_at_once_do_not_use_up_the_first_bid(house: House) -> None:
    for computers in (2, 3):
        table = await house.dealt(computers=computers)
        state = house.at(table)
        deadline = state.deadline
        assert deadline is not None
        assert (deadline - house.clock.now()).total_seconds() == 60
        await house.tables.index.at(table).close("moderator")


async def test_out_of_time_is_once_more_time_then_a_pass_then_away(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    slow = house.at(table).to_act()[0]
    house.clock.advance(59)
    await house.settled()
    assert not house.at(table).attendance.overdue
    house.clock.advance(2)
    await house.settled()
    assert house.at(table).to_act() == (slow,)
    assert house.at(table).attendance.overdue == {slow}
    await house.crash()
    house.clock.advance(58)
    await house.settled()
    assert house.at(table).to_act() == (slow,)
    house.clock.advance(3)
    await house.settled()
    state = house.at(table)
    assert state.to_act() != (slow,)
    assert state.attendance.missed[slow] == 2
    await house.act(table, Bid(("spel",)))
    for _ in range(2):
        await house.act(table, Pass())
    while slow not in house.at(table).to_act():
        await house.act(table)
    house.clock.advance(61)
    await house.settled()
    assert slow in house.at(table).away
    await house.tables.index.at(table).back(house.user(table, slow))
    assert slow not in house.at(table).away
    with pytest.raises(Stale):
        await house.tables.index.at(table).back(house.user(table, slow))


async def test_a_table_that_was_paused_has_its_time_again_after_a_restart(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.tables.pause(table, paused=True)
    await house.crash()
    assert house.at(table).deadline is not None


async def test_no_limit_means_no_deadline(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, time_first_bid="0")
    assert house.at(table).deadline is None


async def test_a_restart_leaves_at_least_20_seconds(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Pass())
    house.clock.advance(3600)
    await house.crash()
    deadline = house.at(table).deadline
    assert deadline is not None
    assert (deadline - house.clock.now()).total_seconds() == 20


async def test_a_restart_says_how_long_the_bot_was_away(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    house.clock.advance(60 + 300)
    await house.crash()
    assert house.at(table).absence == 300
    await house.act(table, Pass())
    assert house.at(table).absence == 0


async def test_nobodys_time_runs_while_discord_is_out_of_reach(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    waiting = house.at(table).to_act()
    house.tables.downtime.suspend()
    house.clock.advance(600)
    await house.settled()
    assert house.at(table).to_act() == waiting
    await house.tables.downtime.proceed()
    house.clock.advance(19)
    await house.settled()
    assert house.at(table).to_act() == waiting
    assert not house.at(table).attendance.overdue
    house.clock.advance(2)
    await house.settled()
    assert house.at(table).attendance.overdue == set(waiting)


async def test_an_alarm_that_fails_rings_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    waiting = house.at(table).to_act()

    async def full(*args: object, **kwargs: object) -> int:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "append", full)
        house.clock.advance(61)
        await house.settled()
        assert house.at(table).to_act() == waiting
    assert not house.at(table).attendance.overdue
    house.clock.advance(31)
    await house.settled()
    assert house.at(table).attendance.overdue == set(waiting)


async def test_a_pause_stops_the_time(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.tables.pause(table, paused=True)
    waiting = house.at(table).to_act()
    house.clock.advance(3600)
    await house.settled()
    assert house.at(table).to_act() == waiting
    await house.tables.pause(table, paused=False)
    assert house.at(table).deadline is not None


async def test_who_does_not_press_ready_in_time_is_dealt_in_anyway(house: House) -> None:
    table = await house.between_deals(BO, CLEO)
    house.clock.advance(3600)
    await house.settled()
    assert house.at(table).ready, "nobody is there: nothing is dealt"
    await house.ready(table, BO.id, 5)
    house.clock.advance(60)
    await house.settled()
    assert house.at(table).ready is None
    assert house.at(table).to_act()


async def test_a_table_without_a_human_act_for_a_day_is_closed(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, time_first_bid="0")
    house.clock.advance(23.9 * 3600)
    await house.settled()
    assert house.tables.index.get(table)
    house.clock.advance(3600)
    await house.settled()
    assert house.tables.index.get(table) is None
    assert house.closed(table)[0] == "idle"


async def test_an_alarm_for_a_table_that_is_being_closed_is_no_error(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    house = House(store)
    await house.tables.resume()
    await house.tables.all_resumed()
    table = await house.lobby()
    closing = asyncio.create_task(house.tables.index.at(table).close("moderator"))
    await asyncio.sleep(0)  # it has the table now
    house.clock.advance(24 * 3600)
    await closing
    while house.tables.index.get(table):
        await store.ping()
    await store.ping()
    await house.tables.stop()
    assert caplog.messages == []


async def test_time_runs_on_though_grace_cannot_be_stored(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    slow = house.at(table).to_act()[0]
    house.tables.downtime.suspend()
    house.clock.advance(300)
    await house.settled()
    assert house.at(table).to_act() == (slow,)

    async def full(*_: object) -> None:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(house.store, "update_table", full)
        await house.tables.downtime.proceed()
    assert [record.getMessage() for record in caplog.records] == [
        "1 tables were given no time to catch up: The disk is full."
    ]
    await house.settled()
    assert house.at(table).attendance.overdue == {slow}
