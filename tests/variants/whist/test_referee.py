"""Random games of every form, undisturbed and disturbed, read again by the independent referee."""

from itertools import product
from random import Random

import pytest

from tests.engine.playing import begin, random_match
from tests.variants.refereed import agreed, disturbed
from tests.variants.whist.table import GAME

FORMS = ("short", "long", "american", "guerre")
TABLES = list(product(FORMS, ("turned", "sattrumf"), ("drawn", "seats")))


def options(form: str, trumps: str, partners: str, rng: Random) -> dict[str, str]:
    return {
        "form": form,
        "trumps": trumps,
        "partners": partners,
        "honours": rng.choice(["on", "on", "off"]),
        "rubbers": rng.choice(["1", "2"]),
        "stake": rng.choice(["0", "25", "100000"]),
    }


@pytest.mark.parametrize(("form", "trumps", "partners"), TABLES)
def test_random_games_come_to_the_same_end(form: str, trumps: str, partners: str) -> None:
    rng = Random(f"{form} {trumps} {partners}")
    match = random_match(GAME, 4, rng, options(form, trumps, partners, rng))
    assert match.is_won
    agreed(match)


@pytest.mark.parametrize(("form", "trumps", "partners"), TABLES)
def test_disturbed_games_come_to_the_same_end(form: str, trumps: str, partners: str) -> None:
    rng = Random(f"{form} {trumps} {partners}")
    match = begin(GAME, 4, options(form, trumps, partners, rng))
    agreed(disturbed(match, rng, 4))
