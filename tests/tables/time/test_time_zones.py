"""Time zones as people type them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from babel.core import get_global

from kwbot.storage.values.documents import GuildSettings, Preferences
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.time import time_zones
from kwbot.tables.time.time_zones import own_zone, zone_name, zone_of

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Stockholm", "Europe/Stockholm"), ("stockholm", "Europe/Stockholm"),
        ("america/new york", "America/New_York"), ("Istanbul", "Europe/Istanbul"),
        ("İstanbul", "Europe/Istanbul"), ("Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("buenos_aires", "America/Argentina/Buenos_Aires"), ("Nicosia", "Asia/Nicosia"),
        ("Indianapolis", "America/Indiana/Indianapolis"),
        ("Louisville", "America/Kentucky/Louisville"), ("København", "Europe/Copenhagen"),
        ("koebenhavn", "Europe/Copenhagen"), ("Köpenhamn", "Europe/Copenhagen"),
        ("Göteborg", "Europe/Stockholm"), ("GOTEBORG", "Europe/Stockholm"),
        ("Gothenburg", "Europe/Stockholm"), ("Århus", "Europe/Copenhagen"),
        ("Aalborg", "Europe/Copenhagen"), ("Malmö", "Europe/Stockholm"),
        ("Bergen", "Europe/Oslo"), ("Åbo", "Europe/Helsinki"), ("Tórshavn", "Atlantic/Faroe"),
        ("Danmark", "Europe/Copenhagen"), ("Denmark", "Europe/Copenhagen"),
        ("Sverige", "Europe/Stockholm"), ("Norge", "Europe/Oslo"), ("Tyskland", "Europe/Berlin"),
        ("Finland", "Europe/Helsinki"), ("Storbritannien", "Europe/London"),
        ("UK", "Europe/London"), ("Türkiye", "Europe/Istanbul"), ("Grønland", "America/Nuuk"),
        ("Washington D.C.", "America/New_York"), ("Bern", "Europe/Zurich"),
        ("Port au Prince", "America/Port-au-Prince"), ("St. John's", "America/St_Johns"),
        ("San Francisco", "America/Los_Angeles"), ("München", "Europe/Berlin"),
        ("London, UK", "Europe/London"), ("Paris (France)", "Europe/Paris"),
        ("Stockholm time", "Europe/Stockholm"), ("CET", "CET"), ("cest", "CET"),
        ("EST", "America/New_York"), ("GMT", "UTC"), ("utc", "UTC"), ("UTC+0", "UTC"),
        ("UTC+2", "UTC+2"), ("utc + 02:00", "UTC+2"), ("GMT+2", "UTC+2"), ("+2", "UTC+2"),
        ("UTC+5:30", "UTC+5:30"), ("GMT-3", "UTC-3"), ("UTC−3", "UTC-3"), ("+0530", "UTC+5:30"),
        ("Etc/GMT-2", "Etc/GMT-2"),
    ],
)  # fmt: skip
def test_a_zone_is_found_however_it_is_typed(typed: str, zone: str) -> None:
    assert zone_name(typed) == zone
    assert str(zone_of(GuildSettings(time_zone=zone), "en")) == zone, "it is stored so"


@pytest.mark.parametrize(
    "typed", ["", " ", "Atlantis", "../etc/passwd", "UTC+15", "UTC-13", "UTC+2:75", "2", "Europe"]
)
def test_what_is_no_zone_is_refused_with_examples(typed: str) -> None:
    with pytest.raises(Refused, match="for example Stockholm or UTC"):
        zone_name(typed)


@pytest.mark.parametrize(
    ("typed", "city"), [("USA", "New York"), ("Ryssland", "Moscow"), ("Canada", "Toronto")]
)
def test_a_country_with_several_zones_asks_for_a_city_that_is_known(typed: str, city: str) -> None:
    with pytest.raises(Refused, match=f"{typed} has several time zones.*{city}"):
        zone_name(typed)
    assert zone_name(city)


def test_what_people_mean_by_an_offset_is_ahead_of_utc() -> None:
    """The database of zones counts the other way round: there GMT-2 is two hours ahead."""
    for typed, ahead in (("GMT+2", 2), ("UTC-3", -3), ("Etc/GMT-2", 2)):
        zone = zone_of(GuildSettings(time_zone=zone_name(typed)), "en")
        assert zone.utcoffset(NOW) == timedelta(hours=ahead)


def test_each_capital_and_each_city_has_clocks() -> None:
    """Also those in the file: their zones are there, and each is found by its own name."""
    lines = time_zones.CITIES.read_text(encoding="utf-8").splitlines()
    listed = [line.partition(": ") for line in lines if not line.startswith("#")]
    assert {zone for zone, _, _ in listed} <= available_timezones()
    shared = {  # by others that are larger, or whose zone is called so
        city
        for zone, _, cities in listed
        for city in cities.split(", ")
        if clocks(zone_name(city)) != clocks(zone)
    }
    assert shared == set()


def test_a_country_means_one_zone_only_where_all_its_clocks_agree_or_most_people_live() -> None:
    settled = {*time_zones._MAIN_ZONES, *time_zones._SEVERAL, *time_zones._NO_COUNTRIES}
    for country, zones in get_global("territory_zones").items():
        there = [zone for zone in zones if zone in available_timezones()]
        if country not in settled and len(there) > 1:
            assert len({clocks(zone) for zone in there}) == 1


def clocks(zone: str) -> tuple[timedelta | None, ...]:
    """How far a zone is ahead in each month of a year."""
    months = (datetime(2026, month, 15, tzinfo=UTC) for month in range(1, 13))
    return tuple(one.astimezone(ZoneInfo(zone)).utcoffset() for one in months)


def test_a_server_has_the_zone_of_its_language_unless_it_has_set_one() -> None:
    assert str(zone_of(GuildSettings(), "da")) == "Europe/Copenhagen"
    assert str(zone_of(GuildSettings(), "en")) == "UTC"
    assert str(zone_of(GuildSettings(time_zone="Asia/Tokyo"), "da")) == "Asia/Tokyo"
    for gone in ("Gone/Place", "../etc/passwd", "Europe"):
        assert str(zone_of(GuildSettings(time_zone=gone), "sv")) == "Europe/Stockholm"
    assert own_zone(Preferences()) is None
    assert str(own_zone(Preferences(time_zone="UTC+5:30"))) == "UTC+5:30"
