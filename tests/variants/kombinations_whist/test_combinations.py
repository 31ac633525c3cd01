"""Every standard bid with every special bid, and many more combinations, played to the end."""

from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.engine.views.view import as_json, view
from kwbot.variants import games
from kwbot.variants.kombinations_whist.printed_bids import SPECIALS, STANDARDS
from tests.engine.playing import one_move
from tests.independent.checker import check as referee
from tests.variants.kombinations_whist.forced import forced, random_bids, singles


def agrees(match: Match) -> bool:
    """Whether an independent reading of the record comes to the same end."""
    result = match.deals[-1].result
    assert result.contract
    ours = {
        "contract": result.contract.arguments(),
        "declarer": result.declarer,
        "made": result.made,
        "tricks": list(result.tricks),
        "points": list(result.points),
        "scores": list(match.sheet.scores),
    }
    theirs = referee(write(match)).deals[-1]
    return all(theirs[key] == value for key, value in ours.items())


def played(bid: str, players: int, rng: Random, early_stop: str) -> Match:
    _, match = forced(bid, players, rng, early_stop)
    looked = 0
    while match.to_act():
        match, _ = one_move(match, rng)
        if rng.randrange(20) == 0:
            looked += sum(len(as_json(view(match, seat))) > 0 for seat in (None, *range(players)))
    return match.with_score()


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("standard", [standard.key for standard in STANDARDS])
def test_every_standard_bid_with_every_special_bid(standard: str, players: int) -> None:
    rng = Random(players)
    bids = [bid for bid in singles(players) if bid.split("+")[0] == standard]
    assert len(bids) >= 9
    for number, bid in enumerate(bids):
        match = played(bid, players, rng, ("on", "off")[number % 2])
        assert agrees(match), write(match)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.heavy) for seed in range(2, 5))]
)
def test_random_combinations(players: int, seed: int) -> None:
    rng = Random(100 * players + seed)
    for number, bid in enumerate(random_bids(players, 25, rng)):
        match = played(bid, players, rng, ("on", "off")[number % 2])
        assert agrees(match), write(match)
        assert replay(write(match), games()) == match


def test_every_special_bid_is_among_them() -> None:
    parts = {key for bid in random_bids(4, 300, Random(1)) for key in bid.split("+")}
    assert parts == {part.key for part in (*STANDARDS, *SPECIALS)}
