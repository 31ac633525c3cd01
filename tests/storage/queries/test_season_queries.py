from __future__ import annotations

from datetime import date

import pytest

from kwbot.ids import TableId, UserId
from kwbot.storage.queries.season_queries import MIN_DEALS_AHEAD
from kwbot.storage.store import Store
from kwbot.storage.upkeep.recounting import recount
from kwbot.storage.values.seasons import Season, season_from, season_of, seasons_since
from kwbot.storage.values.stored_results import Champion, DealShare, ScoredDeal
from kwbot.storage.values.stored_tables import TableChange
from tests.storage.samples import ANNA, BO, CLEO, GAME, GUILD, events, outcome, result, table

AUTUMN = Season(date(2026, 10, 1), 3)


async def play(
    store: Store, day: date, *users: UserId | None, deals: int = 1, people: int = 2
) -> TableId:
    """Enter deals in which everybody gets as many points as their seat's number."""
    number = await store.create_table(table())
    shares = tuple(
        DealShare(seat=seat, user_id=user, side=seat, points=seat, tricks=0)
        for seat, user in enumerate(users)
    )
    scores = [
        ScoredDeal(number=one, people=people, shares=shares, day=day) for one in range(1, deals + 1)
    ]
    await store.append(number, events(1), expected_seq=0, scores=scores)
    return number


async def win(store: Store, day: date, winner: UserId, *others: UserId) -> None:
    number = await store.create_table(table())
    finished = outcome(result(winner, won=True), *map(result, others), day=day)
    closed = TableChange(state="closed")
    await store.append(number, events(1), expected_seq=0, change=closed, scores=[finished])


def test_seasons_are_months_quarters_or_none() -> None:
    day = date(2026, 11, 23)
    assert season_of("month", day) == Season(date(2026, 11, 1), 1)
    assert season_of("quarter", day) == AUTUMN
    assert (AUTUMN.last, AUTUMN.next) == (date(2026, 12, 31), date(2027, 1, 1))
    assert season_of("none", day).has(date.min)
    assert season_from("month", "2026-02", day) == Season(date(2026, 2, 1), 1)
    assert season_from("quarter", "2026-02", day) == Season(date(2026, 1, 1), 3)
    for forged in ("", "2026-13", "9999-12", "2027-01", "x", "../.."):
        assert season_from("quarter", forged, day) == AUTUMN
    keys = [one.key for one in seasons_since("quarter", date(2026, 2, 1), day)]
    assert keys == ["2026-10", "2026-07", "2026-04", "2026-01"]
    assert list(seasons_since("none", date(2026, 2, 1), day)) == []


async def test_points_a_deal_rank_whoever_has_played_few_after_the_others(store: Store) -> None:
    await play(store, date(2026, 10, 1), ANNA, BO, deals=MIN_DEALS_AHEAD)
    await play(store, date(2026, 12, 31), ANNA, None, CLEO, deals=MIN_DEALS_AHEAD - 1)
    await play(store, date(2026, 9, 30), ANNA, BO, deals=50)
    found, total = await store.seasons.leaderboard(GUILD, GAME, AUTUMN, "points")
    assert [(one.rank, one.user_id, one.deals, one.points) for one in found] == [
        (1, BO, MIN_DEALS_AHEAD, MIN_DEALS_AHEAD),
        (2, ANNA, 2 * MIN_DEALS_AHEAD - 1, 0),
        (3, CLEO, MIN_DEALS_AHEAD - 1, 2 * (MIN_DEALS_AHEAD - 1)),
    ]
    assert total == 3
    assert (await store.seasons.leaderboard(GUILD, GAME, AUTUMN, "wins")) == ([], 0)
    assert await store.seasons.first_month(GUILD, GAME) == date(2026, 9, 1)
    assert (await recount(store))[1] == 0


async def test_games_won_rank_by_wins_then_by_fewer_games(store: Store) -> None:
    await win(store, date(2026, 11, 5), ANNA, BO)
    await win(store, date(2026, 11, 6), BO, CLEO, ANNA)
    await win(store, date(2027, 1, 1), CLEO, ANNA)
    found, _ = await store.seasons.leaderboard(GUILD, GAME, AUTUMN, "wins", limit=2)
    assert [(one.rank, one.user_id, one.wins, one.games) for one in found] == [
        (1, ANNA, 1, 2),
        (1, BO, 1, 2),
    ]
    ever, total = await store.seasons.leaderboard(GUILD, GAME, Season(), "wins", limit=1, offset=0)
    assert (ever[0].user_id, ever[0].games, total) == (BO, 2, 3)


async def test_alone_with_computers_ranks_nobody(store: Store) -> None:
    await play(store, date(2026, 10, 1), ANNA, None, None, deals=20, people=1)
    assert await store.seasons.leaderboard(GUILD, GAME, AUTUMN, "points") == ([], 0)


@pytest.mark.parametrize("forgotten", [False, True])
async def test_champions_keep_their_names_unless_they_are_forgotten(
    store: Store, *, forgotten: bool
) -> None:
    await play(store, date(2026, 10, 1), ANNA, BO)  # where Anna has her name
    won = [Champion("points", 1, ANNA), Champion("evenings", 1, CLEO, "Cleo")]
    assert await store.seasons.champions(GUILD, GAME, AUTUMN) is None
    kept = [Champion("points", 1, ANNA, "Anna"), won[1]]
    assert await store.seasons.keep_champions(GUILD, GAME, AUTUMN, won) == kept
    other = [Champion("points", 1, BO)]
    assert await store.seasons.keep_champions(GUILD, GAME, AUTUMN, other) == kept, "once for all"
    assert (await store.count_user_data(ANNA)).championships == 1
    if forgotten:
        await store.delete_user_data(ANNA)
        kept[0] = Champion("points", 1, None, "")
    assert await store.seasons.champions(GUILD, GAME, AUTUMN) == kept
