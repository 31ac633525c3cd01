"""A player who does anything that is legal."""

from __future__ import annotations

import random

from kwbot.engine.actions import Action
from kwbot.engine.view import View


class RandomPlayer:
    """Every legal action is possible: good for tests, and the weakest of opponents."""

    def choose(self, seen: View, rng: random.Random) -> Action:
        assert seen.choice is not None
        return seen.choice.sample(rng)
