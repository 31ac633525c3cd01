"""Every computer player, in whole games of every kind."""

from dataclasses import replace
from random import Random

import pytest

from kwbot.engine.actions import Action, Pass
from kwbot.engine.choices import CombinationBid
from kwbot.engine.deal import Deal
from kwbot.engine.match import Match
from kwbot.engine.view import View, view
from kwbot.engine.wording import Sentence
from kwbot.players import COMPUTERS, decide
from kwbot.variants import games
from tests.engine.playing import begin, shuffled
from tests.engine.secrecy import Course, within_suits

GAMES = [
    pytest.param(key, players, level, id=f"{key}-{players}-{level}")
    for key, game in games().items()
    for players in (3, 4, 5, 7)
    if game.least_players <= players <= (game.most_players or players)
    for level in COMPUTERS
]


def played(match: Match, level: str, rng: Random) -> Match:
    """The whole game, each action checked against the choice that the view offers."""
    while not match.over:
        match = shuffled(match, rng)
        while match.to_act():
            seat = match.to_act()[0]
            action = decide(COMPUTERS[level], match, seat, rng)
            assert action in match.choice(seat)
            match = match.apply(seat, action)
        match = match.scored()
    return match


@pytest.mark.parametrize(("key", "players", "level"), GAMES)
def test_games_among_computers_end(key: str, players: int, level: str) -> None:
    match = played(begin(games()[key], players), level, Random(level))
    assert match.sheet.winners


@pytest.mark.parametrize("key", games())
def test_simple_players_make_a_sane_share_of_their_contracts(key: str) -> None:
    players = max(4, games()[key].least_players)
    matches = [played(begin(games()[key], players), "easy", Random(seed)) for seed in range(6)]
    made = [
        one.result.made for match in matches for one in match.deals if one.result.made is not None
    ]
    assert len(made) > 30
    assert 0.4 <= sum(made) / len(made) <= 0.8


@pytest.mark.parametrize("key", games())
def test_the_simple_player_defends_better_than_chance(key: str) -> None:
    """Three who think take more from a fourth than three who do not."""
    won = {}
    for others in ("easy", "random"):
        rng, won[others] = Random(7), 0
        for _ in range(25):
            match = shuffled(begin(games()[key], max(4, games()[key].least_players)), rng)
            while match.to_act():
                assert match.deal
                seat = match.to_act()[0]
                alone = match.variant.declarer(match.deal.phases) in (None, seat)
                action = decide(COMPUTERS["easy" if alone else others], match, seat, rng)
                match = match.apply(seat, action)
            assert match.deal
            assert match.deal.result
            won[others] += match.deal.result.made or False
    assert won["easy"] < won["random"]


@pytest.mark.parametrize("level", COMPUTERS)
@pytest.mark.parametrize("key", games())
def test_the_choice_rests_on_the_view_and_the_seed_alone(key: str, level: str) -> None:
    rng = Random(5)
    match = shuffled(begin(games()[key], 4), rng)
    assert match.deal
    run = Course(begin(games()[key], 4).deal_begun(match.deal.start.dealer), match)
    run.look()
    moved = 0
    while run.match.to_act():
        seat = run.match.to_act()[0]
        action = decide(COMPUTERS[level], run.match, seat, Random(len(run.moves)))
        other = run.with_swapped(within_suits(run.unseen(seat), rng))
        moved += other != run.match
        assert decide(COMPUTERS[level], other, seat, Random(len(run.moves))) == action
        run.match = run.match.apply(seat, action)
        run.moves.append((seat, action))
        run.look()
    assert moved > 20


@pytest.mark.parametrize("level", COMPUTERS)
def test_no_choice_meets_an_objection(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof against every bid leaves the pass."""
    key = next(iter(games()))
    match = shuffled(begin(games()[key], 4), Random(2))

    def objection(self: object, deal: Deal, seat: int, action: Action) -> Sentence | None:
        return None if isinstance(action, Pass) else Sentence("Proven impossible.")

    monkeypatch.setattr(type(match.variant), "objection", objection)
    for seed in range(20):
        seat = match.to_act()[0]
        assert decide(COMPUTERS[level], match, seat, Random(seed)) == Pass()


@pytest.mark.parametrize("key", games())
def test_without_advice_the_simple_player_goes_by_the_shape_of_the_choice(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = games()[key]
    monkeypatch.setattr(type(variant), "advice", lambda self, seen, rng: {})
    rng = Random(3)
    match = begin(variant, 4)
    for _ in range(8):
        match = shuffled(match, rng)
        while match.to_act():
            seat = match.to_act()[0]
            match = match.apply(seat, decide(COMPUTERS["easy"], match, seat, rng))
        match = match.scored()
        if match.over:
            break


def test_advice_that_is_not_legal_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    key = next(iter(games()))
    match = shuffled(begin(games()[key], 4), Random(2))
    seen: View = view(match, match.to_act()[0])
    assert isinstance(seen.choice, CombinationBid)
    too_high = replace(seen, choice=replace(seen.choice, least=100))
    for seed in range(20):
        action = COMPUTERS["easy"].choose(too_high, Random(seed))
        assert too_high.choice is not None
        assert action in too_high.choice
