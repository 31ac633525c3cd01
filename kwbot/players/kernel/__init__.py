"""Fast trick play on bit masks: rollouts for Monte Carlo players.

It implements the engine's rules again; tests compare both. The .pxd files give these modules C
types, which make them many times as fast when compiled; see kwbot.players.kernel.compiled.
"""

from __future__ import annotations

from .compiled import compiled_folder

if (_folder := compiled_folder()) is not None:
    __path__.insert(0, str(_folder))  # modules there take precedence over the sources

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
"""Number of cards of a rollout, per 1024, that are played at random, since players err."""

EVERYBODY = (1 << MAX_PLAYERS) - 1
"""A bit for each player, to make all of them `able`."""

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
