"""The message of a leaderboard: by season, by evenings, and of all time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from cogs.screens.parts.components import (
    LEADERBOARD,
    ActionRow,
    Press,
    Screen,
    menu,
    option,
    text_screen,
)
from cogs.screens.parts.paging import Turn, turning
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import Term
from kwbot.ids import UserId
from kwbot.standings.season_leaderboards import SeasonLeaderboards
from kwbot.storage.queries.season_queries import MIN_DEALS_AHEAD
from kwbot.storage.values.ratings import MIN_GAMES_RATED
from kwbot.storage.values.seasons import Season
from kwbot.storage.values.stored_results import Champion, LeaderboardEntry, RatingEntry, SeasonEntry
from kwbot.text.statistics import results_by_game
from kwbot.text.statistics.rating_leaderboard import RatingLine, rating_text
from kwbot.text.statistics.season_leaderboard import (
    MEASURES,
    PAST_WINNERS,
    BestEvenings,
    LeaderboardLine,
    Measure,
    SeasonFacts,
    archive_text,
    season_name,
    season_text,
)
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import escape
from kwbot.text.words.mentions import NO_NAMES, mention, mentions_of

Rows = (
    list[LeaderboardLine] | list[BestEvenings] | list[RatingLine] | list[results_by_game.Standing]
)
UNSEASONED = ("rating", "ever")
"""The measures by which all of time is ranked."""
ROWS = 10
ARCHIVE = "past"
"""The key in place of a season for the winners of past ones."""
MEASURE, SEASON = "measure", "season"
"""The parts of a choice that a menu sets."""
CHOOSE_MEASURE = Term("What to show", "menu")
CHOOSE_SEASON = Term("Choose a season", "menu")


def leaderboard_row(
    stored: LeaderboardEntry, variant: Variant, who: str
) -> results_by_game.Standing:
    """Return the text layer's line of a stored one; `who` is ready to show."""
    return results_by_game.Standing(
        rank=stored.rank,
        who=who,
        games=stored.games,
        wins=stored.wins,
        points=stored.points,
        tried=stored.bids_tried,
        made=stored.bids_made,
        titles=tuple(variant.titles[key] for key in stored.titles if key in variant.titles),
    )


@dataclass(frozen=True, slots=True)
class LeaderboardChoice:
    """The choice of a leaderboard, as a button has it: ``whist/points/2026-10``. No season: the
    running one."""

    game: str
    measure: Measure = "points"
    season: str = ""

    @classmethod
    def of(cls, text: str) -> LeaderboardChoice:
        """Return the choice in a button's text; buttons of older versions name the game alone."""
        game, measure, season, *_ = [*text.split("/"), "ever", "", ""]
        return cls(game, cast(Measure, measure) if measure in MEASURES else "points", season)

    def __str__(self) -> str:
        return f"{self.game}/{self.measure}/{self.season}"

    def with_choice(self, what: str, value: str) -> LeaderboardChoice:
        """Return the choice after `value` was chosen in the menu of `what`."""
        if what == MEASURE:
            return replace(self, measure=LeaderboardChoice.of(f"/{value}").measure)
        return replace(self, season=value) if what == SEASON else self

    def with_ratings(self, *, on: bool) -> LeaderboardChoice:
        """Return the choice; of points if it is of ratings, and those are not `on`."""
        hidden = self.measure == "rating" and not on
        return replace(self, measure="points") if hidden else self


def _champion(champion: Champion) -> str:
    """Return a champion's name, ready to show; empty if the person was forgotten."""
    if champion.name:
        return f"**{escape(champion.name)}**"
    return mention(champion.user_id) if champion.user_id else ""


def _rating_line(entry: RatingEntry, who: str) -> RatingLine:
    rank = entry.rank if entry.games >= MIN_GAMES_RATED else 0
    return RatingLine(rank, who, entry.games, entry.mu)


@dataclass(frozen=True)
class LeaderboardScreen:
    """The message of a leaderboard."""

    leaderboards: SeasonLeaderboards
    variant: Variant
    choice: LeaderboardChoice
    language: Language

    async def draw(self, page: int) -> Screen:
        seasons = await self.leaderboards.seasons()
        if len(seasons) > 1:  # whoever looks first in a new season has the winners' names kept
            await self.leaderboards.champions(seasons[1])
        if self._has_seasons and self.choice.season == ARCHIVE:
            return text_screen(await self._archive(seasons), *self._menus(seasons))
        text, page, pages = await self._page(page)
        turns = [turning(LEADERBOARD, str(self.choice), page, pages)] if pages > 1 else []
        return text_screen(text, *turns, *self._menus(seasons))

    async def _page(self, page: int) -> tuple[str, int, int]:
        """Return the text of a page, its number, and how many there are."""
        rows, total = await self._rows(page)
        pages = -(-total // ROWS)
        if page > pages > 0:
            page = pages
            rows, _ = await self._rows(page)
        return self._text(rows, page, pages), page, pages

    @property
    def _has_seasons(self) -> bool:
        """Whether the measure is one of seasons."""
        return self.choice.measure not in UNSEASONED

    async def _rows(self, page: int) -> tuple[Rows, int]:
        source, at = self.leaderboards, (page - 1) * ROWS
        season = source.season(self.choice.season)
        if self.choice.measure == "ever":
            stored, total = await source.store.results.leaderboard(
                source.guild, source.game, limit=ROWS, offset=at
            )
            who = await self._names_on_page(one.user_id for one in stored)
            return [leaderboard_row(one, self.variant, who[one.user_id]) for one in stored], total
        if self.choice.measure == "rating":
            ratings, total = await source.store.results.rating_leaderboard(
                source.guild, source.game, limit=ROWS, offset=at
            )
            who = await self._names_on_page(one.user_id for one in ratings)
            return [_rating_line(one, who[one.user_id]) for one in ratings], total
        if self.choice.measure == "evenings":
            scores = await source.evenings(season)
            shown = scores[at : at + ROWS]
            names = {one.user: one.name for one in shown}
            who = await self._names_on_page(names, names)
            lines = [
                BestEvenings(
                    one.place, who[one.user], one.points, one.evenings, one.counted, one.won
                )
                for one in shown
            ]
            return lines, len(scores)
        entries, total = await source.games(season, self.choice.measure, ROWS, at)
        who = await self._names_on_page(one.user_id for one in entries)
        return [self._line(one, who[one.user_id]) for one in entries], total

    async def _names_on_page(
        self, users: Iterable[UserId], otherwise: Mapping[UserId, str] = NO_NAMES
    ) -> Mapping[UserId, str]:
        """Return the names of users, ready to show; `otherwise`: those to use if none is stored."""
        users = list(users)
        return mentions_of(
            users,
            {
                **otherwise,
                **await self.leaderboards.store.people.names(self.leaderboards.guild, users),
            },
        )

    def _line(self, entry: SeasonEntry, who: str) -> LeaderboardLine:
        return LeaderboardLine(entry.rank, who, entry.deals, entry.points, entry.games, entry.wins)

    def _text(self, rows: Rows, page: int, pages: int) -> str:
        if self.choice.measure == "ever":
            ever = cast("list[results_by_game.Standing]", rows)
            return results_by_game.leaderboard_text(
                self.variant, ever, (page, pages), self.language
            )
        if self.choice.measure == "rating":
            ratings = cast("list[RatingLine]", rows)
            return rating_text(self.variant, ratings, MIN_GAMES_RATED, (page, pages), self.language)
        facts = self._facts(self.leaderboards.season(self.choice.season))
        lines = cast("list[LeaderboardLine] | list[BestEvenings]", rows)
        return season_text(
            self.variant, self.choice.measure, facts, lines, (page, pages), self.language
        )

    def _facts(self, season: Season) -> SeasonFacts:
        leaderboards = self.leaderboards
        return SeasonFacts(
            season.first, season.last, season.months, leaderboards.is_over(season), MIN_DEALS_AHEAD,
            leaderboards.settings.best_evenings,
        )  # fmt: skip

    async def _archive(self, seasons: list[Season]) -> str:
        """Return the text on the winners of past seasons."""
        past = []
        for season in seasons[1:]:
            champions = await self.leaderboards.champions(season)
            named = [
                (one.place, _champion(one))
                for one in champions
                if one.measure == self.choice.measure
            ]
            past.append((self._facts(season), named))
        return archive_text(self.variant, self.choice.measure, past, self.language)

    def _menus(self, seasons: list[Season]) -> list[ActionRow]:
        """Return the menus of what can be shown."""
        now = self.choice
        measures = [
            option(self.language.term(name), key, default=key == now.measure)
            for key, name in MEASURES.items()
            if key != "rating" or self.leaderboards.settings.ratings
        ]
        shown = [menu(self.language.term(CHOOSE_MEASURE), self._press(MEASURE), measures)]
        if len(seasons) > 1 and self._has_seasons:
            here = ARCHIVE if now.season == ARCHIVE else self.leaderboards.season(now.season).key
            names = {one.key: season_name(one.first, one.months, self.language) for one in seasons}
            names[ARCHIVE] = self.language.term(PAST_WINNERS)
            options = [option(name, key, default=key == here) for key, name in names.items()]
            shown.append(menu(self.language.term(CHOOSE_SEASON), self._press(SEASON), options))
        return shown

    def _press(self, what: str) -> Press:
        return Press(LEADERBOARD, argument=str(Turn(str(self.choice), what)))
