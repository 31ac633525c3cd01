"""A deal that several tables have played, compared: who did how well with the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def matchpoints(scores: Sequence[int]) -> list[int]:
    """Return for each score, of those with the same cards, two for each other one that is lower and
    one for each that is equal: from 0 to twice the number of others."""
    return [sum(2 * (one > other) + (one == other) for other in scores) - 1 for one in scores]


def differences(scores: Sequence[int]) -> list[Fraction]:
    """Return how far each score, of those with the same cards, is above their mean."""
    mean = Fraction(sum(scores), len(scores))
    return [one - mean for one in scores]


def advantages(points: Sequence[int], sides: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return what a deal has brought by seat: where sides play against each other, more than the
    others."""
    if not sides:
        return tuple(points)
    against = {seat: next(side[0] for side in sides if seat not in side) for own in sides
               for seat in own}  # fmt: skip
    return tuple(one - points[against[seat]] for seat, one in enumerate(points))
