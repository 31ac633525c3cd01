"""Drawing the tables of a round, so that people meet others than before as far as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random

from kwbot.engine.values.actions import Seat

Seating = tuple[int | None, ...]
"""Who sits at a table, by seat: the number of an entrant, None for a computer player."""
_DRAW_TRIES = 6
"""Divisions into tables that are tried, each improved as far as swaps of two people do that."""
SEATING_TRIES = 12
"""Ways to sit at a table that are tried."""
MEETING_WEIGHT, COMPUTER_WEIGHT = 3, 1
"""What it weighs that two meet again, and that somebody has another computer player beside them."""

Pairs = Mapping[frozenset[int], int]


def draw(
    people: Iterable[int],
    seats: int,
    past: Sequence[Seating],
    rng: Random,
    sides: Sequence[Sequence[Seat]] = (),
) -> list[Seating]:
    """Return as few tables of so many seats as hold all `people`, and computers in the rest.

    No table has two people more than another. `past`: all tables of earlier rounds; `sides`: who
    plays together, as the seats that they have. A person has the first seat of each table.
    """
    waiting = sorted(people)
    if not waiting:
        return []
    judge = _Judge(past, seats, sides)
    tables = -(-len(waiting) // seats)
    best: list[list[int]] = []
    least: int | None = None
    for _ in range(_DRAW_TRIES):
        rng.shuffle(waiting)
        groups = judge.improve([waiting[table::tables] for table in range(tables)])
        cost = sum(map(judge.cost, groups))
        if least is None or cost < least:
            best, least = groups, cost
        if not cost:
            break
    return [judge.seating_of(group, rng) for group in best]


class _Judge:
    """Knows who has met whom, and what it costs that they meet again."""

    def __init__(
        self, past: Sequence[Seating], seats: int, sides: Sequence[Sequence[Seat]]
    ) -> None:
        self._seats, self._sides = seats, sides
        self._met: Pairs = Counter(pair for table in past for pair in _pairs(table))
        self._partners: Pairs = Counter(
            pair for table in past for side in sides for pair in _pairs(_at(table, side))
        )
        self._computers = Counter[int]()
        """How many computer players somebody has had at their tables."""
        for table in past:
            for one in table:
                if one is not None:
                    self._computers[one] += table.count(None)

    def cost(self, group: Sequence[int]) -> int:
        """Return what a table costs: pairs that have met before, and evenings beside computers."""
        again = sum(self._met.get(pair, 0) for pair in _pairs(group))
        beside = (self._seats - len(group)) * sum(self._computers[one] for one in group)
        return MEETING_WEIGHT * again + COMPUTER_WEIGHT * beside

    def improve(self, groups: list[list[int]]) -> list[list[int]]:
        """Return the tables after swaps of two people, as long as one lowers what they cost."""
        pairs, tried = list(combinations(groups, 2)), 0
        while tried < len(pairs):  # until no two tables gain from a swap any more
            one, other = pairs[0]
            pairs = [*pairs[1:], pairs[0]]
            tried = 0 if self._swap(one, other) else tried + 1
        return groups

    def _swap(self, one: list[int], other: list[int]) -> bool:
        """Swap two people of two tables if that lowers what these cost; return whether it did."""
        cost = self.cost(one) + self.cost(other)
        for here in range(len(one)) if cost else ():
            for there in range(len(other)):
                one[here], other[there] = other[there], one[here]
                if self.cost(one) + self.cost(other) < cost:
                    return True
                one[here], other[there] = other[there], one[here]
        return False

    def seating_of(self, group: Sequence[int], rng: Random) -> Seating:
        """Return the seats at a table, with other partners than before as far as that is found."""
        seats = [*group, *[None] * (self._seats - len(group))]
        found: list[Seating] = []
        for _ in range(SEATING_TRIES):
            rng.shuffle(seats)
            first = next(seat for seat, one in enumerate(seats) if one is not None)
            found.append((*seats[first:], *seats[:first]))
        return min(found, key=self._together)

    def _together(self, table: Seating) -> int:
        """Return how often those who would play together there have done so."""
        pairs = (pair for side in self._sides for pair in _pairs(_at(table, side)))
        return sum(self._partners.get(pair, 0) for pair in pairs)


def _at(table: Sequence[int | None], seats: Sequence[Seat]) -> list[int | None]:
    return [table[seat] for seat in seats if seat < len(table)]


def _pairs(table: Sequence[int | None]) -> Iterable[frozenset[int]]:
    return map(frozenset, combinations([one for one in table if one is not None], 2))
