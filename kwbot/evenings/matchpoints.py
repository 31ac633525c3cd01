"""Matchpoints: comparing players who had the same cards in a duplicate deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kwbot.evenings.sitting import Sitting

_PAIR_SEATS = ((0, 2), (1, 3))


def matchpoints(scores: Sequence[int]) -> list[int]:
    """Return the matchpoints of scores with the same cards: two for a lower, one for an equal."""
    return [sum(2 * (one > other) + (one == other) for other in scores) - 1 for one in scores]


def differences(scores: Sequence[int]) -> list[Fraction]:
    """Return the difference of each score with the same cards to their mean."""
    mean = Fraction(sum(scores), len(scores))
    return [one - mean for one in scores]


def advantages(points: Sequence[int], sides: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the scores of a deal by seat: the points, or the difference to the other side's if two
    sides play against each other."""
    if not sides:
        return tuple(points)
    against = {seat: next(side[0] for side in sides if seat not in side) for own in sides
               for seat in own}  # fmt: skip
    return tuple(one - points[against[seat]] for seat, one in enumerate(points))


@dataclass(frozen=True, slots=True)
class DuplicateShare:
    """An entrant's result in a duplicate deal: `matchpoints` out of `possible` ones, and the
    `difference` to the mean in points of the game."""

    entrant: int
    matchpoints: int
    possible: int
    difference: Fraction
    by_computer: bool
    settled: int


def duplicate_shares(sittings: Sequence[Sitting], at: int, *, pairs: bool) -> list[DuplicateShare]:
    """Return everybody's result in deal `at` of a round, compared with others with their cards."""
    played = [(one, one.results[at]) for one in sittings if one.results[at].points]
    scores = [advantages(result.points, _PAIR_SEATS if pairs else ()) for _, result in played]
    found: list[DuplicateShare] = []
    for seat, with_same_cards in enumerate(zip(*scores, strict=True)):
        compared = zip(matchpoints(with_same_cards), differences(with_same_cards), strict=True)
        for (sitting, result), (won, difference) in zip(played, compared, strict=True):
            if (entrant := sitting.seats[seat]) is not None:
                settled = result.settled[seat] if result.settled else 0
                by_computer = seat in result.by_computer
                possible = 2 * len(played) - 2
                found.append(
                    DuplicateShare(entrant, won, possible, difference, by_computer, settled)
                )
    return found
