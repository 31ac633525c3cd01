"""Estimates of actions in points, and comparisons between them."""

from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from .actions import Action, Bid
from .wording import Sentence

SURE = 2.0
"""Differences of up to this many standard errors may be chance."""
NEGLIGIBLE = 0.1
"""Differences of up to this many points do not matter."""


class Estimate(NamedTuple):
    """An estimate of the viewer's points from an action: `points`: their mean; `doubt`: the
    standard error of the distance to the best action; `spread`: the standard deviation of the
    points; `made`: the share of deals with a gain; `deals`: number of sampled deals; `foreseen`:
    the points of a bid before calibration; `why`: a true reason for the action, if one was
    found."""

    points: float
    doubt: float = 0.0
    spread: float = 0.0
    made: float = 0.0
    deals: int = 0
    foreseen: float = 0.0
    why: Sentence | None = None


def advised_first(found: Mapping[Action, Estimate], advised: Action) -> dict[Action, Estimate]:
    """Return `found` with the advised action first, then the others from the best."""
    ordered = sorted(found, key=lambda action: (action != advised, -found[action].points))
    return {action: found[action] for action in ordered}


def as_good(found: Mapping[Action, Estimate], action: Action) -> list[Action]:
    """Return the other actions that are not clearly worse than `action`: the difference may be
    chance or is negligible."""
    return [
        one
        for one, brings in found.items()
        if one != action
        and found[action].points - brings.points <= max(SURE * brings.doubt, NEGLIGIBLE)
    ]


def worth_a_thought(found: Mapping[Action, Estimate]) -> list[Action]:
    """Return the best action, all actions about as good, and all bids no worse than not bidding;
    the best first."""
    best_first = sorted(found, key=lambda action: -found[action].points)
    if not best_first:
        return []
    best, equal = best_first[0], as_good(found, best_first[0])
    others = [found[one].points for one in found if not isinstance(one, Bid)]
    least = max(others, default=-inf)
    return [
        one
        for one in best_first
        if one == best or one in equal or (isinstance(one, Bid) and found[one].points >= least)
    ]


def lead(found: Mapping[Action, Estimate], better: Action, done: Action) -> float:
    """Return by how many points `better` is ahead of `done`; 0 if that may be chance."""
    if done == better or done in as_good(found, better):
        return 0.0
    return found[better].points - found[done].points
