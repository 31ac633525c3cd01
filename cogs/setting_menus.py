"""The menus of /settings and /preferences, and the two messages that show them.

Each shows what is changed most. All else is chosen from one more menu, which brings its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import SelectOption, ui

from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import ActionRow, Press, Screen, option, text_screen
from cogs.screens.parts.form import choice
from kwbot import variants
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.wording import N_, Term
from kwbot.storage.values.documents import Document, GuildSettings, Preferences
from kwbot.tables.state.pace import PACE_PAUSES
from kwbot.tables.time.refusals import Refused
from kwbot.text.table.lobby_text import seconds_in_words
from kwbot.text.words import labels, lines
from kwbot.text.words.language import LANGUAGES, OWN_NAMES, Language

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

    def menu(self, press: Press, now: Any, language: Language) -> ActionRow:
        """Draw the menu."""
        name = language.term(self.name)
        return components.menu(name, press, self._options(now, language, f"{name}: "))

    def field_of(self, now: Any, language: Language) -> ui.Label[Any]:
        """Draw the menu as a field of a form."""
        return choice(self.field, language.term(self.name), "", self._options(now, language))

    def told(self, now: Any, language: Language) -> str:
        """Return the name and what is set."""
        return f"{language.term(self.name)}: {self.words(now, language)}"

    def _options(self, now: Any, language: Language, before: str = "") -> list[SelectOption]:
        """Return the values, and the present one even if only another version offers it."""
        values = self.values if now in self.values else [*self.values, now]
        return [
            option(f"{before}{self.words(value, language)}", str(value), default=value == now)
            for value in values
        ]


def _language(code: str | None, language: Language) -> str:
    return OWN_NAMES[code] if code else language.term(labels.AS_DISCORD)


def _look(look: str | None, language: Language) -> str:
    return language.term(labels.LOOKS[look] if look else labels.USUAL_LOOK)


def _hours(hours: int, language: Language) -> str:
    return language.duration(hours * HOUR)


def _card_time(seconds: int | None, language: Language) -> str:
    if seconds is None:
        return language.term(labels.AS_OTHERS)
    return seconds_in_words(seconds, language)


def _number(number: int, language: Language) -> str:
    return str(number)


def _best(count: int | None, language: Language) -> str:
    return language.term(labels.ALL_EVENINGS) if count is None else str(count)


def _hour(hour: int | None, language: Language) -> str:
    return language.term(labels.NO_QUIET_HOURS) if hour is None else f"{hour:02}:00"


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
    SettingMenu("pace", labels.PACE, tuple(PACE_PAUSES), _terms(labels.PACE_LABELS)),
    SettingMenu("first_bid_seconds", labels.TIMES["time_first_bid"], _TIMES, seconds_in_words),
    SettingMenu("bid_seconds", labels.TIMES["time_bid"], _TIMES, seconds_in_words),
    SettingMenu("other_seconds", labels.TIMES["time_choice"], _TIMES, seconds_in_words),
    SettingMenu("card_seconds", labels.TIMES["time_card"], (None, *_TIMES), _card_time),
)
"""What they set in one form, which the message has a button for."""
SEASONS = (
    SettingMenu("season", labels.SEASON, tuple(labels.SEASON_LABELS), _terms(labels.SEASON_LABELS)),
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
RING_ROLE = "ring_role"
"""The field that a menu of roles sets."""
RING, QUIET = "ring", "quiet"
"""In place of a preference: whether one is rung on this server, and the form of quiet hours."""
FURTHER = "more"
"""In place of a field: the menu of all that is not shown at once."""
AT_ONCE = ("language", "look")
"""What both messages show at once."""
_WEEKLY = N_(
    "Each Monday at nine I post in {channel} who played, who rose, and the hand of the week."
)

PREFERENCES = (
    SettingMenu("language", labels.LANGUAGE, _LANGUAGES, _language),
    SettingMenu("sorting", labels.SORTING, tuple(_ORDERS), _terms(_ORDERS)),
    SettingMenu("four_colour", labels.SYMBOLS, tuple(_COLOURS), _terms(_COLOURS)),
    SettingMenu("look", labels.LOOK, (None, *labels.LOOKS), _look),
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
    now: GuildSettings,
    zone: str,
    weekly: int | None,
    notes: Sequence[str],
    language: Language,
    opened: str = "",
) -> Screen:
    """Draw what is set; `zone`: the time zone that holds; `weekly`: the channel of the weekly post,
    None: there is none; `notes`: what does not work any more; `opened`: what was chosen from the
    further menu."""
    clocks = lines.DOT.join(
        f"{language.term(one.name)}: "
        f"**{lines.capitalise(one.words(getattr(now, one.field), language))}**"
        for one in CLOCKS
    )
    season = language.term(labels.SEASON_LABELS[now.season])
    names = {
        CLOCKS_FORM: f"⏱️ {language.term(labels.CLOCKS)}",
        TIME_ZONE: f"🗓️ {zone}",
        SEASON_FORM: f"🏆 {language.term(labels.SEASON)}: {season}",
        WEEKLY: f"📰 {language.term(labels.WEEKLY)}: {language.term(_SWITCH[weekly is not None])}",
        **_told(SETTINGS, now, language),
        RING_ROLE: language.term(labels.RING_ROLE),
    }
    presets = _preset_menu(now, language)
    if presets:
        names[DELETE_PRESET] = language.term(labels.DELETE_PRESET)
    menus = _menus(SETTINGS_AREA, SETTINGS, now, language)
    menus |= {RING_ROLE: _role_menu(now, language), **presets}
    post = "" if weekly is None else "\n📰 " + language.text(_WEEKLY, channel=f"<#{weekly}>")
    return text_screen(
        f"### {language.text(N_('Settings of this server'))}\n"
        + language.text(N_("They apply to tables opened from now on."))
        + "\n".join((f"\n⏱️ {clocks}{post}", *notes)),
        *_at_once(SETTINGS_AREA, menus, names, opened, language),
    )


def _role_menu(now: GuildSettings, language: Language) -> ActionRow:
    """Return the menu of the role that can be rung; none may be chosen."""
    select: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=str(Press(SETTINGS_AREA, argument=RING_ROLE)),
        placeholder=language.term(labels.RING_ROLE),
        min_values=0,
        default_values=[discord.Object(now.ring_role)] if now.ring_role else [],
    )
    return ActionRow(select)


def _preset_menu(now: GuildSettings, language: Language) -> Mapping[str, ActionRow]:
    """Return the menu to delete a preset that moderators have kept, if there are any."""
    games = variants.games()
    options = [
        option(one.name, str(number), language.term(games[one.game].name))
        for number, one in enumerate(now.presets)
        if one.game in games
    ]
    if not options:
        return {}
    press = Press(SETTINGS_AREA, argument=DELETE_PRESET)
    return {DELETE_PRESET: components.menu(language.term(labels.DELETE_PRESET), press, options)}


def preferences_screen(
    now: Preferences, preferences: CardPreferences, *, ring: bool | None, opened: str = ""
) -> Screen:
    """Draw what somebody prefers; `ring`: whether they are rung here, None outside of a server;
    `opened`: what was chosen from the further menu."""
    language = preferences.language
    menus = _menus(PREFERENCES_AREA, PREFERENCES, now, language)
    names = _told(PREFERENCES, now, language)
    if ring is not None:
        press = Press(PREFERENCES_AREA, argument=RING)
        menus[RING] = RING_MENU.menu(press, ring, language)
        names[RING] = RING_MENU.told(ring, language)
    names[QUIET] = f"🌙 {_quiet(now, language)}"
    return text_screen(
        "\n".join(
            [
                f"### {language.text(N_('Your preferences'))}",
                language.text(N_("This is how your cards look:")),
                *preferences.style.lines(SAMPLE),
            ]
        ),
        *_at_once(PREFERENCES_AREA, menus, names, opened, language),
    )


def _quiet(now: Preferences, language: Language) -> str:
    if now.quiet_from is None:
        return language.term(labels.NO_QUIET_HOURS)
    begins, ends = _hour(now.quiet_from, language), _hour(now.quiet_until, language)
    return f"{language.term(labels.QUIET_HOURS)}: {begins}–{ends}"


def _menus(
    area: str, settings: Sequence[SettingMenu], now: Document, language: Language
) -> dict[str, ActionRow]:
    return {
        setting.field: setting.menu(
            Press(area, argument=setting.field), getattr(now, setting.field), language
        )
        for setting in settings
    }


def _told(settings: Sequence[SettingMenu], now: Document, language: Language) -> dict[str, str]:
    return {one.field: one.told(getattr(now, one.field), language) for one in settings}


def _at_once(
    area: str,
    menus: Mapping[str, ActionRow],
    names: Mapping[str, str],
    opened: str,
    language: Language,
) -> list[ActionRow]:
    """Return the menus to show `AT_ONCE`, the `opened` one, and the one to all else by its name."""
    shown = [*AT_ONCE, *([opened] if opened in menus and opened not in AT_ONCE else [])]
    further = [option(name, key) for key, name in names.items() if key not in AT_ONCE]
    press = Press(area, argument=FURTHER)
    return [
        *(menus[key] for key in shown),
        components.menu(language.term(labels.MORE), press, further),
    ]
