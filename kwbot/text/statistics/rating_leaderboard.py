"""The leaderboard of ratings, and how a rating is written."""

from collections.abc import Sequence
from dataclasses import dataclass

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.text.deal.result import place_mark
from kwbot.text.statistics.leaderboard_page import leaderboard_page
from kwbot.text.words import lines
from kwbot.text.words.language import Language

RATING = Term("Rating", "standing")
_SCALE = 40
NEWCOMER = 1000
"""What a rating of 25 is shown as, with which everybody begins."""


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's rating, as the model has it. `rank` 0: it is provisional after so few games. `who`
    is ready to show: a mention or an escaped name."""

    rank: int
    who: str
    games: int
    rating: float


def in_figures(rating: float) -> int:
    """Return a rating as it is shown: 1,000 for a newcomer."""
    return round(rating * _SCALE)


def rating_text(
    variant: Variant,
    rows: Sequence[RatingLine],
    least: int,
    page: tuple[int, int],
    language: Language,
) -> str:
    """Return one page of the ratings of a game; `least`: so many games make them more than
    provisional; `page`: its number, from 1, and how many there are."""
    note = ""
    if any(not row.rank for row in rows):
        games = language.plural("{count} game", "{count} games", least)
        note = f"-# {language.text(N_('Provisional until {games} are played.'), games=games)}"
    entries, head = [_line(row, language) for row in rows], f"**{language.term(RATING)}**"
    return leaderboard_page(variant, entries, page, language, head, note)


def _line(row: RatingLine, language: Language) -> str:
    mark = place_mark(row.rank) if row.rank else "–"
    games = language.plural("{count} game", "{count} games", row.games)
    shown = f"**{language.number(in_figures(row.rating))}**"
    return f"{mark} {row.who}{lines.DOT}{shown}\n-# {games}"
