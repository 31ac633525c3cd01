"""Results of deals and games, and the leaderboards made of them, within a transaction."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import cast

from sqlalchemy import ColumnElement, Connection, Subquery, Table, bindparam, func, insert, select

from kwbot.ids import GuildId, TableId, UserId
from kwbot.listings import LeaderboardEntry
from kwbot.storage.backend.upsert import add_sums, upsert
from kwbot.storage.queries import rating_queries
from kwbot.storage.values.columns import columns
from kwbot.storage.values.models import (
    DealShareRow,
    MonthlyStandingRow,
    PlayerResultRow,
    ResultRow,
    ScoredDealRow,
    StandingRow,
    TableRow,
    TitleRow,
)
from kwbot.storage.values.ratings import Rating
from kwbot.storage.values.stored_results import Outcome, PlayerResult, ScoredDeal

# Statements for the end of every deal: building them each time would take three times as long.
_TABLES, _DEALS, _SHARES = (
    cast(Table, row.__table__) for row in (TableRow, ScoredDealRow, DealShareRow)
)
_SERVER_AND_GAME = select(_TABLES.c.guild_id, _TABLES.c.game).where(
    _TABLES.c.id == bindparam("its_id")
)
_INSERT_DEAL = _DEALS.insert().returning(_DEALS.c.id)
_INSERT_SHARES = _SHARES.insert()
_SUMS = ("games", "wins", "points", "bids_tried", "bids_made", "units")


MIN_PEOPLE_RANKED = 2
"""Least number of people for a deal or game to count: one alone with computers is not ranked."""


def enter(connection: Connection, table_id: TableId, scored: ScoredDeal | Outcome) -> None:
    """Enter a table's scored deal or finished game into the standings."""
    guild_id, game = _server_and_game(connection, table_id)
    rating_queries.wait_in_turn(connection, guild_id)
    if isinstance(scored, Outcome):
        _enter_game(connection, (guild_id, game, table_id), scored)
    else:
        _enter_deal(connection, (guild_id, game, table_id), scored)


def _enter_deal(
    connection: Connection, where: tuple[GuildId, str, TableId], scored: ScoredDeal
) -> None:
    """Enter a scored deal of a table; `where`: its server, game and id."""
    guild_id, game, table_id = where
    values = {"guild_id": guild_id, "game": game, "table_id": table_id, **columns(scored)}
    deal_id = connection.execute(_INSERT_DEAL, values).scalar_one()
    rows = [{"deal_id": deal_id, **columns(share)} for share in scored.shares]
    connection.execute(_INSERT_SHARES, rows)
    if scored.people >= MIN_PEOPLE_RANKED:
        sums = [
            {"user_id": share.user_id, "deals": 1, "points": share.points, "games": 0, "wins": 0}
            for share in scored.shares
            if share.user_id is not None
        ]
        _add_month(connection, guild_id, game, scored.day, sums)


def _enter_game(
    connection: Connection, where: tuple[GuildId, str, TableId], outcome: Outcome
) -> None:
    """Enter a table's finished game and the titles won in it; `where`: as in `_enter_deal`."""
    guild_id, game, table_id = where
    values = {"guild_id": guild_id, "game": game, "table_id": table_id, **columns(outcome)}
    statement = insert(ResultRow).values(values)
    result_id = connection.execute(statement.returning(ResultRow.id)).scalar_one()
    ratings: Mapping[UserId, Rating] = {}
    if outcome.people >= MIN_PEOPLE_RANKED:
        ratings = rating_queries.rate(connection, guild_id, game, outcome.results)
    rows = [
        {"result_id": result_id, **columns(one), "rating": rating and rating.mu}
        for one in outcome.results
        for rating in [ratings.get(one.user_id)]
    ]
    if rows:
        connection.execute(insert(PlayerResultRow), rows)
    if outcome.people >= MIN_PEOPLE_RANKED:
        _add_up(connection, guild_id, game, outcome.results)
        sums = [
            {"user_id": one.user_id, "deals": 0, "points": 0, "games": 1, "wins": int(one.won)}
            for one in outcome.results
        ]
        _add_month(connection, guild_id, game, outcome.day, sums)
    for title in outcome.titles:
        held = {
            "guild_id": guild_id,
            "user_id": title.user_id,
            "game": game,
            "title": title.title,
            "at": outcome.finished_at,
            "table_id": table_id,
        }
        upsert(connection, TitleRow, held)


def _server_and_game(connection: Connection, table_id: TableId) -> tuple[GuildId, str]:
    """Return the server and the game of a table."""
    guild_id, game = connection.execute(_SERVER_AND_GAME, {"its_id": table_id}).one()
    return guild_id, game


def _add_month(
    connection: Connection,
    guild_id: GuildId,
    game: str,
    day: date,
    sums: Sequence[Mapping[str, int]],
) -> None:
    """Add sums to the standings of a day's month."""
    key = {"guild_id": guild_id, "game": game, "month": day.replace(day=1)}
    add_sums(connection, MonthlyStandingRow, [{**key, **one} for one in sums])


def _add_up(
    connection: Connection, guild_id: GuildId, game: str, results: Sequence[PlayerResult]
) -> None:
    """Add results to the standings of all time."""
    rows = [
        {
            "guild_id": guild_id,
            "game": game,
            "user_id": result.user_id,
            "games": 1,
            "wins": int(result.won),
            "points": result.points,
            "bids_tried": result.bids_tried,
            "bids_made": result.bids_made,
            "units": result.units,
        }
        for result in results
    ]
    add_sums(connection, StandingRow, rows)


def _select_ranked(*where: ColumnElement[bool]) -> Subquery:
    """Return the query of standings with the rank in each game."""
    order = (StandingRow.wins.desc(), StandingRow.points.desc(), StandingRow.games.asc())
    rank = func.rank().over(partition_by=StandingRow.game, order_by=order).label("rank")
    columns = (getattr(StandingRow, name) for name in _SUMS)
    return select(rank, StandingRow.user_id, StandingRow.game, *columns).where(*where).subquery()


def leaderboard(
    connection: Connection, guild_id: GuildId, game: str, *, limit: int = 10, offset: int = 0
) -> tuple[list[LeaderboardEntry], int]:
    """Return a page of a game's leaderboard on a server, and its number of players: most wins
    first, then most points, then fewest games, then the lower user id."""
    here = (StandingRow.guild_id == guild_id, StandingRow.game == game)
    ranked = _select_ranked(*here)
    page = select(ranked).order_by(ranked.c.rank, ranked.c.user_id)
    rows = connection.execute(page.limit(limit).offset(offset)).mappings().all()
    total = connection.scalar(select(func.count()).select_from(StandingRow).where(*here))
    found = [LeaderboardEntry(**row) for row in rows]
    return _with_titles(connection, guild_id, found), total or 0


def stats(connection: Connection, guild_id: GuildId, user_id: UserId) -> list[LeaderboardEntry]:
    """Return a player's standings on a server, one for each game that they have finished there."""
    ranked = _select_ranked(StandingRow.guild_id == guild_id)
    mine = select(ranked).where(ranked.c.user_id == user_id).order_by(ranked.c.game)
    found = [LeaderboardEntry(**row) for row in connection.execute(mine).mappings()]
    return _with_titles(connection, guild_id, found)


def _with_titles(
    connection: Connection, guild_id: GuildId, standings: list[LeaderboardEntry]
) -> list[LeaderboardEntry]:
    statement = (
        select(TitleRow.user_id, TitleRow.game, TitleRow.title)
        .where(TitleRow.guild_id == guild_id)
        .where(TitleRow.user_id.in_({standing.user_id for standing in standings}))
        .order_by(TitleRow.at, TitleRow.title)
    )
    titles: defaultdict[tuple[UserId, str], list[str]] = defaultdict(list)
    for user_id, game, title in connection.execute(statement):
        titles[user_id, game].append(title)
    return [
        replace(standing, titles=tuple(titles[standing.user_id, standing.game]))
        for standing in standings
    ]


def has_played(connection: Connection, user_id: UserId) -> bool:
    """Whether somebody has finished a game."""
    some = select(PlayerResultRow.seat).where(PlayerResultRow.user_id == user_id).limit(1)
    return connection.scalar(some) is not None
