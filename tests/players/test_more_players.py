"""A game in whose deals more play than the kernel knows: computers go by rule of thumb there."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.views.view import View, view
from kwbot.players.samples.kernel_input import KernelInput, Unsupported
from kwbot.players.search.bid_search import Scene
from kwbot.players.search.monte_carlo import suggested_bids, weighed_actions
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import counsels, games
from tests.engine.playing import begin, shuffled

EXAMPLE = (Path(__file__).parents[2] / "docs" / "example_game.py").read_text("utf-8")
FIVE = (
    ('key = "solo"', 'key = "five"\n    least_players = most_players = 5'),
    ("TRICKS = 13", "TRICKS = 10"),
    ("NO_POINTS = (0, 0, 0, 0)", "NO_POINTS = (0, 0, 0, 0, 0)"),
    ("return FULL_DECK", 'return FULL_DECK - CardSet.parse("C2 D2")'),
    ("range(4)", "range(5)"),
)
"""What the example game of the documents is with five players and ten cards each."""


@pytest.fixture
def five(monkeypatch: pytest.MonkeyPatch) -> Match:
    text = EXAMPLE
    for four, instead in FIVE:
        assert four in text
        text = text.replace(four, instead)
    module = ModuleType("five")
    monkeypatch.setitem(sys.modules, "five", module)
    exec(compile(text, "five.py", "exec"), module.__dict__)
    monkeypatch.setitem(games(), "five", module.GAME)
    monkeypatch.setitem(counsels(), "five", module.COUNSEL)
    deals = (shuffled(begin(module.GAME, 5), Random(seed)) for seed in range(100))
    return next(one for one in deals if len(module.COUNSEL.advice(first_view(one), None)) > 2)


def first_view(match: Match) -> View:
    return view(match, match.to_act()[0])


@pytest.mark.parametrize("level", COMPUTERS)
def test_every_computer_plays_a_deal_of_five_to_its_end(five: Match, level: str) -> None:
    rng, moves = Random(1), 0
    while five.to_act():
        seat = five.to_act()[0]
        five = five.apply(seat, decide(COMPUTERS[level], five, seat, rng))
        moves += 1
    assert moves > 5
    assert five.with_score().deals


def test_nothing_is_said_of_what_the_kernel_does_not_know(five: Match) -> None:
    rng = Random(1)
    seen = first_view(five)
    assert weighed_actions(seen, rng, 8) == {}
    assert suggested_bids(seen, rng, 8) == {}
    with pytest.raises(Unsupported):
        Scene(seen, 1)
    while not view(five, None).playing:
        seat = five.to_act()[0]
        five = five.apply(seat, decide(COMPUTERS["thumb"], five, seat, rng))
    seen = first_view(five)
    assert len(seen.seats) == 5
    with pytest.raises(Unsupported):
        KernelInput(seen)
    assert weighed_actions(seen, rng, 8) == {}
