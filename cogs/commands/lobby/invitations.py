"""*Invite to table* in a member's menu: one message to them alone, once for each table."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import language, name_of, own_table, user_id_of
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.undelivered import OutOfReach, Undelivered, directly
from cogs.screens.lobby.invitation_screen import invitation_screen, no_more_screen
from cogs.screens.parts.components import INVITATION, Press, text_screen
from kwbot.engine.values.wording import N_
from kwbot.ids import TableId, UserId
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.play import lobby
from kwbot.tables.state.table_state import OpenTable, RunningTable
from kwbot.text.words import labels
from kwbot.text.words.language import language_of
from kwbot.text.words.markdown import Markup
from kwbot.text.words.mentions import mention

MAX_INVITED = 12
"""Most people invited to a table."""
_ELSEWHERE = N_("Invite people on the server of your table.")
_ONESELF = N_("You're already at this table.")
_A_BOT = N_("That's a bot. Add computers in the lobby, under {button}.")
_NO_SIGHT = N_("{player} can't see this channel.")
_THERE = N_("{player} is already at this table.")
_FULL = N_("All seats are taken.")
_NOT_NOW = N_("{player} can't be invited now.")
_NOT_AGAIN = N_("{player} already has an invitation, or there are too many open ones.")
_INVITED = N_("I've invited {player}.")
_LOST = N_("I can't reach {player}. Send them a link to the table: {table}")


class InvitationsCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        invite = app_commands.ContextMenu(name=labels.INVITE.text, callback=self.invite)
        bot.tree.add_command(invite)
        bot.router.on(INVITATION, self.on_press)

    async def invite(
        self, interaction: discord.Interaction, member: discord.Member | discord.User
    ) -> None:
        """Invite a member to the user's own table."""
        table, who, user_id = self._table(interaction), Markup(member.mention), UserId(member.id)
        _check(interaction, table, member)
        if not await self._may_be_invited(table, user_id):
            raise Refused(_NOT_NOW, player=who)
        if not await self._may_invite(table.id, user_id):
            raise Refused(_NOT_AGAIN, player=who)
        self.bot.inviting.add((table.id, user_id))
        try:
            await interaction.response.defer(ephemeral=True, thinking=True)
            came = await self._deliver(interaction, table, user_id)
            if came:  # otherwise it can be tried again
                await self.bot.store.tables.invite(table.id, user_id, most=MAX_INVITED)
        finally:
            self.bot.inviting.discard((table.id, user_id))
        spoken = await language(interaction)
        told = f"💌 {spoken.text(_INVITED, player=who)}"
        lost = spoken.text(_LOST, player=who, table=f"<#{table.channel}>")
        await interaction.edit_original_response(view=text_screen(told if came else lost))

    def _table(self, interaction: discord.Interaction) -> OpenTable:
        """Return the table to invite to: in this channel, planned or not, or the only one."""
        mine = self.bot.tables.index.of_user(user_id_of(interaction))
        here = [table for table in mine if table.is_in(interaction.channel_id)]
        return here[0] if len(here) == 1 else own_table(interaction)

    async def _may_invite(self, table_id: TableId, user_id: UserId) -> bool:
        """Whether a user has not been invited to a table yet, nor too many others."""
        under_way = [invited for at, invited in self.bot.inviting if at == table_id]
        most = MAX_INVITED - len(under_way)
        return user_id not in under_way and await self.bot.store.tables.may_invite(
            table_id, user_id, most=most
        )

    async def _may_be_invited(self, table: OpenTable, user_id: UserId) -> bool:
        """Whether a user wants to be invited now, and may play the game there."""
        wanted = (await self.bot.store.settings.preferences(user_id)).invitations
        awake = await self.bot.preferences.awake(table.guild, [user_id], table.language)
        return (
            wanted
            and bool(awake)
            and not await self.bot.store.settings.ban(table.guild, user_id, table.variant.key)
        )

    async def _deliver(
        self, interaction: discord.Interaction, table: OpenTable, user_id: UserId
    ) -> bool:
        """Send an invitation by direct message or in the channel. Return whether it arrived."""
        calls, name = self.bot.display.calls, name_of(interaction.user)
        preferences = await self.bot.preferences.preferences_of(user_id, table.language)
        post = Post(invitation_screen(table, name, preferences.language), f"i{interaction.id}")
        try:
            with directly():
                await calls.messages.say(await calls.messages.open_dm(user_id), post)
        except OutOfReach:
            spoken = language_of(table.language)
            screen = invitation_screen(table, name, spoken, mention=mention(user_id))
            try:
                await calls.messages.say(
                    table.channel, Post(screen, f"j{interaction.id}", [user_id])
                )
            except Undelivered:
                return False
        except Undelivered:
            return False
        return True

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        """Turn invitations off for a user."""
        if press.argument != "off":
            raise Stale
        await self.bot.preferences.choose(user_id_of(interaction), invitations=False)
        screen = no_more_screen(await language(interaction))
        await interaction.response.edit_message(view=screen)


def _check(
    interaction: discord.Interaction, table: OpenTable, member: discord.Member | discord.User
) -> None:
    """Raise Refused if a member cannot be invited to a table."""
    who = Markup(member.mention)
    if interaction.guild_id != table.guild:
        raise Refused(_ELSEWHERE)
    if member.id == user_id_of(interaction):
        raise Refused(_ONESELF)
    if member.bot:
        raise Refused(_A_BOT, button=labels.MORE)
    if table.has(UserId(member.id)):
        raise Refused(_THERE, player=who)
    if not _sees(interaction, table, member):
        raise Refused(_NO_SIGHT, player=who)
    if not _has_room(table):
        raise Refused(_FULL)


def _sees(
    interaction: discord.Interaction, table: OpenTable, member: discord.Member | discord.User
) -> bool:
    """Whether somebody is on the server and sees the table's channel, as far as Discord says."""
    if not isinstance(member, discord.Member):
        return False
    seen = member.resolved_permissions
    return seen is None or seen.view_channel or not table.is_in(interaction.channel_id)


def _has_room(table: OpenTable) -> bool:
    """Whether a computer's seat is free, or a new one."""
    if isinstance(table, RunningTable):
        return table.has_room
    most = table.variant.most_players or len(table.seated) + 1
    return lobby.room(table, most) > 0 or len(table.humans) < len(table.seated)
