"""The solver against trying everything."""

from collections.abc import Iterator
from random import Random

import pytest

from kwbot.players.kernel import DoubleDummy, State
from tests.engine.playing import Setting
from tests.players.kernel.exhaustive import each, exhausted
from tests.players.many_seats import seated
from tests.players.positions import GAMES, kernel_of, moments


def check_ending(start: State) -> None:
    solver = DoubleDummy()
    for card in each(start.legal()):
        assert solver.try_card(start, card) == pytest.approx(exhausted(start, card, start.seat))


def endings(setting: Setting, rng: Random, deals: int, cards: int) -> Iterator[State]:
    """Positions with so many cards left to the player in turn."""
    for match in moments(setting, rng, deals):
        assert match.deal
        if len(match.deal.layout.hands[match.to_act()[0]]) == cards:
            yield kernel_of(match)[1]


def check_endings(setting: Setting, rng: Random, deals: int, cards: int) -> None:
    """Compare the values of all cards in endings of so many cards."""
    for start in endings(setting, rng, deals, cards):
        check_ending(start)


@pytest.mark.slow
@pytest.mark.parametrize("setting", GAMES[:3])
def test_endings_are_solved_in_which_a_trick_is_given_away(setting: Setting) -> None:
    rng, tested = Random(f"{setting} given"), 0
    for start in endings(setting, rng, 12, 3):
        left = [card for hand in start.hand for card in each(hand)]
        start.rules.awarded = rng.choice(left)
        start.rules.awarder = rng.randrange(start.rules.players)
        check_ending(start)
        start.rules.awarded = 0
        tested += 1
    assert tested > 5


@pytest.mark.parametrize("setting", GAMES)
def test_endings_are_solved(setting: Setting) -> None:
    check_endings(setting, Random(f"{setting} endings"), 6, 3)


@pytest.mark.parametrize("players", [5, 7])
def test_endings_of_many_seats_are_solved(players: int) -> None:
    with seated(players) as setting:
        check_endings(setting, Random(players), 6, 2)


@pytest.mark.heavy
@pytest.mark.parametrize("setting", GAMES)
def test_many_endings_are_solved(setting: Setting) -> None:
    check_endings(setting, Random(f"{setting} many endings"), 300, 3)


@pytest.mark.parametrize("setting", GAMES[:4])
def test_what_is_remembered_is_of_the_same_rules_and_player(setting: Setting) -> None:
    """Endings of other deals, with other things at stake, do not mislead the solver."""
    solver = DoubleDummy()
    for start in endings(setting, Random(f"{setting} remembered"), 6, 4):
        for card in each(start.legal()):
            assert solver.try_card(start, card) == DoubleDummy().try_card(start, card)
