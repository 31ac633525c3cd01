"""What a player did in the deals that are kept, within a transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, func, select
from sqlalchemy.orm import aliased

from kwbot.storage.models import DealShareRow, MonthlyStandingRow, ScoredDealRow
from kwbot.storage.result_queries import RANKED
from kwbot.storage.stored import CareerDeal, Companion

MOST = 5000
"""So many deals are looked at, the last ones."""


def _among_people(guild_id: int, user_id: int, game: str) -> ColumnElement[bool]:
    return and_(
        DealShareRow.user_id == user_id,
        ScoredDealRow.guild_id == guild_id,
        ScoredDealRow.game == game,
        ScoredDealRow.people >= RANKED,
    )


def games(connection: Connection, guild_id: int, user_id: int) -> list[str]:
    played = func.sum(MonthlyStandingRow.deals + MonthlyStandingRow.games)
    mine = (MonthlyStandingRow.user_id == user_id, MonthlyStandingRow.guild_id == guild_id)
    found = select(MonthlyStandingRow.game).where(*mine).group_by(MonthlyStandingRow.game)
    return list(connection.scalars(found.order_by(played.desc(), MonthlyStandingRow.game)))


def deals(connection: Connection, guild_id: int, user_id: int, game: str) -> list[CareerDeal]:
    mate = aliased(DealShareRow)
    tricks = (
        select(func.sum(mate.tricks))
        .where(mate.deal_id == DealShareRow.deal_id, mate.side == DealShareRow.side)
        .scalar_subquery()
    )
    columns: tuple[Any, ...] = (
        ScoredDealRow.day, ScoredDealRow.edition, ScoredDealRow.contract, DealShareRow.made,
        DealShareRow.points, tricks, DealShareRow.marks, DealShareRow.left,
    )  # fmt: skip
    last = (
        select(*columns)
        .join(ScoredDealRow, ScoredDealRow.id == DealShareRow.deal_id)
        .where(_among_people(guild_id, user_id, game))
        .order_by(DealShareRow.deal_id.desc())
        .limit(MOST)
    )
    return [CareerDeal(*row) for row in reversed(connection.execute(last).all())]


def companions(connection: Connection, guild_id: int, user_id: int, game: str) -> list[Companion]:
    other = aliased(DealShareRow)
    together = (other.side == DealShareRow.side).label("together")
    count = func.count()
    sums = (func.sum(DealShareRow.points), func.sum(other.points))
    found = (
        select(other.user_id, together, count, *sums)
        .join(ScoredDealRow, ScoredDealRow.id == DealShareRow.deal_id)
        .join(other, other.deal_id == DealShareRow.deal_id)
        .where(_among_people(guild_id, user_id, game))
        .where(other.user_id >= 0, other.user_id != user_id)
        .group_by(other.user_id, together)
        .order_by(count.desc(), other.user_id, together)
    )
    return [
        Companion(user or 0, bool(partners), number, int(mine), int(theirs))
        for user, partners, number, mine, theirs in connection.execute(found)
    ]
