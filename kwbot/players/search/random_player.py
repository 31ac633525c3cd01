"""A player who takes random legal actions."""

import random

from kwbot.engine.values.actions import Action
from kwbot.engine.views.view import View


class RandomPlayer:
    """A random player, for tests and as the weakest opponent; every legal action is possible."""

    def choose(self, seen: View, rng: random.Random) -> Action:
        assert seen.choice is not None
        return seen.choice.sample(rng)
