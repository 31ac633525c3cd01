"""The context of an interaction: who, where, in which language, at which table."""

from collections.abc import Mapping
from datetime import tzinfo
from typing import Protocol, cast

import discord

from cogs.connection.preferences import PreferenceCache
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.names import visible
from kwbot.engine.values.wording import N_
from kwbot.ids import NO_GUILD, NO_TABLE, GuildId, TableId, UserId
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.errors.refusals import NoTable, Refused
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.indexed_table import IndexedTable
from kwbot.tables.state.table_state import OpenTable, is_planned
from kwbot.tables.time.time_zones import zone_of
from kwbot.text.words.language import Language, language_of


class InteractionBot(Protocol):
    """The part of the bot that answers to interactions need."""

    preferences: PreferenceCache
    tables: Tables
    games: Mapping[str, Variant]
    store: Store
    inviting: set[tuple[TableId, UserId]]

    async def is_in(self, guild_id: GuildId) -> bool: ...

    async def write_to(self, user_id: UserId, text: str, nonce: str) -> None: ...


def name_of(user: discord.User | discord.Member) -> str:
    """Return a user's name: the one shown on their server, or their user name if no character of
    that is visible."""
    return visible(user.display_name, user.name, f"Player {user.id % 10_000:04}")


def guild_id_of(interaction: discord.Interaction) -> GuildId:
    """Return the server of an interaction; NO_GUILD in a direct message."""
    return GuildId(interaction.guild_id or NO_GUILD)


def user_id_of(interaction: discord.Interaction) -> UserId:
    return UserId(interaction.user.id)


def bot_of(interaction: discord.Interaction) -> InteractionBot:
    return cast("InteractionBot", interaction.client)


async def resume_tables(interaction: discord.Interaction, table_id: TableId = NO_TABLE) -> None:
    """Load the tables of an interaction's channel and user, and the one that a control names, so
    that its handler finds them in memory."""
    tables = bot_of(interaction).tables
    await tables.resume_about(table_id, user_id_of(interaction), interaction.channel_id)


def check_server(interaction: discord.Interaction, table: IndexedTable) -> None:
    """Raise NoTable unless an interaction is on the table's server: a press may be forged."""
    if interaction.guild_id != table.guild:
        raise NoTable


def takes_posts(guild: discord.Guild | None, channel_id: int) -> bool:
    """Whether the bot may post in a channel, as far as known; by HTTP alone nothing is."""
    found = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if guild is None or found is None or guild.me is None:
        return False
    granted = found.permissions_for(guild.me)
    return granted.view_channel and (
        granted.send_messages_in_threads
        if isinstance(found, discord.Thread)
        else granted.send_messages
    )


def role_is_gone(guild: discord.Guild | None, role: int | None) -> bool:
    """Whether a role was deleted; False by HTTP alone, where roles are unknown."""
    return (
        guild is not None
        and role is not None
        and bool(guild.roles)
        and guild.get_role(role) is None
    )


async def check_admitted(interaction: discord.Interaction, table: IndexedTable) -> None:
    """Raise NoTable unless an interaction comes from the table's server, or from the direct
    messages of somebody invited to it."""
    bot, user = bot_of(interaction), user_id_of(interaction)
    if interaction.guild_id is not None or (
        (table.id, user) not in bot.inviting
        and not await bot.store.tables.is_invited(table.id, user)
    ):
        check_server(interaction, table)


async def language(interaction: discord.Interaction) -> Language:
    """Return the language of an interaction's user: their own choice, otherwise their client's."""
    return (await bot_of(interaction).preferences.of(interaction)).language


def game_here(interaction: discord.Interaction) -> str:
    """Return the key of the game at this channel's table, otherwise the user's, otherwise any."""
    table = _table_here(interaction)
    return table.variant.key if table else next(iter(bot_of(interaction).games))


def edition_here(interaction: discord.Interaction, game: str) -> str:
    """Return a game's edition in this channel, otherwise with this user, otherwise the usual."""
    table = _table_here(interaction)
    options = table.options if isinstance(table, OpenTable) and table.variant.key == game else {}
    variant = bot_of(interaction).games.get(game)
    return variant.edition(options) if variant else ""


def _table_here(interaction: discord.Interaction) -> IndexedTable | None:
    bot, channel = bot_of(interaction), interaction.channel_id
    here = [one for one in bot.tables.index if one.is_in(channel)]
    return next(iter(here or bot.tables.index.of_user(user_id_of(interaction))), None)


async def game_last_played(interaction: discord.Interaction) -> str:
    """Return the key of the game played last (or now) in this channel, otherwise as `game_here`:
    nobody plays in a lobby yet."""
    bot, channel = bot_of(interaction), interaction.channel_id
    last = await bot.store.tables.latest(guild_id_of(interaction), channel_id=channel)
    return last.game if last and last.game in bot.games else game_here(interaction)


def channel_language(interaction: discord.Interaction, chosen: str | None) -> Language:
    """Return the language for what everybody in a channel reads. `chosen`: the server's setting.

    Only a Community server has a language of its own; Discord gives any other server's as American
    English, so there the language of the asking user is the better guess.
    """
    guild, locale = interaction.guild, interaction.locale
    if guild is not None and "COMMUNITY" in guild.features:
        locale = interaction.guild_locale or locale
    return language_of(chosen or locale.value)


def channel_zone(interaction: discord.Interaction, settings: GuildSettings) -> tzinfo:
    """Return the time zone in which people of the server type times."""
    return zone_of(settings, channel_language(interaction, settings.language).code)


async def settled_zone(interaction: discord.Interaction, settings: GuildSettings) -> tzinfo:
    """Return the time zone in which a moderator announces something. The server keeps it from then
    on, as the next moderator may speak another language."""
    zone = channel_zone(interaction, settings)
    if settings.time_zone is None:
        await bot_of(interaction).store.settings.change_guild_settings(
            guild_id_of(interaction),
            lambda now: now.model_copy(update={"time_zone": now.time_zone or str(zone)}),
        )
    return zone


def own_table(interaction: discord.Interaction) -> OpenTable:
    """Return the user's table: the one in this channel, otherwise their only one; a planned one
    only if there is no other. Raises Refused if there is none, or more than one."""
    all_mine = bot_of(interaction).tables.index.of_user(user_id_of(interaction))
    mine = [table for table in all_mine if not is_planned(table)] or all_mine
    here = [table for table in mine if table.is_in(interaction.channel_id)]
    if here or len(mine) == 1:
        return (here or mine)[0]
    if mine:
        raise Refused(N_("You're at several tables: use this command at one of them."))
    raise Refused(N_("You're not at a table."))
