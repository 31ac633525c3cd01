"""/settings for the moderators of a server, /preferences for each player.

Both are one message of menus: what is chosen is stored at once and the message shows it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import SelectOption, app_commands, ui
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import channel_language, channel_zone, chosen, filled, language
from cogs.connection.localised import words
from cogs.connection.replies import send_private
from cogs.moderators import MODERATORS, check_channel, check_moderator
from cogs.screens import components
from cogs.screens.components import Press, option, text_screen
from cogs.screens.form import choice, form, line
from cogs.screens.taste import Taste
from kwbot import variants
from kwbot.engine.cards import CardSet
from kwbot.engine.wording import N_, Term
from kwbot.storage.documents import Document, GuildSettings, Preferences
from kwbot.tables.opening_times import zone_name
from kwbot.tables.refusals import Refused
from kwbot.text import labels, lines
from kwbot.text.language import LANGUAGES, OWN_NAMES, Language
from kwbot.text.lobby_message import seconds_in_words

SETTINGS_AREA, PREFERENCES_AREA = "settings", "preferences"
HOUR = 3600
SAMPLE = CardSet.parse("SA SQ S9 S4 HK HJ H7 DA DT D3 CK C8 C2")


@dataclass(frozen=True)
class SettingMenu:
    """A menu: the field that it sets, to which values, and what those are called."""

    field: str
    name: Term
    values: Sequence[Any]
    words: Callable[[Any, Language], str]

    def read(self, text: str) -> Any:
        """Return the value that a menu sends as `text`. Raises Refused."""
        for value in self.values:
            if str(value) == text:
                return value
        raise Refused(N_("That can't be chosen here."))

    def menu(self, press: Press, now: Any, language: Language) -> ui.ActionRow[Any]:
        """Draw the menu."""
        name = language.term(self.name)
        return components.menu(name, press, self._options(now, language, f"{name}: "))

    def field_of(self, now: Any, language: Language) -> ui.Label[Any]:
        """Draw the menu as a field of a form."""
        return choice(self.field, language.term(self.name), "", self._options(now, language))

    def _options(self, now: Any, language: Language, before: str = "") -> list[SelectOption]:
        """Return the values, and the present one even if only another version offers it."""
        values = self.values if now in self.values else [*self.values, now]
        return [
            option(f"{before}{self.words(value, language)}", str(value), default=value == now)
            for value in values
        ]


def _language(code: str | None, language: Language) -> str:
    return OWN_NAMES[code] if code else language.term(labels.AS_DISCORD)


def _hours(hours: int, language: Language) -> str:
    return language.duration(hours * HOUR)


def _card_time(seconds: int | None, language: Language) -> str:
    if seconds is None:
        return language.term(labels.AS_OTHERS)
    return seconds_in_words(seconds, language)


def _number(number: int, language: Language) -> str:
    return str(number)


def _best(count: int | None, language: Language) -> str:
    return language.term(labels.ALL) if count is None else str(count)


def _hour(hour: int | None, language: Language) -> str:
    return language.term(labels.NEVER) if hour is None else f"{hour:02}:00"


def _terms(terms: Mapping[Any, Term]) -> Callable[[Any, Language], str]:
    return lambda value, language: language.term(terms[value])


_LANGUAGES = (None, *LANGUAGES)
_TIMES = (0, 10, 20, 30, 60, 120, 300, 900, HOUR, 8 * HOUR, 24 * HOUR)
_TABLES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
_SWITCH = {True: labels.ON, False: labels.OFF}
_OPENERS = {"everyone": labels.EVERYONE, "moderators": labels.MODERATORS}
_ORDERS = {"descending": labels.DESCENDING, "ascending": labels.ASCENDING}
_COLOURS = {False: labels.TWO_COLOURS, True: labels.FOUR_COLOURS}

SETTINGS = (
    SettingMenu("language", labels.LANGUAGE, _LANGUAGES, _language),
    SettingMenu("threads", labels.THREADS, tuple(_SWITCH), _terms(_SWITCH)),
    SettingMenu("look", labels.TABLE_LOOK, tuple(labels.TABLE_LOOKS), _terms(labels.TABLE_LOOKS)),
    SettingMenu("hand", labels.HAND_PLACE, ("dm", "here"), _terms(labels.HAND_PLACES)),
    SettingMenu("openers", labels.OPENERS, tuple(_OPENERS), _terms(_OPENERS)),
    SettingMenu("show_leavers", labels.SHOW_LEAVERS, tuple(_SWITCH), _terms(_SWITCH)),
    SettingMenu("take_back", labels.TAKING_BACK, tuple(_SWITCH), _terms(_SWITCH)),
    SettingMenu("max_players", labels.MOST_PLAYERS, range(3, 13), _number),
    SettingMenu("close_after_hours", labels.CLOSE_AFTER, (1, 6, 12, 24, 48, 72, 168, 336), _hours),
    SettingMenu("tables_per_person", labels.TABLES_PER_PERSON, _TABLES[:6], _number),
    SettingMenu("tables_per_channel", labels.TABLES_PER_CHANNEL, _TABLES, _number),
    SettingMenu("tables_per_server", labels.TABLES_PER_SERVER, _TABLES, _number),
)
"""What moderators set: fields of `GuildSettings`."""

CLOCKS = (
    SettingMenu("pace", labels.PACE, tuple(labels.PACES), _terms(labels.PACES)),
    SettingMenu("first_bid_seconds", labels.FIRST_BID_TIME, _TIMES, seconds_in_words),
    SettingMenu("bid_seconds", labels.BID_TIME, _TIMES, seconds_in_words),
    SettingMenu("other_seconds", labels.OTHER_TIME, _TIMES, seconds_in_words),
    SettingMenu("card_seconds", labels.CARD_TIME, (None, *_TIMES), _card_time),
)
"""What they set in one form, which the message has a button for."""
SEASONS = (
    SettingMenu("season", labels.SEASON, tuple(labels.SEASONS), _terms(labels.SEASONS)),
    SettingMenu("best_evenings", labels.BEST_EVENINGS, (None, *range(1, 21)), _best),
    SettingMenu("ratings", labels.RATINGS, tuple(_SWITCH), _terms(_SWITCH)),
)
"""What they set in another one."""
WEEKLY = "weekly"
"""In place of a field: the button that turns the weekly post on in this channel, or off."""
CLOCKS_FORM, SEASON_FORM, DELETE_PRESET = "clocks", "season", "preset"
"""In place of a field: those forms, and the menu that deletes a preset of the server."""
FORMS = {CLOCKS_FORM: (labels.CLOCKS, CLOCKS), SEASON_FORM: (labels.STANDINGS, SEASONS)}
TIME_ZONE = "time_zone"
"""The field that is typed into a form of its own."""
LONGEST_ZONE = 64
_OWN_ZONE = N_("A place such as Europe/Stockholm; empty for the server's own time zone.")
RING_ROLE = "ring_role"
"""The field that a menu of roles sets."""
RING, QUIET = "ring", "quiet"
"""In place of a preference: whether one is rung on this server, and the form of quiet hours."""
_WEEKLY = N_(
    "Each Monday at nine I post in {channel} who played, who rose, and the hand of the week."
)
_ZONE_EFFECT = N_("For the times of planned tables. A place such as Europe/Stockholm.")

PREFERENCES = (
    SettingMenu("language", labels.LANGUAGE, _LANGUAGES, _language),
    SettingMenu("sorting", labels.SORTING, tuple(_ORDERS), _terms(_ORDERS)),
    SettingMenu("four_colour", labels.SYMBOLS, tuple(_COLOURS), _terms(_COLOURS)),
    SettingMenu("look", labels.LOOK, tuple(labels.LOOKS), _terms(labels.LOOKS)),
    SettingMenu("hand", labels.HAND_PLACE, tuple(labels.HAND_PLACES), _terms(labels.HAND_PLACES)),
    SettingMenu("confirm_cards", labels.CONFIRM_CARDS, tuple(_SWITCH), _terms(_SWITCH)),
    SettingMenu("play_single", labels.PLAY_SINGLE, tuple(_SWITCH), _terms(_SWITCH)),
    SettingMenu("invitations", labels.INVITATIONS, tuple(_SWITCH), _terms(_SWITCH)),
)
"""What players set: the fields of `Preferences`."""


QUIET_HOURS = (
    SettingMenu("quiet_from", labels.QUIET_FROM, (None, *range(24)), _hour),
    SettingMenu("quiet_until", labels.QUIET_UNTIL, tuple(range(24)), _hour),
)
"""What they set in one form, beside their time zone."""
RING_MENU = SettingMenu(RING, labels.RING_WISH, (True, False), _terms(_SWITCH))


def settings_screen(
    now: GuildSettings, zone: str, weekly: int | None, language: Language
) -> ui.LayoutView:
    """Draw what is set; `zone`: the time zone that holds; `weekly`: the channel of the weekly post,
    None: there is none."""
    clocks = lines.DOT.join(
        f"{language.term(one.name)}: **{one.words(getattr(now, one.field), language)}**"
        for one in CLOCKS
    )
    season = language.term(labels.SEASONS[now.season])
    names = {
        CLOCKS_FORM: f"⏱️ {language.term(labels.CLOCKS)}",
        TIME_ZONE: f"🗓️ {zone}",
        SEASON_FORM: f"🏆 {language.term(labels.STANDINGS)}: {season}",
        WEEKLY: f"📰 {language.term(labels.WEEKLY)}: {language.term(_SWITCH[weekly is not None])}",
    }
    post = "" if weekly is None else "\n📰 " + language.text(_WEEKLY, channel=f"<#{weekly}>")
    forms = [components.button(name, Press(SETTINGS_AREA, rest=key)) for key, name in names.items()]
    return text_screen(
        f"### {language.text(N_('Settings of this server'))}\n"
        + language.text(N_("They apply to tables opened from now on."))
        + f"\n⏱️ {clocks}{post}",
        ui.ActionRow(*forms),
        *_menus(SETTINGS_AREA, SETTINGS, now, language),
        _role_menu(now, language),
        *_preset_menu(now, language),
    )


def _role_menu(now: GuildSettings, language: Language) -> ui.ActionRow[Any]:
    """Return the menu of the role that can be rung; none may be chosen."""
    select: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=str(Press(SETTINGS_AREA, rest=RING_ROLE)),
        placeholder=language.term(labels.RING_ROLE),
        min_values=0,
        default_values=[discord.Object(now.ring_role)] if now.ring_role else [],
    )
    return ui.ActionRow(select)


def _preset_menu(now: GuildSettings, language: Language) -> list[ui.ActionRow[Any]]:
    """Return the menu to delete a preset that moderators have kept, if there are any."""
    games = variants.games()
    options = [
        option(one.name, str(number), language.term(games[one.game].name))
        for number, one in enumerate(now.presets)
        if one.game in games
    ]
    if not options:
        return []
    press = Press(SETTINGS_AREA, rest=DELETE_PRESET)
    return [components.menu(language.term(labels.DELETE_PRESET), press, options)]


def preferences_screen(now: Preferences, taste: Taste, *, ring: bool | None) -> ui.LayoutView:
    """Draw what somebody prefers; `ring`: whether they are rung here, None outside of a server."""
    language = taste.language
    press = Press(PREFERENCES_AREA, rest=RING)
    rings = [] if ring is None else [RING_MENU.menu(press, ring, language)]
    quiet = components.button(f"🌙 {_quiet(now, language)}", Press(PREFERENCES_AREA, rest=QUIET))
    return text_screen(
        "\n".join(
            [
                f"### {language.text(N_('Your preferences'))}",
                language.text(N_("This is how your cards look:")),
                *taste.style.lines(SAMPLE),
            ]
        ),
        *_menus(PREFERENCES_AREA, PREFERENCES, now, language),
        *rings,
        ui.ActionRow(quiet),
    )


def _quiet(now: Preferences, language: Language) -> str:
    if now.quiet_from is None:
        return language.term(labels.NEVER)
    begins, ends = _hour(now.quiet_from, language), _hour(now.quiet_until, language)
    return f"{language.term(labels.QUIET_HOURS)}: {begins}–{ends}"


def _menus(
    area: str, settings: Sequence[SettingMenu], now: Document, language: Language
) -> list[ui.ActionRow[Any]]:
    return [
        setting.menu(Press(area, rest=setting.field), getattr(now, setting.field), language)
        for setting in settings
    ]


def _changed(settings: Sequence[SettingMenu], field: str, values: Sequence[str]) -> dict[str, Any]:
    """Return what a menu sets. Raises Refused for what none of these menus offers."""
    for setting in settings:
        if setting.field == field and len(values) == 1:
            return {field: setting.read(values[0])}
    raise Refused(N_("That can't be chosen here."))


def _without_preset(now: GuildSettings, chosen: Sequence[str]) -> dict[str, Any]:
    """Return what deleting the preset of this number changes."""
    left = tuple(one for number, one in enumerate(now.presets) if str(number) not in chosen)
    return {"presets": left}


class SettingsCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        self._turn = asyncio.Lock()  # of two changes at once, neither may undo the other
        bot.router.on(SETTINGS_AREA, self.set)
        bot.router.on_form(SETTINGS_AREA, self.fill)
        bot.router.on(PREFERENCES_AREA, self.prefer)
        bot.router.on_form(PREFERENCES_AREA, self.set_quiet_hours)

    @app_commands.command(**words(labels.COMMANDS["settings"]))
    @app_commands.guild_only()
    @app_commands.default_permissions(MODERATORS)
    async def settings(self, interaction: discord.Interaction) -> None:
        now = await self.bot.store.guild_settings(check_moderator(interaction))
        await send_private(interaction, await self._screen(interaction, now))

    async def _screen(self, interaction: discord.Interaction, now: GuildSettings) -> ui.LayoutView:
        zone = channel_zone(interaction, now)
        plan = await self.bot.weekly.plan(interaction.guild_id or 0)
        weekly = None if plan is None else plan.channel_id
        return settings_screen(now, zone.key, weekly, await language(interaction))

    async def set(self, interaction: discord.Interaction, press: Press) -> None:
        guild, values = check_moderator(interaction), chosen(interaction)
        if press.rest in FORMS:
            await self._ask(interaction, guild, press.rest)
        elif press.rest == TIME_ZONE:
            await self._ask_zone(interaction, guild)
        elif press.rest == WEEKLY:
            await self._switch_weekly(interaction, guild)
        elif press.rest == DELETE_PRESET:
            await self._change(interaction, guild, lambda now: _without_preset(now, values))
        elif press.rest == RING_ROLE:
            await self._name_role(interaction, guild, values)
        else:
            change = _changed((*SETTINGS, *CLOCKS), press.rest, values)
            await self._change(interaction, guild, lambda _: change)

    async def _ask(self, interaction: discord.Interaction, guild: int, which: str) -> None:
        """Ask with one of the forms."""
        now, spoken = await self.bot.store.guild_settings(guild), await language(interaction)
        title, menus = FORMS[which]
        fields = [one.field_of(getattr(now, one.field), spoken) for one in menus]
        press = Press(SETTINGS_AREA, rest=which)
        await interaction.response.send_modal(form(spoken.term(title), press, fields))

    async def _switch_weekly(self, interaction: discord.Interaction, guild: int) -> None:
        """Let this channel have a weekly post, or the server none."""
        now = await self.bot.store.guild_settings(guild)
        if await self.bot.weekly.plan(guild) is not None:
            await self.bot.weekly.turn_off(guild)
        else:
            here = interaction.channel_id or 0
            spoken = channel_language(interaction, now.language)
            await self.bot.weekly.turn_on(check_channel(interaction), here, spoken.code)
        await interaction.response.edit_message(view=await self._screen(interaction, now))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Post nothing more on a server that has removed the bot."""
        await self.bot.weekly.turn_off(guild.id)

    async def _name_role(
        self, interaction: discord.Interaction, guild: int, values: Sequence[str]
    ) -> None:
        """Let a role be rung in place of the one before; @everyone cannot be."""
        roles = [int(value) for value in values if value.isascii() and value.isdecimal()]
        if len(roles) != len(values) or len(roles) > 1 or guild in roles:
            raise Refused(N_("That can't be chosen here."))
        before = (await self.bot.store.guild_settings(guild)).ring_role
        if before is not None:
            await self.bot.store.set_ring_wish(guild, before, wanted=False)
        if roles:
            await self.bot.store.set_ring_wish(guild, roles[0], wanted=True)
        await self._change(interaction, guild, lambda _: {RING_ROLE: roles[0] if roles else None})

    async def _ask_zone(self, interaction: discord.Interaction, guild: int) -> None:
        now, spoken = await self.bot.store.guild_settings(guild), await language(interaction)
        zone = channel_zone(interaction, now)
        name, about = spoken.term(labels.TIME_ZONE), spoken.text(_ZONE_EFFECT)
        field = line(TIME_ZONE, name, LONGEST_ZONE, about, zone.key)
        press = Press(SETTINGS_AREA, rest=TIME_ZONE)
        await interaction.response.send_modal(form(name, press, [field]))

    async def fill(self, interaction: discord.Interaction, press: Press) -> None:
        """Take a filled form over."""
        guild, typed = check_moderator(interaction), filled(interaction)
        if press.rest == TIME_ZONE:
            zone = zone_name(typed.get(TIME_ZONE, ""))
            await self._change(interaction, guild, lambda _: {TIME_ZONE: zone})
            return

        _, menus = FORMS.get(press.rest, FORMS[CLOCKS_FORM])

        def change(now: GuildSettings) -> dict[str, Any]:
            return {
                one.field: one.read(typed[one.field])
                for one in menus
                if typed.get(one.field, "") not in ("", str(getattr(now, one.field)))
            }

        await self._change(interaction, guild, change)

    async def _change(
        self,
        interaction: discord.Interaction,
        guild: int,
        change: Callable[[GuildSettings], Mapping[str, Any]],
    ) -> None:
        async with self._turn:
            before = await self.bot.store.guild_settings(guild)
            now = before.model_copy(update=change(before))
            await self.bot.store.set_guild_settings(guild, now)
        view = await self._screen(interaction, now)
        await interaction.response.edit_message(view=view)

    @app_commands.command(**words(labels.COMMANDS["preferences"]))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def preferences(self, interaction: discord.Interaction) -> None:
        await send_private(interaction, await self._preferences(interaction))

    async def _preferences(self, interaction: discord.Interaction) -> ui.LayoutView:
        user, guild, store = interaction.user.id, interaction.guild_id, self.bot.store
        taste = await self.bot.preferences.taste(interaction)
        ring = None if guild is None else await store.wants_ring(guild, user)
        return preferences_screen(await store.preferences(user), taste, ring=ring)

    async def prefer(self, interaction: discord.Interaction, press: Press) -> None:
        user, guild, values = interaction.user.id, interaction.guild_id, chosen(interaction)
        if press.rest == QUIET:
            await self._ask_quiet_hours(interaction)
            return
        if press.rest == RING and guild is not None and len(values) == 1:
            wanted = RING_MENU.read(values[0])
            await self.bot.store.set_ring_wish(guild, user, wanted=wanted)
        else:
            await self.bot.preferences.choose(user, **_changed(PREFERENCES, press.rest, values))
            self.bot.display.place_hands(user)
        view = await self._preferences(interaction)
        await interaction.response.edit_message(view=view)

    async def _ask_quiet_hours(self, interaction: discord.Interaction) -> None:
        now = await self.bot.store.preferences(interaction.user.id)
        spoken = await language(interaction)
        fields = [one.field_of(getattr(now, one.field), spoken) for one in QUIET_HOURS]
        name, about = spoken.term(labels.TIME_ZONE), spoken.text(_OWN_ZONE)
        zone = line(TIME_ZONE, name, LONGEST_ZONE, about, now.time_zone or "", required=False)
        press = Press(PREFERENCES_AREA, rest=QUIET)
        title = spoken.term(labels.QUIET_HOURS)
        await interaction.response.send_modal(form(title, press, [*fields, zone]))

    async def set_quiet_hours(self, interaction: discord.Interaction, press: Press) -> None:
        """Take the form of quiet hours over."""
        typed = filled(interaction)
        zone = typed.get(TIME_ZONE, "").strip()
        await self.bot.preferences.choose(
            interaction.user.id,
            time_zone=zone_name(zone) if zone else None,
            **{one.field: one.read(typed.get(one.field, "")) for one in QUIET_HOURS},
        )
        view = await self._preferences(interaction)
        await interaction.response.edit_message(view=view)


async def setup(bot: Kwbot) -> None:
    await bot.add_cog(SettingsCog(bot))
