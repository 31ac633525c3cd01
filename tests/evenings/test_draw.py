"""Tables are drawn for any headcount, and people meet others than before."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from kwbot.evenings.draw import Seating, draw

PARTNERS = ((0, 2), (1, 3))


def rounds(people: int, count: int, *, seed: int = 1) -> list[list[Seating]]:
    rng, found = Random(seed), list[list[Seating]]()
    for _ in range(count):
        past = [table for tables in found for table in tables]
        found.append(draw(range(people), 4, past, rng, PARTNERS))
    return found


def meetings(found: list[list[Seating]]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for tables in found
        for table in tables
        for pair in combinations([one for one in table if one is not None], 2)
    )


def test_everybody_has_one_seat_and_computers_the_fewest_that_are_left() -> None:
    for people in range(1, 41):
        for tables in rounds(people, 2):
            seated = [one for table in tables for one in table if one is not None]
            assert sorted(seated) == list(range(people))
            assert len(tables) == -(-people // 4)
            assert all(len(table) == 4 and table[0] is not None for table in tables)
            sizes = [4 - table.count(None) for table in tables]
            assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("people", [16, 24, 40])
def test_nobody_meets_anybody_twice_in_two_rounds_of_many(people: int) -> None:
    assert set(meetings(rounds(people, 2)).values()) == {1}


@pytest.mark.parametrize("people", [5, 8, 9, 13])
def test_meetings_are_spread_where_they_cannot_be_avoided(people: int) -> None:
    met = meetings(rounds(people, 6))
    pairs = [met[frozenset(pair)] for pair in combinations(range(people), 2)]
    average = sum(pairs) / len(pairs)
    assert max(pairs) <= average + 2
    assert min(pairs) >= average - 2


def test_computers_are_shared_out_and_so_are_partners() -> None:
    beside = Counter[int]()
    for tables in rounds(5, 6):
        for table in tables:
            beside.update({one: table.count(None) for one in table if one is not None})
    assert max(beside.values()) - min(beside.values()) <= 3
    four = [table for (table,) in rounds(4, 3)]
    together = {frozenset((table[0], table[2])) for table in four}
    together |= {frozenset((table[1], table[3])) for table in four}
    assert len(together) == 6, "three rounds of four: everybody with everybody once"
