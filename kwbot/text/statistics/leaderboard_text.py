"""Leaderboards in words, two short lines an entry, and the winners of past seasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Literal

from kwbot.engine.deals.score_sheet import Unit
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import UserId
from kwbot.listings import EveningsEntry, LeaderboardEntry, RatingEntry, SeasonEntry
from kwbot.text.deal.result import place_mark
from kwbot.text.statistics.results_by_game import bids_and_titles, wins_of
from kwbot.text.words import lines
from kwbot.text.words.language import Language

Entry = SeasonEntry | EveningsEntry | RatingEntry | LeaderboardEntry
Measure = Literal["points", "wins", "evenings", "rating", "ever"]
MEASURES: Mapping[Measure, Term] = MappingProxyType(
    {
        "points": Term("Points a deal", "standing"),
        "wins": Term("Games won", "standing"),
        "evenings": Term("Evenings", "standing"),
        "rating": Term("Rating", "standing"),
        "ever": Term("All time", "standing"),
    }
)
"""The measures that a leaderboard can show."""
PAST_WINNERS = Term("Past winners", "standing")
NEWCOMER = 1000
"""The displayed rating with which everybody begins, 25 in the model."""
_SCALE = 40
_FEW_GAMES = N_("few games yet")
_FEW_LAST = N_("Whoever has played fewer than {least} deals comes after the others.")
_NO_GAMES = N_("Nothing yet. Finish a game with other people: /play.")
_NO_EVENINGS = N_("Nothing yet. Take part in an evening: moderators announce one with /evening.")


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """The facts of a season. `months`: its length, 0 if there are no seasons; `least`: deals (for
    ratings games) below which a player comes last; `best`: number of evenings that count, None:
    all."""

    first: date
    last: date
    months: int
    is_over: bool
    least: int
    best: int | None = None


def season_name(first: date, months: int, language: Language) -> str:
    """Return a season's name, like ``November 2026`` or ``4th quarter 2026``."""
    if not months:
        return language.text(N_("All seasons"))
    return language.month(first) if months == 1 else language.quarter(first)


def leaderboard_text(
    variant: Variant,
    measure: Measure,
    season: SeasonFacts,
    rows: Sequence[Entry],
    names: Mapping[UserId, str],
    page: tuple[int, int],
    language: Language,
) -> str:
    """Return a page of a leaderboard. `names` are ready for display: mentions or escaped names;
    `page`: its number, from 1, and the number of pages."""
    title = _title(variant, language)
    if measure == "ever" and not rows:
        nothing = language.text(N_("No game with other people has been finished here yet."))
        return f"{title}\n{nothing}"
    few = [_has_few(row, season.least) for row in rows]
    # If all have few deals, a note below says so once.
    tells_few = measure == "points" and not all(few)
    entries = []
    for row, has_few in zip(rows, few, strict=True):
        main, more = _value_and_details(row, measure, variant, language)
        more.append(language.text(_FEW_GAMES) if has_few and tells_few else "")
        mark = _mark(row, measure, has_few=has_few)
        told = lines.DOT.join(filter(None, more))
        entries.append(f"{mark} {names[row.user_id]}{lines.DOT}{main}\n-# {told}")
    nothing = _NO_EVENINGS if measure == "evenings" else _NO_GAMES
    number = language.text(N_("Page {page} of {pages}"), page=page[0], pages=page[1])
    note = _note(measure, season, few, language)
    return lines.together(
        [
            (title, _head(measure, season, language)),
            entries or (language.text(nothing),),
            (f"-# {note}" if note else "", f"-# {number}" if page[1] > 1 else ""),
        ]
    )


def _title(variant: Variant, language: Language) -> str:
    return f"### 🏆 {language.text(N_('Leaderboard'))}{lines.DOT}{language.term(variant.name)}"


def _head(measure: Measure, season: SeasonFacts, language: Language) -> str:
    """Return a head like ``**4th quarter 2026** · until 31 December``. Except for ratings the menu
    names the measure."""
    if measure == "ever":
        return ""
    if measure == "rating":
        return f"**{language.term(MEASURES[measure])}**"
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
    """Return the winners of finished seasons, given for each as places and names ready for display,
    with "" for a forgotten person."""
    someone, nobody = language.text(N_("someone")), language.text(N_("nobody"))
    told = []
    for season, winners in seasons:
        named = [f"{place_mark(place)} {who or someone}" for place, who in winners]
        name = season_name(season.first, season.months, language)
        told.append(f"**{name}**\n{lines.DOT.join(named) or nobody}")
    head = f"{language.term(PAST_WINNERS)}{lines.DOT}{language.term(MEASURES[measure])}"
    return lines.together([(_title(variant, language), f"**{head}**"), told])


def _has_few(row: Entry, least: int) -> bool:
    """Whether a player has played too little to be compared with the others."""
    if isinstance(row, RatingEntry):
        return row.games < least
    return isinstance(row, SeasonEntry) and row.deals < least


def _mark(row: Entry, measure: Measure, *, has_few: bool) -> str:
    """Return the place, without a medal if no game was won; ``–`` for a provisional rating."""
    if measure == "rating" and has_few:
        return "–"
    lost = isinstance(row, SeasonEntry | LeaderboardEntry) and not row.wins
    return f"{row.rank}\\." if lost and measure != "points" else place_mark(row.rank)


def _value_and_details(
    row: Entry, measure: Measure, variant: Variant, language: Language
) -> tuple[str, list[str]]:
    """Return the value that ranks an entry, and the words below it."""
    match row:
        case RatingEntry():
            games = language.plural("{count} game", "{count} games", row.games)
            return f"**{language.number(in_figures(row.mu))}**", [games]
        case EveningsEntry():
            points = lines.amount(row.points, variant.unit, language)
            return f"**{points}**", _evenings(row, language)
    won = wins_of(row.wins, row.games, language)
    if isinstance(row, LeaderboardEntry):
        points = lines.amount(row.points, variant.unit, language)
        return won, [points, *bids_and_titles(row, variant, language)]
    deals = language.plural("{count} deal", "{count} deals", row.deals) if row.deals else ""
    if measure == "wins":
        return won, [deals]
    value = average(row.points / row.deals, variant.unit, language)
    return language.text(N_("{points} a deal"), points=f"**{value}**"), [deals, won]


def _evenings(row: EveningsEntry, language: Language) -> list[str]:
    told = language.plural("{count} evening", "{count} evenings", row.evenings)
    if row.counted < row.evenings:
        count = language.number(row.counted)
        told = language.text(N_("best {count} of {evenings}"), count=count, evenings=told)
    return [told, language.text(N_("{count} won"), count=row.won) if row.won else ""]


def average(points: float, unit: Unit, language: Language) -> str:
    """Return points a deal, with their sign if scores sum to 0."""
    value = language.decimal(points)
    return f"+{value}" if points > 0 and unit is not Unit.POINTS else value


def in_figures(rating: float) -> int:
    """Return a rating as displayed: 1,000 for a newcomer."""
    return round(rating * _SCALE)


def _note(measure: Measure, season: SeasonFacts, few: Sequence[bool], language: Language) -> str:
    """Return a sentence on what counts. `few`: by entry, whether they have played too little."""
    if measure == "evenings" and season.best is not None:
        return language.plural(
            "The best {count} evening counts.", "The best {count} evenings count.", season.best
        )
    if measure == "rating" and any(few):
        games = language.plural("{count} game", "{count} games", season.least)
        return language.text(N_("Provisional until {games} are played."), games=games)
    if measure != "points" or not any(few):
        return ""
    if all(few):
        return lines.capitalise(language.text(_FEW_GAMES))
    return language.text(_FEW_LAST, least=language.number(season.least))
