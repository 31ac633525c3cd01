"""The frame that all leaderboards have in common: title, entries, note, number of the page."""

from collections.abc import Sequence

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_
from kwbot.text.words import lines
from kwbot.text.words.language import Language

NO_GAMES = N_("Nothing yet. Finish a game with other people: /play.")


def leaderboard_title(variant: Variant, language: Language) -> str:
    """Return the headline of the leaderboards of a game."""
    return f"### 🏆 {language.text(N_('Leaderboard'))}{lines.DOT}{language.term(variant.name)}"


def leaderboard_page(
    variant: Variant,
    entries: Sequence[str],
    page: tuple[int, int],
    language: Language,
    head: str = "",
    note: str = "",
    nothing: str = NO_GAMES,
) -> str:
    """Return a page of a leaderboard. `page`: its number, from 1, and how many there are; `head` is
    above the entries, `note` below them, `nothing` where there are none."""
    number = language.text(N_("Page {page} of {pages}"), page=page[0], pages=page[1])
    return lines.together(
        [
            (leaderboard_title(variant, language), head),
            entries or (language.text(nothing),),
            (note, f"-# {number}" if page[1] > 1 else ""),
        ]
    )
