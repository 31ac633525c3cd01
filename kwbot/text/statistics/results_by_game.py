"""A player's results by game, in words."""

from collections.abc import Sequence

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_
from kwbot.listings import LeaderboardEntry
from kwbot.text.words import lines
from kwbot.text.words.language import Language


def stats_text(
    who: str,
    rows: Sequence[tuple[Variant, LeaderboardEntry]],
    language: Language,
    begun: tuple[Variant, int] | None = None,
) -> str:
    """Return a player's results on a server, game by game. `who`: "" for the reader; `begun`: a
    game of which they have finished none, and the number of deals played, or None."""
    blocks = [
        (
            _name_and_rank(variant, row, language),
            lines.DOT.join(_wins_and_points(row, variant, language)),
            lines.DOT.join(bids_and_titles(row, variant, language)),
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
    """Return the headline of a player's page; `who`: "" for the reader."""
    return f"### 📊 {who or language.text(N_('Your statistics'))}"


def _name_and_rank(variant: Variant, row: LeaderboardEntry, language: Language) -> str:
    """Return a game, and the player's rank in it if they have won any. Ranks go by wins, so without
    one a rank would be misplaced praise."""
    rank = language.text(N_("no. {rank} here"), rank=language.number(row.rank))
    return lines.DOT.join([f"**{language.term(variant.name)}**", *([rank] if row.wins else [])])


def _deals(count: int, language: Language) -> str:
    return language.plural(
        "{count} deal so far, no game finished yet", "{count} deals so far, no game finished yet",
        count,
    )  # fmt: skip


def _wins_and_points(row: LeaderboardEntry, variant: Variant, language: Language) -> list[str]:
    points = lines.amount(row.points, variant.unit, language)
    return [wins_of(row.wins, row.games, language), points]


def wins_of(won: int, played: int, language: Language) -> str:
    """Return wins like ``12 wins in 30 games`` or ``1 game, no wins``; "" without games."""
    if not played:
        return ""
    games = language.plural("{count} game", "{count} games", played)
    if not won:
        return language.text(N_("{games}, no wins"), games=games)
    wins = language.plural("{count} win", "{count} wins", won)
    return language.text(N_("{wins} in {games}"), wins=f"**{wins}**", games=games)


def bids_and_titles(row: LeaderboardEntry, variant: Variant, language: Language) -> list[str]:
    """Return the share of bids made, and titles."""
    held = [variant.titles[key] for key in row.titles if key in variant.titles]
    return [*_bids(row, language), *(f"👑 {language.term(title)}" for title in held)]


def _bids(row: LeaderboardEntry, language: Language) -> list[str]:
    made, tried = row.bids_made, row.bids_tried
    if not tried:
        return []
    if made == tried:
        return [language.plural("{count} bid, made", "all {count} bids made", tried)]
    if not made:
        return [language.plural("{count} bid, went down", "none of {count} bids made", tried)]
    counts = {"made": language.number(made), "tried": language.number(tried)}
    bids = language.text(N_("{made} of {tried} bids made"), **counts)
    return [f"{bids} ({language.percent(made / tried)})"]
