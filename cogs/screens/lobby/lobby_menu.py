"""*More* in a lobby: what one person can do there besides joining and starting."""

from discord import ButtonStyle

from cogs.screens.lobby.lobby_screen import set_at
from cogs.screens.parts import components
from cogs.screens.parts.components import (
    FIRST_FORM,
    LOBBY,
    ME,
    OPTIONS,
    OTHERS,
    PINGS,
    PLAN,
    ActionRow,
    Button,
    Press,
    Screen,
)
from cogs.screens.table.table_facts import closed_text
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import UserId
from kwbot.tables.state.table_state import ClosedTable, LobbyTable, PlannedTable, TableState
from kwbot.text.words import labels
from kwbot.text.words.language import Language

_STARTED = N_("The game has started.")
_OPENS = N_("At its time the table opens here by itself, as soon as the channel is free.")


def lobby_menu(
    table: TableState, user_id: UserId, language: Language, commitment: str = ""
) -> Screen:
    """Draw the menu of `user_id`: the host, a player, or anybody else. `commitment`: the one posted
    with *More*, if not the present one."""
    if isinstance(table, ClosedTable):
        return components.text_screen(closed_text(table, language))
    if not isinstance(table, LobbyTable):
        return components.text_screen(f"▶️ {language.text(_STARTED)}")
    rows = components.rows(_for_all(table, user_id, language))
    last = _for_shuffle(table, user_id, language, commitment)
    if user_id == table.host:
        rows = [*_for_host(table, language), *rows]
        last.append(_close_button(table, language))
    rows += components.rows(last)
    told = [language.text(labels.ASIDE), set_at(table, language)]
    if isinstance(table, PlannedTable):
        told.append(f"-# 🗓️ {language.text(_OPENS)}")
    text = "\n".join(told)
    return components.text_screen(text, *rows)


def _for_all(table: LobbyTable, user_id: UserId, language: Language) -> list[Button]:
    ping = components.button(language.term(labels.PING_ME), Press(PINGS, argument=ME))
    buttons = [*components.rules_buttons(table.id, language), ping]
    if table.has(user_id):
        leave = Press(LOBBY, table.id, argument="leave")
        buttons.append(components.button(language.term(labels.LEAVE), leave))
    return buttons


def _for_shuffle(
    table: LobbyTable, user_id: UserId, language: Language, commitment: str
) -> list[Button]:
    """Return the buttons for the shuffle of the first deal: its seal, and to stir it."""
    if table.seal is None:
        return []
    buttons = [components.seal_button(table.id, 1, commitment or table.seal.commitment, language)]
    if table.has(user_id) and not isinstance(table, PlannedTable):
        buttons = [components.stir_button(table.id, table.seal.mark, language), *buttons]
    return buttons


def _close_button(table: LobbyTable, language: Language) -> Button:
    """Return the last button, which closes the table."""
    press = Press(LOBBY, table.id, argument="cancel")
    return components.button(language.term(labels.CLOSE_TABLE), press, ButtonStyle.danger)


def _for_host(table: LobbyTable, language: Language) -> list[ActionRow]:
    def button(label: Term, press: Press) -> Button:
        return components.button(language.term(label), press)

    def press(what: str) -> Press:
        return Press(LOBBY, table.id, argument=what)

    options = ActionRow(
        button(labels.OPTIONS, Press(OPTIONS, table.id, argument=FIRST_FORM)),
        button(labels.MORE_OPTIONS, Press(OPTIONS, table.id)),
    )
    if isinstance(table, PlannedTable):
        time = button(labels.OTHER_TIME_OF_DAY, Press(PLAN, table.id))
        return [options, ActionRow(time)]
    computers = any(seated.user is None for seated in table.seated)
    return [
        ActionRow(
            button(labels.ADD_COMPUTER, press("add")),
            *([button(labels.REMOVE_COMPUTER, press("remove"))] if computers else []),
        ),
        options,
        ActionRow(
            button(labels.PLAY_AT, Press(PLAN, table.id)),
            button(labels.PING_OTHERS, Press(PINGS, table.id, argument=OTHERS)),
        ),
    ]
