"""The stored deals of a player, within a transaction.

There may be thousands, so they are read in pages, the latest first, with presses served in between.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, func, select
from sqlalchemy.orm import aliased

from kwbot.ids import NO_USER, GuildId, UserId
from kwbot.listings import Companion
from kwbot.storage.queries.result_queries import MIN_PEOPLE_RANKED
from kwbot.storage.values.models import DealShareRow, MonthlyStandingRow, ScoredDealRow
from kwbot.storage.values.stored_results import CareerDeal

CompanionSums = dict[tuple[UserId, bool], tuple[int, int, int]]
"""By person and whether as partners: deals, points, their points. Plain tuples of numbers: there
are very many, and Python's garbage collector does not track them."""
MAX_CAREER_DEALS = 5000
"""Most deals of a career, the latest ones."""
CAREER_PAGE_SIZE = 1000
"""Number of deals on a page."""


def deals_of(connection: Connection, user_id: UserId, before: int) -> list[int]:
    """Return the next ids below `before` of deals that somebody played, the latest first."""
    theirs = select(DealShareRow.deal_id).where(
        DealShareRow.user_id == user_id, DealShareRow.deal_id < before
    )
    return list(
        connection.scalars(theirs.order_by(DealShareRow.deal_id.desc()).limit(CAREER_PAGE_SIZE))
    )


def _among_people(
    guild_id: GuildId, user_id: UserId, game: str, page: Sequence[int]
) -> ColumnElement[bool]:
    """Return the condition for somebody's deals of a game among people, on a server and a page."""
    return and_(
        DealShareRow.user_id == user_id,
        DealShareRow.deal_id.between(page[-1], page[0]),
        ScoredDealRow.guild_id == guild_id,
        ScoredDealRow.game == game,
        ScoredDealRow.people >= MIN_PEOPLE_RANKED,
    )


def games_played(connection: Connection, guild_id: GuildId, user_id: UserId) -> list[str]:
    """Return the games that somebody has played among people on a server, the most played first."""
    played = func.sum(MonthlyStandingRow.deals + MonthlyStandingRow.games)
    mine = (MonthlyStandingRow.user_id == user_id, MonthlyStandingRow.guild_id == guild_id)
    found = select(MonthlyStandingRow.game).where(*mine).group_by(MonthlyStandingRow.game)
    return list(connection.scalars(found.order_by(played.desc(), MonthlyStandingRow.game)))


def deals(
    connection: Connection, guild_id: GuildId, user_id: UserId, game: str, page: Sequence[int]
) -> list[CareerDeal]:
    """Return somebody's deals of a game among people on a server, the latest first. `page`: ids of
    their deals to look at."""
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
    found = (
        select(*columns)
        .join(ScoredDealRow, ScoredDealRow.id == DealShareRow.deal_id)
        .where(_among_people(guild_id, user_id, game, page))
        .order_by(DealShareRow.deal_id.desc())
    )
    return [CareerDeal(*row) for row in connection.execute(found)]


def companions(
    connection: Connection, guild_id: GuildId, user_id: UserId, game: str, page: Sequence[int]
) -> CompanionSums:
    """Return the sums of somebody's deals of a game on a server by the other player. `page`: ids of
    their deals to look at."""
    other = aliased(DealShareRow)
    together = (other.side == DealShareRow.side).label("together")
    sums = (func.sum(DealShareRow.points), func.sum(other.points))
    found = (
        select(other.user_id, together, func.count(), *sums)
        .join(ScoredDealRow, ScoredDealRow.id == DealShareRow.deal_id)
        .join(other, other.deal_id == DealShareRow.deal_id)
        .where(_among_people(guild_id, user_id, game, page))
        .where(other.user_id >= 0, other.user_id != user_id)
        .group_by(other.user_id, together)
    )
    return {
        (user or NO_USER, bool(partners)): (number, int(mine), int(theirs))
        for user, partners, number, mine, theirs in connection.execute(found)
    }


def add_up(sums: CompanionSums, found: CompanionSums) -> None:
    """Add the companions of another page to the sums so far."""
    for key, (deals, points, their_points) in found.items():
        before = sums.get(key, (0, 0, 0))
        sums[key] = (before[0] + deals, before[1] + points, before[2] + their_points)


def most_deals_first(sums: CompanionSums) -> list[Companion]:
    """Return all companions, those with the most deals first."""
    found = (Companion(*key, *of) for key, of in sums.items())
    return sorted(found, key=lambda one: (-one.deals, one.user_id, one.partners))
