"""What a player's deals add up to."""

from __future__ import annotations

from datetime import date

import pytest

from kwbot.standings.career import Career
from kwbot.storage.values.stored_results import CareerDeal
from kwbot.variants import games


def deal(day: int, contract: str | None, *, made: bool | None = True, **more: object) -> CareerDeal:
    values = {"points": 1, "tricks": 5, "marks": "", "left": False, "edition": "1.4", **more}
    return CareerDeal(day=date(2026, 1, day), contract=contract, made=made, **values)  # type: ignore[arg-type]


def career(game: str, *deals: CareerDeal) -> Career:
    return Career(games()[game], deals)


def test_a_bid_is_best_that_is_made_most_of_the_times_but_not_by_one_chance() -> None:
    deals = [deal(1, "noll"), *[deal(2, "spel", made=made) for made in (True, True, True, False)]]
    found = career("kombinations-whist", *deals)
    assert found.best is not None
    assert (str(found.best[0]), found.best[1:]) == ("bid spel", (3, 4))
    assert found.favourite is not None
    assert found.favourite[1] == 4
    assert found.streak == (4, 0)
    assert found.points == [1, 2, 3, 4, 5]


def test_ten_nolos_are_ten_without_one_that_failed_between() -> None:
    ten = [deal(number, "sol") for number in range(1, 11)]
    others = [deal(11, "9"), deal(12, "sol", made=None)]
    assert career("hus", *ten[:5], *others, *ten[5:]).feats == {"nolos": date(2026, 1, 10)}
    assert career("hus", *ten[:9]).feats == {}
    assert career("hus", *ten[:5], deal(11, "sol", made=False), *ten[5:]).feats == {}


@pytest.mark.parametrize(
    ("game", "contract", "made", "tricks", "done"),
    [
        ("whist", None, None, 13, True),
        ("whist", None, None, 12, False),
        ("hus", "13", True, 13, True),
        ("hus", "sol", False, 13, False),
        ("hus", "9", None, 13, False),
    ],
)
def test_a_slam_is_all_tricks_of_a_side(
    game: str, contract: str | None, made: bool | None, tricks: int, *, done: bool
) -> None:
    found = career(game, deal(1, contract, made=made, tricks=tricks))
    assert ("slam" in found.feats) is done


def test_feats_of_kombinations_whist_and_what_a_computer_did_is_none() -> None:
    taintless, plague = deal(3, "obesudlat"), deal(4, "trumf+pest", marks="honourable potential")
    assert career("kombinations-whist", taintless, plague).feats == {
        "taintless": date(2026, 1, 3),
        "honourable": date(2026, 1, 4),
    }
    assert career("kombinations-whist", taintless._replace(left=True)).feats == {}
    assert career("kombinations-whist", taintless._replace(made=False)).feats == {}


def test_the_collection_has_the_first_day_of_each_part_by_edition() -> None:
    deals = [deal(1, "trumf", made=False), deal(2, "trumf+lattja"), deal(3, "trumf")]
    found = career("kombinations-whist", *deals, deal(4, "trumf", edition="1.5"))
    first, second = date(2026, 1, 2), date(2026, 1, 4)
    assert found.collection == {"1.4": {"trumf": first, "lattja": first}, "1.5": {"trumf": second}}
