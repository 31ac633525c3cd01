"""Days and times of day as people type them, in their time zones."""

import re
import unicodedata
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from kwbot.engine.values.wording import N_
from kwbot.tables.errors.refusals import Refused

DAYS_OFFERED = 14
"""Number of days offered, including today."""
MAX_LEAD = timedelta(days=DAYS_OFFERED + 1)
"""Most time by which something can be planned ahead."""
_CLOCK = re.compile(
    r"(?:kl\.?|klockan|klokken|at|@)?\s*(\d{1,2})(?:\s*[:.,h]\s*(\d\d)|\s?(\d\d))?"
    r"\s*(?:h|uhr)?\s*(?:([apfe])\.?\s*m\.?)?",
    re.IGNORECASE,
)
_NOON = ("noon", "midday")
_SKIPPED = N_("The clocks skip {time} that night. Type another time, for example {later}.")


def days(now: datetime, zone: tzinfo) -> list[date]:
    """Return the days for which something can be planned."""
    today = now.astimezone(zone).date()
    return [today + timedelta(days=number) for number in range(DAYS_OFFERED)]


def clock_time(typed: str) -> time:
    """Return a time of day typed as ``20:30``, ``kl. 20.30``, ``20h30`` or ``8:30 p.m.``. Raise
    Refused for anything else."""
    plain = " ".join(unicodedata.normalize("NFKC", typed).split())
    if plain.casefold() in _NOON:
        return time(12)
    found = _CLOCK.fullmatch(plain)
    if found is not None:
        hour, minute = _hour(int(found[1]), found[4] or ""), int(found[2] or found[3] or 0)
        if hour < 24 and minute < 60:
            return time(hour, minute)
    raise Refused(N_("Type a time such as 20:30."))


def _hour(hour: int, half: str) -> int:
    """Return an hour from 0 to 23, or more if invalid; `half`: "a", "p" and the like, or ""."""
    if not half:
        return hour
    return hour % 12 + (12 if half.casefold() in "pe" else 0) if 1 <= hour <= 12 else 24


def chosen_day(typed: str) -> date:
    """Return a day chosen in a form. Raise Refused for anything else."""
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise Refused(N_("That can't be chosen here.")) from None


def check_ahead(starts: datetime, now: datetime) -> None:
    """Raise Refused unless a time is still to come, on one of the days offered."""
    if not now < starts <= now + MAX_LEAD:
        raise Refused(N_("That time is over. Choose a later one."))


def moment(day: date, at: time, zone: tzinfo) -> datetime:
    """Return a time of day in a zone as a point in time. A time that the clocks skip moves forward
    by as much; of two equal times it is the first."""
    return datetime.combine(day, at, zone).astimezone(UTC)


def moments(day: date, at: time, zone: tzinfo) -> list[datetime]:
    """Return when the clocks of a zone show a time on a day: once, twice if they repeat it, or
    never if they skip it."""
    shown = datetime.combine(day, at)
    found = {shown.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)}
    return sorted(one for one in found if one.astimezone(zone).replace(tzinfo=None) == shown)


def chosen_moment(day: date, at: time, zone: tzinfo, now: datetime) -> datetime:
    """Return the point in time of a time of day; if it comes twice, the first still to come. Raise
    Refused if the clocks skip it."""
    found = moments(day, at, zone)
    if not found:
        raise _no_such_time(day, at, zone)
    return next((one for one in found if one > now), found[-1])


def moment_after(starts: datetime, at: time, zone: tzinfo) -> datetime:
    """Return when a time of day next comes after `starts`, on that day or the following one. Raise
    Refused if the clocks skip it."""
    day = starts.astimezone(zone).date()
    for one in (day, day + timedelta(days=1)):
        found = moments(one, at, zone)
        if not found and moment(one, at, zone) > starts:
            raise _no_such_time(one, at, zone)
        for later in found:
            if later > starts:
                return later
    raise _no_such_time(day, at, zone)


def _no_such_time(day: date, at: time, zone: tzinfo) -> Refused:
    """Return the refusal of a time that the clocks skip, with the next valid one."""
    later = moment(day, at, zone).astimezone(zone)
    return Refused(_SKIPPED, time=f"{at:%H:%M}", later=f"{later:%H:%M}")


def next_day(at: time, now: datetime, zone: tzinfo) -> date:
    """Return the first day on which a time of day is still to come."""
    return next(day for day in days(now, zone) if moment(day, at, zone) > now)
