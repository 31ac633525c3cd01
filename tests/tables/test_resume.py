"""What is stored has happened, and nothing else: restarts, and a store that fails."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from kwbot.engine.values.actions import Pass
from kwbot.ids import TableId
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.values.stored_results import Outcome
from kwbot.tables.errors.refusals import ChannelInUse, NoTable, Stale
from kwbot.tables.play.table_writer import DOUBT_RETRY_DELAY
from kwbot.variants import games
from tests.tables.sandbox import (
    ANNA,
    BO,
    CHANNEL,
    CLEO,
    DAG,
    GUILD,
    KOMBINATIONS,
    LIMITED,
    House,
    same,
)


@pytest.mark.slow
async def test_a_restart_after_every_event_changes_nothing(house: House) -> None:
    table = await house.dealt(BO, CLEO, computers=1, **LIMITED)
    for _ in range(90):
        if house.tables.index.get(table) is None:
            break
        before = house.at(table)
        await house.crash()
        assert same(house.at(table), before)
        if before.ready:
            seat = min(set(before.present) - before.ready.seats)
            await house.ready(table, house.user(table, seat), before.seq)
        else:
            await house.act(table)


async def test_what_the_store_refuses_has_not_happened(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    before, shown = house.at(table), len(house.listener.states)

    async def full(*args: object, **kwargs: object) -> int:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "append", full)
        with pytest.raises(StorageError):
            await house.act(table, Pass())
    assert house.at(table) is before
    assert len(house.listener.states) == shown
    await house.act(table, Pass())


async def act_without_word(
    house: House, table_id: TableId, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pass; it is stored, and the store fails to say so."""
    append = house.store.append

    async def dumb(*args: Any, **kwargs: Any) -> int:
        await append(*args, **kwargs)
        raise StorageError("The answer was lost.")

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "append", dumb)
        with pytest.raises(StorageError):
            await house.act(table_id, Pass())


async def test_what_was_stored_without_word_of_it_stands(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    first = house.at(table).to_act()[0]
    await act_without_word(house, table, monkeypatch)
    with pytest.raises(Stale):
        await house.act(table, Pass())
    assert house.at(table).to_act() != (first,)
    await house.act(table, Pass())


async def test_what_was_stored_without_word_of_it_is_shown_though_nobody_presses_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else is in turn now, who would not know."""
    table = await house.dealt(BO, CLEO, DAG)
    first = house.at(table).to_act()
    await act_without_word(house, table, monkeypatch)
    shown = len(house.listener.states)
    house.clock.advance(DOUBT_RETRY_DELAY.total_seconds())
    await house.settled()
    assert house.at(table).to_act() != first
    assert len(house.listener.states) > shown


async def test_a_game_whose_end_was_stored_without_word_counts_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.dealt(BO, CLEO, DAG, **LIMITED)
    append = house.store.append

    async def dumb(*args: Any, **kwargs: Any) -> int:
        last = await append(*args, **kwargs)
        if any(isinstance(one, Outcome) for one in kwargs["scores"]):
            raise StorageError("The answer was lost.")
        return last

    monkeypatch.setattr(house.store, "append", dumb)
    with pytest.raises(StorageError):
        await house.play_out(table)
    with pytest.raises(NoTable):
        await house.tables.index.at(table).leave(ANNA.id)
    rows, _ = await house.store.results.leaderboard(GUILD, KOMBINATIONS)
    assert [row.games for row in rows] == [1, 1, 1, 1]
    assert house.tables.index.in_channel(CHANNEL) is None


@pytest.mark.parametrize("stored", [False, True])
async def test_a_lobby_that_could_not_be_sealed_is_sealed_and_shown_soon(
    house: House, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    """It is in the database, so its channel gets no second one."""
    update_table = house.store.update_table

    async def full(*args: Any) -> None:
        if stored:
            await update_table(*args)
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "update_table", full)
        with pytest.raises(StorageError):
            await house.lobby()
    with pytest.raises(ChannelInUse):
        await house.lobby()
    house.clock.advance(DOUBT_RETRY_DELAY.total_seconds())
    await house.settled()
    table = house.tables.index.in_channel(CHANNEL)
    assert table is not None
    assert house.listener.states[-1] == table
    seal = house.lobby_at(table.id).standing_seal()
    hidden = await house.store.tables.secret(table.id, 1)
    assert hidden is not None
    assert hidden.commitment == seal.commitment


async def test_a_cancelled_click_is_stored_as_a_whole_or_not_at_all(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    click = asyncio.create_task(house.act(table, Pass()))
    for _ in range(4):
        await asyncio.sleep(0)
    click.cancel()
    await asyncio.gather(click, return_exceptions=True)
    for _ in range(50):
        await house.store.ping()
    house.clock.advance(DOUBT_RETRY_DELAY.total_seconds())
    await house.settled()
    before = house.at(table)
    await house.crash()
    after = replace(house.at(table), last_human_at=before.last_human_at)
    assert same(after, before)


async def test_a_log_of_other_rules_closes_the_table_honestly(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    monkeypatch.setattr(type(games()[KOMBINATIONS]), "rules_version", 2)
    await house.crash()
    assert house.tables.index.get(table) is None
    row = await house.store.tables.load(table)
    assert row is not None
    assert (row.state, row.closed_reason) == ("closed", "rules")
    attached = await house.tables.archive.record(table)
    assert attached is not None
    assert attached.startswith("whist-record 1")
    assert attached.count("hand ") == 4


async def test_who_asks_just_when_a_resumption_has_ended_waits_for_another_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table was lost and came back meanwhile; nobody turns round and round."""
    table = await house.dealt(BO, CLEO, DAG)
    await house.tables.stop()
    resumption, dormant = house.tables._resumption, house.tables.index.dormant
    dormant[table] = house.tables.index.live.pop(table).state  # type: ignore[assignment]
    shield, waits, asked = asyncio.shield, list[int](), list[Any]()

    def counted(task: asyncio.Task[None]) -> asyncio.Future[None]:
        waits.append(len(waits))
        assert len(waits) < 10
        return shield(task)

    def ask() -> None:
        asked.append(resumption.resume(table))
        asked[0].send(None)

    async def resume(number: TableId) -> None:
        if asked:
            dormant.pop(number, None)
        else:
            asyncio.get_running_loop().call_soon(ask)

    monkeypatch.setattr(asyncio, "shield", counted)
    monkeypatch.setattr(resumption, "_resume", resume)
    await resumption.resume(table)
    asked[0].close()
    assert len(waits) == 2
