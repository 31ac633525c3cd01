"""Random games of every kind, disturbed by undos and absences, read again by the referee."""

from random import Random

import pytest

from tests.engine.playing import Setting, settings, shuffled
from tests.variants.refereed import agreed, disturbed, disturbed_deal

MOST_DEALS = 12


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_random_games_come_to_the_same_end(setting: Setting) -> None:
    for seed in range(2):
        agreed(setting.played(Random(seed), MOST_DEALS))


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_disturbed_games_come_to_the_same_end(setting: Setting) -> None:
    rng, match = Random(3), setting.begin()
    match = disturbed(match, rng, 3)
    agreed(
        match if match.is_won else disturbed_deal(shuffled(match, rng), rng, most=40).with_score()
    )
