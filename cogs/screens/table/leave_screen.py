"""Leaving a table: which one, what will happen, and what has."""

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.components import (
    LEAVE,
    MAX_OPTIONS,
    MORE,
    ActionRow,
    Press,
    Screen,
    text_screen,
)
from kwbot.engine.values.wording import N_
from kwbot.ids import TableId, UserId
from kwbot.tables.state.table_state import LobbyTable, OpenTable
from kwbot.tables.state.time_limits import closing_time
from kwbot.text.words import labels
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import escape

_REALLY = N_("Leave this table in {channel}?")
_WHICH = N_("You're at several tables. Which one do you want to leave?")
_LAST_OF_LOBBY = N_("Nobody else has joined, so the table closes.")
_NEW_HOST = N_("{player} becomes the host.")
_LOBBY = N_("The game hasn't started: you can join again while there is room.")
_COMPUTER = N_("A computer plays for you until you're back. Your points stay yours.")
_NOBODY = N_(
    "Nobody else is there, so the table waits until you're back. Otherwise it closes {countdown}."
)
_LEFT = N_("You've left the table.")


def really_screen(table: OpenTable, user_id: UserId, language: Language) -> Screen:
    """Say what will happen if a user leaves a table. Raises NotSeated without a seat."""
    table.seat_of(user_id)
    title = language.text(
        _REALLY, number=table.id, game=language.term(table.variant.name),
        channel=f"<#{table.channel}>",
    )  # fmt: skip
    label = language.term(labels.LEAVE)
    button = components.button(label, Press(LEAVE, table.id, argument="yes"), ButtonStyle.danger)
    return text_screen(f"**{title}**\n{_outcome(table, user_id, language)}", ActionRow(button))


def _outcome(table: OpenTable, user_id: UserId, language: Language) -> str:
    """Return what will happen if the user leaves."""
    others = [one for one in table.seated if one.user not in (None, user_id)]
    if isinstance(table, LobbyTable):
        if not others:
            return language.text(_LAST_OF_LOBBY)
        told = language.text(_LOBBY)
        if table.host != user_id:
            return told
        return f"{told} {language.text(_NEW_HOST, player=escape(others[0].name))}"
    if set(table.present) - {table.seat_of(user_id)}:
        return language.text(_COMPUTER)
    closes = f"<t:{int(closing_time(table).timestamp())}:R>"
    return language.text(_NOBODY, countdown=closes)


def which_screen(tables: list[OpenTable], language: Language) -> Screen:
    """Ask which table to leave."""
    options = [
        components.option(
            f"{table.id}: {language.term(table.variant.name)}", str(table.id),
            ", ".join(table.names),
        )
        for table in tables[:MAX_OPTIONS]
    ]  # fmt: skip
    press = Press(LEAVE, argument="which")
    return text_screen(
        language.text(_WHICH), components.menu(language.term(labels.CHOOSE_TABLE), press, options)
    )


def left_screen(table_id: TableId, language: Language, *, back: bool) -> Screen:
    """Say that a table was left; `back`: one can come back to it."""
    told = f"💤 {language.text(_LEFT)}"
    if not back:
        return text_screen(told)
    press = Press(MORE, table_id, argument="back")
    button = components.button(language.term(labels.I_AM_BACK), press, ButtonStyle.success)
    return text_screen(told, ActionRow(button))
