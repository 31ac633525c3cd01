"""Times at which tables are to open: time zones, days and clock times as people type them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from types import MappingProxyType
from zoneinfo import ZoneInfo, available_timezones

from kwbot.engine.wording import N_
from kwbot.storage.documents import GuildSettings, Preferences
from kwbot.tables.lobby import check_host
from kwbot.tables.refusals import Refused, Stale
from kwbot.tables.table_state import LobbyTable, PlannedTable

DAYS = 14
"""So many days are offered, today among them."""
LATEST = timedelta(days=DAYS + 1)
"""So far ahead something can be planned at most."""
LASTS = timedelta(hours=3)
"""How long a table is expected to be played at."""
REMINDED = timedelta(minutes=10)
"""How long before its table opens somebody is reminded."""
USUAL_ZONE = "UTC"
ZONES: Mapping[str, str] = MappingProxyType({"sv": "Europe/Stockholm", "da": "Europe/Copenhagen"})
"""The time zone of servers that speak a language, unless they have set one."""
_CLOCK = re.compile(r"(\d{1,2})(?:[:.]?(\d\d))?\s*(am|pm)?", re.IGNORECASE)


@cache
def _known() -> dict[str, str]:
    """Return time zones by their names and, where no two share it, by their cities."""
    names = sorted(name for name in available_timezones() if "/" in name or name == USUAL_ZONE)
    cities: dict[str, list[str]] = {}
    for name in names:
        cities.setdefault(_folded(name.rpartition("/")[2]), []).append(name)
    alone = {city: found[0] for city, found in cities.items() if len(found) == 1}
    return {**alone, **{_folded(name): name for name in names}}


def _folded(name: str) -> str:
    return "_".join(name.split()).casefold()


def zone_name(typed: str) -> str:
    """Return the name of the time zone of a place. Raise Refused if there is none."""
    found = _known().get(_folded(typed))
    if found is None:
        raise Refused(N_("There's no such time zone. Type a place such as Europe/Stockholm."))
    return found


def zone_of(settings: GuildSettings, language: str) -> ZoneInfo:
    """Return the time zone of a server whose people speak a language."""
    known, chosen = _known(), settings.time_zone or ""
    return ZoneInfo(known.get(_folded(chosen)) or ZONES.get(language, USUAL_ZONE))


def own_zone(chosen: Preferences) -> ZoneInfo | None:
    """Return the time zone that somebody has set, if any."""
    found = _known().get(_folded(chosen.time_zone or ""))
    return ZoneInfo(found) if found else None


def days(now: datetime, zone: ZoneInfo) -> list[date]:
    """Return the days for which a table can be planned."""
    today = now.astimezone(zone).date()
    return [today + timedelta(days=number) for number in range(DAYS)]


def clock_time(typed: str) -> time:
    """Return a time of day that was typed as ``20:30``, ``20.30``, ``20``, ``8 pm``. Raise Refused
    for anything else."""
    found = _CLOCK.fullmatch(typed.strip())
    if found is not None:
        hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
        if half:
            hour = hour % 12 + (12 if half == "pm" else 0) if 1 <= hour <= 12 else 24
        if hour < 24 and minute < 60:
            return time(hour, minute)
    raise Refused(N_("Type a time such as 20:30."))


def chosen_day(typed: str) -> date:
    """Return a day that was chosen in a form. Raise Refused for anything else."""
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise Refused(N_("That can't be chosen here.")) from None


def check_ahead(starts: datetime, now: datetime) -> None:
    """Raise Refused unless a time is still to come, on one of the days that are offered."""
    if not now < starts <= now + LATEST:
        raise Refused(N_("That time is over. Choose a later one."))


def moment(day: date, at: time, zone: ZoneInfo) -> datetime:
    """Return a time of day in a zone as a point in time. One that the clocks skip comes as much
    later; of two with the same name it is the first."""
    return datetime.combine(day, at, zone).astimezone(UTC)


def next_day(at: time, now: datetime, zone: ZoneInfo) -> date:
    """Return the first day on which a time of day is still to come."""
    return next(day for day in days(now, zone) if moment(day, at, zone) > now)


def planned(table: LobbyTable, user: int, starts: datetime, now: datetime) -> PlannedTable:
    """Put the host's lobby off until a time."""
    check_host(table, user)
    check_ahead(starts, now)
    values = {name: table.__dict__[name] for name in LobbyTable.__dataclass_fields__}
    return PlannedTable(**{**values, "starts": starts})


def opened_early(table: LobbyTable, user: int, now: datetime) -> LobbyTable:
    """Open the host's planned table now. Raise Stale where it is open."""
    check_host(table, user)
    if not isinstance(table, PlannedTable):
        raise Stale
    return table.opened(now)


def reminded_at(table: LobbyTable) -> datetime | None:
    """Return when those who sit at a planned table are to be reminded; None where it was planned
    so late that its opening does that, or was not planned."""
    if table.starts is None or table.created_at > table.starts - 2 * REMINDED:
        return None
    return table.starts - REMINDED
