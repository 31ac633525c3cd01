"""For how long a process that says nothing is taken to live."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from kwbot.tables.serving.lease import BEATS_REMEMBERED, MAX_LEASE, Lease

LEAST = timedelta(seconds=2)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def leases(*at: float) -> list[float]:
    """Return the leases, in seconds, of a process that beats at these."""
    lease = Lease(LEAST)
    return [lease.beat(NOON + timedelta(seconds=one)).total_seconds() for one in at]


def test_a_punctual_process_has_the_least() -> None:
    assert leases(0, 0.5, 1, 1.6) == [2, 2, 2, 2]


def test_a_late_process_is_believed_for_three_times_as_long_as_it_was_late() -> None:
    assert leases(0, 0.5, 2, 3, 5) == [2, 2, 2, 3, 4.5]


def test_what_happens_once_says_nothing() -> None:
    """The machine slept, or the process was stopped: it must not be taken to live for longer."""
    assert leases(0, 0.5, 8, 8.5, 9) == [2] * 5


def test_nobody_is_believed_for_ever() -> None:
    assert leases(0, 60, 120)[-1] == MAX_LEASE.total_seconds()


def test_lateness_is_forgotten_in_a_few_seconds() -> None:
    found = leases(0, 3, *(6 + 0.5 * beat for beat in range(BEATS_REMEMBERED)))
    assert found[2:-1] == [9] * (BEATS_REMEMBERED - 1)
    assert found[-1] == 2


def test_what_the_database_was_out_of_reach_is_no_lateness() -> None:
    lease = Lease(LEAST)
    lease.beat(NOON)
    lease.miss()
    assert lease.beat(NOON + timedelta(minutes=1)) == LEAST
