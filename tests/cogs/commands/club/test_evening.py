"""The times of an evening, as the form says them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from cogs.commands.club.evening import ENDS, STARTS, _times
from cogs.screens.parts.time_fields import DAY
from kwbot.tables.errors.refusals import Refused

STOCKHOLM, SANTIAGO = ZoneInfo("Europe/Stockholm"), ZoneInfo("America/Santiago")


def typed(day: str, starts: str, ends: str) -> dict[str, str]:
    return {DAY: day, STARTS: starts, ENDS: ends}


@pytest.mark.parametrize(
    ("form", "zone"),
    [
        (typed("2026-03-29", "2:30", "3:15"), STOCKHOLM),
        (typed("2026-03-29", "1:00", "2:30"), STOCKHOLM),
        (typed("2026-09-06", "0:30", "1:15"), SANTIAGO),
        (typed("2026-09-05", "21", "0:30"), SANTIAGO),
    ],
)
def test_an_evening_never_ends_before_it_begins_where_the_clocks_skip_a_time(
    form: dict[str, str], zone: ZoneInfo
) -> None:
    now = datetime.fromisoformat(form[DAY]).replace(tzinfo=UTC)
    with pytest.raises(Refused, match="The clocks skip"):
        _times(form, zone, now.replace(day=now.day - 1))


def test_an_evening_over_the_hour_that_comes_twice_is_as_long_as_it_is() -> None:
    now = datetime(2026, 10, 24, 12, tzinfo=UTC)
    starts, ends = _times(typed("2026-10-24", "kl. 23", "3"), STOCKHOLM, now)
    assert (ends - starts).total_seconds() == 5 * 3600


def test_one_that_is_too_long_is_refused_by_its_moments() -> None:
    now = datetime(2026, 7, 1, 12, tzinfo=UTC)
    with pytest.raises(Refused, match="too long"):
        _times(typed("2026-07-02", "8", "20:30"), STOCKHOLM, now)
