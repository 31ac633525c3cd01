"""The menus of /settings and /preferences, and the two messages that hold them.

Each message shows what is changed most. A further menu opens the menus of everything else.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import ActionRow, Press, Screen, option, text_screen
from cogs.screens.parts.option_field import TIME_LIMITS, OptionField, option_field
from kwbot import variants
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import N_, Term
from kwbot.storage.values.documents import Document, GuildSettings, Preferences
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.state.pace import PACE_PAUSES
from kwbot.text.words import labels, lines
from kwbot.text.words.language import OWN_NAMES, Language
from kwbot.text.words.option_words import hour_in_words

SETTINGS_AREA, PREFERENCES_AREA = "settings", "preferences"
SAMPLE = CardSet.parse("SA SQ S9 S4 HK HJ H7 DA DT D3 CK C8 C2")


NOTHING = "None"
"""Stands for no value."""
_SWITCH = (("True", labels.ON), ("False", labels.OFF))
_LANGUAGES = (
    (NOTHING, labels.AS_DISCORD),
    *((code, Term(name)) for code, name in OWN_NAMES.items()),
)
_LOOKS = ((NOTHING, labels.USUAL_LOOK), *labels.LOOKS.items())
_HAND_PLACES = tuple((str(place), name) for place, name in labels.HAND_PLACES.items())
_OPENERS = (("everyone", labels.EVERYONE), ("moderators", labels.MODERATORS))
_ORDERS = (("descending", labels.DESCENDING), ("ascending", labels.ASCENDING))
_COLOURS = (("False", labels.TWO_COLOURS), ("True", labels.FOUR_COLOURS))
_PACES = tuple((pace, labels.PACE_LABELS[pace]) for pace in PACE_PAUSES)
_TABLES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
_HOURS = (1, 6, 12, 24, 48, 72, 168, 336)


def _clock(key: str, kind: str, *values: tuple[str, Term]) -> Option:
    """Return the option of a time limit; `kind`: a key of `labels.TIMES`."""
    name = labels.TIMES[kind]
    return Option(key, name, values=values, numbers=TIME_LIMITS, measure="seconds")


SETTINGS = (
    Option("language", labels.LANGUAGE, values=_LANGUAGES),
    Option("threads", labels.THREADS, values=_SWITCH),
    Option("look", labels.TABLE_LOOK, values=tuple(labels.LOOKS.items())),
    Option("hand", labels.HAND_PLACE, values=_HAND_PLACES[1:]),
    Option("openers", labels.OPENERS, values=_OPENERS),
    Option("show_leavers", labels.SHOW_LEAVERS, values=_SWITCH),
    Option("take_back", labels.TAKING_BACK, values=_SWITCH),
    Option("max_players", labels.MOST_PLAYERS, numbers=range(3, 13)),
    Option("close_after_hours", labels.CLOSE_AFTER, numbers=_HOURS, measure="hours"),
    Option("tables_per_person", labels.TABLES_PER_PERSON, numbers=_TABLES[:6]),
    Option("tables_per_channel", labels.TABLES_PER_CHANNEL, numbers=_TABLES),
    Option("tables_per_server", labels.TABLES_PER_SERVER, numbers=_TABLES),
)
"""What moderators set: fields of `GuildSettings`."""

CLOCK_OPTIONS = (
    Option("pace", labels.PACE, values=_PACES),
    _clock("first_bid_seconds", "time_first_bid"),
    _clock("bid_seconds", "time_bid"),
    _clock("other_seconds", "time_choice"),
    _clock("card_seconds", "time_card", (NOTHING, labels.AS_OTHERS)),
)
"""What they set in a form that opens from the message."""
SEASON_OPTIONS = (
    Option("season", labels.SEASON, values=tuple(labels.SEASON_LABELS.items())),
    Option(
        "best_evenings",
        labels.BEST_EVENINGS,
        values=((NOTHING, labels.ALL_EVENINGS),),
        numbers=range(1, 21),
    ),
    Option("ratings", labels.RATINGS, values=_SWITCH),
)
"""What they set in another form."""
WEEKLY = "weekly"
"""Stands for a field: turns the weekly post on in this channel, or off."""
CLOCKS_FORM, SEASON_FORM, DELETE_PRESET = "clocks", "season", "preset"
"""Stand for fields: the two forms, and the menu that deletes a preset of the server."""
SETTING_FORMS = {
    CLOCKS_FORM: (labels.CLOCKS, CLOCK_OPTIONS),
    SEASON_FORM: (labels.STANDINGS, SEASON_OPTIONS),
}
TIME_ZONE = "time_zone"
"""The field that is typed into a form of its own."""
PING_ROLE = "ring_role"
"""The field that a menu of roles sets, by the name that the database has for it."""
PING_SWITCH, QUIET = "ring", "quiet"
"""Stand for preferences: whether the user is pinged on this server, and the form of quiet hours."""
FURTHER = "more"
"""Stands for a field: the menu of everything not shown at once."""
NOT_OFFERED = N_("That can't be chosen here.")
SHOWN_AT_ONCE = ("language", "look")
"""What both messages show at once."""
_WEEKLY = N_(
    "Each Monday at nine I post in {channel} who played, who rose, and the hand of the week."
)

PREFERENCES = (
    Option("language", labels.LANGUAGE, values=_LANGUAGES),
    Option("sorting", labels.SORTING, values=_ORDERS),
    Option("four_colour", labels.SYMBOLS, values=_COLOURS),
    Option("look", labels.LOOK, values=_LOOKS),
    Option("hand", labels.HAND_PLACE, values=_HAND_PLACES),
    Option("confirm_cards", labels.CONFIRM_CARDS, values=_SWITCH),
    Option("play_single", labels.PLAY_SINGLE, values=_SWITCH),
    Option("invitations", labels.INVITATIONS, values=_SWITCH),
)
"""What players set: the fields of `Preferences`."""

QUIET_HOUR_OPTIONS = (
    Option(
        "quiet_from",
        labels.QUIET_FROM,
        values=((NOTHING, labels.NO_QUIET_HOURS),),
        numbers=range(24),
        measure="hour",
    ),
    Option("quiet_until", labels.QUIET_UNTIL, numbers=range(24), measure="hour"),
)
"""What they set in one form, together with their time zone."""
PING_OPTION = Option(PING_SWITCH, labels.PING_WISH, values=_SWITCH)


def accept(option: Option, text: str) -> str:
    """Return a value that the option offers. Raises Refused for any other."""
    try:
        return option.accept(text)
    except IllegalAction:
        raise Refused(NOT_OFFERED) from None


def value_of(document: type[Document], option: Option, text: str) -> Any:
    """Return the value of a document's field for the option's value `text`. Raises Refused."""
    accepted = accept(option, text)
    stored = document.model_validate({option.key: None if accepted == NOTHING else accepted})
    return getattr(stored, option.key)


def fields_of(
    options: Sequence[Option], now: Document, language: Language
) -> dict[str, OptionField]:
    """Return the options of a document as fields, by key."""
    return {one.key: option_field(one, str(getattr(now, one.key)), language) for one in options}


def settings_screen(
    now: GuildSettings,
    zone: str,
    weekly: int | None,
    notes: Sequence[str],
    language: Language,
    opened: str = "",
) -> Screen:
    """Draw the settings of a server; `zone`: its time zone; `weekly`: the channel of the weekly
    post, if any; `notes`: what no longer works; `opened`: what was chosen from the further menu."""
    fields = fields_of(SETTINGS, now, language)
    clocks = lines.DOT.join(
        f"{one.name}: **{one.word}**"
        for one in fields_of(CLOCK_OPTIONS, now, language).values()
        if one.word != language.term(labels.AS_OTHERS)  # its label says so
    )
    season = language.term(labels.SEASON_LABELS[now.season])
    posted = language.term(labels.OFF if weekly is None else labels.ON)
    names = {
        CLOCKS_FORM: f"⏱️ {language.term(labels.CLOCKS)}",
        TIME_ZONE: f"🗓️ {language.term(labels.TIME_ZONE)}: {zone}",
        SEASON_FORM: f"🏆 {language.term(labels.SEASON)}: {season}",
        WEEKLY: f"📰 {language.term(labels.WEEKLY)}: {posted}",
        **{key: one.line for key, one in fields.items()},
        PING_ROLE: language.term(labels.PING_ROLE),
    }
    presets = _preset_menu(now, language)
    if presets:
        names[DELETE_PRESET] = language.term(labels.DELETE_PRESET)
    menus = {key: one.menu(SETTINGS_AREA) for key, one in fields.items()}
    menus |= {PING_ROLE: _role_menu(now, language), **presets}
    post = "" if weekly is None else "\n📰 " + language.text(_WEEKLY, channel=f"<#{weekly}>")
    return text_screen(
        f"### {language.text(N_('Settings of this server'))}\n"
        + language.text(N_("They apply to new tables."))
        + "\n".join((f"\n⏱️ {clocks}{post}", *notes)),
        *_at_once(SETTINGS_AREA, menus, names, opened, language),
    )


def _role_menu(now: GuildSettings, language: Language) -> ActionRow:
    """Return the menu of the role that can be pinged; none may be chosen."""
    select: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=str(Press(SETTINGS_AREA, argument=PING_ROLE)),
        placeholder=language.term(labels.PING_ROLE),
        min_values=0,
        default_values=[discord.Object(now.ping_role)] if now.ping_role else [],
    )
    return ActionRow(select)


def _preset_menu(now: GuildSettings, language: Language) -> Mapping[str, ActionRow]:
    """Return the menu to delete a preset that moderators have saved, if there are any."""
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
    now: Preferences, preferences: CardPreferences, *, pings: bool | None, opened: str = ""
) -> Screen:
    """Draw a user's preferences; `pings`: whether they are pinged here, None outside of a server;
    `opened`: what was chosen from the further menu."""
    language = preferences.language
    fields = fields_of(PREFERENCES, now, language)
    if pings is not None:
        fields[PING_SWITCH] = option_field(PING_OPTION, str(pings), language)
    names = {key: one.line for key, one in fields.items()}
    names[QUIET] = f"🌙 {_quiet(now, language)}"
    menus = {key: one.menu(PREFERENCES_AREA) for key, one in fields.items()}
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
    begins, ends = hour_in_words(now.quiet_from, language), hour_in_words(now.quiet_until, language)
    return f"{language.term(labels.QUIET_HOURS)}: {begins}–{ends}"


def _at_once(
    area: str,
    menus: Mapping[str, ActionRow],
    names: Mapping[str, str],
    opened: str,
    language: Language,
) -> list[ActionRow]:
    """Return the menus `SHOWN_AT_ONCE`, the `opened` one, and the one that opens all others."""
    shown = [*SHOWN_AT_ONCE, *([opened] if opened in menus and opened not in SHOWN_AT_ONCE else [])]
    further = [option(name, key) for key, name in names.items() if key not in SHOWN_AT_ONCE]
    press = Press(area, argument=FURTHER)
    return [
        *(menus[key] for key in shown),
        components.menu(language.term(labels.MORE), press, further),
    ]
