from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from kwbot.ids import GuildId
from kwbot.listings import Companion
from kwbot.storage.queries import career_queries
from kwbot.storage.store import Store
from kwbot.storage.values.stored_results import CareerDeal, DealShare, ScoredDeal
from tests.storage.samples import (
    ANNA,
    BO,
    CLEO,
    DAG,
    GAME,
    GUILD,
    OTHER_GUILD,
    events,
    outcome,
    result,
    table,
)

DAY = date(2026, 10, 1)
PARTNERS = ScoredDeal(
    number=1,
    people=3,
    day=DAY,
    edition="1.4",
    contract="spel+lattja",
    shares=(
        DealShare(seat=0, user_id=ANNA, side=1, points=4, tricks=6, made=True, marks="potential"),
        DealShare(seat=1, user_id=BO, side=0, points=-4, tricks=2),
        DealShare(seat=2, user_id=CLEO, side=1, points=4, tricks=3),
        DealShare(seat=3, user_id=None, side=0, points=-4, tricks=2),
    ),
)


async def enter(
    store: Store, *scores: ScoredDeal, game: str = GAME, guild_id: GuildId = GUILD
) -> None:
    number = await store.create_table(table(game=game, guild_id=guild_id))
    await store.append(number, events(1), expected_seq=0, scores=scores)


async def test_a_players_deals_with_others_on_one_server(store: Store) -> None:
    await enter(store, PARTNERS, replace(PARTNERS, number=2, contract=None))
    await enter(store, replace(PARTNERS, people=1))
    await enter(store, PARTNERS, game="hus")
    await enter(store, PARTNERS, guild_id=OTHER_GUILD)
    first = CareerDeal(DAY, "1.4", "spel+lattja", True, 4, 9, "potential", False)
    assert await store.results.career(GUILD, ANNA, GAME) == [first, first._replace(contract=None)]
    assert [deal.tricks for deal in await store.results.career(GUILD, BO, GAME)] == [4, 4]
    assert await store.results.career(GUILD, DAG, GAME) == []


async def test_partners_and_opponents_add_up_apart(store: Store) -> None:
    against = replace(PARTNERS, number=2, shares=tuple(
        replace(share, side=share.seat) for share in PARTNERS.shares
    ))  # fmt: skip
    await enter(store, PARTNERS, against)
    await enter(store, replace(PARTNERS, people=1))
    assert await store.results.companions(GUILD, ANNA, GAME) == [
        Companion(BO, False, 2, 8, -8),
        Companion(CLEO, False, 1, 4, 4),
        Companion(CLEO, True, 1, 4, 4),
    ]
    await store.delete_user_data(BO)
    assert {one.user_id for one in await store.results.companions(GUILD, ANNA, GAME)} == {CLEO}


async def test_deals_are_read_in_pages(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(1, 7):
        deals = (replace(PARTNERS, number=one, contract=f"bid{number}") for one in range(number))
        await enter(store, *deals)
        await enter(store, PARTNERS, guild_id=OTHER_GUILD)
    whole = (
        await store.results.career(GUILD, ANNA, GAME),
        await store.results.companions(GUILD, ANNA, GAME),
    )
    assert len(whole[0]) == 21
    monkeypatch.setattr(career_queries, "CAREER_PAGE_SIZE", 2)
    assert whole[0] == await store.results.career(GUILD, ANNA, GAME)
    assert whole[1] == await store.results.companions(GUILD, ANNA, GAME)
    monkeypatch.setattr(career_queries, "MAX_CAREER_DEALS", 4)
    assert await store.results.career(GUILD, ANNA, GAME) == whole[0][-4:]


async def test_the_games_that_somebody_has_played_the_most_played_first(store: Store) -> None:
    await enter(store, PARTNERS, game="hus")
    await enter(store, PARTNERS, replace(PARTNERS, number=2))
    won = outcome(result(DAG, won=True), result(BO))
    number = await store.create_table(table(game="whist"))
    await store.append(number, events(1), expected_seq=0, scores=[won])
    assert await store.results.games_played(GUILD, ANNA) == [GAME, "hus"]
    assert await store.results.games_played(GUILD, DAG) == ["whist"]
    assert await store.results.games_played(OTHER_GUILD, ANNA) == []
