"""Secrecy in the phases that random auctions seldom reach."""

from itertools import islice
from random import Random

import pytest

from tests.engine.secrecy import Course, check, course
from tests.variants.kombinations_whist.forced import forced


@pytest.mark.parametrize(
    "bid",
    [
        "rangtrumf+brev+mastarbrev",
        "rangtrumf+jarn+atelje+oppentrumf",
        "mastartrumf+pest+rattvisa+atelje",
        "subtrumf+brev+atelje+oppentrumf",
        "precis+oppenhand+mastarbrev+rattvisa",
        "blocktrumf+pest+lattja+straff",
        "obesudlat+brev+rattvisa+oppenhand",
    ],
)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_unseen_cards_change_nothing_whatever_the_contract(bid: str, players: int) -> None:
    rng = Random(players)
    begun, contracted = forced(bid, players, rng)
    assert contracted.deal
    played = Course(begun, contracted, list(contracted.deal.moves()))
    compared = 0
    for moment in islice(course(played, rng), 0, None, 9):
        compared += check(moment, rng)
    assert compared > 10
