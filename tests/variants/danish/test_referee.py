"""Random games of both kinds, with all options and undos, read again by the independent referee."""

from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.phases.auction import DuelAuction
from kwbot.engine.values.actions import Bid
from kwbot.variants import games
from tests.engine.playing import begin, shuffled
from tests.variants.glance import deal_of
from tests.variants.refereed import agreed, disturbed_deal, moved, taken_over, undone

KINDS = [("hus", 4), ("hus", 5), ("esmakker", 4)]


def some_options(key: str, rng: Random) -> dict[str, str]:
    """Each option at its default or at something else."""
    numbers = {"rate": "3", "slam": "20", "pot": "123", "deals": str(rng.randrange(2, 6))}
    return {
        option.key: numbers[option.key] if option.numbers else rng.choice(option.values)[0]
        for option in games()[key].options
        if rng.randrange(2) or option.key == "deals"
    }


def low_bid_or_move(match: Match, rng: Random) -> Match:
    """A bid little higher than the standing one, so that all kinds of contracts come up; or a
    move where nobody bids."""
    if not isinstance(deal_of(match).current, DuelAuction):
        return moved(match, rng)
    seat = match.to_act()[0]
    bids = [action for action in match.choice(seat) if isinstance(action, Bid)]
    others = [action for action in match.choice(seat) if not isinstance(action, Bid)]
    bold = bids and rng.randrange(3)
    return match.apply(seat, rng.choice(bids[:4] if bold else others))


def whole_match(key: str, players: int, rng: Random) -> Match:
    match = begin(games()[key], players, some_options(key, rng))
    while not match.is_won:
        match = disturbed_deal(
            shuffled(match, rng), rng, move=low_bid_or_move,
            disturbances=(undone, undone, taken_over), one_in=20,
        ).with_score()  # fmt: skip
        if key == "hus" and not match.is_won and rng.randrange(6) == 0:
            match = (
                shuffled(match, rng).finished_by(0) if rng.randrange(2) else match.finished_by(0)
            )
    return match


@pytest.mark.parametrize(("key", "players"), KINDS)
def test_games_come_to_the_same_end(key: str, players: int) -> None:
    for seed in range(6):
        agreed(whole_match(key, players, Random(100 * players + seed)))


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("key", "players"), KINDS)
def test_many_games_come_to_the_same_end(key: str, players: int, seed: int) -> None:
    rng = Random(seed)
    for _ in range(25):
        agreed(whole_match(key, players, rng))
