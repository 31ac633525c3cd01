"""What deals and games enter into the standings, and that these can be computed anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from kwbot.engine.values.actions import Play
from kwbot.storage.store import Store
from kwbot.storage.upkeep.recounting import recount
from kwbot.storage.values.columns import Base
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.models import (
    DealShareRow,
    MonthlyStandingRow,
    PlayerResultRow,
    ResultRow,
    ScoredDealRow,
    StandingRow,
)
from tests.tables.sandbox import ANNA, BO, CLEO, DAG, GUILD, KOMBINATIONS, LIMITED, House


async def rows(store: Store, model: type[Base]) -> Sequence[Any]:
    """All rows of a table, by its key."""
    columns = model.__table__.columns
    statement = select(*columns).order_by(*model.__table__.primary_key)

    def read(connection: Connection) -> Sequence[Any]:
        return connection.execute(statement).all()

    return await store.transactions.run(read)


async def shares(house: House, number: int) -> dict[int, Any]:
    """What a deal brought, by seat."""
    (deal,) = [one for one in await rows(house.store, ScoredDealRow) if one.number == number]
    found = await rows(house.store, DealShareRow)
    return {one.seat: one for one in found if one.deal_id == deal.id}


async def test_every_deal_of_a_game_is_kept_and_adds_up(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, **LIMITED)
    match = (await house.play_out(table)).match
    played = [deal for deal in match.deals if deal.result.played]
    deals = await rows(house.store, ScoredDealRow)
    assert [deal.number for deal in deals] == [deal.number for deal in played]
    assert {deal.people for deal in deals} == {4}
    assert [deal.contract for deal in deals] == [
        deal.result.contract and deal.result.contract.arguments() for deal in played
    ]
    months = await rows(house.store, MonthlyStandingRow)
    assert {row.month for row in months} == {house.clock.now().date().replace(day=1)}
    points = {row.user_id: row.points for row in months}
    for seat, seated in enumerate((await house.store.tables.load(table)).seats):  # type: ignore[union-attr]
        assert points[seated.user_id or 0] == sum(deal.result.points[seat] for deal in played)
    assert {row.deals for row in months} == {len(played)}
    assert Counter(row.wins for row in months) == {0: 3, 1: 1}
    assert await recount(house.store) == (12, 0), "nothing was otherwise"


@pytest.mark.parametrize("let_in", [False, True])
async def test_whoever_gave_up_a_seat_and_comes_again_has_played_one_game(
    house: House, *, let_in: bool
) -> None:
    """On their own seat, or on that of somebody who is away."""
    table = await house.between_deals(BO, CLEO, computers=1, game="hus", deals="2")
    live = house.tables.index.at(table)
    await live.leave(BO.id)
    await live.decisions.give_to_computer(ANNA.id, 1)
    if let_in:
        await live.leave(CLEO.id)
        await live.ask_in(BO.seated())
        await house.vote(table, ANNA.id, agree=True)
    else:
        await live.take_computers_seat(BO.seated(), 77)
    assert house.at(table).seat_of(BO.id) == (2 if let_in else 1)
    await house.crash()
    assert [one.owner for one in house.at(table).seated].count(BO.id) == 1
    while not (results := await rows(house.store, PlayerResultRow)):
        await house.step(table)
    users = [one.user_id for one in results]
    assert sorted(users) == ([ANNA.id, BO.id] if let_in else [ANNA.id, BO.id, CLEO.id])
    assert {one.games for one in await rows(house.store, StandingRow)} == {1}


async def test_a_take_back_that_was_agreed_counts_like_any_card(house: House) -> None:
    """The deal is ranked by the cards that stand in the end."""
    table = await house.dealt(BO, CLEO, DAG, game="whist", partners="seats")
    first = await house.act(table)
    led = house.at(table).match.deal
    assert led is not None
    user = house.user(table, first)
    await house.ask_undo(table, user, 1)
    vote = house.at(table).vote
    assert vote is not None
    await house.vote(table, house.user(table, min(vote.voters)), agree=True)
    other = next(one for one in house.at(table).match.choice(first) if one != led.log[-1][1])
    await house.act(table, other)
    while not await rows(house.store, ScoredDealRow):
        await house.step(table)
    match = house.at(table).match
    assert "undo 1" in match.deals[-1].lines
    assert match.finished is not None
    assert match.finished.play is not None
    assert isinstance(other, Play)
    assert match.finished.play.tricks[0].plays[0] == (first, other.card)
    (deal,) = await rows(house.store, ScoredDealRow)
    assert deal.people == 4
    result, found = match.deals[-1].result, await shares(house, 1)
    assert {seat: (one.points, one.tricks) for seat, one in found.items()} == {
        seat: (result.points[seat], result.tricks[seat]) for seat in range(4)
    }
    months = {row.user_id: row.points for row in await rows(house.store, MonthlyStandingRow)}
    assert months == {house.user(table, seat): result.points[seat] for seat in range(4)}


async def test_a_deal_is_of_the_servers_own_day(house: House) -> None:
    await house.store.settings.change_guild_settings(
        GUILD, lambda _: GuildSettings(time_zone="Pacific/Kiritimati")
    )
    table = await house.between_deals(BO, CLEO)
    (deal, *_) = await rows(house.store, ScoredDealRow)
    assert deal.table_id == table
    assert deal.day == date(2026, 1, 2), "14 hours before UTC"


@pytest.mark.slow
async def test_who_is_alone_with_computers_is_not_ranked(house: House) -> None:
    table = await house.dealt(computers=3, **LIMITED)
    await house.play_out(table)
    assert {deal.people for deal in await rows(house.store, ScoredDealRow)} == {1}
    assert [row.people for row in await rows(house.store, ResultRow)] == [1]
    assert await rows(house.store, MonthlyStandingRow) == []
    assert await house.store.results.leaderboard(GUILD, KOMBINATIONS) == ([], 0)


@pytest.mark.slow
async def test_who_leaves_has_what_the_computer_scores_for_them(house: House) -> None:
    table = await house.dealt(BO, CLEO, **LIMITED)
    live, bo = house.tables.index.at(table), house.at(table).seat_of(BO.id)
    await live.leave(BO.id)
    await live.decisions.give_to_computer(ANNA.id, bo)
    await house.crash()
    while not house.at(table).ready:
        await house.act(table)
    found = await shares(house, len(house.at(table).match.deals))
    assert (found[bo].user_id, found[bo].left) == (BO.id, True)
    assert [share.left for seat, share in found.items() if seat != bo] == [False, False]
    assert {deal.people for deal in await rows(house.store, ScoredDealRow)} == {3}
    while len(await rows(house.store, ScoredDealRow)) < 2:
        await house.step(table)
    found = await shares(house, len(house.at(table).match.deals))
    assert found[bo].user_id == BO.id, "until the game is over, or somebody else sits there"
    assert (await rows(house.store, ScoredDealRow))[-1].people == 2
    assert (await house.store.count_user_data(BO.id)).tables == 1
    await house.play_out(table)
    (mine,) = [row for row in await rows(house.store, PlayerResultRow) if row.user_id == BO.id]
    assert mine.left


async def test_who_is_forgotten_becomes_a_token_and_others_keep_theirs(house: House) -> None:
    table = await house.dealt(BO, CLEO, **LIMITED)
    await house.play_out(table)
    before = [row for row in await rows(house.store, MonthlyStandingRow) if row.user_id != BO.id]
    assert (await house.store.count_user_data(BO.id)).deals > 0
    assert await house.store.delete_user_data(BO.id) == []
    for model in (DealShareRow, PlayerResultRow):
        users = {row.user_id for row in await rows(house.store, model)}
        (token,) = users - {ANNA.id, CLEO.id}
        assert token < 0
    assert (await house.store.count_user_data(BO.id)).deals == 0
    assert await rows(house.store, MonthlyStandingRow) == before
    assert (await recount(house.store))[1] == 0


async def test_what_is_wrong_is_found_and_mended(house: House) -> None:
    table = await house.dealt(BO, CLEO, **LIMITED)
    await house.play_out(table)
    right = await rows(house.store, MonthlyStandingRow)
    change = update(MonthlyStandingRow).where(MonthlyStandingRow.user_id == BO.id)
    await house.store.transactions.run(
        lambda connection: connection.execute(change.values(points=99))
    )
    assert (await recount(house.store))[1] == 1
    assert await rows(house.store, MonthlyStandingRow) == right
