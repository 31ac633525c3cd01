"""The leaderboard of a season, two short lines an entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Literal

from kwbot.engine.deals.score_sheet import Unit
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.text.deal.result import place_mark
from kwbot.text.statistics.leaderboard_page import NO_GAMES, leaderboard_page, leaderboard_title
from kwbot.text.statistics.rating_leaderboard import RATING
from kwbot.text.statistics.results_by_game import wins_of
from kwbot.text.words import lines
from kwbot.text.words.language import Language

Measure = Literal["points", "wins", "evenings", "rating", "ever"]
MEASURES: Mapping[Measure, Term] = MappingProxyType(
    {
        "points": Term("Points a deal", "standing"),
        "wins": Term("Games won", "standing"),
        "evenings": Term("Evenings", "standing"),
        "rating": RATING,
        "ever": Term("All time", "standing"),
    }
)
"""What a leaderboard can show."""
PAST_WINNERS = Term("Past winners", "standing")
_NO_EVENINGS = N_("Nothing yet. Take part in an evening: moderators announce one with /evening.")
_FEW_GAMES = N_("few games yet")
_FEW_LAST = N_("Whoever has played fewer than {least} deals comes after the others.")


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A player in a season. `who` is ready to show: a mention or an escaped name."""

    rank: int
    who: str
    deals: int
    points: int
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class BestEvenings:
    """A player's evenings of a season: `counted` of them count, and they won `won`."""

    rank: int
    who: str
    points: int
    evenings: int
    counted: int
    won: int


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """The facts of the season that is shown. `months` 0: there are no seasons. `least`: by points a
    deal whoever has fewer deals comes after the others; `best`: how many evenings count (None:
    all)."""

    first: date
    last: date
    months: int
    is_over: bool
    least: int
    best: int | None = None


def season_name(first: date, months: int, language: Language) -> str:
    """``November 2026``, ``4th quarter 2026``"""
    if not months:
        return language.text(N_("All seasons"))
    return language.month(first) if months == 1 else language.quarter(first)


def season_text(
    variant: Variant,
    measure: Measure,
    season: SeasonFacts,
    rows: Sequence[LeaderboardLine] | Sequence[BestEvenings],
    page: tuple[int, int],
    language: Language,
) -> str:
    """Return a page of a season's leaderboard; `page`: its number, from 1, and their count."""
    # Where all have few deals a note below says so once.
    some = any(isinstance(row, LeaderboardLine) and row.deals >= season.least for row in rows)
    least = season.least if some else 0
    entries = [_line(row, measure, least, variant.unit, language) for row in rows]
    head, note = _head(season, language), _note(measure, season, rows, language)
    nothing = _NO_EVENINGS if measure == "evenings" else NO_GAMES
    return leaderboard_page(variant, entries, page, language, head, note, nothing)


def _head(season: SeasonFacts, language: Language) -> str:
    """``**4th quarter 2026** · until 31 December``; the menu below says what is shown."""
    parts = [f"**{season_name(season.first, season.months, language)}**"]
    if season.months and not season.is_over:
        parts.append(language.text(N_("until {day}"), day=language.short_day(season.last)))
    return lines.DOT.join(parts)


def archive_text(
    variant: Variant,
    measure: Measure,
    seasons: Sequence[tuple[SeasonFacts, Sequence[tuple[int, str]]]],
    language: Language,
) -> str:
    """Return the winners of the seasons that are over: of each the places and names, ready to show;
    a name is empty where somebody was forgotten."""
    someone, nobody = language.text(N_("someone")), language.text(N_("nobody"))
    told = []
    for season, winners in seasons:
        named = [f"{place_mark(place)} {who or someone}" for place, who in winners]
        name = season_name(season.first, season.months, language)
        told.append(f"**{name}**\n{lines.DOT.join(named) or nobody}")
    head = f"{language.term(PAST_WINNERS)}{lines.DOT}{language.term(MEASURES[measure])}"
    return lines.together([(leaderboard_title(variant, language), f"**{head}**"), told])


def _line(
    row: LeaderboardLine | BestEvenings,
    measure: Measure,
    least: int,
    unit: Unit,
    language: Language,
) -> str:
    """Return an entry; by points a deal, one with fewer deals than `least` says that."""
    mark = _mark(row, measure)
    if isinstance(row, BestEvenings):
        main, more = f"**{lines.amount(row.points, unit, language)}**", _evenings(row, language)
    elif measure == "points":
        value = average(row.points / row.deals, unit, language)
        main = language.text(N_("{points} a deal"), points=f"**{value}**")
        few = language.text(_FEW_GAMES) if row.deals < least else ""
        more = [_deals(row, language), wins_of(row.wins, row.games, language), few]
    else:
        main, more = wins_of(row.wins, row.games, language), [_deals(row, language)]
    return f"{mark} {row.who}{lines.DOT}{main}\n-# {lines.DOT.join(filter(None, more))}"


def _mark(row: LeaderboardLine | BestEvenings, measure: Measure) -> str:
    """Return the place; no medal where no game was won."""
    lost = measure == "wins" and isinstance(row, LeaderboardLine) and not row.wins
    return f"{row.rank}\\." if lost else place_mark(row.rank)


def _deals(row: LeaderboardLine, language: Language) -> str:
    return language.plural("{count} deal", "{count} deals", row.deals) if row.deals else ""


def _evenings(row: BestEvenings, language: Language) -> list[str]:
    told = language.plural("{count} evening", "{count} evenings", row.evenings)
    if row.counted < row.evenings:
        count = language.number(row.counted)
        told = language.text(N_("best {count} of {evenings}"), count=count, evenings=told)
    return [told, language.text(N_("{count} won"), count=row.won) if row.won else ""]


def average(points: float, unit: Unit, language: Language) -> str:
    """Return points a deal: with their sign where all sum to 0."""
    value = language.decimal(points)
    return f"+{value}" if points > 0 and unit is not Unit.POINTS else value


def _note(
    measure: Measure,
    season: SeasonFacts,
    rows: Sequence[LeaderboardLine] | Sequence[BestEvenings],
    language: Language,
) -> str:
    if measure == "evenings" and season.best is not None:
        told = language.plural(
            "The best {count} evening counts.", "The best {count} evenings count.", season.best
        )
        return f"-# {told}"
    few = {row.deals < season.least for row in rows if isinstance(row, LeaderboardLine)}
    if measure == "points" and len(few) > 1:
        least = language.number(season.least)
        return f"-# {language.text(_FEW_LAST, least=least)}"
    if measure == "points" and few == {True}:
        return f"-# {lines.capitalise(language.text(_FEW_GAMES))}"
    return ""
