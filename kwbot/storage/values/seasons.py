"""Seasons: calendar months or quarters with standings of their own."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from kwbot.storage.values.documents import SeasonKind

_MONTHS: dict[SeasonKind, int] = {"month": 1, "quarter": 3}


@dataclass(frozen=True, slots=True)
class Season:
    """A season, by its first day and its number of months; 0: all time."""

    first: date = date.min
    months: int = 0

    @property
    def key(self) -> str:
        """The season's key in buttons: ``2026-10``"""
        return f"{self.first:%Y-%m}" if self.months else "all"

    @property
    def next(self) -> date:
        """The first day after the season."""
        if not self.months:
            return date.max
        years, month = divmod(self.first.month - 1 + self.months, 12)
        return self.first.replace(year=self.first.year + years, month=month + 1)

    @property
    def last(self) -> date:
        """The last day of the season."""
        return self.next - timedelta(days=1)

    def has(self, day: date) -> bool:
        """Whether a day is in the season."""
        return self.first <= day < self.next


def season_of(kind: SeasonKind, day: date) -> Season:
    """Return the season of a day."""
    months = _MONTHS.get(kind, 0)
    if not months:
        return Season()
    first = day.replace(month=day.month - (day.month - 1) % months, day=1)
    return Season(first, months)


def season_from(kind: SeasonKind, key: str, today: date) -> Season:
    """Return the season of a button's key; the current one for anything else."""
    try:
        day = date.fromisoformat(f"{key}-01")
    except ValueError:
        day = today
    return season_of(kind, min(day, today))


def seasons_since(kind: SeasonKind, earliest: date, today: date) -> Iterator[Season]:
    """Yield the seasons from the current one back to that of `earliest`."""
    season = season_of(kind, today)
    while season.months:
        yield season
        if season.first <= earliest:
            return
        season = season_of(kind, season.first - timedelta(days=1))
