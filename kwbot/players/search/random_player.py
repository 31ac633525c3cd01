"""A player who does anything that is legal."""

import random

from kwbot.engine.values.actions import Action
from kwbot.engine.views.view import View


class RandomPlayer:
    """Every legal action is possible: good for tests, and the weakest of opponents."""

    def choose(self, seen: View, rng: random.Random) -> Action:
        assert seen.choice is not None
        return seen.choice.sample(rng)
