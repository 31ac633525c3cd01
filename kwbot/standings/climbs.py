"""Climbs: players who have just reached a better place in a server's season.

After a deal, only people who have played some deals count, so that a place means something. At the
end of a game everybody counts, compared with their place before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cachetools import LRUCache

from kwbot.engine.values.actions import Seat
from kwbot.ids import TableId, UserId
from kwbot.standings.season_leaderboards import PODIUM
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.queries.result_queries import MIN_PEOPLE_RANKED
from kwbot.storage.queries.season_queries import MIN_DEALS_AHEAD
from kwbot.storage.store import Store
from kwbot.storage.values.seasons import season_of
from kwbot.tables.past.leaderboard_entries import deals_of_others
from kwbot.tables.state.table_state import RunningTable
from kwbot.tables.time.clock import Clock
from kwbot.tables.time.time_zones import zone_of

MIN_RANKED = 3
"""Least number of ranked players for a place to be mentioned."""
_CLIMB_CACHE_SIZE = 500


class Climb(NamedTuple):
    """A place in a server's season, and the players who have reached it."""

    place: int
    seats: tuple[Seat, ...]


class _Sum(NamedTuple):
    """The sums of a player's deals in a season."""

    deals: int = 0
    points: int = 0

    def __sub__(self, other: _Sum) -> _Sum:
        return _Sum(self.deals - other.deals, self.points - other.points)

    @property
    def worth(self) -> tuple[bool, float]:
        """The value that decides the rank, as in `season_queries.season_leaderboard`."""
        return self.deals >= MIN_DEALS_AHEAD, self.points / self.deals


class Climbs:
    """Finds climbs on the season's leaderboard after each deal among people."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._found = LRUCache[tuple[TableId, int, bool], Climb | None](_CLIMB_CACHE_SIZE)
        """By table, number of deals and end of the match: a message is drawn more than once."""

    async def of(self, table: RunningTable) -> Climb | None:
        """Return the climb by the last deal of a table, or by its whole game if that is over; None
        if there is none."""
        key = table.id, len(table.match.deals), table.match.is_won
        if key not in self._found:
            try:
                self._found[key] = await self._find(table)
            except StorageError:  # show the result without it
                return None
        return self._found[key]

    async def _find(self, table: RunningTable) -> Climb | None:
        gained = _gains(table)
        if table.is_duplicate or len(gained) < MIN_PEOPLE_RANKED:
            return None
        settings = await self._store.settings.guild_settings(table.guild)
        zone = zone_of(settings, table.language)
        season = season_of(settings.season, self._clock.now().astimezone(zone).date())
        users = {user: seat for seat in table.humans if (user := table.seated[seat].user)}
        rows, ranked = await self._store.seasons.leaderboard(
            table.guild, table.variant.key, season, "points",
            limit=PODIUM + len(users), also=tuple(users),
        )  # fmt: skip
        if ranked < MIN_RANKED:
            return None
        now = {one.user_id: _Sum(one.deals, one.points) for one in rows}
        before = {user: one - gained.get(users.get(user, -1), _Sum()) for user, one in now.items()}
        least = 1 if table.match.is_won else MIN_DEALS_AHEAD
        risen = {user: seat for user, seat in users.items() if seat in gained and user in now}
        return climb(before, {user: one for user, one in now.items() if one.deals >= least}, risen)


def climb(
    before: Mapping[UserId, _Sum], now: Mapping[UserId, _Sum], seats: Mapping[UserId, Seat]
) -> Climb | None:
    """Return the best place that players have newly reached, and their `seats`. `before` and `now`:
    the sums of the leaders and of these players; `now` has only those who have played enough."""
    earlier = {user: one for user, one in before.items() if one.deals > 0}
    risen: dict[int, list[Seat]] = {}
    for user in seats.keys() & now.keys():
        place = _place(now, user)
        if place <= PODIUM and (user not in earlier or _place(earlier, user) > place):
            risen.setdefault(place, []).append(seats[user])
    return Climb(place := min(risen), tuple(sorted(risen[place]))) if risen else None


def _place(sums: Mapping[UserId, _Sum], user_id: UserId) -> int:
    return 1 + sum(one.worth > sums[user_id].worth for one in sums.values())


def _gains(table: RunningTable) -> Mapping[Seat, _Sum]:
    """Return what players gained among people in the last deal, or in a whole finished game."""
    match = table.match
    first = 0 if match.is_won else len(match.deals) - 1
    came = {seat: deals_of_others(match, seat, gave_up=False) for seat in table.humans}
    found: dict[Seat, _Sum] = {}
    for at, deal in enumerate(match.deals[first:], first):
        played = [seat for seat in table.humans if seat in deal.seats and came[seat] <= at]
        for seat in played if len(played) >= MIN_PEOPLE_RANKED else ():
            deals, points = found.get(seat, _Sum())
            found[seat] = _Sum(deals + 1, points + deal.result.points[seat])
    return found
