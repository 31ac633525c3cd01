"""Stored ratings, within a transaction."""

from collections.abc import Mapping, Sequence
from datetime import date

from sqlalchemy import Connection, case, func, select

from kwbot.ids import GuildId, UserId
from kwbot.listings import RatingEntry
from kwbot.storage.backend.processes import lock
from kwbot.storage.backend.upsert import upsert
from kwbot.storage.values.models import PlayerResultRow, RatingRow, ResultRow
from kwbot.storage.values.ratings import MIN_GAMES_RATED, Placing, Rating, rate_players
from kwbot.storage.values.stored_results import PlayerResult

_RATING = 0x4B52
"""The class of the advisory locks of servers whose ratings are being changed."""
MAX_RATINGS_IN_COURSE = 1000
"""Most games in the course of a rating, the last ones."""


def wait_in_turn(connection: Connection, guild_id: GuildId) -> None:
    """Wait until no other transaction enters deals or games of a server. Ratings follow the order
    of ids, and two transactions that add to the same people's sums could deadlock."""
    if connection.dialect.name == "postgresql":
        connection.execute(lock("advisory_xact_lock", _RATING, guild_id % 2**31))


def rate(
    connection: Connection, guild_id: GuildId, game: str, results: Sequence[PlayerResult]
) -> Mapping[UserId, Rating]:
    """Store the ratings of people after a game, and return them."""
    placings = [
        Placing(one.user_id, one.side, one.place, one.left)
        for one in results
        if one.place is not None
    ]
    known = select(RatingRow.user_id, RatingRow.games, RatingRow.mu, RatingRow.sigma).where(
        RatingRow.guild_id == guild_id,
        RatingRow.game == game,
        RatingRow.user_id.in_([one.user_id for one in placings]),
    )
    before = {one.user_id: Rating() for one in placings}
    for user, games, mu, sigma in connection.execute(known):
        before[user] = Rating(games, mu, sigma)
    after = rate_players(placings, before)
    for user, now in after.items():
        key = {"guild_id": guild_id, "game": game, "user_id": user}
        values = {"games": now.games, "mu": now.mu, "sigma": now.sigma}
        upsert(connection, RatingRow, {**key, **values}, change=tuple(values))
    return after


def rating_leaderboard(
    connection: Connection, guild_id: GuildId, game: str, *, limit: int = 10, offset: int = 0
) -> tuple[list[RatingEntry], int]:
    """Return a page of a server's rating leaderboard in a game, and the number of players on it.
    Those with fewer than `MIN_GAMES_RATED` games come last."""
    settled = RatingRow.games >= MIN_GAMES_RATED
    order = (case((settled, 0), else_=1), RatingRow.mu.desc())
    columns = (RatingRow.user_id, RatingRow.games, RatingRow.mu)
    here = (RatingRow.guild_id == guild_id, RatingRow.game == game)
    ranked = select(func.rank().over(order_by=order), *columns).where(*here)
    page = ranked.order_by(*order, RatingRow.user_id).limit(limit).offset(offset)
    total = connection.scalar(select(func.count()).select_from(RatingRow).where(*here))
    return [RatingEntry(*row) for row in connection.execute(page)], total or 0


def rating_course(
    connection: Connection, guild_id: GuildId, user_id: UserId, game: str
) -> list[tuple[date, float]]:
    """Return the days of somebody's last games and their rating after each, in order."""
    last = (
        select(ResultRow.day, PlayerResultRow.rating)
        .join(ResultRow, ResultRow.id == PlayerResultRow.result_id)
        .where(
            PlayerResultRow.user_id == user_id,
            PlayerResultRow.rating.is_not(None),
            ResultRow.day.is_not(None),
            ResultRow.guild_id == guild_id,
            ResultRow.game == game,
        )
        .order_by(PlayerResultRow.result_id.desc())
        .limit(MAX_RATINGS_IN_COURSE)
    )
    rows = reversed(connection.execute(last).all())
    return [(day, rating) for day, rating in rows if rating is not None]
