"""Planned tables: times as people type them, and a lobby that opens by itself."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from kwbot.storage.documents import GuildSettings
from kwbot.tables import lobby, opening_times
from kwbot.tables.refusals import HostOnly, Refused, Stale
from kwbot.tables.table_state import LobbyTable, PlannedTable, RunningTable
from tests.tables.sandbox import ANNA, BO, CHANNEL, CLEO, House

STOCKHOLM = ZoneInfo("Europe/Stockholm")
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("typed", "read"),
    [("20:30", time(20, 30)), (" 20.30 ", time(20, 30)), ("8", time(8)), ("0005", time(0, 5)),
     ("8 pm", time(20)), ("12am", time(0)), ("12:15 PM", time(12, 15)), ("7:05am", time(7, 5))],
)  # fmt: skip
def test_a_time_is_read_as_people_type_it(typed: str, read: time) -> None:
    assert opening_times.clock_time(typed) == read


@pytest.mark.parametrize("typed", ["", "24:00", "20:60", "13 pm", "0 am", "soon", "-1", "20:3"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        opening_times.clock_time(typed)


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
    assert opening_times.moment(day, at, STOCKHOLM) == utc


def test_a_zone_is_found_by_its_name_or_its_city_and_a_server_has_that_of_its_language() -> None:
    assert opening_times.zone_name("stockholm") == "Europe/Stockholm"
    assert opening_times.zone_name("america/new york") == "America/New_York"
    for typed in ("", "Atlantis", "../etc/passwd"):
        with pytest.raises(Refused):
            opening_times.zone_name(typed)
    assert opening_times.zone_of(GuildSettings(), "da").key == "Europe/Copenhagen"
    assert opening_times.zone_of(GuildSettings(), "en").key == "UTC"
    assert opening_times.zone_of(GuildSettings(time_zone="Asia/Tokyo"), "da").key == "Asia/Tokyo"
    assert (
        opening_times.zone_of(GuildSettings(time_zone="Gone/Place"), "sv").key == "Europe/Stockholm"
    )


def test_days_begin_with_today_where_the_server_is() -> None:
    late = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    assert opening_times.days(late, STOCKHOLM)[0] == date(2027, 1, 1)
    assert len(opening_times.days(late, STOCKHOLM)) == opening_times.DAYS


@pytest.mark.parametrize(("hour", "day"), [(17, 30), (18, 31), (22, 31), (23, 31)])
def test_a_time_of_day_is_offered_on_the_first_day_on_which_it_is_to_come(
    hour: int, day: int
) -> None:
    """At 18:00 UTC it is 20:00 in Stockholm, and at 22:00 the next day begins."""
    now = datetime(2026, 7, 30, hour, tzinfo=UTC)
    assert opening_times.next_day(time(20), now, STOCKHOLM) == date(2026, 7, day)


@pytest.mark.slow
async def test_a_planned_table_keeps_its_seats_over_a_restart_and_opens_by_itself(
    house: House,
) -> None:
    table = await house.lobby(BO)
    starts = await house.plan(table)
    await house.crash()
    state = house.tables.get(table)
    assert isinstance(state, PlannedTable)
    assert (state.opens, state.names) == (starts, ("Anna", "Bo"))
    with pytest.raises(Stale):
        await house.start(table)
    house.clock.advance(5 * 3600 - 1)
    await house.settled()
    assert isinstance(house.tables.get(table), PlannedTable)
    house.clock.advance(1)
    await house.settled()
    state = house.tables.get(table)
    assert type(state) is LobbyTable
    await house.crash()
    state = house.tables.get(table)
    assert type(state) is LobbyTable
    assert state.starts == starts
    live = house.tables.at(table)
    await live.start(BO.id, state.sealed().mark, 1, fill=True)  # nobody waits for the host
    assert isinstance(house.tables.get(table), RunningTable)


async def test_others_play_in_its_channel_until_then_and_it_waits_for_them(house: House) -> None:
    table = await house.lobby(BO)
    await house.plan(table)
    assert house.tables.in_channel(CHANNEL) is None
    other = await house.lobby(CLEO)
    house.clock.advance(5 * 3600)
    await house.settled()
    assert isinstance(house.tables.get(table), PlannedTable)
    await house.tables.at(other).rearrange(lobby.cancelled, ANNA.id)
    house.clock.advance(60)
    await house.settled()
    assert type(house.tables.get(table)) is LobbyTable
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
    assert house.tables.get(table) is None
    row = await house.store.table(table)
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
    joining = house.tables.at(table).rearrange(lobby.joined, BO.id, BO.seated(), 12)
    sitting_down = asyncio.create_task(joining)
    await asyncio.sleep(0)  # it is being stored
    house.clock.advance(1)
    await sitting_down
    await house.settled()
    state = house.tables.get(table)
    assert isinstance(state, PlannedTable)
    assert state.names == ("Anna", "Bo")


async def test_the_host_alone_plans_and_for_a_time_to_come(house: House) -> None:
    table = await house.lobby(BO)
    live, now = house.tables.at(table), house.clock.now()
    with pytest.raises(HostOnly):
        await live.rearrange(opening_times.planned, BO.id, now + HOUR, now)
    for starts in (now, now - HOUR, now + timedelta(days=opening_times.DAYS + 2)):
        with pytest.raises(Refused):
            await live.rearrange(opening_times.planned, ANNA.id, starts, now)
    with pytest.raises(Stale):
        await live.rearrange(opening_times.opened_early, ANNA.id, now)
    await house.plan(table)
    with pytest.raises(HostOnly):
        await live.rearrange(opening_times.opened_early, BO.id, now)
    await live.rearrange(opening_times.opened_early, ANNA.id, now)
    assert type(house.tables.get(table)) is LobbyTable


async def test_who_sits_there_is_reminded_unless_it_was_planned_late(house: House) -> None:
    table = await house.lobby(BO)
    starts = await house.plan(table)
    assert opening_times.reminded_at(house.lobby_at(table)) == starts - opening_times.REMINDED
    await house.plan(table, 0.25)
    assert opening_times.reminded_at(house.lobby_at(table)) is None
