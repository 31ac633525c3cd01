"""Quiet hours: by the clock of whoever has them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kwbot.storage.values.documents import GuildSettings, Preferences
from kwbot.tables.time.quiet_hours import is_quiet


@pytest.mark.parametrize(
    ("begins", "ends", "hour", "quiet"),
    [
        (None, 8, 3, False), (22, 8, 21, False), (22, 8, 22, True), (22, 8, 7, True),
        (22, 8, 8, False), (1, 6, 0, False), (1, 6, 1, True), (1, 6, 5, True), (1, 6, 6, False),
        (9, 9, 9, False),
    ],
)  # fmt: skip
def test_it_is_quiet_from_the_first_hour_until_the_last(
    begins: int | None, ends: int, hour: int, quiet: bool
) -> None:
    chosen = Preferences(quiet_from=begins, quiet_until=ends)
    now = datetime(2026, 1, 1, hour, 59, tzinfo=UTC)
    assert is_quiet(chosen, GuildSettings(), "en", now) is quiet


def test_the_hours_are_those_of_ones_own_zone_else_of_the_server() -> None:
    now = datetime(2026, 7, 1, 20, 30, tzinfo=UTC)  # 22:30 in Stockholm, 5:30 in Tokyo
    late = Preferences(quiet_from=22, quiet_until=5)
    assert not is_quiet(late, GuildSettings(), "en", now)
    assert is_quiet(late, GuildSettings(), "sv", now)
    assert is_quiet(late, GuildSettings(time_zone="Europe/Stockholm"), "en", now)
    there = late.model_copy(update={"time_zone": "Asia/Tokyo"})
    assert not is_quiet(there, GuildSettings(), "sv", now)


@pytest.mark.parametrize(
    ("begins", "ends", "now", "quiet"),
    [
        (2, 3, datetime(2026, 3, 29, 1, 10, tzinfo=UTC), False),  # 3:10, as 2:10 was skipped
        (23, 2, datetime(2026, 3, 29, 0, 59, tzinfo=UTC), True),  # 1:59, a minute before 3:00
        (23, 2, datetime(2026, 3, 29, 1, 0, tzinfo=UTC), False),
        (2, 8, datetime(2026, 3, 29, 1, 0, tzinfo=UTC), True),
        (2, 3, datetime(2026, 10, 25, 1, 30, tzinfo=UTC), True),  # 2:30 for the second time
        (23, 2, datetime(2026, 10, 25, 1, 30, tzinfo=UTC), False),
    ],
)
def test_they_begin_and_end_at_moments_also_where_clocks_skip_an_hour_or_show_it_twice(
    begins: int, ends: int, now: datetime, quiet: bool
) -> None:
    chosen = Preferences(quiet_from=begins, quiet_until=ends)
    assert is_quiet(chosen, GuildSettings(), "sv", now) is quiet
