"""After a restored backup no number that was given out since is one of now."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from benches.stand_ins import LocalComputers
from kwbot.daily.daily_manager import DailyDeals
from kwbot.evenings.evening import CHECK_IN_LEAD, Evening
from kwbot.evenings.evening_manager import Evenings
from kwbot.storage.queries.restore_queries import MIN_ID_LEAP
from kwbot.storage.upkeep.live_copy import back_up
from kwbot.storage.upkeep.renewal import GIVEN_OUT
from kwbot.storage.upkeep.restoring import restore
from kwbot.storage.values.columns import Base
from kwbot.storage.values.documents import Learning, RerunState
from kwbot.storage.values.stored_dailies import DailyPlan
from kwbot.tables.errors.refusals import BeforeRestore
from kwbot.variants import games
from tests.daily.few_lines import few_lines
from tests.daily.test_daily_manager import Board
from tests.evenings.test_evening_manager import QUICK, Rooms
from tests.tables.sandbox import ANNA, BO, CHANNEL, CLEO, DAG, GUILD, House, assert_verified
from tests.tables.test_restore import running, url

__all__ = ["few_lines", "url"]
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
NOT_GIVEN_OUT = {"results", "scored_deals", "processes"}
"""Tables whose ids no custom_id names, of those whose ids are never used again."""


def evenings_of(house: House) -> Evenings:
    return Evenings(house.store, house.clock, house.tables, Rooms(), games())


def dailies_of(house: House) -> DailyDeals:
    house.clock.advance((NOON - house.clock.now()).total_seconds())
    return DailyDeals(
        house.store, house.clock, LocalComputers(), Board(), games(), house.tables.downtime
    )


def evening_at(house: House) -> Evening:
    now = house.clock.now()
    return Evening(
        guild=GUILD, channel=CHANNEL, host=ANNA.id, game="whist", options=QUICK,
        starts=now + CHECK_IN_LEAD, ends=now + timedelta(hours=3), deals=2, seats=4,
    )  # fmt: skip


def test_all_ids_that_are_given_out_are_renewed() -> None:
    tables = Base.metadata.tables.values()
    kept = {one.name for one in tables if one.dialect_kwargs.get("sqlite_autoincrement")}
    assert {row.__tablename__ for row in GIVEN_OUT} == kept - NOT_GIVEN_OUT


async def test_an_evening_goes_on_at_its_table(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with running(url) as house:
        evenings = evenings_of(house)
        number = (await evenings.open(evening_at(house))).id
        house.clock.advance(1)
        await evenings.advance(number)
        for person in (ANNA, BO, CLEO, DAG):
            await evenings.arrive(number, person.seated(), 900)
        house.clock.advance(CHECK_IN_LEAD.total_seconds())
        before = await evenings.advance(number)
        table = before.round[0].table
        assert table is not None
        await house.all_ready(table)
        await asyncio.to_thread(back_up, url, copy, wait=0)
        newer = (await evenings.open(evening_at(house))).id
    restore(url, copy, NOON, wait=0)

    async with running(url) as house:
        await house.settled()
        evenings = evenings_of(house)
        for gone in (number, newer):
            with pytest.raises(BeforeRestore):
                await evenings.evening(gone)
        [evening] = await evenings.open_in(GUILD)
        assert [one.user for one in evening.entrants] == [one.user for one in before.entrants]
        after = await evenings.advance(evening.id)
        [here] = house.tables.index.in_memory
        assert after.round[0].table == here.id != table
        assert after.under_way
        assert here.evening_id == after.id
        assert (await evenings.open(evening_at(house))).id > max(newer, after.id)


@pytest.mark.slow
async def test_a_deal_of_the_day_that_was_open_is_void(
    url: str, tmp_path: Path, few_lines: None
) -> None:
    copy = tmp_path / "copy.sqlite3"
    plan = DailyPlan(
        guild_id=GUILD, channel_id=7, games=("whist",), preset="rulebook", language="en"
    )
    async with running(url) as house:
        dailies = dailies_of(house)
        await house.store.daily.set_plan(plan)
        await dailies.advance(GUILD)
        old = await dailies.today(GUILD)
        assert old is not None
        sealed = (await dailies.reports.news(old)).seal
        await asyncio.to_thread(back_up, url, copy, wait=0)
        play = (await dailies.begin(old, ANNA.id, "Anna")).play.id
        await dailies.stop()
    said = restore(url, copy, NOON, wait=0)
    assert "running deals that will be dealt anew: 1." in said

    async with running(url) as house:
        dailies = dailies_of(house)
        assert await dailies.today(GUILD) is None
        await dailies.advance(GUILD)
        new = await dailies.today(GUILD)
        assert new is not None
        assert new.commitment not in (old.commitment, sealed)
        news = await dailies.reports.news(new)
        assert news.restored
        assert news.seal not in ("", sealed)
        with pytest.raises(BeforeRestore):
            await dailies.daily(old.id, GUILD)
        mine = (await dailies.begin(new, ANNA.id, "Anna")).play.id
        assert mine > play + MIN_ID_LEAP
        with pytest.raises(BeforeRestore):
            await dailies.hand(play, GUILD, ANNA.id, "Anna")
        house.clock.advance(timedelta(days=1).total_seconds())
        await dailies.advance(GUILD)
        tomorrow = await dailies.today(GUILD)
        assert tomorrow is not None
        assert not (await dailies.reports.news(tomorrow)).restored
        await dailies.stop()


@pytest.mark.slow
async def test_a_deal_of_a_day_that_is_over_keeps_its_results(
    url: str, tmp_path: Path, few_lines: None
) -> None:
    copy = tmp_path / "copy.sqlite3"
    plan = DailyPlan(
        guild_id=GUILD, channel_id=7, games=("whist",), preset="rulebook", language="en"
    )
    async with running(url) as house:
        dailies = dailies_of(house)
        await house.store.daily.set_plan(plan)
        await dailies.advance(GUILD)
        old = await dailies.today(GUILD)
        assert old is not None
        await dailies.begin(old, ANNA.id, "Anna")
        await dailies.stop()
        await asyncio.to_thread(back_up, url, copy, wait=0)
    restore(url, copy, NOON + timedelta(days=2), wait=0)
    async with running(url) as house:
        dailies = dailies_of(house)
        house.clock.advance(timedelta(days=2).total_seconds())
        await dailies.advance(GUILD)
        assert (await dailies.daily(old.id, GUILD)).state == "over"
        assert await house.store.daily.play_of(old.id, ANNA.id) is not None
        await dailies.stop()


async def test_presses_in_lessons_are_of_before(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    rerun = RerunState(table=1, deal=1, start=0, seat=0)
    async with running(url) as house:
        table = (await house.lobby_elsewhere()).id
        await house.store.settings.set_learning(
            ANNA.id, 0, Learning(current="whist/01", rerun=rerun)
        )
        assert table == rerun.table
        await asyncio.to_thread(back_up, url, copy, wait=0)
    seqs = set()
    for second in range(2):
        restore(url, copy, NOON.replace(second=second), wait=0)
        async with running(url) as house:
            seq, learning = await house.store.settings.learning(ANNA.id)
            assert MIN_ID_LEAP < seq < 2**31
            assert learning.current == "whist/01"
            assert learning.rerun is not None
            assert learning.rerun.table == next(iter(house.tables.index)).id
            assert await house.store.settings.set_learning(ANNA.id, seq, learning)
            seqs.add(seq)
    assert len(seqs) == 2


@pytest.mark.slow
async def test_partners_of_a_void_first_deal_verify(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with running(url) as house:
        table = await house.dealt(BO, CLEO, DAG, game="whist", form="short", seats="4")
        before = house.at(table)
        assert before.places, "partners were drawn"
        posted = await house.store.tables.secret(table, 1)
        await asyncio.to_thread(back_up, url, copy, wait=0)
    for second in range(2):  # the second time, of a table that was restored before
        restore(url, copy, NOON.replace(second=second), wait=0)
        async with running(url) as house:
            await house.settled()
            [again] = house.tables.index.in_memory
            now = house.at(again.id).seated
            assert [one.user for one in now] == [one.user for one in before.seated]
            await house.all_ready(again.id)
            await asyncio.to_thread(back_up, url, copy, force=True, wait=0)
            assert await house.tables.archive.partners_proof(again.id) is None, "not over yet"
            while house.at(again.id).match.number == 1:
                await house.step(again.id)
            drawn = await house.tables.archive.partners_proof(again.id)
            assert drawn is not None
            assert posted is not None
            assert drawn[0].commitment == posted.commitment
            assert drawn[1].count("\ndraw ") == 4
            await assert_verified(drawn[1], tmp_path)
            assert await house.store.tables.revealed_deals(again.id) == [1]


async def test_who_first_learned_after_the_backup_counts_from_elsewhere(
    url: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite3"
    given_out = set[int]()
    for _ in range(3):
        async with running(url) as house:
            await asyncio.to_thread(back_up, url, copy, wait=0)
            for _ in range(5):
                seq, learning = await house.store.settings.learning(BO.id)
                assert 0 <= seq < 2**31
                assert seq not in given_out
                given_out.add(seq)
                assert await house.store.settings.set_learning(BO.id, seq, learning)
                assert not await house.store.settings.set_learning(BO.id, seq, learning)
        restore(url, copy, NOON, wait=0)
        copy.unlink()
    async with running(url) as house:
        assert not await house.store.settings.set_learning(BO.id, 0, Learning()), (
            "a press of before"
        )
