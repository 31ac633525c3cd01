"""The lobby of a table: who sits there, which game, and the buttons to change both."""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle, ui

from cogs.screens import components
from cogs.screens.components import (
    FIRST_FORM,
    LOBBY,
    ME,
    OPTIONS,
    OTHERS,
    PLAN,
    RING,
    Press,
    Screen,
    text_screen,
)
from cogs.screens.table_facts import closed_text, link, mention
from kwbot.engine.wording import N_, Term
from kwbot.tables.computers import USUAL_LEVEL
from kwbot.tables.pace import pace_of
from kwbot.tables.state import ClosedTable, LobbyTable, PlannedTable, TableState
from kwbot.tables.table_options import LEVEL_OPTION, PRESET_OPTION
from kwbot.tables.time_limits import TIME_OPTIONS, time_options
from kwbot.text import labels
from kwbot.text.language import Language, language_of
from kwbot.text.lobby_message import Manner, Sitter, lobby_text
from kwbot.text.markdown import escaped
from kwbot.variants import games

_WAITING = N_("A table of {game} is waiting here, with {players}: {table}")


def lobby_screen(table: TableState) -> Screen:
    """Draw the lobby; without its buttons once the game has begun or the table was closed."""
    language, commitment = language_of(table.language), _commitment(table)
    preset = table.options.get(PRESET_OPTION, "")
    text = lobby_text(
        table.variant,
        table.options,
        {
            key: int(table.options.get(key, TIME_OPTIONS[key]))
            for key in time_options(table.variant)
        },
        _sitters(table),
        language,
        manner=Manner(
            escaped(preset) if preset else "",
            table.options.get(LEVEL_OPTION, USUAL_LEVEL),
            pace_of(table),
            hints=table.gives_hints,
        ),
        commitment=commitment,
        opens=int(table.opens.timestamp()) if isinstance(table, PlannedTable) else None,
    )
    if isinstance(table, PlannedTable):
        return text_screen(text, *_planned_buttons(table, language))
    if isinstance(table, LobbyTable):
        return text_screen(text, *_buttons(table, language))
    if isinstance(table, ClosedTable) and table.game is None:
        return text_screen(closed_text(table, language))
    where = f" <#{table.channel}>" if table.parent_channel else ""
    begun = language.text(N_("The game has started."))
    seal = [ui.ActionRow(components.seal_button(table.id, 1, commitment))] if commitment else []
    return text_screen(f"{text.rpartition(chr(10) * 2)[0]}\n\n▶️ {begun}{where}", *seal)


def waiting_screen(table: LobbyTable, language: Language) -> Screen:
    """Offer a seat in a lobby to who wanted to open a table beside it."""
    game = f"**{language.term(table.variant.name)}**"
    names = language.listed(escaped(name) for name in table.names)
    text = language.text(_WAITING, game=game, players=names, table=link(table))
    join = components.button(
        language.term(labels.JOIN), Press(LOBBY, table.id, rest="sit"), ButtonStyle.primary
    )
    return text_screen(f"🪑 {text}", ui.ActionRow(join))


def _commitment(table: TableState) -> str:
    """Return the commitment to the first deal, while that is the present one."""
    if isinstance(table, LobbyTable):
        return table.seal.commitment if table.seal else ""
    return table.game.sealed if table.game and table.game.match.number <= 1 else ""


def _mark(table: TableState) -> int:
    return table.seal.mark if isinstance(table, LobbyTable) and table.seal else 0


def _sitters(table: TableState) -> list[Sitter]:
    """Return who sits here, after the start too in the order in which they sat in the lobby."""
    places = table.game.places if table.game else ()
    stirrers = table.seal.stirrers if isinstance(table, LobbyTable) and table.seal else frozenset()
    return [
        Sitter(
            seated.name,
            None if seated.user is None else mention(seated.user),
            seated.dm_open,
            host=seated.user == table.host,
            level=seated.level,
            stirred=seated.user in stirrers,
        )
        for seated in ([table.seated[seat] for seat in places] or table.seated)
    ]


def _game_menu(table: TableState, language: Language) -> list[ui.ActionRow[Any]]:
    """Return the menu to play another game instead."""
    options = [
        components.option(
            language.term(game.name),
            key,
            language.term(game.summary),
            default=key == table.variant.key,
        )
        for key, game in games().items()
    ]
    if len(options) == 1:
        return []
    press = Press(LOBBY, table.id, rest="game")
    return [components.menu(language.term(labels.CHOOSE_GAME), press, options)]


def _planned_buttons(table: PlannedTable, language: Language) -> list[ui.ActionRow[Any]]:
    """Return the buttons of a table that is not open yet."""

    def button(label: Term, what: str, style: ButtonStyle) -> ui.Button[Any]:
        press = Press(LOBBY, table.id, rest=what)
        return components.button(language.term(label), press, style)

    grey = ButtonStyle.secondary
    return [
        ui.ActionRow(
            button(labels.JOIN, "join", ButtonStyle.primary),
            button(labels.LEAVE, "leave", grey),
            button(labels.OPEN_NOW, "open", grey),
            _plan_button(labels.OTHER_TIME_OF_DAY, table, language),
        ),
        ui.ActionRow(
            _options_button(labels.OPTIONS, FIRST_FORM, table, language),
            *components.rules_buttons(table.id, language),
            components.seal_button(table.id, 1, _commitment(table)),
            button(labels.CANCEL, "cancel", ButtonStyle.danger),
        ),
    ]


def _plan_button(label: Term, table: LobbyTable, language: Language) -> ui.Button[Any]:
    return components.button(language.term(label), Press(PLAN, table.id))


def _buttons(table: LobbyTable, language: Language) -> list[ui.ActionRow[Any]]:
    grey = ButtonStyle.secondary

    def button(
        label: Term, what: str, style: ButtonStyle = grey, *, disabled: bool = False, seen: int = 0
    ) -> ui.Button[Any]:
        press = Press(LOBBY, table.id, seen, what)
        return components.button(language.term(label), press, style, disabled=disabled)

    computers = any(seated.user is None for seated in table.seated)
    remove = [button(labels.REMOVE_COMPUTER, "remove")] if computers else []
    commitment, mark = _commitment(table), _mark(table)
    label, what = (labels.PLAY_NOW, "now") if table.lacks_players else (labels.START, "start")
    too_many = _overfull(table)
    start = button(label, what, ButtonStyle.success, disabled=too_many, seen=mark)
    seal = [components.seal_button(table.id, 1, commitment)] if commitment else []
    return [
        ui.ActionRow(
            button(labels.JOIN, "join", ButtonStyle.primary),
            start,
            button(labels.LEAVE, "leave"),
            components.stir_button(table.id, mark, language),
        ),
        *_game_menu(table, language),
        ui.ActionRow(
            button(labels.ADD_COMPUTER, "add"),
            *remove,
            _plan_button(labels.PLAY_AT, table, language),
            components.button(
                language.term(labels.RING_OTHERS), Press(RING, table.id, rest=OTHERS)
            ),
            components.button(language.term(labels.RING_ME), Press(RING, rest=ME)),
        ),
        ui.ActionRow(
            _options_button(labels.OPTIONS, FIRST_FORM, table, language),
            _options_button(labels.MORE_OPTIONS, "", table, language),
            *components.rules_buttons(table.id, language),
            *seal,
            button(labels.CANCEL, "cancel", ButtonStyle.danger),
        ),
    ]


def _options_button(
    label: Term, topic: str, table: LobbyTable, language: Language
) -> ui.Button[Any]:
    return components.button(language.term(label), Press(OPTIONS, table.id, rest=topic))


def _overfull(table: LobbyTable) -> bool:
    """Whether more sit here than the game is for."""
    most = table.variant.most_players
    return most is not None and len(table.seated) > most
