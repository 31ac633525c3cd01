"""Random games, undisturbed and disturbed, read again by the independent referee."""

from itertools import product
from random import Random

import pytest

from tests.engine.playing import begin, random_match
from tests.variants.fyrmanswhist.table import GAME
from tests.variants.refereed import agreed, disturbed

TABLES = list(product(("turn", "together"), ("drawn", "seats"), ("13", "7")))


@pytest.mark.parametrize(("showing", "partners", "target"), TABLES)
def test_random_games_come_to_the_same_end(showing: str, partners: str, target: str) -> None:
    rng = Random(f"{showing} {partners} {target}")
    options = {"showing": showing, "partners": partners, "target": target}
    match = random_match(GAME, 4, rng, options)
    assert match.is_won
    agreed(match)
    agreed(disturbed(begin(GAME, 4, options), rng, 4))
