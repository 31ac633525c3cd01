"""/settings for the moderators of a server, /preferences for each player.

Both are one message of menus: a choice is stored at once and the message shows it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.parts.moderators import MODERATOR_RIGHTS, check_channel, check_moderator
from cogs.commands.server.setting_menus import (
    CLOCK_OPTIONS,
    CLOCKS_FORM,
    DELETE_PRESET,
    FURTHER,
    NOT_OFFERED,
    PING_OPTION,
    PING_ROLE,
    PING_SWITCH,
    PREFERENCES,
    PREFERENCES_AREA,
    QUIET,
    QUIET_HOUR_OPTIONS,
    SETTING_FORMS,
    SETTINGS,
    SETTINGS_AREA,
    TIME_ZONE,
    WEEKLY,
    accept,
    fields_of,
    preferences_screen,
    settings_screen,
    value_of,
)
from cogs.connection.client import Kwbot
from cogs.connection.context import (
    channel_language,
    channel_zone,
    guild_id_of,
    language,
    role_is_gone,
    takes_posts,
    user_id_of,
)
from cogs.connection.installation import in_direct_messages_too
from cogs.connection.localised import words
from cogs.connection.press_data import chosen_values, form_values
from cogs.connection.replies import send_private
from cogs.screens.parts.components import Press, Screen
from cogs.screens.parts.form import form, line
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import N_
from kwbot.ids import GuildId
from kwbot.storage.values.documents import Document, GuildSettings, Preferences
from kwbot.storage.values.stored_weeklies import WeeklyPlan
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.time.time_zones import zone_name
from kwbot.text.club import daily_text, weekly_text
from kwbot.text.words import labels

MAX_ZONE_LENGTH = 64
_NO_ROLE = N_("The role to ping is gone. Choose another one.")
_OWN_ZONE = N_("A city or UTC+2, for example Stockholm. Empty: the server's time zone.")
_ZONE_EFFECT = N_("For all times and days of this server. A city or UTC+2, for example Stockholm.")


def _change_by(
    document: type[Document], options: Sequence[Option], key: str, values: Sequence[str]
) -> dict[str, Any]:
    """Return the change of a document by a menu. Raises Refused for a value that no option has."""
    for option in options:
        if option.key == key:
            return {key: value_of(document, option, _one(values))}
    raise Refused(NOT_OFFERED)


def _one(values: Sequence[str]) -> str:
    """Return the only value of a menu. Raises Refused."""
    if len(values) != 1:
        raise Refused(NOT_OFFERED)
    return values[0]


def _without_preset(now: GuildSettings, chosen: Sequence[str]) -> dict[str, Any]:
    """Return the change that deletes the presets of these numbers."""
    left = tuple(one for number, one in enumerate(now.presets) if str(number) not in chosen)
    return {"presets": left}


def _is_refused(plan: WeeklyPlan, guild: discord.Guild | None) -> bool:
    """Whether a channel has refused its weekly post, and still would as far as known."""
    return plan.refused_at is not None and not takes_posts(guild, plan.channel_id)


class SettingsCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(SETTINGS_AREA, self.on_setting, of_server=True)
        bot.router.on_form(SETTINGS_AREA, self.on_setting_form)
        bot.router.on(PREFERENCES_AREA, self.on_preference)
        bot.router.on_form(PREFERENCES_AREA, self.on_quiet_hours)

    @app_commands.command(**words(labels.COMMANDS["settings"]))
    @app_commands.guild_only()
    @app_commands.default_permissions(MODERATOR_RIGHTS)
    async def settings(self, interaction: discord.Interaction) -> None:
        now = await self.bot.store.settings.guild_settings(check_moderator(interaction))
        await send_private(interaction, await self._screen(interaction, now))
        self.bot.dailies.due.retry(guild_id_of(interaction))  # perhaps a channel accepts posts now
        self.bot.weekly.due.retry(guild_id_of(interaction))

    async def _screen(
        self, interaction: discord.Interaction, now: GuildSettings, opened: str = ""
    ) -> Screen:
        zone = channel_zone(interaction, now)
        guild, spoken = guild_id_of(interaction), await language(interaction)
        store = self.bot.store
        daily, weekly = await store.daily.plan(guild), await store.weekly.plan(guild)
        notes = []
        if daily is not None and daily.refused_at is not None:
            notes.append(daily_text.refused_text(f"<#{daily.channel_id}>", spoken))
        if weekly is not None and _is_refused(weekly, interaction.guild):
            notes.append(weekly_text.refused_text(f"<#{weekly.channel_id}>", spoken))
        if role_is_gone(interaction.guild, now.ping_role):
            notes.append(f"⚠️ {spoken.text(_NO_ROLE)}")
            now = now.model_copy(update={"ping_role": None})
        channel = None if weekly is None else weekly.channel_id
        return settings_screen(now, str(zone), channel, notes, spoken, opened)

    async def on_setting(self, interaction: discord.Interaction, press: Press) -> None:
        guild, values = check_moderator(interaction), chosen_values(interaction)
        if press.argument == FURTHER:
            await self._open(interaction, guild, _one(values))
        elif press.argument in (*SETTING_FORMS, TIME_ZONE, WEEKLY):  # buttons older than FURTHER
            await self._open(interaction, guild, press.argument)
        elif press.argument == DELETE_PRESET:
            await self._change(interaction, guild, lambda now: _without_preset(now, values))
        elif press.argument == PING_ROLE:
            await self._name_role(interaction, guild, values)
        else:
            change = _change_by(GuildSettings, (*SETTINGS, *CLOCK_OPTIONS), press.argument, values)
            await self._change(interaction, guild, lambda _: change, press.argument)

    async def _open(self, interaction: discord.Interaction, guild_id: GuildId, which: str) -> None:
        """Ask for a setting chosen from the further menu: in a form, or in its own menu."""
        if which in SETTING_FORMS:
            await self._ask(interaction, guild_id, which)
        elif which == TIME_ZONE:
            await self._ask_zone(interaction, guild_id)
        elif which == WEEKLY:
            await self._switch_weekly(interaction, guild_id)
        else:
            now = await self.bot.store.settings.guild_settings(guild_id)
            screen = await self._screen(interaction, now, which)
            await interaction.response.edit_message(view=screen)

    async def _ask(self, interaction: discord.Interaction, guild_id: GuildId, which: str) -> None:
        """Ask with one of the forms."""
        now = await self.bot.store.settings.guild_settings(guild_id)
        spoken = await language(interaction)
        title, options = SETTING_FORMS[which]
        fields = [one.field() for one in fields_of(options, now, spoken).values()]
        press = Press(SETTINGS_AREA, argument=which)
        await interaction.response.send_modal(form(spoken.term(title), press, fields))

    async def _switch_weekly(self, interaction: discord.Interaction, guild_id: GuildId) -> None:
        """Turn the weekly post on in this channel, or off for the server. One that another channel
        refuses moves here."""
        now = await self.bot.store.settings.guild_settings(guild_id)
        plan, here = await self.bot.store.weekly.plan(guild_id), interaction.channel_id or 0
        stays = plan and (plan.channel_id == here or not _is_refused(plan, interaction.guild))
        if stays:
            await self.bot.store.weekly.remove_plan(guild_id)
        else:
            spoken = channel_language(interaction, now.language)
            user = user_id_of(interaction)
            await self.bot.weekly.turn_on(check_channel(interaction), here, spoken.code, user)
        await interaction.response.edit_message(view=await self._screen(interaction, now))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Remove the weekly posts of a server that has removed the bot."""
        await self.bot.store.weekly.remove_plan(GuildId(guild.id))

    async def _name_role(
        self, interaction: discord.Interaction, guild_id: GuildId, values: Sequence[str]
    ) -> None:
        """Have a role pinged in place of the one before; @everyone cannot be."""
        roles = [int(value) for value in values if value.isascii() and value.isdecimal()]
        if len(roles) != len(values) or len(roles) > 1 or guild_id in roles:
            raise Refused(NOT_OFFERED)
        before = (await self.bot.store.settings.guild_settings(guild_id)).ping_role
        if before is not None:
            await self.bot.store.people.set_ping_wish(guild_id, before, wanted=False)
        if roles:
            await self.bot.store.people.set_ping_wish(guild_id, roles[0], wanted=True)
        await self._change(
            interaction, guild_id, lambda _: {"ping_role": roles[0] if roles else None}, PING_ROLE
        )

    async def _ask_zone(self, interaction: discord.Interaction, guild_id: GuildId) -> None:
        now = await self.bot.store.settings.guild_settings(guild_id)
        spoken = await language(interaction)
        zone = channel_zone(interaction, now)
        name, about = spoken.term(labels.TIME_ZONE), spoken.text(_ZONE_EFFECT)
        field = line(TIME_ZONE, name, MAX_ZONE_LENGTH, about, str(zone))
        press = Press(SETTINGS_AREA, argument=TIME_ZONE)
        await interaction.response.send_modal(form(name, press, [field]))

    async def on_setting_form(self, interaction: discord.Interaction, press: Press) -> None:
        """Apply a sent form."""
        guild, typed = check_moderator(interaction), form_values(interaction)
        if press.argument == TIME_ZONE:
            zone = zone_name(typed.get(TIME_ZONE, ""))
            await self._change(interaction, guild, lambda _: {TIME_ZONE: zone})
            await self.bot.reconsider(guild)
            return

        _, options = SETTING_FORMS.get(press.argument, SETTING_FORMS[CLOCKS_FORM])

        def change(now: GuildSettings) -> dict[str, Any]:
            return {
                one.key: value_of(GuildSettings, one, typed[one.key])
                for one in options
                if typed.get(one.key, "") not in ("", str(getattr(now, one.key)))
            }

        await self._change(interaction, guild, change)

    async def _change(
        self,
        interaction: discord.Interaction,
        guild_id: GuildId,
        change: Callable[[GuildSettings], Mapping[str, Any]],
        opened: str = "",
    ) -> None:
        now = await self.bot.store.settings.change_guild_settings(
            guild_id, lambda before: before.model_copy(update=change(before))
        )
        screen = await self._screen(interaction, now, opened)
        await interaction.response.edit_message(view=screen)

    @app_commands.command(**words(labels.COMMANDS["preferences"]))
    @in_direct_messages_too
    async def preferences(self, interaction: discord.Interaction) -> None:
        await send_private(interaction, await self._preferences(interaction))

    async def _preferences(self, interaction: discord.Interaction, opened: str = "") -> Screen:
        user, guild, store = user_id_of(interaction), guild_id_of(interaction), self.bot.store
        preferences = await self.bot.preferences.of(interaction)
        pings = await store.people.wants_pings(guild, user) if guild else None
        now = await store.settings.preferences(user)
        return preferences_screen(now, preferences, pings=pings, opened=opened)

    async def on_preference(self, interaction: discord.Interaction, press: Press) -> None:
        values, opened = chosen_values(interaction), press.argument
        if opened == FURTHER:
            opened = _one(values)
        else:
            await self._prefer(interaction, opened, values)
        if opened == QUIET:
            await self._ask_quiet_hours(interaction)
            return
        screen = await self._preferences(interaction, opened)
        await interaction.response.edit_message(view=screen)

    async def _prefer(
        self, interaction: discord.Interaction, field: str, values: Sequence[str]
    ) -> None:
        """Set what a menu says."""
        user, guild = user_id_of(interaction), guild_id_of(interaction)
        if field == PING_SWITCH and guild and len(values) == 1:
            wanted = accept(PING_OPTION, values[0]) == str(True)
            await self.bot.store.people.set_ping_wish(guild, user, wanted=wanted)
        elif field != QUIET:  # a button older than FURTHER
            await self.bot.preferences.choose(
                user, **_change_by(Preferences, PREFERENCES, field, values)
            )
            self.bot.display.redraw_hands(user)

    async def _ask_quiet_hours(self, interaction: discord.Interaction) -> None:
        now = await self.bot.store.settings.preferences(user_id_of(interaction))
        spoken = await language(interaction)
        fields = [one.field() for one in fields_of(QUIET_HOUR_OPTIONS, now, spoken).values()]
        name, about = spoken.term(labels.TIME_ZONE), spoken.text(_OWN_ZONE)
        zone = line(TIME_ZONE, name, MAX_ZONE_LENGTH, about, now.time_zone or "", required=False)
        press = Press(PREFERENCES_AREA, argument=QUIET)
        title = spoken.term(labels.QUIET_HOURS)
        await interaction.response.send_modal(form(title, press, [*fields, zone]))

    async def on_quiet_hours(self, interaction: discord.Interaction, press: Press) -> None:
        """Apply the form of quiet hours."""
        typed = form_values(interaction)
        zone = typed.get(TIME_ZONE, "").strip()
        await self.bot.preferences.choose(
            user_id_of(interaction),
            time_zone=zone_name(zone) if zone else None,
            **{
                one.key: value_of(Preferences, one, typed.get(one.key, ""))
                for one in QUIET_HOUR_OPTIONS
            },
        )
        screen = await self._preferences(interaction)
        await interaction.response.edit_message(view=screen)
