"""/admin: what moderators do about deliberate cheating (rules §6), and about stuck tables."""

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.parts.moderators import MODERATOR_RIGHTS, check_moderator
from cogs.connection.client import Kwbot
from cogs.connection.context import guild_id_of, language, user_id_of
from cogs.connection.localised import descriptions, game_choices, words
from cogs.connection.replies import send_private
from cogs.screens.parts import components
from cogs.screens.parts.components import (
    LONGEST,
    MAX_OPTIONS,
    ActionRow,
    Press,
    Screen,
    text_screen,
)
from cogs.screens.parts.paging import Turn, turning
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import GuildId, TableId, UserId
from kwbot.storage.values.stored_people import PlayerBan
from kwbot.tables.errors.refusals import NoTable, Refused
from kwbot.tables.state.table_state import OpenTable
from kwbot.text.words import labels
from kwbot.text.words.labels import Command
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import cut, escape, plain
from kwbot.text.words.mentions import mention

AREA, CLOSING = "bans", "closing"
BAN_ROWS = 5
"""Bans on a page: as many as fit with the longest names and reasons, all of it escaped."""
MAX_REASON_LENGTH = 200
"""Most characters of a ban's reason."""

ADMIN = Command(
    Term("admin", "command"), Term("Ban players and close tables, for moderators", "command")
)
BAN = Command(Term("ban", "command"), Term("Ban a player from a game on this server", "command"))
UNBAN = Command(Term("unban", "command"), Term("Let a banned player play again", "command"))
BANS = Command(Term("bans", "command"), Term("Who is banned, and why", "command"))
CLOSE_TABLE_COMMAND = Command(
    Term("close-table", "command"), Term("End a game for good; its record stays", "command")
)
REASON = Command(
    Term("reason", "command"), Term("The reason; moderators see it in the list", "command")
)
TABLE_PARAMETER = Command(Term("table", "command"), Term("The number of the table", "command"))


@app_commands.guild_only()
@app_commands.default_permissions(MODERATOR_RIGHTS)
class AdminCog(
    commands.GroupCog, group_name=ADMIN.name.text, group_description=ADMIN.description.text
):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(AREA, self.on_bans, of_server=True)
        bot.router.on(CLOSING, self.on_closing, of_server=True)

    @app_commands.command(**words(BAN))
    @app_commands.describe(**descriptions(["player", "game"], reason=REASON))
    @app_commands.choices(game=game_choices())
    async def ban(
        self,
        interaction: discord.Interaction,
        player: discord.User,
        game: str,
        reason: app_commands.Range[str, 1, MAX_REASON_LENGTH],
    ) -> None:
        guild = check_moderator(interaction)
        self._check_game(game)
        if player.bot:
            raise Refused(N_("Only people can be banned from a game."))
        user_id, now = UserId(player.id), self.bot.clock.now()
        await self._out_of_lobbies(guild, user_id, game)  # if killed here, one repeats it
        await self.bot.store.settings.add_ban(
            PlayerBan(guild_id=guild, user_id=user_id, game=game, by=user_id_of(interaction),
                reason=plain(reason, MAX_REASON_LENGTH), at=now)
        )  # fmt: skip
        spoken = await language(interaction)
        told = spoken.text(
            N_("{player} is banned from {game} on this server: {reason}"),
            player=player.mention, game=self._name(game, spoken),
            reason=escape(reason, MAX_REASON_LENGTH),
        )  # fmt: skip
        playing = await self._out_of_lobbies(guild, user_id, game)
        await send_private(
            interaction, text_screen("\n".join([told, *self._hint(playing, spoken)]))
        )

    async def _out_of_lobbies(self, guild_id: GuildId, user_id: UserId, game: str) -> list[TableId]:
        """Remove a banned player from lobbies. Return the tables whose game has begun."""
        await self.bot.tables.resume_around(user_id)
        theirs = [
            table
            for table in self.bot.tables.index.of_user(user_id)
            if table.guild == guild_id and table.variant.key == game
        ]
        for table in theirs:
            if table.running is None:
                await self.bot.tables.index.at(table.id).leave(user_id)
        return [table.id for table in theirs if table.running]

    def _hint(self, playing: list[TableId], spoken: Language) -> list[str]:
        if not playing:
            return []
        numbers = spoken.enumeration(map(str, playing))
        hint = N_("They're still at table {numbers}. /admin close-table ends a game.")
        return [spoken.text(hint, numbers=numbers)]

    @app_commands.command(**words(UNBAN))
    @app_commands.describe(**descriptions(["player", "game"]))
    @app_commands.choices(game=game_choices())
    async def unban(
        self, interaction: discord.Interaction, player: discord.User, game: str
    ) -> None:
        guild = check_moderator(interaction)
        if not await self.bot.store.settings.remove_ban(guild, UserId(player.id), game):
            raise Refused(N_("That player isn't banned from this game."))
        spoken = await language(interaction)
        told = N_("{player} can play {game} again.")
        name = self._name(game, spoken)
        await send_private(
            interaction, text_screen(spoken.text(told, player=player.mention, game=name))
        )

    @app_commands.command(**words(BANS))
    async def bans(self, interaction: discord.Interaction) -> None:
        screen = await self._bans_screen(
            check_moderator(interaction), 1, await language(interaction)
        )
        await send_private(interaction, screen)

    async def on_bans(self, interaction: discord.Interaction, press: Press) -> None:
        guild = check_moderator(interaction)
        page = Turn.of(press.argument).page
        screen = await self._bans_screen(guild, page, await language(interaction))
        await interaction.response.edit_message(view=screen)

    async def _bans_screen(self, guild_id: GuildId, page: int, spoken: Language) -> Screen:
        bans = await self.bot.store.settings.bans(guild_id)
        if not bans:
            return text_screen(spoken.text(N_("Nobody is banned from a game on this server.")))
        pages = -(-len(bans) // BAN_ROWS)
        page = min(page, pages)
        shown = bans[(page - 1) * BAN_ROWS : page * BAN_ROWS]
        title = f"### {spoken.text(N_('Banned players'))}"
        users = [one for ban in shown for one in (ban.user_id, ban.by) if one is not None]
        names = await self.bot.store.people.names(guild_id, users)
        lines = [self._line(ban, names, spoken) for ban in shown]
        turns = [turning(AREA, "page", page, pages)] if pages > 1 else []
        return text_screen("\n".join([title, *lines]), *turns)

    def _line(self, ban: PlayerBan, names: Mapping[UserId, str], spoken: Language) -> str:
        facts = [_mention(ban.user_id, names), self._name(ban.game, spoken)]
        facts += [f"<t:{ban.at.timestamp():.0f}:d>", *([_mention(ban.by, names)] if ban.by else [])]
        return f"{' · '.join(facts)}\n-# {escape(ban.reason, MAX_REASON_LENGTH)}"

    @app_commands.command(**words(CLOSE_TABLE_COMMAND))
    @app_commands.describe(**descriptions(table=TABLE_PARAMETER))
    async def close_table(self, interaction: discord.Interaction, table: int | None = None) -> None:
        guild = check_moderator(interaction)
        tables = self.bot.tables
        await tables.resume_table(TableId(table or 0))
        found = (
            tables.index.in_channel(interaction.channel_id or 0)
            if table is None
            else tables.index.get(TableId(table))
        )
        if found is None or found.guild != guild:
            raise Refused(N_("There's no open table here.")) if table is None else NoTable
        spoken = await language(interaction)
        await send_private(interaction, closing_screen(self.bot.table(found.id), spoken))

    async def on_closing(self, interaction: discord.Interaction, press: Press) -> None:
        """Close a table, once a moderator has seen what is lost."""
        guild, table = check_moderator(interaction), self.bot.table(press.table)
        if table.guild != guild:
            raise NoTable
        await self.bot.tables.index.at(table.id).close("moderator")
        told = (await language(interaction)).text(N_("Table {number} is closed."), number=table.id)
        await interaction.response.edit_message(view=text_screen(told))

    @close_table.autocomplete("table")
    async def on_typing(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[int]]:
        """Return the server's open tables, found by number or by players' names."""
        guild, tables = guild_id_of(interaction), self.bot.tables
        names = {
            table.id: f"{table.id}: {', '.join(map(plain, table.names))}"
            for table in (*tables.index, *await tables.ownership.elsewhere(guild))
            if table.guild == guild
        }
        return [
            app_commands.Choice(name=cut(name, LONGEST), value=number)
            for number, name in names.items()
            if str(typed).casefold() in name.casefold()
        ][:MAX_OPTIONS]

    def _check_game(self, game: str) -> None:
        if game not in self.bot.games:
            raise Refused(N_("There's no such game here."))

    def _name(self, game: str, spoken: Language) -> str:
        variant = self.bot.games.get(game)
        return spoken.term(variant.name) if variant else game


def _mention(user_id: UserId, names: Mapping[UserId, str]) -> str:
    """Return a mention, with the last known name: Discord shows a user who left the server as a
    number, which says to moderators who it is."""
    name = names.get(user_id)
    return mention(user_id) if name is None else f"{escape(name)} ({mention(user_id)})"


def _escape(name: str) -> str:
    return escape(name, LONGEST)


def closing_screen(table: OpenTable, spoken: Language) -> Screen:
    """Return the question before a table is closed, which names what is lost."""
    game, players = spoken.term(table.variant.name), spoken.enumeration(map(_escape, table.names))
    told = [spoken.text(N_("Close table {number}, {game} with {players}?"),
                        number=table.id, game=game, players=players)]  # fmt: skip
    if table.running is None:
        told.append(spoken.text(N_("The game hasn't started.")))
    else:
        deals = spoken.plural(
            "{count} deal has been played. It's lost: nothing of this game counts.",
            "{count} deals have been played. They're lost: nothing of this game counts.",
            table.running.match.sheet.played,
        )
        first = spoken.text(N_("The first deal isn't over. Nothing of this game counts."))
        told.append(deals if table.running.match.sheet.played else first)
    button = components.button(
        spoken.term(labels.CLOSE_TABLE), Press(CLOSING, table.id), discord.ButtonStyle.danger
    )
    return text_screen("\n".join(told), ActionRow(button))
