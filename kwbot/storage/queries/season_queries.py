"""The leaderboards of seasons, and the champions of past ones, within a transaction."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Float, Select, Subquery, case, cast, func, select

from kwbot.ids import NO_USER, GuildId, UserId
from kwbot.listings import SeasonEntry
from kwbot.storage.backend.upsert import upsert
from kwbot.storage.queries import name_queries
from kwbot.storage.values.columns import columns
from kwbot.storage.values.models import ChampionRow, MonthlyStandingRow
from kwbot.storage.values.seasons import Season
from kwbot.storage.values.stored_results import Champion, SeasonMeasure

MIN_DEALS_AHEAD = 10
"""Least deals of a season for an average to count: players with fewer come last."""

_SUMS = ("deals", "points", "games", "wins")


def season_leaderboard(
    connection: Connection,
    guild_id: GuildId,
    game: str,
    season: Season,
    measure: SeasonMeasure,
    *,
    limit: int = 10,
    offset: int = 0,
    also: Sequence[UserId] = (),
) -> tuple[list[SeasonEntry], int]:
    """Return a page of a season's leaderboard, with the lines of the users in `also`, and its
    number of players.

    It is by points a deal, with those below `MIN_DEALS_AHEAD` last, or by games won.
    """
    sums = _sums(guild_id, game, season).subquery()
    some = (sums.c.deals if measure == "points" else sums.c.games) > 0
    ranked = select(_rank(sums, measure), *sums.c).where(some).subquery()
    page = select(ranked).order_by(ranked.c.rank, ranked.c.user_id).limit(limit).offset(offset)
    rows = [*connection.execute(page).mappings()]
    if left := {*also} - {row["user_id"] for row in rows}:
        rows += connection.execute(select(ranked).where(ranked.c.user_id.in_(left))).mappings()
    total = connection.scalar(select(func.count()).select_from(sums).where(some))
    return [SeasonEntry(**row) for row in rows], total or 0


def _rank(sums: Subquery, measure: SeasonMeasure) -> ColumnElement[int]:
    has_many = sums.c.deals >= MIN_DEALS_AHEAD
    average = cast(sums.c.points, Float) / sums.c.deals
    order = (
        (case((has_many, 0), else_=1), average.desc())
        if measure == "points"
        else (sums.c.wins.desc(), sums.c.games.asc())
    )
    return func.rank().over(order_by=order).label("rank")


def _sums(guild_id: GuildId, game: str, season: Season) -> Select[Any]:
    added = (func.sum(getattr(MonthlyStandingRow, name)).label(name) for name in _SUMS)
    return (
        select(MonthlyStandingRow.user_id, *added)
        .where(MonthlyStandingRow.guild_id == guild_id, MonthlyStandingRow.game == game)
        .where(MonthlyStandingRow.month >= season.first, MonthlyStandingRow.month < season.next)
        .group_by(MonthlyStandingRow.user_id)
    )


def first_month(connection: Connection, guild_id: GuildId, game: str) -> date | None:
    """Return the first month with a standing or a champion of a game on a server."""
    found = (
        connection.scalar(select(func.min(first)).where(server == guild_id, played == game))
        for first, server, played in (
            (MonthlyStandingRow.month, MonthlyStandingRow.guild_id, MonthlyStandingRow.game),
            (ChampionRow.first, ChampionRow.guild_id, ChampionRow.game),
        )
    )
    return min(filter(None, found), default=None)


def champions(
    connection: Connection, guild_id: GuildId, game: str, season: Season
) -> list[Champion] | None:
    """Return the champions of a season; None if they are not stored yet."""
    found = (
        select(ChampionRow.measure, ChampionRow.place, ChampionRow.user_id, ChampionRow.name)
        .where(ChampionRow.guild_id == guild_id, ChampionRow.game == game)
        .where(ChampionRow.first == season.first, ChampionRow.months == season.months)
        .order_by(ChampionRow.number)
    )
    return [Champion(*row) for row in connection.execute(found)] or None


def keep_champions(
    connection: Connection, guild_id: GuildId, game: str, season: Season, won: Sequence[Champion]
) -> list[Champion]:
    """Store the champions of a past season with their last known names, and return them; if there
    are some already, these stay."""
    kept = champions(connection, guild_id, game, season)
    if kept is not None or not won:
        return kept or []
    names = name_queries.names(connection, guild_id, [one.user_id or NO_USER for one in won])
    named = [replace(one, name=one.name or names.get(one.user_id or NO_USER, "")) for one in won]
    key = {"guild_id": guild_id, "game": game, "first": season.first, "months": season.months}
    rows = [{**key, "number": number, **columns(one)} for number, one in enumerate(named)]
    upsert(connection, ChampionRow, rows)
    return named
