"""Pings for a table that has opened: people ask for them, and read them."""

from collections.abc import Sequence
from datetime import timedelta

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.components import (
    LOBBY,
    ME,
    NOT_ME,
    PINGS,
    ActionRow,
    Press,
    Screen,
    text_screen,
)
from kwbot.engine.values.wording import N_
from kwbot.ids import UserId
from kwbot.tables.state.table_state import LobbyTable
from kwbot.text.words import labels
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import escape
from kwbot.text.words.mentions import link, mention

PING_INTERVAL = timedelta(hours=1)
"""How long nobody is pinged again on a server; a text names it."""
_OPENED = N_("{host} has opened a table of {game}: {table}")
_ON = N_(
    "I'll ping you when a host asks for players: at most once an hour, never in your "
    "quiet hours (/preferences)."
)
_OFF = N_("I won't ping you about new tables here any more.")


def ping_screen(
    table: LobbyTable, users: Sequence[UserId], roles: Sequence[int], language: Language
) -> Screen:
    """Draw what pings people and roles."""
    pinged = " ".join([*map(mention, users), *(f"<@&{role}>" for role in roles)])
    host = escape(table.names[table.seat_of(table.host)])
    text = language.text(
        _OPENED, host=f"**{host}**", game=f"**{language.term(table.variant.name)}**",
        table=link(table),
    )  # fmt: skip
    join = components.button(
        language.term(labels.TAKE_A_SEAT),
        Press(LOBBY, table.id, argument="sit"),
        ButtonStyle.primary,
    )
    me = components.button(language.term(labels.PING_ME), Press(PINGS, argument=ME))
    return text_screen(f"🔔 {text}\n-# {pinged}", ActionRow(join, me))


def wish_screen(language: Language, *, wanted: bool) -> Screen:
    """Say whether somebody is pinged on this server, and offer the opposite."""
    label, rest = (labels.STOP_PINGS, NOT_ME) if wanted else (labels.PING_ME, ME)
    button = components.button(language.term(label), Press(PINGS, argument=rest))
    return text_screen(
        f"{'🔔' if wanted else '🔕'} {language.text(_ON if wanted else _OFF)}", ActionRow(button)
    )
