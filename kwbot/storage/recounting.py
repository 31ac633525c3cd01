"""Standings computed anew from the deals and games that are kept, for `python -m kwbot rate`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, cast

from sqlalchemy import Connection, Table, case, delete, func, insert, select, update

from kwbot.storage.models import (
    Base,
    DealShareRow,
    MonthlyStandingRow,
    PlayerResultRow,
    ResultRow,
    ScoredDealRow,
    StandingRow,
)
from kwbot.storage.result_queries import RANKED
from kwbot.storage.store import Store

_MONTHLY = ("deals", "points", "games", "wins")
_EVER = ("games", "wins", "points", "bids_tried", "bids_made", "units")

Sums = dict[tuple[Any, ...], tuple[int, ...]]
"""What adds up, by the key of its row."""


async def recount(store: Store) -> tuple[int, int]:
    """Compute all standings anew; return how many there are, and how many of them were otherwise.

    Raises StorageError.
    """
    return await store._run(_recount)


def _recount(connection: Connection) -> tuple[int, int]:
    _complete(connection)
    months, ever = _months(connection), _ever(connection)
    wrong = _put(connection, MonthlyStandingRow, _MONTHLY, months)
    return len(months) + len(ever), wrong + _put(connection, StandingRow, _EVER, ever)


def _complete(connection: Connection) -> None:
    """Fill in what a version before standings by month left out, while both ran in a cluster."""
    count = select(func.count()).where(PlayerResultRow.result_id == ResultRow.id)
    unknown = select(ResultRow.id, ResultRow.finished_at).where(ResultRow.day.is_(None))
    for result_id, finished_at in connection.execute(unknown).all():
        found = {"day": finished_at.date(), "people": count.scalar_subquery()}
        connection.execute(update(ResultRow).where(ResultRow.id == result_id).values(found))


def _months(connection: Connection) -> Sums:
    """Return the sums of each month, of those who are not forgotten."""
    deal = (ScoredDealRow.guild_id, ScoredDealRow.game, ScoredDealRow.day, DealShareRow.user_id)
    deals = (
        select(*deal, func.count(), func.sum(DealShareRow.points))
        .join(ScoredDealRow, ScoredDealRow.id == DealShareRow.deal_id)
        .where(ScoredDealRow.people >= RANKED, DealShareRow.user_id >= 0)
        .group_by(*deal)
    )
    game = (ResultRow.guild_id, ResultRow.game, ResultRow.day, PlayerResultRow.user_id)
    games = (
        select(*game, func.count(), func.sum(case((PlayerResultRow.won, 1), else_=0)))
        .join(ResultRow, ResultRow.id == PlayerResultRow.result_id)
        .where(ResultRow.people >= RANKED, PlayerResultRow.user_id >= 0)
        .group_by(*game)
    )
    sums: dict[tuple[Any, ...], Counter[str]] = {}
    for names, statement in ((_MONTHLY[:2], deals), (_MONTHLY[2:], games)):
        for guild_id, played, day, user_id, *counts in connection.execute(statement):
            key = (guild_id, played, cast(date, day).replace(day=1), user_id)
            sums.setdefault(key, Counter()).update(dict(zip(names, counts, strict=True)))
    return {key: tuple(found[name] for name in _MONTHLY) for key, found in sums.items()}


def _ever(connection: Connection) -> Sums:
    """Return the sums of all games, of those who are not forgotten."""
    of = (ResultRow.guild_id, ResultRow.game, PlayerResultRow.user_id)
    summed = [func.sum(getattr(PlayerResultRow, name)) for name in _EVER[2:]]
    wins = func.sum(case((PlayerResultRow.won, 1), else_=0))
    statement = (
        select(*of, func.count(), wins, *summed)
        .join(ResultRow, ResultRow.id == PlayerResultRow.result_id)
        .where(ResultRow.people >= RANKED, PlayerResultRow.user_id >= 0)
        .group_by(*of)
    )
    return {tuple(row[:3]): tuple(map(int, row[3:])) for row in connection.execute(statement)}


def _put(connection: Connection, model: type[Base], names: Sequence[str], sums: Sums) -> int:
    """Let the rows of a table be these sums; return how many were otherwise."""
    table = cast(Table, model.__table__)
    keys = [column.name for column in table.primary_key]
    found = {
        tuple(row[key] for key in keys): tuple(row[name] for name in names)
        for row in connection.execute(select(table)).mappings()
    }
    wrong = [key for key in sums.keys() | found.keys() if sums.get(key) != found.get(key)]
    if wrong:
        connection.execute(delete(table))
        connection.execute(insert(table), list(_rows(keys, names, sums)))
    return len(wrong)


def _rows(keys: Sequence[str], names: Sequence[str], sums: Sums) -> Iterator[Mapping[str, Any]]:
    for key, values in sums.items():
        yield {**dict(zip(keys, key, strict=True)), **dict(zip(names, values, strict=True))}
