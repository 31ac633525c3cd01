"""Deals of the day in the store: played once, by whoever pressed last, nameless once forgotten."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from kwbot.ids import UserId
from kwbot.storage.store import Store
from kwbot.storage.values.stored_dailies import DailyPlan, StoredDaily, StoredPlay
from tests.storage.samples import ANNA, BO, GAME, GUILD, NOON

PLAN = DailyPlan(guild_id=GUILD, channel_id=11, games=(GAME, "whist"), preset="", language="sv")
DAY = date(2026, 3, 1)
DAILY = StoredDaily(
    guild_id=GUILD,
    day=DAY,
    channel_id=11,
    game=GAME,
    options={"winning": "classic"},
    language="sv",
    secret=bytes(range(48)),
    context="daily",
    commitment="ab" * 32,
)
MOVES = ("0 play SA", "1 play S2")


async def begun(store: Store, day: date = DAY) -> StoredDaily:
    new = replace(DAILY, day=day, state="open", ends_at=NOON)
    number = await store.daily.store_deal(new)
    daily = await store.daily.load(number)
    assert daily == replace(new, id=number)
    return daily


async def playing(store: Store, daily: int, user_id: UserId, name: str) -> StoredPlay:
    play = await store.daily.begin(daily, user_id, name)
    assert play is not None
    return play


async def test_a_plan_is_kept_and_changed(store: Store) -> None:
    await store.daily.set_plan(replace(PLAN, games=("whist",)))
    await store.daily.set_plan(PLAN)
    assert await store.daily.plan(GUILD) == PLAN
    assert await store.daily.plans() == [PLAN]
    await store.daily.remove_plan(GUILD)
    assert await store.daily.plan(GUILD) is None


async def test_a_deal_is_played_once_and_goes_on_from_its_last_change(store: Store) -> None:
    daily = await begun(store)
    first = await playing(store, daily.id, ANNA, "Anna")
    assert await playing(store, daily.id, ANNA, "Anna again") == first
    assert await store.daily.store_moves(first, MOVES)
    assert not await store.daily.store_moves(first, ["0 play HA"]), "a press for an earlier moment"
    now = await store.daily.load_play(first.id)
    assert now is not None
    assert (now.seq, now.moves, now.points) == (1, MOVES, None)
    await store.daily.end(daily.id)
    assert not await store.daily.store_moves(now, MOVES, 3, NOON), "its day is over"


async def test_while_it_is_closing_those_finish_who_have_begun_and_nobody_begins(
    store: Store,
) -> None:
    daily = await begun(store)
    first = await playing(store, daily.id, ANNA, "Anna")
    assert await store.daily.is_unfinished(daily.id)
    await store.daily.change(daily.id, state="closing")
    tomorrow = await begun(store, DAY + timedelta(days=1))
    await store.daily.change(tomorrow.id, shown="open")
    assert [one.id for one in await store.daily.under_way(GUILD)] == [daily.id, tomorrow.id]
    assert await store.daily.begin(daily.id, BO, "Bo") is None
    assert await playing(store, daily.id, ANNA, "Anna") == first
    assert await store.daily.store_moves(first, MOVES, 3, NOON)
    assert not await store.daily.is_unfinished(daily.id)
    await store.daily.end(daily.id)
    (unshown, now) = await store.daily.dailies_to_show(GUILD)
    assert (unshown.id, now.id) == (daily.id, tomorrow.id), "it has to tell how the first went"


async def test_the_best_is_first_and_only_days_that_are_over_count(store: Store) -> None:
    daily = await begun(store)
    for user, points in ((ANNA, 3), (BO, 7)):
        play = await playing(store, daily.id, user, "?")
        await store.daily.store_moves(play, MOVES, points, NOON)
    await playing(store, daily.id, UserId(BO + 1), "unfinished")
    assert [one.user_id for one in await store.daily.plays(daily.id)] == [BO, ANNA]
    assert await store.daily.scores(GUILD, DAY, DAY) == []
    assert await store.daily.days_played(GUILD, ANNA, DAY) == {DAY}
    await store.daily.end(daily.id)
    scores = await store.daily.scores(GUILD, DAY, DAY)
    assert {(one.user_id, one.points) for one in scores} == {(ANNA, 3), (BO, 7)}
    assert await store.daily.scores(GUILD, DAY + timedelta(1), DAY + timedelta(9)) == []
    assert await store.daily.days(GUILD, DAY, 5) == [DAY]


async def test_a_result_is_shared_once(store: Store) -> None:
    play = await playing(store, (await begun(store)).id, ANNA, "Anna")
    assert await store.daily.note_shared(play.id)
    assert not await store.daily.note_shared(play.id)


async def test_who_is_forgotten_plays_no_deal_twice_and_leaves_points(store: Store) -> None:
    daily = await begun(store)
    play = await playing(store, daily.id, ANNA, "Anna")
    await store.daily.store_moves(play, MOVES, 3, NOON)
    await store.delete_user_data(ANNA)
    again = await playing(store, daily.id, ANNA, "Anna")
    assert (again.id, again.points, again.name) == (play.id, 3, "")
    await store.daily.end(daily.id)
    assert (await store.count_user_data(ANNA)).dailies == 0
    (left,) = await store.daily.plays(daily.id)
    assert (left.user_id, left.name, left.moves, left.points) == (None, "", (), 3)
