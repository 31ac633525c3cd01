"""Standings recomputed from the stored deals and games, for `python -m kwbot rate`."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any, cast

from sqlalchemy import Connection, Table, bindparam, case, delete, func, insert, select, update

from kwbot.ids import GuildId, UserId
from kwbot.storage.queries.result_queries import MIN_PEOPLE_RANKED
from kwbot.storage.store import Store
from kwbot.storage.values.columns import Base
from kwbot.storage.values.models import (
    DealShareRow,
    MonthlyStandingRow,
    PlayerResultRow,
    RatingRow,
    ResultRow,
    ScoredDealRow,
    StandingRow,
)
from kwbot.storage.values.ratings import Placing, Rating, rate_players

_MONTHLY = ("deals", "points", "games", "wins")
_RATING = ("games", "mu", "sigma")
_EVER = ("games", "wins", "points", "bids_tried", "bids_made", "units")

ROWS_READ_AT_ONCE = 1000
"""Number of rows that are read at once, when there may be very many."""

Sums = dict[tuple[Any, ...], tuple[float, ...]]
"""Sums, by the key of their row."""


async def recount(store: Store) -> tuple[int, int]:
    """Recompute all standings; return their number and how many were wrong. Raises StorageError."""
    return await store.transactions.run(_recount)


def _recount(connection: Connection) -> tuple[int, int]:
    _complete(connection)
    months, ever = _months(connection), _ever(connection)
    ratings, wrong = _ratings(connection)
    wrong += _put(connection, RatingRow, _RATING, ratings)
    wrong += _put(connection, MonthlyStandingRow, _MONTHLY, months)
    wrong += _put(connection, StandingRow, _EVER, ever)
    return len(months) + len(ever) + len(ratings), wrong


def _complete(connection: Connection) -> None:
    """Fill in what a version before monthly standings left out while both ran in a cluster."""
    count = select(func.count()).where(PlayerResultRow.result_id == ResultRow.id)
    unknown = select(ResultRow.id, ResultRow.finished_at).where(ResultRow.day.is_(None))
    for result_id, finished_at in connection.execute(unknown).all():
        found = {"day": finished_at.date(), "people": count.scalar_subquery()}
        connection.execute(update(ResultRow).where(ResultRow.id == result_id).values(found))


def _months(connection: Connection) -> Sums:
    """Return the monthly sums of people who are not forgotten."""
    deal = (ScoredDealRow.guild_id, ScoredDealRow.game, ScoredDealRow.day, DealShareRow.user_id)
    deals = (
        select(*deal, func.count(), func.sum(DealShareRow.points))
        .join(ScoredDealRow, ScoredDealRow.id == DealShareRow.deal_id)
        .where(ScoredDealRow.people >= MIN_PEOPLE_RANKED, DealShareRow.user_id >= 0)
        .group_by(*deal)
    )
    game = (ResultRow.guild_id, ResultRow.game, ResultRow.day, PlayerResultRow.user_id)
    games = (
        select(*game, func.count(), func.sum(case((PlayerResultRow.won, 1), else_=0)))
        .join(ResultRow, ResultRow.id == PlayerResultRow.result_id)
        .where(ResultRow.people >= MIN_PEOPLE_RANKED, PlayerResultRow.user_id >= 0)
        .group_by(*game)
    )
    sums: dict[tuple[Any, ...], Counter[str]] = {}
    for names, statement in ((_MONTHLY[:2], deals), (_MONTHLY[2:], games)):
        for guild_id, played, day, user_id, *counts in connection.execute(statement):
            key = (guild_id, played, cast(date, day).replace(day=1), user_id)
            sums.setdefault(key, Counter()).update(dict(zip(names, counts, strict=True)))
    return {key: tuple(found[name] for name in _MONTHLY) for key, found in sums.items()}


def _ever(connection: Connection) -> Sums:
    """Return the sums of all games of people who are not forgotten."""
    of = (ResultRow.guild_id, ResultRow.game, PlayerResultRow.user_id)
    summed = [func.sum(getattr(PlayerResultRow, name)) for name in _EVER[2:]]
    wins = func.sum(case((PlayerResultRow.won, 1), else_=0))
    statement = (
        select(*of, func.count(), wins, *summed)
        .join(ResultRow, ResultRow.id == PlayerResultRow.result_id)
        .where(ResultRow.people >= MIN_PEOPLE_RANKED, PlayerResultRow.user_id >= 0)
        .group_by(*of)
    )
    return {tuple(row[:3]): tuple(map(int, row[3:])) for row in connection.execute(statement)}


def _ratings(connection: Connection) -> tuple[Sums, int]:
    """Return the ratings of people who are not forgotten, computed from all games in the order of
    their entry, and the number of results whose stored rating was wrong and is corrected."""
    columns = (
        ResultRow.guild_id, ResultRow.game, PlayerResultRow.result_id, PlayerResultRow.seat,
        PlayerResultRow.user_id, PlayerResultRow.side, PlayerResultRow.place,
        PlayerResultRow.left, PlayerResultRow.rating,
    )  # fmt: skip
    results = (
        select(*columns)
        .join(ResultRow, ResultRow.id == PlayerResultRow.result_id)
        .where(ResultRow.people >= MIN_PEOPLE_RANKED, PlayerResultRow.place.is_not(None))
        .order_by(PlayerResultRow.result_id, PlayerResultRow.seat)
        .execution_options(yield_per=ROWS_READ_AT_ONCE)
    )
    known: defaultdict[tuple[GuildId, str, UserId], Rating] = defaultdict(Rating)
    wrong = []
    for _, group in groupby(connection.execute(results), lambda row: row.result_id):
        rows = list(group)
        where = (rows[0].guild_id, rows[0].game)
        placings = [Placing(one.user_id, one.side, one.place, one.left) for one in rows]
        after = rate_players(placings, {one.user_id: known[*where, one.user_id] for one in rows})
        known.update({(*where, user): now for user, now in after.items()})
        for one in rows:
            now = after.get(one.user_id)
            if one.rating != (mu := None if now is None else now.mu):
                wrong.append({"its": one.result_id, "at": one.seat, "now": mu})
    if wrong:
        results_of = cast(Table, PlayerResultRow.__table__)
        its = (results_of.c.result_id == bindparam("its"), results_of.c.seat == bindparam("at"))
        connection.execute(update(results_of).where(*its).values(rating=bindparam("now")), wrong)
    found = {key: now for key, now in known.items() if now.games and key[2] >= 0}
    return {key: (now.games, now.mu, now.sigma) for key, now in found.items()}, len(wrong)


def _put(connection: Connection, model: type[Base], names: Sequence[str], sums: Sums) -> int:
    """Replace the rows of a table by `sums`; return how many differed."""
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
