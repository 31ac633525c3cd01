"""Finished games, and the leaderboard that they add up to, within a transaction."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Integer, Select, cast, func, insert, select

from kwbot.storage.models import PlayerResultRow, ResultRow, TableRow, TitleRow
from kwbot.storage.stored import LeaderboardEntry, Outcome, columns
from kwbot.storage.upsert import upsert


def finish(connection: Connection, table_id: int, outcome: Outcome) -> None:
    """Enter a finished game of this table into the results, and the titles won in it."""
    table = select(TableRow.guild_id, TableRow.game).where(TableRow.id == table_id)
    guild_id, game = connection.execute(table).one()
    statement = insert(ResultRow).values(
        guild_id=guild_id,
        game=game,
        table_id=table_id,
        finished_at=outcome.finished_at,
        players=outcome.players,
    )
    result_id = connection.execute(statement.returning(ResultRow.id)).scalar_one()
    if rows := [{"result_id": result_id, **columns(result)} for result in outcome.results]:
        connection.execute(insert(PlayerResultRow), rows)
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


def _standings(guild_id: int, game: str | None = None) -> Select[*tuple[Any, ...]]:
    """Select the leaderboards of a server: of each game, or of `game`."""
    games = func.count()
    wins = func.sum(cast(PlayerResultRow.won, Integer))
    points = func.sum(PlayerResultRow.points)
    best_first = (wins.desc(), points.desc(), games.asc())
    statement = (
        select(
            func.rank().over(partition_by=ResultRow.game, order_by=best_first).label("rank"),
            PlayerResultRow.user_id,
            ResultRow.game,
            games.label("games"),
            wins.label("wins"),
            points.label("points"),
            func.sum(PlayerResultRow.bids_tried).label("bids_tried"),
            func.sum(PlayerResultRow.bids_made).label("bids_made"),
            cast(func.sum(PlayerResultRow.units), PlayerResultRow.units.type).label("units"),
        )
        .join(ResultRow, ResultRow.id == PlayerResultRow.result_id)
        .where(ResultRow.guild_id == guild_id)
        .group_by(ResultRow.game, PlayerResultRow.user_id)
    )
    return statement if game is None else statement.where(ResultRow.game == game)


def leaderboard(
    connection: Connection, guild_id: int, game: str, limit: int, offset: int
) -> tuple[list[LeaderboardEntry], int]:
    standings = _standings(guild_id, game).subquery()
    page = select(standings).order_by(standings.c.rank, standings.c.user_id)
    rows = connection.execute(page.limit(limit).offset(offset)).all()
    total = connection.scalar(select(func.count()).select_from(standings))
    found = [LeaderboardEntry(**row._mapping) for row in rows]
    return _with_titles(connection, guild_id, found), total or 0


def stats(connection: Connection, guild_id: int, user_id: int) -> list[LeaderboardEntry]:
    standings = _standings(guild_id).subquery()
    mine = select(standings).where(standings.c.user_id == user_id).order_by(standings.c.game)
    found = [LeaderboardEntry(**row._mapping) for row in connection.execute(mine)]
    return _with_titles(connection, guild_id, found)


def _with_titles(
    connection: Connection, guild_id: int, standings: list[LeaderboardEntry]
) -> list[LeaderboardEntry]:
    statement = (
        select(TitleRow.user_id, TitleRow.game, TitleRow.title)
        .where(TitleRow.guild_id == guild_id)
        .where(TitleRow.user_id.in_({standing.user_id for standing in standings}))
        .order_by(TitleRow.at, TitleRow.title)
    )
    titles: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    for user_id, game, title in connection.execute(statement):
        titles[user_id, game].append(title)
    return [
        replace(standing, titles=tuple(titles[standing.user_id, standing.game]))
        for standing in standings
    ]
