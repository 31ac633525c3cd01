"""Trick play on bit masks, fast: rollouts for Monte Carlo players.

The engine's rules in another form, equal to them by test. The .pxd files give these modules C
types: compiled they are many times as fast; see kwbot.players.kernel.compiled.
"""

from __future__ import annotations

from .compiled import compiled_folder

if (_folder := compiled_folder()) is not None:
    __path__.insert(0, str(_folder))  # what is found there comes before the sources

try:
    from . import state
except ImportError:  # compiled for another machine
    __path__.pop(0)
    from . import state
from .double_dummy import DoubleDummy
from .equilibrium import Equilibrium
from .play_inference import PlayInference
from .policy import Policy
from .race import Race
from .rollouts import rollout, rollouts, run
from .sampler import Sampler
from .state import State
from .trick_rules import MAX_PLAYERS, TrickRules, bounds, leanings, prospects

ACCELERATED = not str(state.__file__).endswith(".py")
"""Whether these modules were compiled."""

ERRORS = 96
"""Of 1024 cards of a rollout so many are drawn at random: players err, and deals are many."""

EVERYBODY = (1 << MAX_PLAYERS) - 1
"""A bit for each player: all of them are able."""

__all__ = [
    "ACCELERATED",
    "ERRORS",
    "EVERYBODY",
    "MAX_PLAYERS",
    "DoubleDummy",
    "Equilibrium",
    "PlayInference",
    "Policy",
    "Race",
    "Sampler",
    "State",
    "TrickRules",
    "bounds",
    "leanings",
    "prospects",
    "rollout",
    "rollouts",
    "run",
]
