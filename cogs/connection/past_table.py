"""The check of who may look back at a table: its players, and those in its channel."""

import discord

from cogs.connection.context import bot_of, user_id_of
from kwbot.engine.values.wording import N_
from kwbot.ids import TableId
from kwbot.storage.values.stored_tables import StoredTable
from kwbot.tables.errors.refusals import BeforeRestore, Refused

_NOT_YOURS = N_("You can look at games you played in, and at others in their own channel.")
_WITHHELD = N_("Other tables still play this deal. You can look at it once all have.")
DELETED = N_("The cards of this game are deleted. Its result still counts.")


async def past_table(interaction: discord.Interaction, table_id: TableId) -> StoredTable:
    """Return a finished table that the user may look at. Raises Refused."""
    store, user = bot_of(interaction).store, user_id_of(interaction)
    table = await store.tables.load(table_id)
    if table is None and await store.is_before_restore(table_id):
        raise BeforeRestore
    if table is None or not table.seq:
        raise Refused(DELETED)
    check_shown(table)
    seated = any(seat.user_id == user for seat in table.seats)
    if not (
        seated or _is_there(interaction, table) or await store.tables.has_acted(table_id, user)
    ):
        raise Refused(_NOT_YOURS)
    return table


def check_shown(table: StoredTable) -> None:
    """Raise Refused while other tables still play the same deal."""
    if table.withheld:
        raise Refused(_WITHHELD)


def _is_there(interaction: discord.Interaction, table: StoredTable) -> bool:
    """Whether somebody presses where a table was; a thread with a parent is public, and ours."""
    places = (table.channel_id, table.parent_channel_id)
    return interaction.guild_id == table.guild_id and interaction.channel_id in places
