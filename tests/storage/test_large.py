"""What holds in a large database: no statement reads all of it, and nobody waits for long."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event, func, select

from kwbot.evenings.evening import Evening
from kwbot.evenings.evening_rows import OPEN_STAGES, from_row, to_row
from kwbot.ids import TableId
from kwbot.storage.areas import Area, Query
from kwbot.storage.backend import sqlite
from kwbot.storage.backend.sqlite import Sqlite
from kwbot.storage.queries import career_queries, erasure, weekly_queries
from kwbot.storage.queries.game_queries import GameScope
from kwbot.storage.store import Store
from kwbot.storage.values.documents import Learning
from kwbot.storage.values.models import EventRow
from kwbot.storage.values.seasons import Season
from kwbot.storage.values.stored_people import PlayerBan
from kwbot.storage.values.stored_results import Champion, Title
from kwbot.storage.values.stored_tables import TableChange
from kwbot.storage.values.stored_weeklies import WeeklyPlan
from tests.storage.queries.test_career_queries import DAY, PARTNERS, enter
from tests.storage.queries.test_daily_queries import DAILY, PLAN
from tests.storage.samples import (
    ANNA,
    BO,
    GAME,
    GUILD,
    NOON,
    SECRET,
    events,
    outcome,
    result,
    table,
)

LARGE = (
    "events", "tables", "seats", "deal_secrets", "results", "player_results", "titles",
    "daily_deals", "daily_plays", "scored_deals", "deal_shares", "monthly_standings", "standings",
    "champions", "ratings",
)  # fmt: skip


EVENING = Evening(
    guild=GUILD, channel=20, host=ANNA, game="whist", starts=NOON, ends=NOON, deals=4, seats=4
)


@asynccontextmanager
async def statements(store: Store) -> AsyncIterator[dict[str, Any]]:
    """Yield the statements that are executed inside, each with values for it."""
    backend, seen = store._database._backend, dict[str, Any]()
    assert isinstance(backend, Sqlite)

    def note(_conn: Any, _cursor: Any, statement: str, values: Any, *_more: Any) -> None:
        seen[statement] = values[0] if isinstance(values, list) else values

    engine = backend.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    yield seen
    event.remove(engine, "before_cursor_execute", note)


async def everything(store: Store) -> set[Any]:
    """Do all that a store and its areas do; return what that is."""
    done = set[Any]()

    async def do(method: Any, *args: Any, **more: Any) -> Any:
        done.add(method.args[1] if isinstance(method, partial) else method.__func__)
        return await method(*args, **more)

    one = await do(store.create_table, table())
    await do(store.update_table, one, TableChange(seats=()))
    await do(
        store.append,
        one,
        events(2),
        expected_seq=0,
        change=TableChange(state="closed", closing_messages_due=True),
        secrets=[SECRET],
        scores=[outcome(result(ANNA), result(BO, won=True), titles=(Title(ANNA, "obesudlad"),))],
        reveal=[1],
    )
    await do(store.tables.load, one)
    await do(store.tables.latest, GUILD, channel_id=11, user_id=ANNA)
    await do(store.tables.latest, GUILD)
    await do(store.tables.last_hosted, ANNA)
    await do(store.tables.last_hosted, ANNA, GAME)
    await do(store.tables.latest_closed, GUILD, ANNA, 20)
    await do(store.tables.games_left, GUILD, ANNA)
    await do(store.tables.latest_closed, None, ANNA, 20)
    await do(store.tables.events, one)
    await do(store.tables.load_open)
    await do(store.tables.index_open)
    await do(store.closing_messages)
    await do(store.tables.busy_channels, GUILD, [11])
    await do(store.tables.load_log, one)
    await do(store.last_restore)
    await do(store.is_before_restore, one)
    await do(store.note_serving, NOON)
    await do(store.served_until)
    await do(store.tables.secret, one, 1)
    await do(store.tables.revealed_deals, one)
    await do(store.results.leaderboard, GUILD, GAME)
    await do(store.results.stats, GUILD, ANNA)
    await do(store.results.games_played, GUILD, ANNA)
    await do(store.results.career, GUILD, ANNA, GAME)
    await do(store.results.companions, GUILD, ANNA, GAME)
    season = Season(NOON.date().replace(day=1), 1)
    await do(store.seasons.leaderboard, GUILD, GAME, season, "points")
    await do(store.seasons.leaderboard, GUILD, GAME, season, "wins")
    await do(store.seasons.first_month, GUILD, GAME)
    await do(store.results.rating_leaderboard, GUILD, GAME)
    weekly = WeeklyPlan(GUILD, 11, "en", NOON.date())
    await do(store.weekly.set_plan, weekly)
    await do(store.weekly.plan, GUILD)
    await do(store.weekly.servers)
    days = (season.first, season.next)
    await do(store.weekly.deal_sums, GUILD, *days)
    await do(store.weekly.deal_counts, GUILD, *days)
    await do(store.weekly.best_deals, weekly, GAME, *days)
    await do(store.weekly.note_posted, GUILD, NOON.date())
    await do(store.weekly.note_refusal, GUILD, NOON)
    await do(store.weekly.remove_plan, GUILD)
    await do(store.results.rating_course, GUILD, ANNA, GAME)
    await do(store.seasons.champions, GUILD, GAME, season)
    await do(store.seasons.keep_champions, GUILD, GAME, season, [Champion("points", 1, ANNA)])
    for scope in (
        GameScope(GUILD, ANNA), GameScope(None, ANNA), GameScope(GUILD, channel=11),
        GameScope(GUILD, BO, 11, ANNA),
    ):  # fmt: skip
        await do(store.results.games, scope, limit=5)
    await do(store.tables.has_acted, one, ANNA)
    await do(store.settings.change_guild_settings, GUILD, lambda before: before)
    await do(store.settings.guild_settings, GUILD)
    await do(store.settings.change_preferences, ANNA, lambda before: before)
    await do(store.settings.preferences, ANNA)
    await do(store.settings.set_learning, ANNA, 0, Learning())
    await do(store.settings.set_learning, ANNA, 1, Learning())
    await do(store.settings.learning, ANNA)
    await do(store.results.has_played, ANNA)
    ban = PlayerBan(guild_id=GUILD, user_id=BO, game=GAME, by=ANNA, reason="", at=NOON)
    await do(store.settings.add_ban, ban)
    await do(store.settings.bans, GUILD)
    await do(store.settings.ban, GUILD, BO, GAME)
    await do(store.settings.remove_ban, GUILD, BO, GAME)
    await do(store.tables.may_invite, one, ANNA, most=2)
    await do(store.tables.invite, one, ANNA, most=2)
    await do(store.tables.is_invited, one, ANNA)
    await do(store.interactions.take_on, 1, NOON)
    await do(store.interactions.forget_taken_on, NOON)
    await do(store.people.set_ping_wish, GUILD, ANNA, wanted=True)
    await do(store.people.wants_pings, GUILD, ANNA)
    await do(store.people.waiting_for_ping, GUILD, NOON)
    await do(store.people.note_pings, GUILD, [ANNA], NOON)
    await do(store.people.names, GUILD, [ANNA, BO])
    await do(store.people.last_name, GUILD, ANNA)
    await do(store.people.last_name, GUILD, 99)
    await do(store.people.rename, GUILD, ANNA, "Anna")
    evening = await do(store.evenings.create, to_row(EVENING.with_arrival(ANNA, "Anna")))
    await do(store.evenings.load, evening)
    await do(store.release_deals, {one: None})
    await do(store.evenings.change, evening, lambda row: to_row(from_row(row).without_person(ANNA)))
    await do(store.evenings.in_states, OPEN_STAGES, GUILD)
    await do(store.daily.set_plan, PLAN)
    await do(store.daily.plan, GUILD)
    await do(store.daily.plans)
    await do(store.daily.note_refusal, GUILD, NOON)
    daily = await do(store.daily.store_deal, DAILY)
    await do(store.daily.change, daily, state="open")
    await do(store.daily.load, daily)
    await do(store.daily.of_day, GUILD, DAILY.day)
    await do(store.daily.under_way, GUILD)
    await do(store.daily.under_way)
    await do(store.daily.dailies_to_show, GUILD)
    await do(store.daily.days, GUILD, DAILY.day, 9)
    play = await do(store.daily.begin, daily, ANNA, "Anna")
    await do(store.daily.is_unfinished, daily)
    await do(store.daily.load_play, play.id)
    await do(store.daily.play_of, daily, ANNA)
    await do(store.daily.store_moves, play, ["0 play SA"], 3, NOON)
    await do(store.daily.note_shared, play.id)
    await do(store.daily.plays, daily)
    await do(store.daily.scores, GUILD, DAILY.day, DAILY.day)
    await do(store.daily.days_played, GUILD, ANNA, DAILY.day)
    await do(store.daily.end, daily)
    await do(store.daily.remove_plan, GUILD)
    await do(store.evenings.in_states, ["over"], GUILD, (NOON, NOON))
    await do(store.evenings.past, GUILD, GAME, from_row)
    await do(store.evenings.past, GUILD, GAME, from_row, (NOON, NOON))
    await do(store.count_user_data, ANNA)
    await do(store.delete_user_data, ANNA)
    await store.create_table(table(state="closed"))
    await do(store.purge_closed, NOON + timedelta(days=1))
    await do(store.check_write)
    await do(store.ping)
    return done


async def test_no_statement_reads_a_large_table_from_end_to_end() -> None:
    store = await Store.open("sqlite+aiosqlite://")
    async with statements(store) as seen:
        done = await everything(store)

    def scans(connection: Connection) -> list[str]:
        found = []
        for statement, values in seen.items():
            if statement.split()[0] not in {"SELECT", "UPDATE", "DELETE", "INSERT"}:
                continue
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            steps = [row.detail for row in plan]
            if any(f"SCAN {name}" in step for step in steps for name in LARGE):
                found.append(f"{statement}: {steps}")
        return found

    assert await store.transactions.run(scans) == []
    await store.close()
    assert done == public(Store) - {Store.close} | {
        one for area in Area.__subclasses__() for one in public(area)
    }


def public(kind: type) -> set[Any]:
    """Return the queries and coroutines that a store or an area offers."""
    named = [one for name, one in vars(kind).items() if not name.startswith("_")]
    queries = {one._work for one in named if isinstance(one, Query)}
    return queries | {one for one in named if inspect.iscoroutinefunction(one)}


async def test_a_press_changes_no_index_but_that_of_who_did_what() -> None:
    store = await Store.open("sqlite+aiosqlite:///:memory:")
    changed = "seq = 2, last_human_at = 3, deadline = 4, display = 5, message_id = 6"

    def written(connection: Connection) -> list[Any]:
        steps = connection.exec_driver_sql(f"EXPLAIN UPDATE tables SET {changed} WHERE id = 1")
        return [step for step in steps if step.opcode == "OpenWrite"]

    def indexes(connection: Connection) -> dict[str, bool]:
        found = connection.exec_driver_sql("PRAGMA index_list(events)")
        return {row.name: bool(row.partial) for row in found if row.origin == "c"}

    assert len(await store.transactions.run(written)) == 1
    assert await store.transactions.run(indexes) == {"ix_events_actor_table_id": True}
    await store.close()


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasure, "TABLES_A_BATCH", 2)
    monkeypatch.setattr(erasure, "EVENTS_A_BATCH", 5)


async def fill(store: Store, tables: int) -> list[TableId]:
    ids = []
    for _ in range(tables):
        ids.append(await store.create_table(table()))
        await store.append(
            ids[-1],
            events(12),
            expected_seq=0,
            change=TableChange(state="closed"),
            scores=[outcome(result(ANNA), result(BO))],
        )
    return ids


@pytest.mark.usefixtures("small_batches")
async def test_much_is_deleted_in_batches(store: Store) -> None:
    old = await fill(store, 5)
    assert (await store.count_user_data(ANNA)).tables == 5
    rows: list[int] = []

    def count(connection: Connection) -> int:
        return connection.scalar(select(func.count()).select_from(EventRow)) or 0

    run = store.transactions.run

    async def counted(work: Any, *args: Any) -> Any:
        before = await run(count)
        answer = await run(work, *args)
        rows.append(before - await run(count))
        return answer

    store.transactions.run = counted  # type: ignore[method-assign, assignment]
    assert await store.purge_closed(NOON + timedelta(days=1)) == 5
    assert (sum(rows), max(rows)) == (60, 5)
    assert [await store.tables.load(one) for one in old] == [None] * 5

    await fill(store, 5)
    seated = await store.create_table(table(state="lobby"))
    rows.clear()
    assert await store.delete_user_data(ANNA) == [seated]
    assert (sum(rows), max(rows)) == (60, 5)
    standings, total = await store.results.leaderboard(GUILD, GAME)
    assert [(entry.user_id, entry.games) for entry in standings] == [(BO, 10)]
    assert total == 1


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize("deletes", [False, True])
async def test_counting_waits_for_one_batch_at_a_time(store: Store, deletes: bool) -> None:
    await fill(store, 5)
    later = NOON + timedelta(days=1)
    works: list[str] = []
    run, begun = store._database.run, asyncio.Event()

    async def noted(work: Any, *, begin: bool = True, single_statement: bool = False) -> Any:
        if begin or single_statement:  # otherwise it empties the log
            works.append("batch" if begin else "count")
        if begin:
            begun.set()
        return await run(work, begin=begin, single_statement=single_statement)

    store._database.run = noted  # type: ignore[method-assign]
    going_on = store.delete_user_data(BO) if deletes else store.purge_closed(later)
    deleting = asyncio.create_task(going_on)
    await begun.wait()
    works.clear()
    assert (await store.count_user_data(ANNA)).tables <= 5
    assert not deleting.done()
    assert "batch batch" not in " ".join(works)
    await deleting


@pytest.mark.usefixtures("small_batches")
async def test_what_is_half_deleted_is_gone_for_everybody(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await fill(store, 3)

    async def killed() -> None:
        await store.transactions.run(erasure.sweep)
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "_sweep", killed)
    with pytest.raises(KeyboardInterrupt):
        await store.purge_closed(NOON + timedelta(days=1))
    monkeypatch.undo()
    assert [await store.tables.load(one) for one in old] == [None] * 3
    assert await store.tables.latest_closed(GUILD, ANNA, 20) == []
    assert await store.tables.latest(GUILD) is None
    assert await store.tables.load_open() == []
    assert await store.tables.events(old[-1]) != ()
    await store.purge_closed(NOON - timedelta(days=1))  # the next time that it tidies up
    assert await store.tables.events(old[-1]) == ()


@pytest.fixture
async def played(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """A store in which a player's deals take many pages."""
    monkeypatch.setattr(career_queries, "CAREER_PAGE_SIZE", 2)
    monkeypatch.setattr(weekly_queries, "DEALS_READ_AT_ONCE", 2)
    store = await Store.open(url)
    for day in range(6):
        deals = [
            replace(PARTNERS, number=number, day=DAY + timedelta(days=day)) for number in range(day)
        ]
        await enter(store, *deals)
    yield store
    await store.close()


def much(store: Store) -> list[Coroutine[Any, Any, Any]]:
    """Return all that reads much."""
    season, week = Season(DAY, 1), (DAY, DAY + timedelta(days=7))
    return [
        store.results.career(GUILD, ANNA, GAME),
        store.results.companions(GUILD, ANNA, GAME),
        store.results.stats(GUILD, ANNA),
        store.results.leaderboard(GUILD, GAME),
        store.seasons.leaderboard(GUILD, GAME, season, "points"),
        store.results.rating_leaderboard(GUILD, GAME),
        store.results.rating_course(GUILD, ANNA, GAME),
        store.results.games(GameScope(GUILD, ANNA), limit=5),
        store.tables.games_left(GUILD, ANNA),
        store.tables.latest_closed(GUILD, ANNA, 20),
        store.tables.latest(GUILD, user_id=ANNA),
        store.weekly.deal_sums(GUILD, *week),
        store.weekly.deal_counts(GUILD, *week),
        store.weekly.best_deals(WeeklyPlan(GUILD, 11, "en", DAY), GAME, *week),
        store.results.games_played(GUILD, ANNA),
    ]


async def test_a_press_comes_between_what_reads_much(played: Store) -> None:
    one = await played.create_table(table())
    reading = [asyncio.create_task(coroutine) for coroutine in much(played)]
    await asyncio.sleep(0)
    await played.append(one, events(1), expected_seq=0)
    assert sum(task.done() for task in reading) <= 1
    await asyncio.gather(*reading)


async def test_what_reads_much_is_not_stored_together_with_a_press(
    played: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await played.create_table(table())
    store_batch, batches = sqlite._store, list[int]()

    def noted(connection: Connection, batch: Sequence[Any]) -> None:
        batches.append(len(batch))
        store_batch(connection, batch)

    monkeypatch.setattr(sqlite, "_store", noted)
    await asyncio.gather(*much(played), played.append(one, events(1), expected_seq=0))
    assert set(batches) == {1}


async def test_what_days_add_up_to_is_the_same_in_pages(
    played: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = DAY, DAY + timedelta(days=5)
    sums = await played.weekly.deal_sums(GUILD, *days)
    assert {one.deals for one in sums} == {10}
    monkeypatch.setattr(weekly_queries, "DEALS_READ_AT_ONCE", 500)
    assert sorted(sums) == sorted(await played.weekly.deal_sums(GUILD, *days))
    assert sorted(sums) == sorted(await played.weekly.deal_sums(GUILD, date.min, days[1]))
