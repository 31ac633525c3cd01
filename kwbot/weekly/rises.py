"""Players who have risen in a week: by rating if the server has ratings, or in its season."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from kwbot.ids import UserId
from kwbot.listings import Rise
from kwbot.storage.queries.season_queries import MIN_DEALS_AHEAD
from kwbot.storage.values.ratings import MIN_GAMES_RATED, Rating
from kwbot.storage.values.stored_weeklies import DealSum

Player = tuple[str, UserId]
"""A game and a player of it."""


def in_season(before: Iterable[DealSum], week: Iterable[DealSum]) -> list[Rise]:
    """Return the players whose place by points a deal is better than without this week's deals.
    Somebody without a place before the week has not risen."""
    sums: defaultdict[Player, list[tuple[int, int]]] = defaultdict(list)
    for one in before:
        sums[one.game, one.user_id].append((one.deals, one.points))
    earlier = _places(sums)
    for one in week:
        sums[one.game, one.user_id].append((one.deals, one.points))
    now = _places(sums)
    rises = (Rise(*key, earlier[key], now[key]) for key in earlier.keys() & now.keys())
    return _greatest(rises)


def _places(sums: Mapping[Player, Sequence[tuple[int, int]]]) -> dict[Player, int]:
    """Return the places by points a deal; players with few deals come last."""
    values: dict[Player, tuple[bool, float]] = {}
    for key, found in sums.items():
        deals = sum(count for count, _ in found)
        average = sum(points for _, points in found) / deals
        values[key] = deals >= MIN_DEALS_AHEAD, average
    return {
        (game, user): 1 + sum(of == game and other > mine for (of, _), other in values.items())
        for (game, user), mine in values.items()
    }


def by_rating(
    courses: Mapping[Player, Sequence[tuple[date, float]]], first: date, next_day: date
) -> list[Rise]:
    """Return the players whose rating is higher than before the week, without provisional ones.
    `courses`: the day of each game and the rating after it."""
    rises = []
    for (game, user), course in courses.items():
        known = [rating for day, rating in course if day < next_day]
        before = [rating for day, rating in course if day < first]
        if len(known) >= MIN_GAMES_RATED and len(known) > len(before):
            start = before[-1] if before else Rating().mu
            rises.append(Rise(game, user, start, known[-1], rated=True))
    return _greatest(rises)


def _greatest(rises: Iterable[Rise]) -> list[Rise]:
    return sorted((one for one in rises if one.by > 0), key=lambda one: (-one.by, one[:2]))
