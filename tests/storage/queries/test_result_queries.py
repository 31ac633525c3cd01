from __future__ import annotations

from datetime import timedelta

import pytest

from kwbot.ids import GuildId, TableId
from kwbot.listings import LeaderboardEntry
from kwbot.storage.store import Store
from kwbot.storage.values.stored_results import Outcome, Title
from kwbot.storage.values.stored_tables import TableChange
from tests.storage.samples import (
    ANNA,
    BO,
    CLEO,
    DAG,
    GAME,
    GUILD,
    NOON,
    OTHER_GUILD,
    events,
    outcome,
    result,
    table,
)


async def finish(
    store: Store, finished: Outcome, *, game: str = GAME, guild_id: GuildId = GUILD
) -> TableId:
    table_id = await store.create_table(table(game=game, guild_id=guild_id))
    closed = TableChange(state="closed", closed_reason="finished")
    await store.append(table_id, events(1), expected_seq=0, change=closed, scores=[finished])
    return table_id


async def ranks(store: Store, **page: int) -> list[tuple[int, int]]:
    standings, _ = await store.results.leaderboard(GUILD, GAME, **page)
    return [(standing.rank, standing.user_id) for standing in standings]


async def test_games_add_up(store: Store) -> None:
    await finish(
        store,
        outcome(
            result(ANNA, won=True, points=9, bids_tried=3, bids_made=2, units=-50),
            result(BO, points=4, bids_tried=1),
        ),
    )
    await finish(store, outcome(result(ANNA, points=-2, bids_tried=2, bids_made=1, units=20)))
    assert await store.results.leaderboard(GUILD, GAME) == (
        [
            LeaderboardEntry(
                rank=1,
                user_id=ANNA,
                game=GAME,
                games=2,
                wins=1,
                points=7,
                bids_tried=5,
                bids_made=3,
                units=-30,
            ),
            LeaderboardEntry(
                rank=2,
                user_id=BO,
                game=GAME,
                games=1,
                wins=0,
                points=4,
                bids_tried=1,
                bids_made=0,
                units=0,
            ),
        ],
        2,
    )


@pytest.mark.parametrize(
    "finished",
    [
        [outcome(result(BO, won=True), result(ANNA, points=99))],  # wins before points
        [outcome(result(BO, points=3), result(ANNA, points=2))],  # then points
        [outcome(result(BO), result(ANNA)), outcome(result(ANNA))],  # then fewer games
    ],
)
async def test_the_order_is_wins_then_points_then_fewer_games(
    store: Store, finished: list[Outcome]
) -> None:
    for one in finished:
        await finish(store, one)
    assert await ranks(store) == [(1, BO), (2, ANNA)]


async def test_equal_ones_share_a_rank_and_stand_by_user_id(store: Store) -> None:
    await finish(store, outcome(result(DAG), result(BO), result(CLEO), result(ANNA, points=1)))
    assert await ranks(store) == [(1, ANNA), (2, BO), (2, CLEO), (2, DAG)]


async def test_pages_hold_everybody_once(store: Store) -> None:
    for first in range(1, 26, 5):
        await finish(store, outcome(*(result(first + seat) for seat in range(5))))
    pages = [
        await store.results.leaderboard(GUILD, GAME, limit=10, offset=at) for at in (0, 10, 20, 30)
    ]
    assert [total for _, total in pages] == [25] * 4
    assert [standing.user_id for page, _ in pages for standing in page] == list(range(1, 26))


async def test_games_and_servers_are_kept_apart(store: Store) -> None:
    await finish(store, outcome(result(ANNA, won=True)))
    await finish(store, outcome(result(BO, won=True), result(ANNA)), game="hus")
    await finish(store, outcome(result(CLEO, won=True)), guild_id=OTHER_GUILD)
    assert await ranks(store) == [(1, ANNA)]
    mine = await store.results.stats(GUILD, ANNA)
    assert [(one.game, one.rank, one.wins) for one in mine] == [("hus", 2, 0), (GAME, 1, 1)]
    assert await store.results.stats(GUILD, DAG) == []
    assert await store.results.leaderboard(GUILD, "fyrmanswhist") == ([], 0)


async def test_a_title_is_won_once_and_for_life(store: Store) -> None:
    for _ in range(2):
        await finish(store, outcome(result(ANNA), result(BO), titles=(Title(ANNA, "obesudlad"),)))
    await finish(store, outcome(result(ANNA)), game="hus")
    (first, second), _ = await store.results.leaderboard(GUILD, GAME)
    assert (first.titles, second.titles) == (("obesudlad",), ())
    assert [one.titles for one in await store.results.stats(GUILD, ANNA)] == [(), ("obesudlad",)]


async def test_results_outlive_their_table(store: Store) -> None:
    await finish(store, outcome(result(ANNA, won=True)))
    assert await store.purge_closed(NOON + timedelta(days=1)) == 1
    assert await ranks(store) == [(1, ANNA)]


async def test_a_game_of_computers_alone_is_no_entry(store: Store) -> None:
    await finish(store, outcome())
    assert await store.results.leaderboard(GUILD, GAME) == ([], 0)
