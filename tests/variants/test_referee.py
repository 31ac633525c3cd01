"""Random games of every kind, disturbed by undos and absences, read again by the referee."""

import json
from random import Random
from typing import Any

import pytest

from kwbot.commands.replay import result
from kwbot.engine.match import Match
from kwbot.engine.record import write
from tests.engine.playing import Setting, one_move, settings, shuffled
from tests.independent.checker import check

MOST_DEALS = 12


def without_notes(found: dict[str, Any]) -> dict[str, Any]:
    """Notes are in words; everything else must be the same."""
    plain: dict[str, Any] = json.loads(json.dumps(found))
    for deal in plain["deals"]:
        del deal["notes"]
    return plain


def agreed(match: Match) -> None:
    assert without_notes(check(write(match)).result()) == without_notes(result(match))


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_random_games_come_to_the_same_end(setting: Setting) -> None:
    for seed in range(2):
        agreed(setting.played(Random(seed), MOST_DEALS))


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_disturbed_games_come_to_the_same_end(setting: Setting) -> None:
    rng, match = Random(3), setting.begin()
    while not match.over and len(match.deals) < 3:
        match = disturbed(shuffled(match, rng), rng).scored()
    agreed(match if match.over else disturbed(shuffled(match, rng), rng, most=40).scored())


def disturbed(match: Match, rng: Random, most: int = 10_000) -> Match:
    """At most so many moves of the running deal, some of them taken back, some by a computer."""
    while match.to_act() and most:
        most -= 1
        match, _ = one_move(match, rng)
        if rng.randrange(15) == 0:
            seat = rng.randrange(len(match.names))
            match = match.come_back(seat) if seat in match.away else match.gone_away(seat)
        moves = len(match.deal.moves()) if match.deal else 0
        if moves and rng.randrange(25) == 0:
            match = match.undone(1 + rng.randrange(min(moves, 9)))
    return match
