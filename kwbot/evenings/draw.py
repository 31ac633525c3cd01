"""The draw of a round's tables, by which people meet new people as far as possible."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random

from kwbot.engine.values.actions import Seat

Seating = tuple[int | None, ...]
"""The players of a table by seat: entrants' numbers, None for a computer."""
_DRAW_TRIES = 6
"""Number of divisions into tables that are tried, each improved by swaps of two people."""
SEATING_TRIES = 12
"""Number of seatings that are tried for a table."""
MEETING_WEIGHT, COMPUTER_WEIGHT = 3, 1
"""The costs of two people meeting again, and of somebody having computers at their table again."""

Pairs = Mapping[frozenset[int], int]


def draw(
    people: Iterable[int],
    seats: int,
    past: Sequence[Seating],
    rng: Random,
    sides: Sequence[Sequence[Seat]] = (),
) -> list[Seating]:
    """Return as few tables of `seats` seats as possible for all people, with computers in the rest.

    The tables' numbers of people differ by one at most, and each has a person in its first seat.
    `past`: all tables of earlier rounds; `sides`: the seats of partners.
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
    """Judges the cost of tables by who has met whom in earlier rounds."""

    def __init__(
        self, past: Sequence[Seating], seats: int, sides: Sequence[Sequence[Seat]]
    ) -> None:
        self._seats, self._sides = seats, sides
        self._met: Pairs = Counter(pair for table in past for pair in _pairs(table))
        self._partners: Pairs = Counter(
            pair for table in past for side in sides for pair in _pairs(_at(table, side))
        )
        self._computers = Counter[int]()
        """Number of computers that each person has had at their tables."""
        for table in past:
            for one in table:
                if one is not None:
                    self._computers[one] += table.count(None)

    def cost(self, group: Sequence[int]) -> int:
        """Return the cost of a table, for pairs that have met before and for its computers."""
        again = sum(self._met.get(pair, 0) for pair in _pairs(group))
        beside = (self._seats - len(group)) * sum(self._computers[one] for one in group)
        return MEETING_WEIGHT * again + COMPUTER_WEIGHT * beside

    def improve(self, groups: list[list[int]]) -> list[list[int]]:
        """Return the tables after swaps of two people for as long as one lowers the cost."""
        pairs, tried = list(combinations(groups, 2)), 0
        while tried < len(pairs):  # until no two tables gain by a swap
            one, other = pairs[0]
            pairs = [*pairs[1:], pairs[0]]
            tried = 0 if self._swap(one, other) else tried + 1
        return groups

    def _swap(self, one: list[int], other: list[int]) -> bool:
        """Swap two people between tables if that lowers the cost; return whether it did."""
        cost = self.cost(one) + self.cost(other)
        for here in range(len(one)) if cost else ():
            for there in range(len(other)):
                one[here], other[there] = other[there], one[here]
                if self.cost(one) + self.cost(other) < cost:
                    return True
                one[here], other[there] = other[there], one[here]
        return False

    def seating_of(self, group: Sequence[int], rng: Random) -> Seating:
        """Return a seating of a table, with new partners if possible."""
        seats = [*group, *[None] * (self._seats - len(group))]
        found: list[Seating] = []
        for _ in range(SEATING_TRIES):
            rng.shuffle(seats)
            found.append(person_first(seats))
        return min(found, key=self._together)

    def _together(self, table: Seating) -> int:
        """Return how often the partners of a seating have played together before."""
        pairs = (pair for side in self._sides for pair in _pairs(_at(table, side)))
        return sum(self._partners.get(pair, 0) for pair in pairs)


def person_first(seats: Sequence[int | None]) -> Seating:
    """Return a seating rotated so that a person has the first seat."""
    first = next(seat for seat, one in enumerate(seats) if one is not None)
    return (*seats[first:], *seats[:first])


def _at(table: Sequence[int | None], seats: Sequence[Seat]) -> list[int | None]:
    return [table[seat] for seat in seats if seat < len(table)]


def _pairs(table: Sequence[int | None]) -> Iterable[frozenset[int]]:
    return map(frozenset, combinations([one for one in table if one is not None], 2))
