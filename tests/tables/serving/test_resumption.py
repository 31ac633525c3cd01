"""Tables come back after a start when somebody needs them, and are found before they are back."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from kwbot.ids import TableId, UserId
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.log import archive
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.serving.opening_limits import Opening, OpeningLimits
from kwbot.tables.serving.resumption import Resumption
from kwbot.tables.state.indexed_table import IndexedTable
from kwbot.tables.state.time_limits import GRACE
from kwbot.tables.time.alarms import ALARM_RETRY_DELAY
from tests.tables.sandbox import ANNA, BO, CHANNEL, CLEO, DAG, GUILD, KOMBINATIONS, House, same

SECONDS = GRACE.total_seconds()


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table comes back by itself."""

    async def nothing(resumption: Resumption) -> None:
        pass

    monkeypatch.setattr(Resumption, "_resume_rest", nothing)


async def start_again(house: House) -> None:
    """Kill the bot and start it, without waiting until all tables are back."""
    await house.tables.stop()
    house.tables = house.begin()
    await house.tables.resume()


def dormant(house: House) -> set[TableId]:
    return {one.id for one in house.tables.index} - {one.id for one in house.tables.index.in_memory}


def known(table: IndexedTable) -> tuple[Any, ...]:
    return (
        table.id, table.guild, table.channel, table.parent_channel, table.host, table.variant,
        table.names, table.humans, [table.has(one.id) for one in (ANNA, BO, CLEO, DAG)],
    )  # fmt: skip


@pytest.mark.usefixtures("unhurried")
async def test_a_table_comes_back_once_for_all_who_need_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, lobby = await house.dealt(BO, CLEO, DAG), (await house.lobby_elsewhere()).id
    before = house.at(table)
    await start_again(house)
    with pytest.raises(LookupError):
        house.tables.index.at(table)
    read, log = [], house.store.tables.load_log

    async def noted(number: TableId) -> Any:
        read.append(number)
        return await log(number)

    monkeypatch.setattr(house.store.tables, "load_log", noted)
    first, *others = [asyncio.create_task(house.tables.resume_table(table)) for _ in range(3)]
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(*others)
    assert same(house.at(table), before)
    assert read == [table]
    assert dormant(house) == {lobby}
    await house.act(table)


@pytest.mark.usefixtures("unhurried")
async def test_tables_are_found_and_counted_before_they_are_back(house: House) -> None:
    table = await house.dealt(BO, computers=2)
    await house.tables.note(table, channel=99, parent_channel=CHANNEL)
    await house.lobby_elsewhere()
    before = sorted(map(known, house.tables.index))
    await start_again(house)
    assert len(dormant(house)) == len(house.tables.index) == 2
    assert sorted(map(known, house.tables.index)) == before
    limits = OpeningLimits(house.tables.index, house.clock, 9)
    wish = Opening(UserId(50), GUILD, frozenset([CHANNEL]))
    one = GuildSettings(tables_per_channel=1)
    with pytest.raises(Refused, match="threads: 1"), limits.opening(wish, one):
        pass
    new = NewLobby(
        guild=GUILD, channel=99, seated=(DAG.seated(),), game=KOMBINATIONS, language="en"
    )
    with pytest.raises(Refused, match="already"):
        await house.tables.open(new, GuildSettings())
    await house.tables.resume_around(DAG.id)
    assert dormant(house) == {table}
    await house.tables.resume_around(UserId(77), CHANNEL)
    assert not dormant(house)


@pytest.mark.usefixtures("unhurried")
async def test_a_table_comes_back_when_its_time_has_come(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    asked = house.at(table).to_act()
    house.clock.advance(59)
    await start_again(house)
    house.clock.advance(SECONDS - 1)
    await house.settled()
    assert dormant(house) == {table}
    house.clock.advance(1)
    await house.settled()
    assert house.at(table).to_act() == asked  # whoever must act has the grace from now on
    assert not house.at(table).attendance.overdue
    house.clock.advance(SECONDS)
    await house.settled()
    assert house.at(table).attendance.overdue == set(asked)


@pytest.mark.usefixtures("unhurried")
async def test_time_lost_before_a_table_is_back_is_given_back(house: House) -> None:
    table, gone = await house.dealt(BO, CLEO, DAG), timedelta(days=3)
    before = house.at(table)
    await start_again(house)
    house.tables.downtime.suspend()
    house.clock.advance(gone.total_seconds())
    await house.settled()
    await house.tables.downtime.proceed()
    await house.tables.resume_table(table)
    game = house.at(table)
    assert game.last_human_at == before.last_human_at + gone
    assert game.deadline
    assert game.deadline >= house.clock.now() + GRACE


async def test_a_bot_that_is_killed_while_tables_come_back_loses_none(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, lobby = await house.dealt(BO, CLEO, DAG), (await house.lobby_elsewhere()).id
    before, log = house.at(table), house.store.tables.load_log

    async def stuck(number: TableId) -> Any:
        if number == lobby:
            await asyncio.Event().wait()
        return await log(number)

    with monkeypatch.context() as patched:
        patched.setattr(house.store.tables, "load_log", stuck)
        await start_again(house)
        await house.tables.resume_table(table)
        assert dormant(house) == {lobby}
        await start_again(house)
    await house.crash()
    assert same(house.at(table), before)
    assert house.lobby_at(lobby).has(DAG.id)


@pytest.mark.parametrize("error", [StorageError, AssertionError])
async def test_a_table_that_cannot_be_read_holds_up_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    table, lobby = await house.dealt(BO, CLEO, DAG), (await house.lobby_elsewhere()).id
    log = house.store.tables.load_log

    async def failing(number: TableId) -> Any:
        if number == table:
            raise error("The disk has failed.")
        return await log(number)

    with monkeypatch.context() as patched:
        patched.setattr(house.store.tables, "load_log", failing)
        await start_again(house)
        await house.tables.all_resumed()
        assert dormant(house) == {table}
        assert house.lobby_at(lobby).has(DAG.id)
    house.clock.advance(ALARM_RETRY_DELAY.total_seconds())
    await house.settled()
    assert house.at(table).has(ANNA.id)


async def test_a_table_in_memory_does_not_wait_for_others_to_come_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, lobby = await house.dealt(BO, CLEO, DAG), (await house.lobby_elsewhere()).id
    log = house.store.tables.load_log

    async def stuck(number: TableId) -> Any:
        if number == lobby:
            await asyncio.Event().wait()
        return await log(number)

    monkeypatch.setattr(house.store.tables, "load_log", stuck)
    await start_again(house)
    await house.tables.resume_table(table)
    asked = house.at(table).to_act()
    house.clock.advance(60 + SECONDS)
    await house.settled()
    assert dormant(house) == {lobby}
    assert house.at(table).attendance.overdue == set(asked)


async def test_others_are_served_while_a_long_log_is_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    row, events = await house.store.tables.load_log(table)
    monkeypatch.setattr(archive, "REPLAY_BATCH_SIZE", 2)
    reading = asyncio.create_task(house.tables.archive.replay(row, events))
    served = 0
    while not reading.done():
        await asyncio.sleep(0)
        served += 1
    assert served > len(events) // 2
