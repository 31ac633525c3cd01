"""/games: finished deals, for whoever played them or is where they were played.

A press's custom_id says everything; nothing is kept about anybody who looks.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.parts.hand_place import HandPlace, stands_on_hand
from cogs.connection.client import Kwbot
from cogs.connection.context import guild_id_of, name_of, user_id_of
from cogs.connection.installation import in_direct_messages_too
from cogs.connection.localised import descriptions, words
from cogs.connection.one_at_a_time import OneAtATime
from cogs.connection.past_table import past_table
from cogs.connection.press_data import chosen_values, custom_id_of
from cogs.connection.replies import redraw, send_private
from cogs.delivery.calls.undelivered import refusing_looks
from cogs.screens.parts.components import GAMES, REPLAY, SHARE, TABLE, Press, Screen
from cogs.screens.parts.paging import Turn
from cogs.screens.parts.rendering import Rendering
from cogs.screens.past.game_list_screen import CHANNEL, ME, GamePage, game_list_screen
from cogs.screens.past.replay_screen import (
    POSSIBLE,
    ReplayPage,
    replay_scene,
    replay_screen,
    shared_screen,
)
from cogs.screens.past.rerun_buttons import MomentPress
from kwbot.engine.values.wording import N_
from kwbot.engine.views.view import view
from kwbot.ids import NO_USER, GuildId, UserId
from kwbot.players.search.open_hands import open_value
from kwbot.storage.queries.game_queries import GameScope
from kwbot.storage.values.stored_tables import StoredTable
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.past.past_decisions import Decision, decisions
from kwbot.tables.past.replays import after_deal, decided_in, stops
from kwbot.tables.past.reviews import Review, review_all
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.deal.advice import open_text, possible_text
from kwbot.text.deal.story import story
from kwbot.text.words.labels import COMMANDS
from kwbot.text.words.language import Language, Voice, language_of
from kwbot.text.words.mentions import mentions_of

GAME_ROWS = 6
_UNREADABLE = N_("This version can't show that game. Get its record with /verify.")
_NO_DEAL = N_("No deal of that game is over.")
_NOT_HERE = N_("You can't post in this channel. Share the deal where you can.")
JUDGING_SECONDS = 12.0
"""Seconds for judging decisions; a deal's story uses those judged by then."""


class GamesCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(GAMES, self.on_list)
        self._judging = OneAtATime()
        bot.router.on(REPLAY, self.on_replay)
        bot.router.on(SHARE, self.on_share)

    # --- lists -----------------------------------------------------------------------------------

    @app_commands.command(**words(COMMANDS["games"]))
    @app_commands.describe(**descriptions(["player"]))
    @in_direct_messages_too
    async def games(
        self, interaction: discord.Interaction, player: discord.User | None = None
    ) -> None:
        whose = ME if player is None or player == interaction.user else str(player.id)
        await send_private(interaction, await self._list(interaction, whose, 1))

    async def on_list(self, interaction: discord.Interaction, press: Press) -> None:
        turn = Turn.of(press.argument)
        screen = await self._list(interaction, turn.listed, turn.page)
        await interaction.response.edit_message(view=screen, attachments=[])

    async def _list(self, interaction: discord.Interaction, whose: str, page: int) -> Screen:
        """Draw a page of a list, or the last one for a number beyond it."""
        scope = _scope(interaction, whose)
        games, total = await self.bot.store.results.games(
            scope, limit=GAME_ROWS, offset=(page - 1) * GAME_ROWS
        )
        pages = max(1, -(-total // GAME_ROWS))
        if page > pages:
            return await self._list(interaction, whose, pages)
        known = self.bot.games
        shown = [(known[one.game], one) for one in games if one.game in known]
        language = (await self.bot.preferences.of(interaction)).language
        in_server = interaction.guild_id is not None
        player = (
            await self._name_of(guild_id_of(interaction), scope.user) if whose.isdecimal() else ""
        )
        listed = GamePage(shown, whose, page, pages, player)
        return game_list_screen(listed, language, in_server=in_server)

    async def _name_of(self, guild_id: GuildId, user_id: UserId | None) -> str:
        """Return the name of the player whose games are listed."""
        names = (
            await self.bot.store.people.names(guild_id, [user_id or NO_USER]) if guild_id else {}
        )
        return mentions_of([user_id or NO_USER], names)[user_id or NO_USER]

    # --- replays ---------------------------------------------------------------------------------

    async def on_replay(self, interaction: discord.Interaction, press: Press) -> None:
        page = await self._page(interaction, press)
        if MomentPress.of(press.argument).sign == POSSIBLE:
            await self._tell_possible(interaction, page)
        else:
            await self._show(interaction, page)

    async def _page(self, interaction: discord.Interaction, press: Press) -> ReplayPage:
        """Return the page that a press asks for; the last deal's beginning if it names no deal."""
        row = await past_table(interaction, press.table)
        game = await self._table(row)
        asked = MomentPress.of(press.argument)
        picked = (chosen_values(interaction) or [""])[0]
        number = _number(picked) or press.asked_at or len(game.match.deals)
        match = await asyncio.to_thread(after_deal, game.match, number)
        found = await asyncio.to_thread(stops, match)
        user = user_id_of(interaction)
        page = ReplayPage(
            game, match, found, min(asked.at, len(found)),
            seat=asked.seat,
            own=game.seat_of(user) if game.has(user) else None,
            has_record=row.state == "closed",
            in_server=interaction.guild_id == row.guild_id,
        )  # fmt: skip
        if page.seat is not None and page.seat not in page.seats:
            return replace(page, seat=None)  # they sat this deal out
        return page

    async def _table(self, row: StoredTable) -> RunningTable:
        """Return a table; of one under way, finished deals can be shown. Raises Refused."""
        table = await self.bot.tables.archive.running(row)
        if table is None:
            raise Refused(_UNREADABLE)
        if not table.match.deals:
            raise Refused(_NO_DEAL)
        return table

    async def _show(
        self, interaction: discord.Interaction, page: ReplayPage, possible: str = ""
    ) -> None:
        """Answer a press: in place in a private message of a list, otherwise in a new one."""
        preferences = await self.bot.preferences.of(interaction)
        renderer, channel = self.bot.display.renderer, interaction.channel_id or 0
        message = interaction.message
        private = message is not None and (message.flags.ephemeral or interaction.guild_id is None)
        place = self._place(interaction, page, preferences.language)
        edit = place is not None or (private and not _pressed_at_table(interaction))

        async def send() -> None:
            shows = replay_scene(page, preferences, renderer.faces.at(page.table))
            png = await renderer.png(
                shows if preferences.pictures_to_look_at else None, channel, edit=edit
            )
            screen = replay_screen(
                page, preferences, shows, Rendering(png, preferences.emojis), possible
            )
            if place is not None:
                await place.show(screen)
            else:
                await (redraw if edit else send_private)(interaction, screen)

        await renderer.refusals.send_with_fallback(channel, send, edit=edit)

    def _place(
        self, interaction: discord.Interaction, page: ReplayPage, language: Language
    ) -> HandPlace | None:
        """Return the place of the player's hand, if it was pressed or has made room."""
        table, display = self.bot.tables.index.get(page.table.id), self.bot.display
        on_hand = page.own is not None and _pressed_at_table(interaction)
        on_hand = on_hand and stands_on_hand(display, interaction, page.table.id, page.own or 0)
        return HandPlace.of(display, interaction, table, language, on_hand=on_hand)

    # --- what was possible -----------------------------------------------------------------------

    async def _tell_possible(self, interaction: discord.Interaction, page: ReplayPage) -> None:
        """Say what players could have done better in a trick, or before the tricks."""
        asked = page.seats if page.seat is None else (page.seat,)
        made = [one for seat in asked for one in decided_in(page.match, page.at, seat)]
        with self._judging.working(user_id_of(interaction)):
            await interaction.response.defer()
            found = await self._judge(page, made)
        preferences = await self.bot.preferences.of(interaction)
        voice = preferences.voice(replace(page.shown_view(), seat=None))
        borne = await asyncio.to_thread(_borne, page, voice)
        known = possible_text(found.mistakes, (found.judged, found.made), page.own, voice)
        await self._show(interaction, page, "\n".join(filter(None, (borne, known))))

    async def _judge(self, page: ReplayPage, made: Sequence[Decision]) -> Review:
        computers, table = self.bot.tables.computers, page.table.id
        return await review_all(computers, made, table, lambda _: None, JUDGING_SECONDS)

    # --- sharing ---------------------------------------------------------------------------------

    async def on_share(self, interaction: discord.Interaction, press: Press) -> None:
        """Post a deal with its story in the channel."""
        page = await self._page(interaction, press)
        page = replace(page, at=len(page.stops), shared=True)
        allowed, here = interaction.permissions, interaction.channel
        in_thread = isinstance(here, discord.Thread)
        may_post = allowed.send_messages_in_threads if in_thread else allowed.send_messages
        if not page.in_server or not may_post:
            raise Refused(_NOT_HERE)
        with self._judging.working(user_id_of(interaction)):
            await self._show(interaction, page)
            made = [one for seat in page.seats for one in decisions(page.match, seat)]
            found = await self._judge(page, made)
        await self._post(interaction, page, found)

    async def _post(
        self, interaction: discord.Interaction, page: ReplayPage, found: Review
    ) -> None:
        renderer, channel = self.bot.display.renderer, interaction.channel_id or 0
        table = replace(page.table, match=page.match)
        seen = view(page.stops[0], None)
        voice = Voice.of(seen, language_of(table.language))
        turn = found.mistakes[0] if found.mistakes else None

        async def send() -> None:
            shows, shown = await renderer.deal(table, channel)
            in_picture = shown.png is not None
            told = story(seen, shows, turn, voice, page.facts, in_picture=in_picture)
            screen = shared_screen(
                page, name_of(interaction.user), told, shows, shown,
                can_replay=table.is_in(channel),
            )  # fmt: skip
            files = screen.files()
            with refusing_looks(screen):
                await interaction.followup.send(view=screen, files=files)

        await renderer.refusals.send_with_fallback(channel, send, edit=False)


def _borne(page: ReplayPage, voice: Voice) -> str:
    """Return a sentence on the tricks that the cards allow from here; empty before any card."""
    here = page.stops[max(0, page.at - 1)]
    seat = next(iter(here.to_act()), None)
    if seat is None:
        return ""
    value = open_value(here)
    return open_text(
        view(here, seat), value and value.points, voice,
        with_declarer=value is not None and value.with_declarer,
    )  # fmt: skip


def _scope(interaction: discord.Interaction, whose: str) -> GameScope:
    """Return the scope of a list of games; of another player those here, and those with both."""
    guild = guild_id_of(interaction) or None
    channel, user = interaction.channel_id or 0, user_id_of(interaction)
    if whose == CHANNEL:
        return GameScope(guild, channel=channel)
    if whose.isdecimal() and len(whose) < 20:
        return GameScope(guild, UserId(int(whose)), channel, user)
    return GameScope(guild, user)


def _pressed_at_table(interaction: discord.Interaction) -> bool:
    """Whether the pressed button is on a table's message, or on a hand that is played from."""
    press = Press.parse(custom_id_of(interaction))
    return press is not None and press.area == TABLE


def _number(text: str) -> int:
    """Return the number that a press names; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) < 4 else 0
