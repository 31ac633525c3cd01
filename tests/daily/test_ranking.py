"""Places, squares, streaks and tables of deals of the day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from kwbot.daily.ranking import squares, standing, streak, totals
from kwbot.ids import UserId
from kwbot.listings import TotalLine
from kwbot.storage.values.stored_dailies import DailyScore, StoredPlay

ANNA, BO, CLEO = map(UserId, (1, 2, 4))
TODAY = date(2026, 3, 20)
DAYS = [TODAY - timedelta(number) for number in range(20)]


def play(user_id: UserId | None, points: int) -> StoredPlay:
    return StoredPlay(
        id=1, daily_id=1, user_id=user_id, name="", seq=1, moves=(), points=points, shared=False
    )


def test_equals_share_a_place() -> None:
    lines = standing([play(ANNA, 7), play(BO, 3), play(None, 3), play(CLEO, -1)], {BO: 3})
    assert [(one.place, one.user) for one in lines] == [(1, ANNA), (2, BO), (2, None), (4, CLEO)]


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
        DailyScore(DAYS[1], 5, ANNA, "", 7),
        DailyScore(DAYS[1], 5, BO, "", 5),
        DailyScore(DAYS[1], 5, None, "", 0),
        DailyScore(DAYS[2], None, BO, "", 1),
    ]
    assert totals(scores) == [TotalLine(1, ANNA, 100, 1), TotalLine(1, BO, 100, 2)]
    assert totals(scores[:3]) == [TotalLine(1, ANNA, 100, 1), TotalLine(2, BO, 50, 1)]
