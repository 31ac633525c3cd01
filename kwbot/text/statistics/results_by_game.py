"""Results by game: the leaderboard of all time and a player's own, two short lines an entry."""

from collections.abc import Sequence
from dataclasses import dataclass

from kwbot.engine.deals.score_sheet import Unit
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.text.deal.result import place_mark
from kwbot.text.statistics.leaderboard_page import leaderboard_page, leaderboard_title
from kwbot.text.words import lines
from kwbot.text.words.language import Language


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's results in a game; `points` are what its matches enter. `who` is ready to show: a
    mention or an escaped name."""

    rank: int
    who: str
    games: int
    wins: int
    points: int
    tried: int
    made: int
    titles: tuple[Term, ...] = ()


def leaderboard_text(
    variant: Variant, rows: Sequence[Standing], page: tuple[int, int], language: Language
) -> str:
    """Return a page of the leaderboard of all time; `page`: its number, from 1, and their count."""
    if not rows:
        nothing = language.text(N_("No game with other people has been finished here yet."))
        return f"{leaderboard_title(variant, language)}\n{nothing}"
    entries = [_row(row, variant.unit, language) for row in rows]
    return leaderboard_page(variant, entries, page, language)


def stats_text(
    who: str,
    rows: Sequence[tuple[Variant, Standing]],
    language: Language,
    begun: tuple[Variant, int] | None = None,
) -> str:
    """Return a player's results on a server, game by game. `who`: empty for the reader; `begun`: a
    game of which they have played so many deals and finished none, or None."""
    blocks = [
        (
            _name_and_rank(variant, row, language),
            lines.DOT.join([wins_line(row, language), _points(row, variant.unit, language)]),
            lines.DOT.join(_bids_and_titles(row, language)),
        )
        for variant, row in rows
    ]
    if begun is not None:
        blocks.append((f"**{language.term(begun[0].name)}**", _deals(begun[1], language), ""))
    if blocks:
        return lines.together([(stats_head(who, language),), *blocks])
    if not who:
        return language.text(N_("You haven't finished a game here yet."))
    return language.text(N_("{player} hasn't finished a game here yet."), player=who)


def stats_head(who: str, language: Language) -> str:
    """Return the headline of a player's page; `who`: empty for the reader."""
    return f"### 📊 {who or language.text(N_('Your statistics'))}"


def _name_and_rank(variant: Variant, row: Standing, language: Language) -> str:
    """Return a game, and the player's rank in it if they have won any: ranks go by wins, so without
    one it would praise who has only lost."""
    rank = language.text(N_("no. {rank} here"), rank=language.number(row.rank))
    return lines.DOT.join([f"**{language.term(variant.name)}**", *([rank] if row.wins else [])])


def _deals(count: int, language: Language) -> str:
    return language.plural(
        "{count} deal so far, no game finished yet", "{count} deals so far, no game finished yet",
        count,
    )  # fmt: skip


def _row(row: Standing, unit: Unit, language: Language) -> str:
    mark = place_mark(row.rank) if row.wins else f"{row.rank}\\."
    first = f"{mark} {row.who}{lines.DOT}{wins_line(row, language)}"
    more = [_points(row, unit, language), *_bids_and_titles(row, language)]
    return f"{first}\n-# {lines.DOT.join(more)}"


def _points(row: Standing, unit: Unit, language: Language) -> str:
    return lines.amount(row.points, unit, language)


def wins_line(row: Standing, language: Language) -> str:
    return wins_of(row.wins, row.games, language)


def wins_of(won: int, played: int, language: Language) -> str:
    """``12 wins in 30 games``, ``1 game, no wins``; nothing for no game."""
    if not played:
        return ""
    games = language.plural("{count} game", "{count} games", played)
    if not won:
        return language.text(N_("{games}, no wins"), games=games)
    wins = language.plural("{count} win", "{count} wins", won)
    return language.text(N_("{wins} in {games}"), wins=f"**{wins}**", games=games)


def _bids_and_titles(row: Standing, language: Language) -> list[str]:
    """Return bids made of bids tried, and titles."""
    return [*_bids(row, language), *(f"👑 {language.term(title)}" for title in row.titles)]


def _bids(row: Standing, language: Language) -> list[str]:
    if not row.tried:
        return []
    if row.made == row.tried:
        return [language.plural("{count} bid, made", "all {count} bids made", row.tried)]
    if not row.made:
        return [language.plural("{count} bid, went down", "none of {count} bids made", row.tried)]
    share = language.percent(row.made / row.tried)
    made, tried = language.number(row.made), language.number(row.tried)
    bids = language.text(N_("{made} of {tried} bids made"), made=made, tried=tried)
    return [f"{bids} ({share})"]
