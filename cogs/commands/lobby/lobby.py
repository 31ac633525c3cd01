"""/play and everything in the lobby: who sits where, options, start."""

import asyncio
import logging
from contextlib import nullcontext, suppress
from weakref import WeakValueDictionary

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.lobby.welcomes import DELIVERY_SECONDS, Welcomes, takes_dms
from cogs.commands.parts.first_lesson import offer_first_lesson
from cogs.commands.parts.moderators import MODERATOR_RIGHTS, NOT_HERE, POSTING
from cogs.connection.client import Kwbot
from cogs.connection.context import (
    channel_language,
    check_admitted,
    guild_id_of,
    language,
    name_of,
    user_id_of,
)
from cogs.connection.lobby_answer import redraw_lobby, tell_gone
from cogs.connection.localised import descriptions, game_choices, words
from cogs.connection.press_data import chosen_values, is_own
from cogs.connection.replies import refuse, send_private, show_private
from cogs.delivery.calls.undelivered import UNSENT, Undelivered
from cogs.screens.club import welcome_screen
from cogs.screens.lobby.lobby_menu import lobby_menu
from cogs.screens.lobby.lobby_screen import lobby_screen, waiting_screen
from cogs.screens.parts.arguments import MENU, MenuOpening
from cogs.screens.parts.components import AGAIN, LOBBY, Press, text_screen
from cogs.screens.table.leave_screen import really_screen
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_
from kwbot.ids import TableId, UserId
from kwbot.storage.values.display_notes import DisplayNotes
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.errors.refusals import ChannelInUse, NoTable, OwnedElsewhere, Refused, Stale
from kwbot.tables.play import lobby, planned_tables, presets
from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.serving.opening_limits import Opening, OpeningLimits
from kwbot.tables.state.round_limits import is_of_evening, without_round_options
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_options import HAND_OPTION, PRESET_OPTION
from kwbot.tables.state.table_state import LobbyTable, TableState, lobby_of
from kwbot.text.words import labels
from kwbot.text.words.language import language_of
from kwbot.text.words.markdown import Markup
from kwbot.text.words.mentions import link
from kwbot.variants import games_by_difficulty

_log = logging.getLogger(__name__)

THREAD_SECONDS = 20
"""Seconds that a game waits for its thread once the answer is deferred."""
START_PRESSES = ("start", "now")
"""Presses that begin a game, answered with the hand."""
_SEATED = N_("You have a seat: {table}")
_AFTER_DEAL = N_("You take over a computer's seat after this deal: {table}")
_NOT_IN_DMS = N_("Open tables on a server, not in DMs.")
_MODERATORS_OPEN = N_("Only moderators can open tables on this server.")
_IN_USE = N_("This channel already has a table: {table}")
_NEEDED_IN_THREADS = discord.Permissions(view_channel=True, send_messages_in_threads=True)


class LobbyCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        self._opening = WeakValueDictionary[int, asyncio.Lock]()
        """Locks by channel, under which a table is opened there."""
        self._starting: set[TableId] = set()
        """Tables that wait for their thread."""
        self._welcomes = Welcomes(bot.display.calls, bot.preferences)
        self._limits = OpeningLimits(bot.tables.index, bot.clock.steady, bot.settings.open_tables)
        bot.router.on(LOBBY, self.on_press, of_server=True)
        bot.router.on(AGAIN, self.on_again, of_server=True)
        bot.router.on(
            welcome_screen.PLAY, lambda pressed, _: self._play(pressed, None), of_server=True
        )

    # --- opening ------------------------------------------------------------------------------

    @app_commands.command(**words(labels.COMMANDS["play"]))
    @app_commands.describe(**descriptions({"game": labels.COMMAND_OPTIONS["game"]}))
    @app_commands.choices(game=game_choices())
    @app_commands.guild_only()
    async def play(self, interaction: discord.Interaction, game: str | None = None) -> None:
        await self._play(interaction, game)

    async def _play(self, interaction: discord.Interaction, game: str | None) -> None:
        """Open a table, or offer a seat at the one that waits here."""
        opened: LobbyTable | None = None
        async with self._in_turn(interaction.channel_id):
            waiting = self._waiting_lobby(interaction, game)
            if waiting is None:
                settings = await self._check_place(interaction)
                key, options = await self._as_last_time(interaction, settings, game)
                opened = await self._open(interaction, settings, key, options=options)
        if opened is not None:
            await self._tell_joined(interaction, opened)
        elif waiting is not None:
            spoken = await language(interaction)
            await send_private(interaction, waiting_screen(waiting, spoken))

    def _in_turn(self, channel_id: int | None) -> asyncio.Lock:
        """Return the lock under which tables are opened in a channel: of two people who open one at
        once, the second finds the first one's table, with its message."""
        return self._opening.setdefault(channel_id or 0, asyncio.Lock())

    async def _as_last_time(
        self, interaction: discord.Interaction, settings: GuildSettings, game: str | None
    ) -> tuple[str, dict[str, str]]:
        """Return game and options of the user's last table, otherwise of the channel's, otherwise
        the easiest ones."""
        store, games = self.bot.store, self.bot.games
        for row in (
            await store.tables.last_hosted(user_id_of(interaction), game),
            await store.tables.latest(guild_id_of(interaction), channel_id=interaction.channel_id),
        ):
            if row is not None and row.game in games and game in (None, row.game):
                return row.game, presets.last_time(row, games[row.game])
        key = game or next(iter(games_by_difficulty()))
        return key, presets.options_of(presets.FIRST_EVENING, games[key], settings)

    def _waiting_lobby(
        self, interaction: discord.Interaction, game: str | None
    ) -> LobbyTable | None:
        """Return this channel's lobby if the user can have a seat and named no other game."""
        here = self.bot.tables.index.in_channel(interaction.channel_id or 0)
        if not isinstance(here, LobbyTable) or here.has(user_id_of(interaction)):
            return None
        return here if game in (None, here.variant.key) else None

    async def _check_place(self, interaction: discord.Interaction) -> GuildSettings:
        """Return the server's settings. Raises Refused if this member cannot open a table here."""
        if interaction.guild_id is None:
            raise Refused(_NOT_IN_DMS)
        self._limits.check_pace(user_id_of(interaction))
        settings = await self.bot.store.settings.guild_settings(guild_id_of(interaction))
        if settings.openers == "moderators" and not interaction.permissions >= MODERATOR_RIGHTS:
            raise Refused(_MODERATORS_OPEN)
        inside = isinstance(interaction.channel, discord.Thread)
        if not interaction.app_permissions >= (_NEEDED_IN_THREADS if inside else POSTING):
            raise Refused(NOT_HERE)
        self._check_free(interaction.channel_id or 0)
        return settings

    def _check_free(self, channel_id: int) -> None:
        """Raise Refused, with a link to the open table, if a channel has one."""
        if self.bot.tables.index.in_channel(channel_id):
            raise self._in_use(channel_id)

    def _in_use(self, channel_id: int) -> Refused:
        there = self.bot.tables.index.in_channel(channel_id)
        return Refused(_IN_USE, table=link(there) if there else Markup(f"<#{channel_id}>"))

    async def _open(
        self,
        interaction: discord.Interaction,
        settings: GuildSettings,
        game: str,
        others: tuple[Seated, ...] = (),
        options: dict[str, str] | None = None,
    ) -> LobbyTable:
        assert interaction.channel_id is not None
        opening = Opening(
            user_id_of(interaction), guild_id_of(interaction), _same_channel(interaction)
        )
        # Refused before a message goes out; opening and joining check again.
        await lobby.check_ban(self.bot.store, opening.guild, opening.user, game)
        tables = self.bot.tables
        elsewhere = await tables.ownership.elsewhere(opening.guild, opening.user)
        in_all = await tables.ownership.count_elsewhere()
        with self._limits.opening(opening, settings, elsewhere, in_all):
            server = {HAND_OPTION: settings.hand}
            dm_channel, dm_open = await self._welcomes.send(interaction, server)
            new = NewLobby(
                guild=opening.guild,
                channel=interaction.channel_id,
                parent_channel=await self._thread_of_tables(interaction),
                seated=(_seat_for(interaction, dm_channel, dm_open=dm_open), *others),
                game=game,
                language=channel_language(interaction, settings.language).code,
                options=options or {},
            )
            try:
                table = await self.bot.tables.open(new, settings)
            except ChannelInUse:  # another process was quicker, or a planned table opened
                raise self._in_use(new.channel) from None
        self._welcomes.note(table.id, user_id_of(interaction), dm_channel, dm_open=dm_open)
        try:
            await self.bot.display.answers.post_lobby(interaction, table, lobby_screen(table))
        except UNSENT:
            await self.bot.tables.index.at(table.id).close("gone")
            raise
        return table

    async def _thread_of_tables(self, interaction: discord.Interaction) -> int | None:
        """Return the channel of this thread, if the thread was opened for an earlier table."""
        here = interaction.channel_id
        last = await self.bot.store.tables.latest(guild_id_of(interaction), channel_id=here)
        if last is None or last.channel_id != here or is_of_evening(last.options):
            return None
        return last.parent_channel_id

    async def on_again(self, interaction: discord.Interaction, press: Press) -> None:
        """Open a table with the same seats and options; whoever pressed is the host."""
        async with self._in_turn(interaction.channel_id):
            opened = await self._open_again(interaction, press.table)
        await self._tell_joined(interaction, opened)

    async def _open_again(self, interaction: discord.Interaction, before: TableId) -> LobbyTable:
        settings = await self._check_place(interaction)
        row = await self.bot.store.tables.load(before)
        if row is None or row.guild_id != interaction.guild_id or row.game not in self.bot.games:
            raise NoTable
        if user_id_of(interaction) not in {seat.user_id for seat in row.seats}:
            raise Refused(N_("You didn't play at this table."))
        closed = DisplayNotes.read(row.display).without_dms
        others = tuple(
            Seated(
                s.name, s.user_id, s.level or "", s.dm_channel_id,
                s.dm_open and s.user_id not in closed,
            )
            for s in row.seats
            if s.user_id != user_id_of(interaction)
        )  # fmt: skip
        return await self._open(
            interaction, settings, row.game, others, without_round_options(row.options)
        )

    async def _tell_joined(self, interaction: discord.Interaction, table: TableState) -> None:
        """Say what a player who has just sat down should know."""
        if not takes_dms(table, user_id_of(interaction)):
            await self._welcomes.tell_closed(interaction)
        await offer_first_lesson(interaction, table)

    # --- in the lobby ---------------------------------------------------------------------------

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        if press.argument == "sit":
            if not await tell_gone(interaction, press.table):
                await self._sit(interaction, self.bot.tables.index.at(press.table))
            return
        table = self.bot.table(press.table)
        opening = MenuOpening.of(press.argument)
        if opening.what == MENU:
            spoken = await language(interaction)
            menu = lobby_menu(table, user_id_of(interaction), spoken, opening.commitment)
            await show_private(interaction, menu)
            return
        if press.argument == "leave":
            spoken = await language(interaction)
            await show_private(interaction, really_screen(table, user_id_of(interaction), spoken))
            return
        lends = press.argument in START_PRESSES
        user, display = user_id_of(interaction), self.bot.display
        with display.lending(table.id, user) if lends else nullcontext():
            await self._change_and_show(interaction, table, press)

    async def _change_and_show(
        self, interaction: discord.Interaction, table: TableState, press: Press
    ) -> None:
        """Carry out a press, and answer it."""
        with self.bot.display.answering(table.id, interaction.message):
            try:
                after = await self._change(interaction, table, press)
            except OwnedElsewhere:  # the router tries again
                raise
            except Refused as refused:
                present = self.bot.tables.index.at(table.id).state
                # After the start this button is gone: an answer to its press was lost.
                if not isinstance(refused, Stale) and isinstance(present, LobbyTable):
                    raise
                if not interaction.response.is_done():
                    await redraw_lobby(interaction, self.bot.display, present)
                await refuse(interaction, refused.sentence)
                return
            begins = press.argument in START_PRESSES and after.running is not None
            lends = begins and not await self._hand_follows(interaction, after)
            if not lends:
                await redraw_lobby(interaction, self.bot.display, after)
        if lends:
            preferences = await self.bot.preferences.of(interaction)
            await self.bot.display.answers.lend_hand(interaction, after, preferences)
        if press.argument == "join":
            await self._tell_joined(interaction, after)

    async def _hand_follows(self, interaction: discord.Interaction, table: TableState) -> bool:
        """Whether the hand of whoever pressed appears below the table's message by itself, where
        they pressed: an answer with it would be in its way."""
        if interaction.response.is_done() or interaction.channel_id != table.channel:
            return False
        preferences = await self.bot.preferences.of(interaction)
        return preferences.is_hand_here(table.options) or not takes_dms(
            table, user_id_of(interaction)
        )

    async def _change(
        self, interaction: discord.Interaction, table: TableState, press: Press
    ) -> TableState:
        """Carry out a press. Return the table after it."""
        live, user = self.bot.tables.index.at(table.id), user_id_of(interaction)
        value = next(iter(chosen_values(interaction)), "")
        match press.argument:
            case "join":
                await self._join(interaction, live)
            case "add":
                await live.rearrange(lobby.with_computer, user, await self._seats(table))
            case "remove":
                await live.rearrange(lobby.without_computer, user)
            case "level":
                who, _, level = value.partition(" ")
                seat = int(who) if who.isdecimal() else None
                await live.rearrange(lobby.with_level, user, seat, level)
            case "game" if value in self.bot.games:
                await self._set_game(live, user, self.bot.games[value])
            case "game":
                raise Refused(N_("There's no such game here."))
            case "start" | "now":
                await self._start(interaction, live, press.asked_at, fill=press.argument == "now")
            case "cancel":
                await live.rearrange(lobby.cancel, user)
            case "open":
                planned_tables.opened_early(lobby_of(table), user, self.bot.clock.now())
                async with self._in_turn(table.channel):
                    self._check_free(table.channel)
                    await live.rearrange(planned_tables.opened_early, user, self.bot.clock.now())
            case _:
                raise Stale
        return live.state

    async def _set_game(self, live: LiveTable, user_id: UserId, variant: Variant) -> None:
        """Choose another game, by the same preset if it has that."""
        table = live.state
        settings = await self.bot.store.settings.guild_settings(table.guild)
        preset = table.options.get(PRESET_OPTION, "")
        settled = presets.settled_by(preset, variant, settings) if preset else None
        await live.set_game(user_id, variant, settled or {})

    async def _seats(self, table: TableState) -> int:
        return (await self.bot.store.settings.guild_settings(table.guild)).max_players

    async def _join(self, interaction: discord.Interaction, live: LiveTable) -> None:
        table, user = live.open, user_id_of(interaction)
        await check_admitted(interaction, table)
        most = await self._seats(table)
        # Refused before a message goes out; joining checks again.
        lobby.join(lobby_of(table), user, _seat_for(interaction, None, dm_open=True), most)
        await lobby.check_ban(self.bot.store, table.guild, user, table.variant.key)
        welcomed = self._welcomes.channel(table.id, user) or _direct(interaction)
        dm_channel, dm_open = welcomed, True
        if welcomed is None:
            dm_channel, dm_open = await self._welcomes.send(interaction, table.options)
            self._welcomes.note(table.id, user, dm_channel, dm_open=dm_open)
        seated = _seat_for(interaction, dm_channel, dm_open=dm_open)
        await live.join(user, seated, most, interaction.id)

    async def _sit(self, interaction: discord.Interaction, live: LiveTable) -> None:
        """Take the seat that a private message offers, or a computer's where a game has begun."""
        told = _SEATED
        if isinstance(live.state, LobbyTable):
            await self._join(interaction, live)
        else:
            await check_admitted(interaction, live.open)
            newcomer = _seat_for(interaction, _direct(interaction), dm_open=True)
            if not await live.take_computers_seat(newcomer, interaction.id):
                told = _AFTER_DEAL
        spoken = await language(interaction)
        screen = text_screen(f"🪑 {spoken.text(told, table=link(live.state))}")
        if is_own(interaction):
            await interaction.response.edit_message(view=screen)
        else:  # others can press it too
            await send_private(interaction, screen)
        if told is _SEATED:
            await self._tell_joined(interaction, live.state)

    async def _start(
        self, interaction: discord.Interaction, live: LiveTable, asked_at: int, *, fill: bool
    ) -> None:
        table, user = lobby_of(live.state), user_id_of(interaction)
        lobby.check_start(lobby.fill(table, user) if fill else table, user, asked_at)
        settings = await self.bot.store.settings.guild_settings(table.guild)
        if table.id in self._starting:
            return
        self._starting.add(table.id)
        try:
            if settings.threads and table.parent_channel is None:
                await self._into_thread(interaction, table)
            await live.start(user, asked_at, interaction.id, fill=fill)
        finally:
            self._starting.discard(table.id)

    async def _into_thread(self, interaction: discord.Interaction, table: TableState) -> None:
        """Move the table to a thread of its lobby's message, if that is allowed."""
        here, allowed = interaction.channel, interaction.app_permissions
        if (
            not isinstance(here, discord.TextChannel)
            or here.id != table.channel  # a forged press may come from anywhere
            or table.message is None
            or not (allowed.create_public_threads and allowed.send_messages_in_threads)
        ):
            return
        name = f"{language_of(table.language).term(table.variant.name)} {table.id}"
        message = here.get_partial_message(table.message)
        opening = asyncio.ensure_future(self.bot.display.calls.threads.open(message, name))
        await asyncio.wait((opening,), timeout=DELIVERY_SECONDS)
        if not opening.done():
            with suppress(*UNSENT):
                await interaction.response.defer(ephemeral=True, thinking=True)
            await asyncio.wait((opening,), timeout=THREAD_SECONDS)
        if opening.cancel():
            _log.info("table %d: no thread in time", table.id)
        elif isinstance(failed := opening.exception(), Undelivered):
            _log.info("table %d: no thread (%d)", table.id, failed.code)
        else:
            thread = opening.result()
            await self.bot.tables.note(table.id, channel=thread, parent_channel=here.id)


def _seat_for(interaction: discord.Interaction, dm_channel: int | None, *, dm_open: bool) -> Seated:
    user = interaction.user
    return Seated(name_of(user), user_id_of(interaction), "", dm_channel, dm_open)


def _direct(interaction: discord.Interaction) -> int | None:
    """Return the channel if something was pressed in direct messages; otherwise None."""
    return interaction.channel_id if interaction.guild_id is None else None


def _same_channel(interaction: discord.Interaction) -> frozenset[int]:
    """Return the ids that count as an interaction's channel: its own, its threads' or siblings'."""
    here = interaction.channel
    home = here.parent if isinstance(here, discord.Thread) else here
    threads = getattr(home, "threads", ())
    return frozenset((interaction.channel_id or 0, *(one.id for one in (home, *threads) if one)))
