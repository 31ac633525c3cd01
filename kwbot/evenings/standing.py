"""The standing of an evening: the sums of everybody's deals."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from kwbot.evenings.entrant import Entrant
from kwbot.evenings.matchpoints import DuplicateShare, duplicate_shares
from kwbot.evenings.sitting import Share, Sitting
from kwbot.listings import EveningScore


def evening_standing(shares: Iterable[Share], entrants: Sequence[Entrant]) -> list[EveningScore]:
    """Return the standing, by all shares, of those who have played a deal, the best first."""
    totals: dict[int, list[int]] = {}
    for one in shares:
        sums = totals.setdefault(one.entrant, [0, 0, 0, 0])
        for at, value in enumerate((one.points, one.deals, one.by_computer, one.settled)):
            sums[at] += value
    played = sorted(totals.items(), key=lambda one: one[1][1])  # among equals, fewer deals first
    return _with_places(
        _score_of(entrants[number], points, deals, by_computer, settled)
        for number, (points, deals, by_computer, settled) in played
        if deals
    )


def duplicate_standing(
    rounds: Sequence[Sequence[Sitting]], entrants: Sequence[Entrant], *, pairs: bool
) -> list[EveningScore]:
    """Return the standing of a duplicate, by rounds that are over at all tables."""
    by_deal = [
        duplicate_shares(sittings, at, pairs=pairs)
        for sittings in rounds
        for at in range(len(sittings[0].results))
    ]
    possible = sum(max((one.possible for one in shares), default=0) for shares in by_deal)
    own: dict[int, list[DuplicateShare]] = defaultdict(list)
    for one in chain.from_iterable(by_deal):
        own[one.entrant].append(one)
    return _with_places(
        _duplicate_score(entrants[number], shares, possible, pairs=pairs)
        for number, shares in sorted(own.items())
    )


def _duplicate_score(
    entrant: Entrant, shares: Sequence[DuplicateShare], possible: int, *, pairs: bool
) -> EveningScore:
    """Return the line of an entrant; `possible`: the most matchpoints in all deals."""
    difference = sum((one.difference for one in shares), Fraction())
    ahead = sum(Fraction(2 * one.matchpoints - one.possible, 2) for one in shares)
    percent = 50 + 100 * Fraction(ahead) / (possible or 1)
    by_computer = sum(one.by_computer for one in shares)
    settled = sum(one.settled for one in shares)
    score = _score_of(entrant, round(difference), len(shares), by_computer, settled)
    return replace(score, percent=percent) if pairs else replace(score, difference=difference)


def _score_of(
    entrant: Entrant, points: int, deals: int, by_computer: int, settled: int
) -> EveningScore:
    has_left = entrant.presence == "gone"
    return EveningScore(
        0, entrant.user, entrant.name, has_left, points, deals, by_computer, settled
    )


def _with_places(lines: Iterable[EveningScore]) -> list[EveningScore]:
    """Return the lines with their places, the best first."""
    found = sorted(lines, key=lambda one: one.merit, reverse=True)
    better = {one.merit: at for at, one in reversed([*enumerate(found)])}
    return [replace(one, place=1 + better[one.merit]) for one in found]
