"""Counsel of a game that has none of its own."""

import pytest

from kwbot.engine.views.counsel import Counsel
from kwbot.engine.views.view import View
from kwbot.variants import counsels, explorers, games

WHIST = games()["whist"]


@pytest.mark.parametrize(
    ("sides", "soloists", "worth"),
    [
        (((0, 2), (1, 3)), (), (1, -1, 1, -1)),
        ((), (), (1, -1 / 3, -1 / 3, -1 / 3)),
        ((), (1,), (1, -1, 1, 1)),
        ((), (1, 3), (1, -1 / 2, 1, -1 / 2)),
    ],
)
def test_tricks_count_for_ones_own_side(
    sides: tuple[tuple[int, ...], ...], soloists: tuple[int, ...], worth: tuple[float, ...]
) -> None:
    """Partners, each for themselves, one against three, and two who play a nolo each."""
    sheet = WHIST.opening(WHIST.option_values({}), 4)
    seen = View(
        WHIST, 0, ("Anna", "Bo", "Cleo", "Dag"), sheet, frozenset(), 1, None,
        seats=(1, 2, 3, 0), sides=sides, soloists=soloists,
    )  # fmt: skip
    payoffs = Counsel().payoffs(seen, [])
    assert payoffs.worth(payoffs.state_after([0])) == worth
    assert Counsel().advice(seen, None) == {}


def test_every_game_has_counsel_and_some_an_explorer() -> None:
    assert list(counsels()) == list(games())
    assert explorers().keys() <= games().keys()
