"""The plans by which pairs and single players change tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from kwbot.evenings.draw import Seating
from kwbot.evenings.movement import Unit, line_up, seatings

TABLES = range(2, 9)


def met(tables: Sequence[Seating], seats: Sequence[tuple[int, int]]) -> Counter[frozenset[int]]:
    """Who sat on these pairs of seats, and how often."""
    pairs = (frozenset((table[a], table[b])) for table in tables for a, b in seats)
    return Counter(pair for pair in pairs if None not in pair)  # type: ignore[misc]


PARTNERS, ALL = ((0, 2), (1, 3)), tuple(combinations(range(4), 2))


def course(units: Sequence[Unit], rounds: int) -> list[list[Seating]]:
    return [seatings(units, number) for number in range(rounds)]


@pytest.mark.parametrize("tables", TABLES)
@pytest.mark.parametrize("size", [1, 2])
def test_everybody_sits_at_one_table_each_round(tables: int, size: int) -> None:
    everybody = list(range(4 * tables))
    for drawn in course(line_up((), everybody, size), 4 * tables):
        assert sorted(one for table in drawn for one in table if one is not None) == everybody
        assert {len(table) for table in drawn} == {4}


@pytest.mark.parametrize("tables", TABLES)
def test_single_players_meet_all_others_alike(tables: int) -> None:
    rounds = course(line_up((), range(4 * tables), 1), 4 * tables - 1)
    everywhere = [table for drawn in rounds for table in drawn]
    every_pair = len(list(combinations(range(4 * tables), 2)))
    for seats, times in ((PARTNERS, 1), (ALL, 3)):
        found = met(everywhere, seats)
        assert (len(found), set(found.values())) == (every_pair, {times})


@pytest.mark.parametrize("tables", TABLES)
def test_pairs_stay_together_and_meet_each_pair_of_the_other_line_once(tables: int) -> None:
    units = line_up((), range(4 * tables), 2)
    rounds = course(units, tables)
    everywhere = [table for drawn in rounds for table in drawn]
    assert met(everywhere, PARTNERS) == {frozenset(unit): tables for unit in units}
    against = met(everywhere, [(a, b) for a, b in ALL if (a, b) not in PARTNERS])
    assert set(against.values()) == {1}
    assert rounds[0] == seatings(units, tables), "then it begins anew"
    staying = {one for unit in units[::2] for one in unit if one is not None}
    turned = [sum(table[0] not in staying for table in drawn) for drawn in rounds]
    assert turned == [1] * tables


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("people", range(2, 33))
def test_no_table_is_without_people(people: int, size: int) -> None:
    units = line_up((), range(people), size)
    for drawn in course(units, 8):
        assert len(drawn) == max(2, -(-people // 4))
        assert all(table[0] is not None for table in drawn), "a person has the first seat"


@pytest.mark.parametrize("size", [1, 2])
def test_who_comes_takes_the_place_of_who_went(size: int) -> None:
    units = line_up((), range(8), size)
    left = [0, 1, 2, 3, 4, 6, 7]
    without = line_up(units, left, size)
    assert [one for unit in without for one in unit].count(None) == 1
    came = line_up(without, [*left, 8], size)
    swapped = tuple(tuple(5 if one == 8 else one for one in unit) for unit in came)
    assert swapped == units
    more = line_up(came, [*left, 8, 9], size)
    assert len(more) * size == 12, "a table more"
    assert more[: len(came)] == came


def test_partners_are_people_as_far_as_there_are_two_for_each_table() -> None:
    assert line_up((), range(3), 2) == ((0, 2), (None, None), (1, None), (None, None))
    assert line_up((), range(5), 2) == ((0, 2), (4, None), (1, 3), (None, None))
    without_partner = line_up(((0, 1), (2, 3), (4, 5), (None, None)), [0, 2, 3, 4, 5, 6], 2)
    assert without_partner == ((0, 6), (2, 3), (4, 5), (None, None))


def test_a_table_is_left_out_where_nobody_is_left_for_it() -> None:
    units = line_up((), range(12), 2)
    assert units[0] == (0, 3)
    assert [len(one) for one in course(line_up(units, [0, 3, 1], 2), 3)] == [2, 2, 2]


def test_the_last_two_partners_part_as_a_table_alone_compares_nothing() -> None:
    units = line_up(line_up((), range(12), 2), [0, 3], 2)
    assert units == line_up((), [0, 3], 2)
    for drawn in course(units, 3):
        assert sorted(seats[0] for seats in drawn if seats[0] is not None) == [0, 3]
    back = line_up(units, [0, 3, 1, 2], 2)
    assert not any(set(unit) == {0, 3} for unit in back), "they stay apart once others are back"
