"""Deals that several tables have played, compared."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kwbot.evenings.matchpoints import advantages, differences, matchpoints


@pytest.mark.parametrize(
    ("scores", "found"),
    [
        ([3], [0]),
        ([3, 1], [2, 0]),
        ([3, 3], [1, 1]),
        ([5, -2, 5, 9], [3, 0, 3, 6]),
        ([0, 0, 0, 0, 0], [4, 4, 4, 4, 4]),
    ],
)
def test_matchpoints_count_who_was_beaten(scores: list[int], found: list[int]) -> None:
    assert matchpoints(scores) == found
    assert sum(found) == len(scores) * (len(scores) - 1)


def test_differences_to_the_mean_sum_to_nothing() -> None:
    found = differences([5, -2, 5, 9])
    assert found == [Fraction(3, 4), Fraction(-25, 4), Fraction(3, 4), Fraction(19, 4)]
    assert sum(found) == 0


def test_sides_are_compared_by_what_they_have_more_than_the_others() -> None:
    assert advantages((4, 1, 4, 1), ((0, 2), (1, 3))) == (3, -3, 3, -3)
    assert advantages((4, 1, 0, -5), ()) == (4, 1, 0, -5)
