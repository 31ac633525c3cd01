"""A deal that several tables have played, compared: who did how well with the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kwbot.evenings.sitting import Sitting

_PAIR_SEATS = ((0, 2), (1, 3))


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


@dataclass(frozen=True, slots=True)
class DuplicateShare:
    """What a deal of a duplicate has brought an entrant: `matchpoints` of so many that were
    `possible`, and the `difference` to the mean, in points of the game."""

    entrant: int
    matchpoints: int
    possible: int
    difference: Fraction
    by_computer: bool
    settled: int


def duplicate_shares(sittings: Sequence[Sitting], at: int, *, pairs: bool) -> list[DuplicateShare]:
    """Return what deal `at` of a round has brought everybody who sat at its tables, compared with
    those who had the same cards."""
    played = [(one, one.boards[at]) for one in sittings if one.boards[at].points]
    scores = [advantages(board.points, _PAIR_SEATS if pairs else ()) for _, board in played]
    found: list[DuplicateShare] = []
    for seat, with_same_cards in enumerate(zip(*scores, strict=True)):
        compared = zip(matchpoints(with_same_cards), differences(with_same_cards), strict=True)
        for (sitting, board), (won, difference) in zip(played, compared, strict=True):
            if (entrant := sitting.seats[seat]) is not None:
                settled = board.settled[seat] if board.settled else 0
                by_computer = seat in board.by_computer
                possible = 2 * len(played) - 2
                found.append(
                    DuplicateShare(entrant, won, possible, difference, by_computer, settled)
                )
    return found
