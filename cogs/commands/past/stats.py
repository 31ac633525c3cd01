"""/stats of one player on a server: results, a chart, bids, partners, the collection, feats."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, cast

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.commands.parts.moderators import MODERATOR_RIGHTS
from cogs.connection.client import Kwbot
from cogs.connection.context import guild_id_of, language, user_id_of
from cogs.connection.localised import descriptions, words
from cogs.connection.press_data import chosen_values
from cogs.connection.replies import redraw, send_private
from cogs.screens.parts.components import (
    NO_PICTURES,
    ActionRow,
    Part,
    Press,
    Screen,
    file_name,
    gallery,
    menu,
    option,
)
from cogs.screens.parts.components import words as said
from cogs.screens.parts.paging import Turn
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import NO_USER, UserId
from kwbot.listings import Companion, LeaderboardEntry
from kwbot.standings.career import Career
from kwbot.storage.queries.table_queries import MAX_ID
from kwbot.storage.values.ratings import MIN_GAMES_RATED
from kwbot.storage.values.stored_results import CareerDeal
from kwbot.text.deal.seating import YOU, YOU_AS_OBJECT
from kwbot.text.statistics import career_text, results_by_game
from kwbot.text.statistics.career_scene import CareerScene, career_alternative
from kwbot.text.words import lines
from kwbot.text.words.labels import CHOOSE_GAME, COMMANDS
from kwbot.text.words.language import Language
from kwbot.text.words.mentions import mentions_of

STATS_AREA = "stats"
GAME, SECTION, OTHER = "game", "section", "other"
"""What a menu sets: the game, the section, and the user to compare with."""
CHOOSE_SECTION = Term("What to show", "menu")
CHOOSE_OTHER = Term("Head to head with …", "menu")
MIN_CHART_DEALS = 2
"""Fewest deals for a chart."""
_LEFT = N_("Left before the end: {count} of {games} games of the last year.")


@dataclass(frozen=True, slots=True)
class StatsChoice:
    """The choice of a statistics page, as in a menu: ``123/whist/bids/0``. `other` 0: nobody."""

    user: UserId
    game: str = ""
    section: career_text.Section = "overview"
    other: UserId = NO_USER

    @classmethod
    def of(cls, text: str) -> StatsChoice:
        user, game, section, other, *_ = [*text.split("/"), "", "", ""]
        known = (
            cast(career_text.Section, section) if section in career_text.SECTIONS else "overview"
        )
        return cls(_number(user), game, known, _number(other))

    def __str__(self) -> str:
        return f"{self.user}/{self.game}/{self.section}/{self.other}"

    def among(self, games: Sequence[str]) -> StatsChoice:
        """Return the choice, of the first game played if it names none of them."""
        return self if self.game in games else replace(self, game=games[0] if games else "")

    def with_choice(self, what: str, value: str) -> StatsChoice:
        """Return the choice after `value` was chosen in the menu of `what`."""
        if what == OTHER:
            return replace(self, other=_number(value))
        if what == GAME:
            return replace(self, game=value)
        return replace(self, section=StatsChoice.of(f"//{value}").section, other=NO_USER)


def _number(text: str) -> UserId:
    """Return the id that a menu names; 0 for anything else."""
    found = int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else 0
    return UserId(found if found <= MAX_ID else 0)


class StatsCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(STATS_AREA, self.on_press, of_server=True)

    @app_commands.command(**words(COMMANDS["stats"]))
    @app_commands.describe(**descriptions(["player"]))
    @app_commands.guild_only()
    async def stats(
        self, interaction: discord.Interaction, player: discord.User | None = None
    ) -> None:
        user = player or interaction.user
        await self.bot.last_names.note_name(guild_id_of(interaction), user)
        await self._show(interaction, StatsChoice(UserId(user.id)))

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        """Show what a menu names."""
        turn = Turn.of(press.argument)
        choice = StatsChoice.of(turn.listed)
        for value in chosen_values(interaction):
            choice = choice.with_choice(turn.to, value)
        await self._show(interaction, choice)

    async def _show(self, interaction: discord.Interaction, choice: StatsChoice) -> None:
        """Answer a menu in its message, the command in a new one."""
        pictures, channel = self.bot.display.renderer, interaction.channel_id or 0
        edit = interaction.message is not None
        page = await self._page(interaction, choice)
        await asyncio.to_thread(page.work_out)

        async def send() -> None:
            screen = page.draw(await pictures.png(page.scene, channel, edit=edit))
            await (redraw if edit else send_private)(interaction, screen)

        await pictures.refusals.send_with_fallback(channel, send, edit=edit)

    async def _page(self, interaction: discord.Interaction, choice: StatsChoice) -> StatsPage:
        guild, store, games = guild_id_of(interaction), self.bot.store, self.bot.games
        spoken = await language(interaction)
        played = [
            game for game in await store.results.games_played(guild, choice.user) if game in games
        ]
        choice = choice.among(played)
        results = [
            one for one in await store.results.stats(guild, choice.user) if one.game in played
        ]
        career: Sequence[CareerDeal] = ()
        companions: Sequence[Companion] = ()
        ratings: Sequence[tuple[date, float]] = ()
        if choice.game and choice.section == "people":
            companions = await store.results.companions(guild, choice.user, choice.game)
        elif choice.game:
            career = await store.results.career(guild, choice.user, choice.game)
            if (await store.settings.guild_settings(guild)).ratings:
                ratings = await store.results.rating_course(guild, choice.user, choice.game)
        leavers = None
        if await self._may_see_leavers(interaction):
            leavers = await store.tables.games_left(guild, choice.user)
        variants = tuple(games[game] for game in played)
        reader = user_id_of(interaction)
        about = [choice.user, choice.other, *(one.user_id for one in companions)]
        names = mentions_of(about, await store.people.names(guild, about))
        return StatsPage(
            reader, choice, variants, results, career, ratings, companions, leavers, names, spoken
        )

    async def _may_see_leavers(self, interaction: discord.Interaction) -> bool:
        """Whether the server shows who leaves games to the asker: a moderator, or a host."""
        guild, user = guild_id_of(interaction), user_id_of(interaction)
        hosts = any(table.guild == guild and table.host == user for table in self.bot.tables.index)
        if not (hosts or interaction.permissions >= MODERATOR_RIGHTS):
            return False
        return (await self.bot.store.settings.guild_settings(guild)).show_leavers


@dataclass(frozen=True)
class StatsPage:
    """A page of statistics. `games` are those the player has played, the most played first;
    `deals`, `ratings` and `companions` belong to the chosen one. `reader`: whoever asked."""

    reader: UserId
    choice: StatsChoice
    games: Sequence[Variant]
    results: Sequence[LeaderboardEntry]
    deals: Sequence[CareerDeal]
    ratings: Sequence[tuple[date, float]]
    companions: Sequence[Companion]
    leavers: tuple[int, int] | None
    names: Mapping[UserId, str]
    """Names of the player and the others, ready to show."""
    language: Language

    @property
    def variant(self) -> Variant | None:
        """The chosen game."""
        return next((one for one in self.games if one.key == self.choice.game), None)

    @cached_property
    def career(self) -> Career | None:
        return Career(self.variant, self.deals) if self.variant is not None else None

    @cached_property
    def scene(self) -> CareerScene | None:
        """The chart, where one belongs and has something to draw: enough deals that the player
        played, and points or ratings that changed."""
        career = self.career
        if career is None or len(career.own) < MIN_CHART_DEALS or self.choice.section != "overview":
            return None
        won = [(one.wins, one.games) for one in self.results if one.game == self.choice.game]
        days = [deal.day for deal in career.deals]
        drawn = career_text.chart(
            career.variant, [*zip(days, career.points, strict=True)], self.ratings,
            won[0] if won else (0, 0), _bids(career), self.language,
            provisional=len(self.ratings) < MIN_GAMES_RATED,
        )  # fmt: skip
        return None if all(curve.is_flat for curve in drawn.curves) else drawn

    def work_out(self) -> None:
        """Compute what takes long with thousands of deals, so that it is ready for drawing."""
        _ = self.scene, self.text

    def draw(self, png: bytes | None) -> Screen:
        items: list[Part] = [said(self.text)]
        pictures = NO_PICTURES
        if png is not None and self.scene is not None:
            items.append(gallery(png, career_alternative(self.scene, self.language)))
            pictures = {file_name(png): png}
        return Screen([*items, *self._menus()], pictures)

    @cached_property
    def text(self) -> str:
        is_own = self.choice.user == self.reader
        who = "" if is_own else self.names[self.choice.user]
        if self.choice.section == "overview" or self.career is None:
            return self._overview(who)
        game = self.language.term(self.career.variant.name)
        head = lines.DOT.join((results_by_game.stats_head(who, self.language), game))
        return f"{head}\n{self._section(self.career)}"

    def _overview(self, who: str) -> str:
        known = {one.key: one for one in self.games}
        rows = [(known[one.game], one) for one in self.results]
        text = results_by_game.stats_text(who, rows, self.language, self._chosen_game())
        if self.leavers is not None:
            count, of = self.leavers
            text += f"\n-# 💤 {self.language.text(_LEFT, count=count, games=of)}"
        return text

    def _chosen_game(self) -> tuple[Variant, int] | None:
        """Return the chosen game and the number of its deals played, if no game was finished."""
        finished = any(one.game == self.choice.game for one in self.results)
        if self.career is None or finished or not self.career.own:
            return None
        return self.career.variant, len(self.career.own)

    def _section(self, career: Career) -> str:
        match self.choice.section:
            case "bids":
                return career_text.bids_text(career.variant, _bids(career), self.language)
            case "people":
                return self._people(career.variant)
            case "collection":
                parts = career.variant.collection()
                return career_text.collection_text(parts, career.collection, self.language)
            case _:
                return career_text.feats_text(career.variant.feats, career.feats, self.language)

    def _people(self, variant: Variant) -> str:
        other = self.choice.other
        found = [one for one in self.companions if other in (0, one.user_id)]
        chosen = self._names(YOU_AS_OBJECT)[other] if other else ""
        return career_text.people_text(variant, found, self._names(YOU), chosen, self.language)

    def _names(self, you: Term) -> Mapping[UserId, str]:
        """Return companions' names; the reader may be one of them."""
        is_own = self.choice.user == self.reader
        return self.names if is_own else {**self.names, self.reader: self.language.term(you)}

    def _menus(self) -> list[ActionRow]:
        variant, now = self.variant, self.choice
        if variant is None:
            return []
        found = []
        if len(self.games) > 1:
            options = [
                option(self.language.term(one.name), one.key, default=one is variant)
                for one in self.games
            ]
            found.append(menu(self.language.term(CHOOSE_GAME), self._press(GAME), options))
        sections = [
            option(self.language.term(name), key, default=key == now.section)
            for key, name in career_text.SECTIONS.items()
            if _has(variant, key)
        ]
        found.append(menu(self.language.term(CHOOSE_SECTION), self._press(SECTION), sections))
        if now.section == "people":
            select: ui.UserSelect[Any] = ui.UserSelect(
                custom_id=str(self._press(OTHER)), placeholder=self.language.term(CHOOSE_OTHER)
            )
            found.append(ActionRow(select))
        return found

    def _press(self, what: str) -> Press:
        return Press(STATS_AREA, argument=str(Turn(str(self.choice), what)))


def _has(variant: Variant, section: career_text.Section) -> bool:
    """Whether a game has anything to show in a section."""
    if section == "bids":
        return variant.has_auction
    return section != "collection" or bool(variant.collection())


def _bids(career: Career) -> career_text.BidFacts:
    return career_text.BidFacts(
        len(career.bids), career.bids_made, career.favourite, career.best, career.streak
    )
