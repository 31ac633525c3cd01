"""Ratings by whole games among people: the Bradley-Terry model of openskill."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryPart, BradleyTerryPartRating

from kwbot.ids import UserId
from kwbot.storage.values.columns import Stored, column, row_value

MIN_GAMES_RATED = 10
"""Least games for a rating to rank; with fewer it is provisional."""
_MODEL = BradleyTerryPart()
_DIGITS = 6
"""Digits of ratings, which are rounded after each game so that all machines agree."""


@row_value(kw_only=False)
class Rating:
    """The estimated strength of a player after some games: `mu`, with a deviation of `sigma`."""

    games: Stored[int] = column(default=0)
    mu: Stored[float] = column(default=round(_MODEL.mu, _DIGITS))
    sigma: Stored[float] = column(default=round(_MODEL.sigma, _DIGITS))


class Placing(NamedTuple):
    """The place of a person at the end of a game. Those with the same `side` were partners
    throughout; None: they played alone; `left`: a computer finished for them."""

    user_id: UserId
    side: int | None
    place: int
    left: bool


def rate_players(
    placings: Sequence[Placing], before: Mapping[UserId, Rating]
) -> dict[UserId, Rating]:
    """Return people's ratings after a game with these placings.

    Partners are compared as a side. Nobody is compared with computers; a computer partner counts as
    a new player each time. Whoever stayed when a partner left loses nothing by the game.
    """
    sides: defaultdict[tuple[str, int], list[Placing]] = defaultdict(list)
    for one in placings:
        sides[("alone", one.user_id) if one.side is None else ("side", one.side)].append(one)
    if len(sides) < 2:
        return {}
    size = max(map(len, sides.values()))
    teams = [_team([before[one.user_id] for one in side], size) for side in sides.values()]
    ranks = [float(min(one.place for one in side)) for side in sides.values()]
    found: dict[UserId, Rating] = {}
    for side, team in zip(sides.values(), _MODEL.rate(teams, ranks=ranks), strict=True):
        broken = any(one.left for one in side)
        for one, now in zip(side, team, strict=False):
            old = before[one.user_id]
            kept = broken and not one.left and now.mu < old.mu
            found[one.user_id] = Rating(
                games=old.games + 1,
                mu=old.mu if kept else round(now.mu, _DIGITS),
                sigma=old.sigma if kept else round(now.sigma, _DIGITS),
            )
    return found


def _team(people: Sequence[Rating], size: int) -> list[BradleyTerryPartRating]:
    """Return a side for openskill, filled up with new players to the largest side's size."""
    newcomers = [Rating()] * (size - len(people))
    return [_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in (*people, *newcomers)]
