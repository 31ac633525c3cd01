"""What an action brings, as far as it is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kwbot.engine.actions import Action

SURE = 2.0
"""So many standard errors somebody is told nothing of: less is chance."""


class Estimate(NamedTuple):
    """What an action brings the viewer: `points` on average, the standard error of that (`doubt`)
    and their standard deviation (`spread`); `made`: how often it brings anything; `deals`: in how
    many that were set up anew it was tried; `foreseen`: the points of a bid before they
    were calibrated."""

    points: float
    doubt: float = 0.0
    spread: float = 0.0
    made: float = 0.0
    deals: int = 0
    foreseen: float = 0.0


def certain(found: Mapping[Action, Estimate], usual: Action | None) -> dict[Action, float]:
    """What is certain of it, the best first. Whatever may be behind by chance alone brings as much
    as the best, and of all that does the usual action comes first. A `doubt` is that of how far
    behind an action is."""
    most = max((brings.points for brings in found.values()), default=0.0)
    told = {action: min(one.points + SURE * one.doubt, most) for action, one in found.items()}
    best_first = sorted(
        found, key=lambda action: (-told[action], action != usual, -found[action].points)
    )
    return {action: told[action] for action in best_first}
