"""Places, squares, streaks and tables of deals of the day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from kwbot.daily.ranking import TotalLine, squares, standing, streak, totals
from kwbot.storage.values.stored_dailies import DailyScore, StoredPlay

TODAY = date(2026, 3, 20)
DAYS = [TODAY - timedelta(number) for number in range(20)]


def play(user_id: int | None, points: int) -> StoredPlay:
    return StoredPlay(
        id=1, daily_id=1, user_id=user_id, name="", seq=1, moves=(), points=points, shared=False
    )


def test_equals_share_a_place() -> None:
    lines = standing([play(1, 7), play(2, 3), play(None, 3), play(4, -1)])
    assert [(one.place, one.user) for one in lines] == [(1, 1), (2, 2), (2, None), (4, 4)]


@pytest.mark.parametrize(
    ("points", "others", "shown"),
    [(5, [1, 2, 3], 5), (0, [1, 2, 3], 0), (2, [1, 2, 3], 3), (2, [], 3), (2, [2, 2], 3)],
)
def test_squares_tell_whom_somebody_was_ahead_of(
    points: int, others: list[int], shown: int
) -> None:
    assert squares(points, others) == shown


@pytest.mark.parametrize(
    ("missed", "found"),
    [((), 20), ((0,), 19), ((3,), 19), ((3, 10), 18), ((3, 9), 8), ((0, 1), 18), ((1, 2), 1)],
)
def test_one_missed_deal_in_seven_days_keeps_a_streak(missed: tuple[int, ...], found: int) -> None:
    played = {day for number, day in enumerate(DAYS) if number not in missed}
    assert streak(DAYS, played, {TODAY}) == found


def test_a_day_without_a_deal_is_not_missed() -> None:
    held = [DAYS[0], DAYS[5], DAYS[6]]
    assert streak(held, set(held), {TODAY}) == 3


def test_a_table_adds_up_whom_one_was_ahead_of() -> None:
    scores = [
        DailyScore(DAYS[1], 5, 1, "", 7),
        DailyScore(DAYS[1], 5, 2, "", 5),
        DailyScore(DAYS[1], 5, None, "", 0),
        DailyScore(DAYS[2], None, 2, "", 1),
    ]
    assert totals(scores) == [TotalLine(1, 1, 100, 1), TotalLine(1, 2, 100, 2)]
    assert totals(scores[:3]) == [TotalLine(1, 1, 100, 1), TotalLine(2, 2, 50, 1)]
