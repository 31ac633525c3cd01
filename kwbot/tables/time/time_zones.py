"""Time zones as people type them: places, abbreviations or hours from UTC."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from datetime import timedelta, timezone, tzinfo
from functools import cache
from pathlib import Path
from types import MappingProxyType
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from babel import Locale
from babel.core import get_global

from kwbot.engine.values.wording import N_
from kwbot.storage.values.documents import GuildSettings, Preferences
from kwbot.tables.errors.refusals import Refused

CITIES = Path(__file__).parents[3] / "data" / "cities.txt"
"""Cities that give no time zone its name, a line per zone."""
UTC_NAME = "UTC"
USUAL_ZONES: Mapping[str, str] = MappingProxyType(
    {"sv": "Europe/Stockholm", "da": "Europe/Copenhagen"}
)
"""The default time zone of servers that speak a language."""
_LANGUAGES = ("en", "sv", "da")
"""The languages of the place names that are understood."""
_UNKNOWN = N_(
    "I don't know that time zone. Type a city or the hours from UTC, for example Stockholm or "
    "UTC+2."
)
_SEVERAL_ZONES = N_("{place} has several time zones. Type a city, for example {city}.")
_MIN_OFFSET, _MAX_OFFSET = timedelta(hours=-12), timedelta(hours=14)
_OFFSET = re.compile(r"(?:UTC|GMT|Z)?\s*([+-])\s*(\d{1,2})(?:[:.,]?(\d\d))?\s*h?", re.IGNORECASE)
_NO_COUNTRIES = {"001", "ZZ"}
_NO_PLACES = {"Factory", "localtime", "posixrules"}
_ABBREVIATIONS: Mapping[str, str] = MappingProxyType(
    {
        "CEST": "CET", "EEST": "EET", "WEST": "WET", "BST": "Europe/London",
        "MSK": "Europe/Moscow", "IST": "Asia/Kolkata", "JST": "Asia/Tokyo",
        "AEST": "Australia/Sydney", "AEDT": "Australia/Sydney", "NZST": "NZ", "NZDT": "NZ",
        "ET": "America/New_York", "EST": "America/New_York", "EDT": "America/New_York",
        "CT": "America/Chicago", "CST": "America/Chicago", "CDT": "America/Chicago",
        "MT": "America/Denver", "MST": "America/Denver", "MDT": "America/Denver",
        "PT": "America/Los_Angeles", "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles",
        "AKST": "America/Anchorage", "AKDT": "America/Anchorage", "HST": "Pacific/Honolulu",
        "GMT": UTC_NAME, "Z": UTC_NAME, "Eastern": "America/New_York",
        "Central": "America/Chicago", "Mountain": "America/Denver",
        "Pacific": "America/Los_Angeles", "LA": "America/Los_Angeles", "NYC": "America/New_York",
    }
)  # fmt: skip
"""What abbreviations mean to most people who type them. Summer time is left to the zone."""
_ALSO_CALLED: Mapping[str, str] = MappingProxyType(
    {
        "UK": "GB", "Great Britain": "GB", "England": "GB", "Scotland": "GB", "Wales": "GB",
        "Northern Ireland": "GB", "Holland": "NL", "Turkey": "TR", "Czech Republic": "CZ",
        "UAE": "AE", "America": "US", "US": "US", "SE": "SE", "DK": "DK", "NO": "NO", "FI": "FI",
        "Deutschland": "DE", "Suomi": "FI",
    }
)  # fmt: skip
"""Countries by names that are missing from CLDR."""
_MAIN_ZONES: Mapping[str, str] = MappingProxyType(
    {
        "AR": "America/Argentina/Buenos_Aires", "CD": "Africa/Kinshasa", "CL": "America/Santiago",
        "CN": "Asia/Shanghai", "CY": "Asia/Nicosia", "DE": "Europe/Berlin",
        "EC": "America/Guayaquil", "ES": "Europe/Madrid", "FM": "Pacific/Pohnpei",
        "GL": "America/Nuuk", "KI": "Pacific/Tarawa", "KZ": "Asia/Almaty", "MH": "Pacific/Majuro",
        "MN": "Asia/Ulaanbaatar", "MY": "Asia/Kuala_Lumpur", "NZ": "Pacific/Auckland",
        "PF": "Pacific/Tahiti", "PG": "Pacific/Port_Moresby", "PS": "Asia/Hebron",
        "PT": "Europe/Lisbon", "UA": "Europe/Kyiv", "UZ": "Asia/Tashkent",
    }
)  # fmt: skip
"""The zone of most people in countries with several."""
_SEVERAL: Mapping[str, str] = MappingProxyType(
    {
        "AQ": "McMurdo", "AU": "Sydney", "BR": "São Paulo", "CA": "Toronto", "ID": "Jakarta",
        "MX": "Mexico City", "RU": "Moscow", "UM": "Midway", "US": "New York",
    }
)  # fmt: skip
"""Countries without a zone for most people, with a city to type instead."""
_LETTERS = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "ı": "i"}
)
_DOUBLED = str.maketrans({"å": "aa", "ä": "ae", "æ": "ae", "ö": "oe", "ø": "oe", "ü": "ue"})


def zone_name(typed: str) -> str:
    """Return the name of the typed time zone. Raise Refused if there is none."""
    whole = " ".join(typed.split())
    for part in (whole, re.split(r"[,(]", whole)[0], re.sub(r" (time|tid)$", "", whole)):
        if offset := _offset(part):
            return str(offset)
        if found := _zone_names().get(_fold(part)):
            return found
        if city := _countries_with_several().get(_fold(part)):
            raise Refused(_SEVERAL_ZONES, place=part, city=city)
    raise Refused(_UNKNOWN)


def zone_of(settings: GuildSettings, language: str) -> tzinfo:
    """Return the time zone of a server whose people speak a language."""
    return _zone_called(settings.time_zone) or ZoneInfo(USUAL_ZONES.get(language, UTC_NAME))


def own_zone(chosen: Preferences) -> tzinfo | None:
    """Return a person's own time zone, if they have set one."""
    return _zone_called(chosen.time_zone)


def _zone_called(name: str | None) -> tzinfo | None:
    """Return a time zone by its stored name."""
    if not name:
        return None
    try:
        return _offset(name) or ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None  # this machine does not know it


def _offset(typed: str) -> tzinfo | None:
    """Return the zone of an offset from UTC such as ``UTC+5:30``, ``-3`` or ``GMT+2``, with the
    sign as people mean it; None for anything else."""
    plain = unicodedata.normalize("NFKC", typed).replace("−", "-").replace("–", "-")
    found = _OFFSET.fullmatch(plain.strip())
    if found is None or int(found[3] or 0) >= 60:
        return None
    hours, minutes = int(found[2]), int(found[3] or 0)
    ahead = timedelta(hours=hours, minutes=minutes) * (1 if found[1] == "+" else -1)
    if not ahead:
        return ZoneInfo(UTC_NAME)
    if not _MIN_OFFSET <= ahead <= _MAX_OFFSET:
        return None
    return timezone(ahead, f"UTC{found[1]}{hours}{f':{minutes:02}' if minutes else ''}")


def _fold(name: str) -> str:
    """Return a name without case, accents, blanks and punctuation; a sign before digits stays."""
    parts = unicodedata.normalize("NFKD", name.casefold()).translate(_LETTERS)
    letters = "".join(one for one in parts if not unicodedata.combining(one))
    return re.sub(r"[^\w+-]|_|-(?!\d)", "", letters)


@cache
def _zone_names() -> Mapping[str, str]:
    """Return the time zone for each folded name; a zone's own name takes precedence over others."""
    found: dict[str, str] = {}
    for name, zone in _names():
        doubled = unicodedata.normalize("NFC", name.casefold()).translate(_DOUBLED)
        for spelled in (_fold(name), _fold(doubled)):
            found.setdefault(spelled, zone)
    return MappingProxyType({name: zone for name, zone in found.items() if name})


def _names() -> Iterator[tuple[str, str]]:
    """Yield names with their time zones, the best meaning of a name first."""
    zones = sorted(available_timezones() - _NO_PLACES)
    yield from _ABBREVIATIONS.items()
    yield from ((name, name) for name in zones)
    yield from _places(zones)
    for name, country in _countries():
        if country not in _SEVERAL and (zone := _zone_in(country)) in zones:
            yield name, zone
    for line in CITIES.read_text(encoding="utf-8").splitlines():
        zone, _, cities = line.partition(": ")
        if zone in zones:
            yield from ((city, zone) for city in cities.split(", "))


def _places(zones: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the places that give time zones their names, in all languages."""
    preferred = get_global("zone_aliases")
    for name in zones:
        if "/" in name and not name.startswith("Etc/"):
            newer = preferred.get(name, name)
            yield name.rpartition("/")[2], newer if newer in zones else name
    for language in _LANGUAGES:
        for name, known in Locale.parse(language).time_zones.items():
            if name in zones and "city" in known:
                yield str(known["city"]), preferred.get(name, name)


def _countries() -> Iterator[tuple[str, str]]:
    """Yield the names of countries with their codes."""
    yield from _ALSO_CALLED.items()
    codes = [code for code in get_global("territory_zones") if code not in _NO_COUNTRIES]
    for language in _LANGUAGES:
        territories = Locale.parse(language).territories
        yield from ((str(territories[code]), code) for code in codes if code in territories)


def _zone_in(country: str) -> str:
    """Return the time zone of most people in a country; empty if nobody lives there."""
    return _MAIN_ZONES.get(country) or next(iter(get_global("territory_zones")[country]), "")


@cache
def _countries_with_several() -> Mapping[str, str]:
    """Return a city for each name of a country without a main time zone."""
    named = ((_fold(name), code) for name, code in _countries())
    return {name: _SEVERAL[code] for name, code in named if code in _SEVERAL}
