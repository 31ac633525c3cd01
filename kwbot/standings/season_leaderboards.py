"""The leaderboards of a server's seasons, for games and evenings, and past champions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, tzinfo

from kwbot.evenings.evening_rows import from_row
from kwbot.ids import GuildId
from kwbot.listings import EveningsEntry, SeasonEntry
from kwbot.standings.season_standing import season_standing
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.seasons import Season, season_from, seasons_since
from kwbot.storage.values.stored_results import Champion, SeasonMeasure
from kwbot.tables.time.clock_times import moment

PODIUM = 3
"""Number of first places that are honoured, and kept after a season."""
MAX_SEASONS = 20
"""Most seasons to choose from."""


@dataclass(frozen=True)
class SeasonLeaderboards:
    """The leaderboards of a game on a server, with the seasons and `zone` of its settings."""

    store: Store
    guild: GuildId
    game: str
    settings: GuildSettings
    zone: tzinfo
    now: datetime

    @property
    def today(self) -> date:
        """The day in the server's time zone."""
        return self.now.astimezone(self.zone).date()

    def season(self, key: str = "") -> Season:
        """Return the season of a button's key, or the current one."""
        return season_from(self.settings.season, key, self.today)

    def is_over(self, season: Season) -> bool:
        """Whether the last day of a season has passed."""
        return season.next <= self.today

    async def seasons(self) -> list[Season]:
        """Return the current season and earlier ones, back to the first with a played game."""
        earliest = await self.store.seasons.first_month(self.guild, self.game) or self.today
        found = seasons_since(self.settings.season, earliest, self.today)
        return list(found)[:MAX_SEASONS]

    async def games(
        self, season: Season, measure: SeasonMeasure, limit: int, offset: int = 0
    ) -> tuple[list[SeasonEntry], int]:
        """Return a page of the leaderboard of games among people, and its number of players."""
        return await self.store.seasons.leaderboard(
            self.guild, self.game, season, measure, limit=limit, offset=offset
        )

    async def evenings(self, season: Season) -> list[EveningsEntry]:
        """Return the standing over the evenings of a season."""
        between = None
        if season.months:
            first, after = (moment(day, time(), self.zone) for day in (season.first, season.next))
            between = (first, after)
        standings = await self.store.evenings.past(
            self.guild, self.game, lambda row: from_row(row).standing, between
        )
        return season_standing(standings, self.settings.best_evenings)

    async def champions(self, season: Season) -> Sequence[Champion]:
        """Return the champions of a past season by each measure; the first call stores them."""
        kept = await self.store.seasons.champions(self.guild, self.game, season)
        if kept is not None:
            return kept
        points, _ = await self.games(season, "points", PODIUM)
        wins, _ = await self.games(season, "wins", PODIUM)
        evenings = (await self.evenings(season))[:PODIUM]
        won = [
            *(Champion("points", one.rank, one.user_id) for one in points),
            *(Champion("wins", one.rank, one.user_id) for one in wins if one.wins),
            *(Champion("evenings", one.rank, one.user_id, one.name) for one in evenings),
        ]
        return await self.store.seasons.keep_champions(self.guild, self.game, season, won)
