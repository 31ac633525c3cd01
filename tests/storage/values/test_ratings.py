"""Ratings: what a game makes of them, and that those stored can be computed anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from kwbot.ids import UserId
from kwbot.storage.store import Store
from kwbot.storage.upkeep.recounting import recount
from kwbot.storage.values.models import PlayerResultRow, RatingRow
from kwbot.storage.values.ratings import MIN_GAMES_RATED, Placing, Rating, rate_players
from kwbot.storage.values.stored_tables import TableChange
from tests.storage.samples import ANNA, BO, CLEO, DAG, GAME, GUILD, events, outcome, result, table

NEW = Rating()


def after(*placings: Placing) -> dict[UserId, Rating]:
    known = {one.user_id: NEW for one in placings}
    return rate_players(placings, known)


def test_each_for_themselves_by_their_places() -> None:
    first, tied, other, last = after(
        Placing(ANNA, None, 1, left=False), Placing(BO, None, 2, left=False),
        Placing(CLEO, None, 2, left=False), Placing(DAG, None, 4, left=False),
    ).values()  # fmt: skip
    assert first.mu > tied.mu == other.mu == NEW.mu > last.mu
    assert first.sigma < NEW.sigma
    assert first.games == 1


def test_partners_are_a_side() -> None:
    strong, weak = Rating(20, 30.0, 4.0), Rating(20, 20.0, 4.0)
    sides = [
        Placing(ANNA, 0, 1, left=False), Placing(CLEO, 0, 1, left=False),
        Placing(BO, 1, 3, left=False), Placing(DAG, 1, 3, left=False),
    ]  # fmt: skip
    found = rate_players(sides, {ANNA: strong, CLEO: weak, BO: strong, DAG: weak})
    assert found[ANNA].mu - strong.mu == pytest.approx(found[CLEO].mu - weak.mu)
    assert found[BO].mu - strong.mu == pytest.approx(weak.mu - found[CLEO].mu), "equal sides"


def test_only_people_are_compared_and_a_computer_fills_a_side() -> None:
    mates = (Placing(ANNA, 0, 1, left=False), Placing(CLEO, 0, 1, left=False))
    assert after(*mates) == {}, "both on one side, against computers"
    alone = Placing(BO, 1, 3, left=False)
    assert (
        after(*mates, alone)[ANNA].mu == after(*mates, alone, alone._replace(user_id=DAG))[ANNA].mu
    )


def test_who_stayed_when_a_partner_left_loses_nothing() -> None:
    game = (
        Placing(ANNA, 0, 3, left=False), Placing(CLEO, 0, 3, left=True),
        Placing(BO, 1, 1, left=False), Placing(DAG, 1, 1, left=False),
    )  # fmt: skip
    found = after(*game)
    assert (found[ANNA].mu, found[ANNA].sigma, found[ANNA].games) == (NEW.mu, NEW.sigma, 1)
    assert found[CLEO].mu < NEW.mu < found[BO].mu
    won = after(*(one._replace(place=4 - one.place) for one in game))
    assert won[ANNA].mu == won[CLEO].mu > NEW.mu


async def play(store: Store, *users: int, people: int | None = None, late: int = 0) -> None:
    """Enter a game in which these people came in, in this order; `late`: who came late to it."""
    number = await store.create_table(table())
    results = [
        replace(result(user, won=not place), place=None if user == late else place + 1)
        for place, user in enumerate(users)
    ]
    finished = outcome(*results, people=people or len(users))
    closed = TableChange(state="closed")
    await store.append(number, events(1), expected_seq=0, change=closed, scores=[finished])


async def stored(store: Store) -> tuple[Sequence[Any], Sequence[Any]]:
    """Every rating, and what results have kept of them."""
    kept = (PlayerResultRow.result_id, PlayerResultRow.seat, PlayerResultRow.rating)

    def read(connection: Connection) -> tuple[Sequence[Any], Sequence[Any]]:
        now = select(*RatingRow.__table__.columns).order_by(RatingRow.user_id)
        then = select(*kept).order_by(*kept[:2])
        return connection.execute(now).all(), connection.execute(then).all()

    return await store.transactions.run(read)


async def test_ratings_rank_who_has_played_enough_and_can_be_computed_anew(store: Store) -> None:
    for _ in range(MIN_GAMES_RATED - 1):
        await play(store, ANNA, BO, CLEO)
    await play(store, BO, ANNA)
    await play(store, DAG, ANNA, late=ANNA)
    await play(store, CLEO, people=1)
    found, total = await store.results.rating_leaderboard(GUILD, GAME)
    assert [(one.rank, one.user_id, one.games) for one in found] == [
        (1, ANNA, MIN_GAMES_RATED), (2, BO, MIN_GAMES_RATED), (3, CLEO, MIN_GAMES_RATED - 1)
    ]  # fmt: skip
    assert total == 3
    course = [rating for _, rating in await store.results.rating_course(GUILD, ANNA, GAME)]
    assert len(course) == MIN_GAMES_RATED
    assert course[-2] > course[-1] == found[0].mu, "the last one was lost"
    right = await stored(store)
    assert (await recount(store))[1] == 0
    wrong = [update(RatingRow).where(RatingRow.user_id == BO).values(mu=99.5)]
    firsts = (PlayerResultRow.seat == 0, PlayerResultRow.rating.is_not(None))
    wrong += [update(PlayerResultRow).where(*firsts).values(rating=1.0)]

    def change(connection: Connection) -> None:
        for statement in wrong:
            connection.execute(statement)

    await store.transactions.run(change)
    assert (await recount(store))[1] == 1 + MIN_GAMES_RATED
    assert await stored(store) == right


async def test_who_is_forgotten_has_no_rating_and_others_keep_theirs(store: Store) -> None:
    for _ in range(3):
        await play(store, ANNA, BO, CLEO)
        await play(store, BO, CLEO, DAG)
    before, _ = await stored(store)
    assert (await store.count_user_data(BO)).ratings == 1
    await store.delete_user_data(BO)
    assert (await store.count_user_data(BO)).ratings == 0
    assert await store.results.rating_course(GUILD, BO, GAME) == []
    await play(store, BO, ANNA)  # they are somebody new
    assert (await store.results.rating_course(GUILD, BO, GAME))[0][1] > Rating().mu
    now, _ = await stored(store)
    others = [one for one in now if one.user_id in (CLEO, DAG)]
    assert others == [one for one in before if one.user_id in (CLEO, DAG)]
    assert (await recount(store))[1] == 0
