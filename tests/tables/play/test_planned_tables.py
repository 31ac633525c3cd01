"""Planned tables: times as people type them, and a lobby that opens by itself."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from kwbot.tables.errors.refusals import HostOnly, Refused, Stale
from kwbot.tables.play import lobby, planned_tables
from kwbot.tables.state.table_state import LobbyTable, PlannedTable, RunningTable
from kwbot.tables.time import clock_times
from tests.tables.sandbox import ANNA, BO, CHANNEL, CLEO, House

STOCKHOLM, SANTIAGO = ZoneInfo("Europe/Stockholm"), ZoneInfo("America/Santiago")
SPRING, AUTUMN = date(2026, 3, 29), date(2026, 10, 25)
"""When clocks skip an hour in Stockholm, and show it twice."""
EARLY = datetime(2026, 3, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("typed", "read"),
    [("20:30", time(20, 30)), (" 20.30 ", time(20, 30)), ("8", time(8)), ("0005", time(0, 5)),
     ("kl. 20", time(20)), ("kl 20.30", time(20, 30)), ("kl.20", time(20)),
     ("klokken 20", time(20)), ("Klockan 8:15", time(8, 15)), ("20h30", time(20, 30)),
     ("20 h 30", time(20, 30)), ("20h", time(20)), ("20 h", time(20)), ("20,30", time(20, 30)),
     ("20 30", time(20, 30)), ("2030", time(20, 30)), ("830", time(8, 30)),
     ("20：30", time(20, 30)),
     ("8:30 p.m.", time(20, 30)), ("8.30 P.M.", time(20, 30)), ("8p.m.", time(20)),
     ("8 e.m.", time(20)), ("8 fm", time(8)), ("@20", time(20)), ("at 8pm", time(20)),
     ("20 Uhr", time(20)), ("noon", time(12)),
     ("8 pm", time(20)), ("12am", time(0)), ("12:15 PM", time(12, 15)), ("7:05am", time(7, 5))],
)  # fmt: skip
def test_a_time_is_read_as_people_type_it(typed: str, read: time) -> None:
    assert clock_times.clock_time(typed) == read


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "24:00",
        "20:60",
        "13 pm",
        "0 am",
        "soon",
        "-1",
        "20:3",
        "kl.",
        "8 pp",
        "20:30:10",
        "2:030",
        "12345",
    ],
)
def test_what_is_no_time_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        clock_times.clock_time(typed)


@pytest.mark.parametrize(
    ("day", "at", "utc"),
    [
        (date(2026, 7, 1), time(20), datetime(2026, 7, 1, 18, tzinfo=UTC)),
        (date(2026, 12, 1), time(20), datetime(2026, 12, 1, 19, tzinfo=UTC)),
        # 2:30 is skipped on one day of March, and comes twice on one of October.
        (date(2026, 3, 29), time(2, 30), datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        (date(2026, 10, 25), time(2, 30), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ],
)
def test_a_time_of_day_is_that_of_its_zone(day: date, at: time, utc: datetime) -> None:
    assert clock_times.moment(day, at, STOCKHOLM) == utc


def test_a_time_that_the_clocks_skip_is_refused_with_the_next_one() -> None:
    with pytest.raises(Refused, match=r"skip 02:30 that night.*03:30"):
        clock_times.chosen_moment(SPRING, time(2, 30), STOCKHOLM, EARLY)
    with pytest.raises(Refused, match=r"skip 00:30 that night.*01:30"):
        clock_times.chosen_moment(date(2026, 9, 6), time(0, 30), SANTIAGO, EARLY)


def test_of_a_time_that_comes_twice_the_first_to_come_is_meant() -> None:
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    for now, meant in ((EARLY, first), (first, first + HOUR), (first + 2 * HOUR, first + HOUR)):
        found = clock_times.chosen_moment(AUTUMN, time(2, 30), STOCKHOLM, now)
        assert found == meant


@pytest.mark.parametrize(
    ("starts", "at", "ends"),
    [
        (datetime(2026, 7, 1, 17, tzinfo=UTC), time(22), datetime(2026, 7, 1, 20, tzinfo=UTC)),
        (datetime(2026, 7, 1, 17, tzinfo=UTC), time(1), datetime(2026, 7, 1, 23, tzinfo=UTC)),
        (datetime(2026, 7, 1, 17, tzinfo=UTC), time(19), datetime(2026, 7, 2, 17, tzinfo=UTC)),
        # From 2:45 to 2:15: the latter comes again, half an hour later.
        (datetime(2026, 10, 25, 0, 45, tzinfo=UTC), time(2, 15),
         datetime(2026, 10, 25, 1, 15, tzinfo=UTC)),
        # From 20:00 on the day on which 2:30 was skipped to 2:30 on the next.
        (datetime(2026, 3, 29, 18, tzinfo=UTC), time(2, 30),
         datetime(2026, 3, 30, 0, 30, tzinfo=UTC)),
    ],
)  # fmt: skip
def test_an_end_is_the_first_such_moment_after_the_start(
    starts: datetime, at: time, ends: datetime
) -> None:
    assert clock_times.moment_after(starts, at, STOCKHOLM) == ends


@pytest.mark.parametrize("starts", [(2026, 3, 29, 0, 30), (2026, 3, 28, 22)])
def test_an_end_that_the_clocks_skip_is_refused(starts: tuple[int, ...]) -> None:
    begins = datetime(*starts, tzinfo=UTC)  # type: ignore[misc,arg-type]
    with pytest.raises(Refused, match="skip"):
        clock_times.moment_after(begins, time(2, 30), STOCKHOLM)


def test_days_begin_with_today_where_the_server_is() -> None:
    late = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    assert clock_times.days(late, STOCKHOLM)[0] == date(2027, 1, 1)
    assert len(clock_times.days(late, STOCKHOLM)) == clock_times.DAYS_OFFERED


@pytest.mark.parametrize(("hour", "day"), [(17, 30), (18, 31), (22, 31), (23, 31)])
def test_a_time_of_day_is_offered_on_the_first_day_on_which_it_is_to_come(
    hour: int, day: int
) -> None:
    """At 18:00 UTC it is 20:00 in Stockholm, and at 22:00 the next day begins."""
    now = datetime(2026, 7, 30, hour, tzinfo=UTC)
    assert clock_times.next_day(time(20), now, STOCKHOLM) == date(2026, 7, day)


@pytest.mark.slow
async def test_a_planned_table_keeps_its_seats_over_a_restart_and_opens_by_itself(
    house: House,
) -> None:
    table = await house.lobby(BO)
    starts = await house.plan(table)
    await house.crash()
    state = house.tables.index.get(table)
    assert isinstance(state, PlannedTable)
    assert (state.opens, state.names) == (starts, ("Anna", "Bo"))
    with pytest.raises(Stale):
        await house.start(table)
    house.clock.advance(5 * 3600 - 1)
    await house.settled()
    assert isinstance(house.tables.index.get(table), PlannedTable)
    house.clock.advance(1)
    await house.settled()
    state = house.tables.index.get(table)
    assert type(state) is LobbyTable
    await house.crash()
    state = house.tables.index.get(table)
    assert type(state) is LobbyTable
    assert state.starts == starts
    live = house.tables.index.at(table)
    await live.start(BO.id, state.standing_seal().mark, 1, fill=True)  # nobody waits for the host
    assert isinstance(house.tables.index.get(table), RunningTable)


async def test_others_play_in_its_channel_until_then_and_it_waits_for_them(house: House) -> None:
    table = await house.lobby(BO)
    await house.plan(table)
    assert house.tables.index.in_channel(CHANNEL) is None
    other = await house.lobby(CLEO)
    house.clock.advance(5 * 3600)
    await house.settled()
    assert isinstance(house.tables.index.get(table), PlannedTable)
    await house.tables.index.at(other).rearrange(lobby.cancel, ANNA.id)
    house.clock.advance(60)
    await house.settled()
    assert type(house.tables.index.get(table)) is LobbyTable
    with pytest.raises(Refused):
        await house.lobby()


async def test_one_that_cannot_open_for_two_hours_is_closed(house: House) -> None:
    table = await house.lobby(BO)
    await house.plan(table)
    await house.lobby(CLEO)
    house.clock.advance(5 * 3600)
    await house.settled()
    house.clock.advance(2 * 3600)
    await house.settled()
    assert house.tables.index.get(table) is None
    row = await house.store.tables.load(table)
    assert row is not None
    assert row.closed_reason == "missed"


async def test_one_where_somebody_sits_down_just_then_is_not_closed(house: House) -> None:
    table = await house.lobby()
    await house.plan(table)
    await house.lobby(CLEO)
    house.clock.advance(5 * 3600)
    await house.settled()
    house.clock.advance(2 * 3600 - 1)
    await house.settled()
    joining = house.tables.index.at(table).rearrange(lobby.join, BO.id, BO.seated(), 12)
    sitting_down = asyncio.create_task(joining)
    await asyncio.sleep(0)  # it is being stored
    house.clock.advance(1)
    await sitting_down
    await house.settled()
    state = house.tables.index.get(table)
    assert isinstance(state, PlannedTable)
    assert state.names == ("Anna", "Bo")


async def test_the_host_alone_plans_and_for_a_time_to_come(house: House) -> None:
    table = await house.lobby(BO)
    live, now = house.tables.index.at(table), house.clock.now()
    with pytest.raises(HostOnly):
        await live.rearrange(planned_tables.plan_table, BO.id, now + HOUR, now)
    for starts in (now, now - HOUR, now + timedelta(days=clock_times.DAYS_OFFERED + 2)):
        with pytest.raises(Refused):
            await live.rearrange(planned_tables.plan_table, ANNA.id, starts, now)
    with pytest.raises(Stale):
        await live.rearrange(planned_tables.opened_early, ANNA.id, now)
    await house.plan(table)
    with pytest.raises(HostOnly):
        await live.rearrange(planned_tables.opened_early, BO.id, now)
    await live.rearrange(planned_tables.opened_early, ANNA.id, now)
    assert type(house.tables.index.get(table)) is LobbyTable


async def test_who_sits_there_is_reminded_unless_it_was_planned_late(house: House) -> None:
    table = await house.lobby(BO)
    starts = await house.plan(table)
    assert (
        planned_tables.reminded_at(house.lobby_at(table)) == starts - planned_tables.REMINDER_LEAD
    )
    await house.plan(table, 0.25)
    assert planned_tables.reminded_at(house.lobby_at(table)) is None
