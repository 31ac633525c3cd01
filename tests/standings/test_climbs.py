"""Who has come to one of the first places of the server: seldom, and only for the better."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kwbot.engine.phases.script import DealResult
from kwbot.ids import UserId
from kwbot.standings.climbs import Climbs
from kwbot.storage.store import Store
from kwbot.storage.values.stored_results import DealShare, ScoredDeal
from kwbot.text.deal.result_news import climb_line
from kwbot.text.words.language import Voice, language_of
from tests.storage.samples import ANNA, BO, CLEO, DAG, GAME, GUILD, NOON, events, table

USERS = (ANNA, BO)
SEATED = tuple(SimpleNamespace(user=user) for user in (*USERS, None, None))


def clock() -> Any:
    return SimpleNamespace(now=lambda: NOON)


async def enter(
    store: Store, points: tuple[int, ...], users: tuple[UserId, ...], deals: int
) -> None:
    number = await store.create_table(table())
    shares = tuple(
        DealShare(seat=seat, user_id=user, side=seat, points=points[seat], tricks=0)
        for seat, user in enumerate(users)
    )
    scores = [
        ScoredDeal(number=one, people=2, shares=shares, day=NOON.date()) for one in range(deals)
    ]
    await store.append(number, events(1), expected_seq=0, scores=scores)


def game(*deals: tuple[int, ...], over: bool = False, number: int = 1) -> Any:
    played = tuple(
        SimpleNamespace(result=DealResult(True, one, (0,) * 4), lines="", seats=(0, 1, 2, 3))
        for one in deals
    )
    match = SimpleNamespace(deals=played, is_won=over, between=(), broken_off="")
    return SimpleNamespace(
        id=number, match=match, guild=GUILD, language="en", is_duplicate=False, humans=(0, 1),
        seated=SEATED, variant=SimpleNamespace(key=GAME),
    )  # fmt: skip


@pytest.fixture
async def club(store: Store) -> Store:
    """Cleo has 2 points a deal, Dag 1, both over many deals."""
    await enter(store, (2, 1), (CLEO, DAG), 20)
    return store


async def test_after_a_deal_whoever_has_played_some_may_have_risen(club: Store) -> None:
    await enter(club, (1, 1), USERS, 11)
    await enter(club, (20, 0), USERS, 1)
    assert await Climbs(club, clock()).of(game((1, 1, 0, 0), (20, 0, 0, 0))) == (1, (0,))


async def test_nobody_has_who_was_there_before_or_has_fallen(club: Store) -> None:
    await enter(club, (30, 1), USERS, 11)
    await enter(club, (30, 1), USERS, 1)
    assert await Climbs(club, clock()).of(game((30, 1, 0, 0))) is None
    await enter(club, (-9, -90), USERS, 1)
    assert await Climbs(club, clock()).of(game((-9, -90, 0, 0))) is None


async def test_few_games_have_a_place_only_at_the_end_of_one(club: Store) -> None:
    await enter(club, (3, 3), USERS, 2)
    deals = ((3, 3, 0, 0), (3, 3, 0, 0))
    assert await Climbs(club, clock()).of(game(*deals)) is None
    climbs = Climbs(club, clock())
    assert await climbs.of(game(*deals, over=True)) == (3, (0, 1)), "after those with many deals"
    await enter(club, (99, 0), USERS, 1)
    assert await climbs.of(game(*deals, over=True)) == (3, (0, 1)), "a result stays as it was"


async def test_with_computers_alone_or_among_few_there_is_none(store: Store) -> None:
    await enter(store, (3, 0), USERS, 12)
    assert await Climbs(store, clock()).of(game((3, 0, 0, 0), over=True)) is None, "two in all"
    await enter(store, (2, 1), (CLEO, DAG), 20)
    assert await Climbs(store, clock()).of(game(*[(3, 0, 0, 0)] * 12, over=True)) == (1, (0,))
    alone = game((3, 0, 0, 0), over=True, number=2)
    alone.humans = (0,)
    assert await Climbs(store, clock()).of(alone) is None
    shared = game((3, 0, 0, 0), over=True, number=3)
    shared.is_duplicate = True
    assert await Climbs(store, clock()).of(shared) is None


@pytest.mark.parametrize(
    ("code", "one", "two"),
    [
        ("en", "**Bo** is now 1st on this server.", "**A** and **Bo** are now 2nd on this server."),
        ("sv", "**Bo** ligger nu etta på servern.", "**A** och **Bo** ligger nu tvåa på servern."),
        ("da", "**Bo** er nu nr. 1 på serveren.", "**A** og **Bo** er nu nr. 2 på serveren."),
    ],
)
def test_it_is_one_sentence(code: str, one: str, two: str) -> None:
    voice = Voice(language_of(code), ("A", "Bo"))
    assert climb_line(1, (1,), voice) == f"🥇 {one}"
    assert climb_line(2, (0, 1), voice) == f"🥈 {two}"
