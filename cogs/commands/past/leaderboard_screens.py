"""The message of a leaderboard: by season, by evenings, and of all time."""

from __future__ import annotations

from collections.abc import Sequence
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
from kwbot.listings import EveningsEntry
from kwbot.standings.season_leaderboards import SeasonLeaderboards
from kwbot.storage.queries.season_queries import MIN_DEALS_AHEAD
from kwbot.storage.values.ratings import MIN_GAMES_RATED
from kwbot.storage.values.seasons import Season
from kwbot.storage.values.stored_results import Champion
from kwbot.text.statistics.leaderboard_text import (
    MEASURES,
    PAST_WINNERS,
    Entry,
    Measure,
    SeasonFacts,
    archive_text,
    leaderboard_text,
    season_name,
)
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import escape
from kwbot.text.words.mentions import mention, mentions_of

UNSEASONED = ("rating", "ever")
"""The measures that rank all of time."""
ROWS = 10
ARCHIVE = "past"
"""Stands for a season: the winners of past ones."""
MEASURE, SEASON = "measure", "season"
"""The parts of a choice that a menu sets."""
CHOOSE_MEASURE = Term("What to show", "menu")
CHOOSE_SEASON = Term("Choose a season", "menu")


@dataclass(frozen=True, slots=True)
class LeaderboardChoice:
    """A leaderboard button's choice: ``whist/points/2026-10``; no season: the running one."""

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
        """Return the choice, but of points instead of ratings if those are not `on`."""
        hidden = self.measure == "rating" and not on
        return replace(self, measure="points") if hidden else self


def _champion(champion: Champion) -> str:
    """Return a champion's name, ready to show; empty if the person was forgotten."""
    if champion.name:
        return f"**{escape(champion.name)}**"
    return mention(champion.user_id) if champion.user_id else ""


@dataclass(frozen=True)
class LeaderboardScreen:
    """The message of a leaderboard."""

    leaderboards: SeasonLeaderboards
    variant: Variant
    choice: LeaderboardChoice
    language: Language

    async def draw(self, page: int) -> Screen:
        seasons = await self.leaderboards.seasons()
        if len(seasons) > 1:  # the first look in a new season stores the winners' names
            await self.leaderboards.champions(seasons[1])
        if self._has_seasons and self.choice.season == ARCHIVE:
            return text_screen(await self._archive(seasons), *self._menus(seasons))
        text, page, pages = await self._page(page)
        turns = [turning(LEADERBOARD, str(self.choice), page, pages)] if pages > 1 else []
        return text_screen(text, *turns, *self._menus(seasons))

    async def _page(self, page: int) -> tuple[str, int, int]:
        """Return the text of a page, its number, and the number of pages."""
        rows, total = await self._rows(page)
        pages = -(-total // ROWS)
        if page > pages > 0:
            page = pages
            rows, _ = await self._rows(page)
        store, guild = self.leaderboards.store, self.leaderboards.guild
        names = {one.user_id: one.name for one in rows if isinstance(one, EveningsEntry)}
        users = [one.user_id for one in rows]
        who = mentions_of(users, {**names, **await store.people.names(guild, users)})
        facts = self._facts(self.leaderboards.season(self.choice.season))
        text = leaderboard_text(
            self.variant, self.choice.measure, facts, rows, who, (page, pages), self.language
        )
        return text, page, pages

    @property
    def _has_seasons(self) -> bool:
        """Whether the measure is one of seasons."""
        return self.choice.measure not in UNSEASONED

    async def _rows(self, page: int) -> tuple[Sequence[Entry], int]:
        """Return the entries of a page, and how many there are in all."""
        source, at = self.leaderboards, (page - 1) * ROWS
        results, here = source.store.results, (source.guild, source.game)
        season = source.season(self.choice.season)
        match self.choice.measure:
            case "ever":
                return await results.leaderboard(*here, limit=ROWS, offset=at)
            case "rating":
                return await results.rating_leaderboard(*here, limit=ROWS, offset=at)
            case "evenings":
                scores = await source.evenings(season)
                return scores[at : at + ROWS], len(scores)
            case measure:
                return await source.games(season, measure, ROWS, at)

    def _facts(self, season: Season) -> SeasonFacts:
        leaderboards = self.leaderboards
        least = MIN_GAMES_RATED if self.choice.measure == "rating" else MIN_DEALS_AHEAD
        return SeasonFacts(
            season.first, season.last, season.months, leaderboards.is_over(season), least,
            leaderboards.settings.best_evenings,
        )  # fmt: skip

    async def _archive(self, seasons: list[Season]) -> str:
        """Return the text about the winners of past seasons."""
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
