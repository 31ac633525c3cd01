"""Random games of both kinds, with all options and undos, read again by the independent referee."""

from random import Random
from typing import Any

import pytest

from kwbot.commands.replay import result
from kwbot.engine.actions import Bid
from kwbot.engine.match import Match
from kwbot.engine.phases.duel import DuelAuction
from kwbot.engine.reader import replay
from kwbot.engine.record import write
from kwbot.variants import games
from tests.engine.playing import begin, one_move, shuffled
from tests.independent.checker import check
from tests.variants.danish.table import deal_of

KINDS = [("hus", 4), ("hus", 5), ("esmakker", 4)]


def without_notes(found: dict[str, Any]) -> dict[str, Any]:
    """Notes are in words; everything else must be the same."""
    deals = [{key: deal[key] for key in deal if key != "notes"} for deal in found["deals"]]
    return {**found, "deals": deals}


def agreed(match: Match) -> None:
    text = write(match)
    assert replay(text, games()) == match
    assert without_notes(check(text).result()) == without_notes(result(match))


def some_options(key: str, rng: Random) -> dict[str, str]:
    """Each option at its default or at something else."""
    numbers = {"rate": "3", "slam": "20", "pot": "123", "deals": str(rng.randrange(2, 6))}
    return {
        option.key: numbers[option.key] if option.numbers else rng.choice(option.values)[0]
        for option in games()[key].options
        if rng.randrange(2) or option.key == "deals"
    }


def low_bid(match: Match, rng: Random) -> Match:
    """A bid little higher than the standing one, so that all kinds of contracts come up."""
    seat = match.to_act()[0]
    bids = [action for action in match.choice(seat) if isinstance(action, Bid)]
    others = [action for action in match.choice(seat) if not isinstance(action, Bid)]
    bold = bids and rng.randrange(3)
    return match.apply(seat, rng.choice(bids[:4] if bold else others))


def played(match: Match, rng: Random) -> Match:
    """A deal with undos and with seats that computer players take over for a while."""
    while match.to_act():
        bidding = isinstance(deal_of(match).current, DuelAuction)
        match = low_bid(match, rng) if bidding else one_move(match, rng)[0]
        if rng.randrange(30) == 0 and deal_of(match).moves():
            match = match.undone(1 + rng.randrange(min(9, len(deal_of(match).moves()))))
        if rng.randrange(60) == 0:
            seat = rng.randrange(len(match.names))
            away = seat in match.away
            match = match.come_back(seat) if away else match.gone_away(seat)
    return match


def whole_match(key: str, players: int, rng: Random) -> Match:
    match = begin(games()[key], players, some_options(key, rng))
    while not match.over:
        match = played(shuffled(match, rng), rng).scored()
        if key == "hus" and not match.over and rng.randrange(6) == 0:
            match = shuffled(match, rng).ended(0) if rng.randrange(2) else match.ended(0)
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
