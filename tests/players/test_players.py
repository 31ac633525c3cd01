"""Every computer player, in whole games of every kind."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Action, Pass
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import View, view
from kwbot.players.search.monte_carlo import MonteCarloPlayer
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import counsels, games
from tests.engine.playing import Setting, begin, hosted, shuffled
from tests.engine.secrecy import Course, within_suits
from tests.players.positions import GAMES, SOME_GAMES

SIMPLE = ("easy", "thumb", "random")
LEVELS = {**COMPUTERS, "normal": MonteCarloPlayer(samples=1), "hard": MonteCarloPlayer(samples=4)}
"""Every level, thinking little."""


def deals(key: str, count: int, levels: Sequence[str], seed: int) -> Iterator[Match]:
    """So many deals, each at its end and not scored, the seats taken by these players in turn."""
    rng, match = Random(seed), begin(games()[key], 4)
    for _ in range(count):
        match = match if not match.is_won else begin(games()[key], 4)
        match = shuffled(match, rng)
        while match.to_act():
            seat = match.to_act()[0]
            action = decide(COMPUTERS[levels[seat % len(levels)]], match, seat, rng)
            match = match.apply(seat, action)
        yield match
        match = match.with_score()


def result(match: Match) -> DealResult:
    assert match.deal
    assert match.deal.result
    return match.deal.result


def play_game(setting: Setting, levels: Sequence[str]) -> None:
    """Each action is checked against the choice that the view offers."""
    rng, match = Random(levels[0]), setting.begin()
    while not match.is_won and len(match.deals) < 200:
        match = shuffled(match, rng)
        while match.to_act():
            seat = match.to_act()[0]
            action = decide(LEVELS[levels[seat % len(levels)]], match, seat, rng)
            assert action in match.choice(seat)
            match = match.apply(seat, action)
        match = hosted(match.with_score())
    assert match.sheet.winners


@pytest.mark.slow
@pytest.mark.parametrize("setting", SOME_GAMES)
def test_games_among_computers_end(setting: Setting) -> None:
    play_game(setting, SIMPLE)


@pytest.mark.heavy
@pytest.mark.parametrize("setting", GAMES)
@pytest.mark.parametrize("level", SIMPLE)
def test_games_among_equals_end(setting: Setting, level: str) -> None:
    play_game(setting, [level])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "most"), [(48, 0.92), pytest.param(200, 0.85, marks=pytest.mark.heavy)]
)
@pytest.mark.parametrize("key", games())
def test_simple_players_make_a_sane_share_of_their_contracts(
    key: str, count: int, most: float
) -> None:
    """The fewer deals, the more is chance."""
    made = [result(match).made for match in deals(key, count, ["easy"], 1)]
    tried = [one for one in made if one is not None]
    if tried:  # else a game without contracts
        assert len(tried) > count * 3 / 8
        assert 0.4 <= sum(tried) / len(tried) <= most


@pytest.mark.slow
@pytest.mark.parametrize("count", [8, pytest.param(100, marks=pytest.mark.heavy)])
@pytest.mark.parametrize("key", games())
def test_simple_players_earn_more_than_chance(key: str, count: int) -> None:
    """The same seats, where partners sit opposite each other, by who thinks in them."""
    gain = 0
    for levels, sign in ((["easy", "random"], 1), (["random", "easy"], -1)):
        for match in deals(key, count, levels, 7):
            points = result(match).points
            gain += sign * (points[0] + points[2] - points[1] - points[3])
    assert gain > 0


@pytest.mark.slow
def test_the_simple_player_defends_better_than_chance() -> None:
    """Three who think take more from a fourth than three who do not."""
    key, won = next(iter(games())), {}
    for others in ("easy", "random"):
        rng, won[others] = Random(7), 0
        for _ in range(15):
            match = shuffled(begin(games()[key], 4), rng)
            while match.to_act():
                assert match.deal
                seat = match.to_act()[0]
                alone = match.variant.declarer(match.deal.phases) in (None, seat)
                action = decide(COMPUTERS["easy" if alone else others], match, seat, rng)
                match = match.apply(seat, action)
            won[others] += result(match).made or False
    assert won["easy"] < won["random"]


def moved_cards(run: Course, seat: int, rng: Random) -> Match:
    """The same moment with other cards where `seat` does not see them, if that can be."""
    try:
        return run.with_swapped(within_suits(run.unseen(seat), rng))
    except RuleViolation:
        return run.match


def check_a_deal(key: str, level: str, seed: int) -> int:
    """Every choice of a deal is the same if unseen cards are moved; how often some were."""
    rng = Random(seed)
    match = shuffled(begin(games()[key], 4), rng)
    assert match.deal
    run = Course(begin(games()[key], 4).deal_begun(match.deal.start.dealer), match)
    run.look()
    moved = 0
    while run.match.to_act():
        seat = run.match.to_act()[0]
        action = decide(LEVELS[level], run.match, seat, Random(len(run.moves)))
        other = moved_cards(run, seat, rng)
        moved += other != run.match
        assert decide(LEVELS[level], other, seat, Random(len(run.moves))) == action
        run.match = run.match.apply(seat, action)
        run.moves.append((seat, action))
        run.look()
    return moved


LOOKED_AT = [
    pytest.param(key, level, marks=pytest.mark.heavy if slow else ())
    for key in games()
    for level in (*SIMPLE, "normal", "hard")
    for slow in [level == "hard" or (level, key) == ("normal", next(iter(games())))]
]
"""Every game by every level; the heavy ones take long."""


@pytest.mark.slow
@pytest.mark.parametrize(("key", "level"), LOOKED_AT)
def test_the_choice_rests_on_the_view_and_the_seed_alone(key: str, level: str) -> None:
    """In some deals all pass."""
    assert any(check_a_deal(key, level, seed) > 10 for seed in range(5, 10))


@pytest.mark.parametrize("level", LEVELS)
def test_no_choice_meets_an_objection(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof against every bid leaves the pass."""
    key = next(iter(games()))
    match = shuffled(begin(games()[key], 4), Random(2))

    def objection(deal: Deal, seat: int, action: Action) -> Sentence | None:
        return None if isinstance(action, Pass) else Sentence("Proven impossible.")

    monkeypatch.setattr(Deal, "objection", objection)
    for seed in range(8):
        seat = match.to_act()[0]
        assert decide(LEVELS[level], match, seat, Random(seed)) == Pass()


@pytest.mark.parametrize("key", games())
def test_without_advice_the_simple_player_goes_by_the_shape_of_the_choice(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = games()[key]
    monkeypatch.setattr(type(counsels()[key]), "advice", lambda self, seen, rng: {})
    rng = Random(3)
    match = begin(variant, 4)
    for _ in range(8):
        match = shuffled(match, rng)
        while match.to_act():
            seat = match.to_act()[0]
            match = match.apply(seat, decide(COMPUTERS["easy"], match, seat, rng))
        match = hosted(match.with_score())
        if match.is_won:
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


@pytest.mark.slow
@pytest.mark.parametrize("setting", SOME_GAMES)
@pytest.mark.parametrize("deals", [1, pytest.param(3, marks=pytest.mark.heavy)])
def test_who_looks_ahead_acts_legally_in_every_phase(setting: Setting, deals: int) -> None:
    """The least of samples, so that it is fast in plain Python too."""
    rng, match, computer = Random(str(setting)), setting.begin(), MonteCarloPlayer(samples=1)
    for _ in range(deals):
        match = shuffled(match, rng)
        while match.to_act():
            seat = match.to_act()[0]
            action = decide(computer, match, seat, rng)
            assert action in match.choice(seat)
            match = match.apply(seat, action)
        match = hosted(match.with_score())
        if match.is_won:
            break
