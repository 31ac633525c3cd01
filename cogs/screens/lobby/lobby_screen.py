"""The lobby of a table: who sits there, which game, and the buttons to change both."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.components import LOBBY, ActionRow, Button, Press, Screen, text_screen
from cogs.screens.table.table_facts import closed_text
from kwbot.engine.values.wording import N_, Term
from kwbot.tables.state.pace import pace_of
from kwbot.tables.state.table_options import LEVEL_OPTION, PRESET_OPTION, USUAL_LEVEL
from kwbot.tables.state.table_state import ClosedTable, LobbyTable, PlannedTable, TableState
from kwbot.tables.state.time_limits import TIME_OPTIONS, time_options
from kwbot.text.table.lobby_text import Manner, Sealed, Sitter, lobby_text
from kwbot.text.words import labels
from kwbot.text.words.language import Language, language_of
from kwbot.text.words.markdown import escape
from kwbot.text.words.mentions import link, mention

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
            escape(preset) if preset else "",
            table.options.get(LEVEL_OPTION, USUAL_LEVEL),
            pace_of(table),
            hints=table.gives_hints,
        ),
        seal=Sealed(commitment, _stirrers(table)) if commitment else None,
        opens=int(table.opens.timestamp()) if isinstance(table, PlannedTable) else None,
    )
    if isinstance(table, LobbyTable):
        return text_screen(text, *_buttons(table, language))
    if isinstance(table, ClosedTable) and table.game is None:
        return text_screen(closed_text(table, language))
    went = table.parent_channel is not None and not table.notes.lobby_in_thread
    where = f" <#{table.channel}>" if went else ""
    begun = language.text(N_("The game has started."))
    seal = [ActionRow(components.seal_button(table.id, 1, commitment))] if commitment else []
    return text_screen(f"{text.rpartition(chr(10) * 2)[0]}\n\n▶️ {begun}{where}", *seal)


def waiting_screen(table: LobbyTable, language: Language) -> Screen:
    """Offer a seat in a lobby to who wanted to open a table beside it."""
    game = f"**{language.term(table.variant.name)}**"
    names = language.enumeration(escape(name) for name in table.names)
    text = language.text(_WAITING, game=game, players=names, table=link(table))
    join = components.button(
        language.term(labels.JOIN), Press(LOBBY, table.id, argument="sit"), ButtonStyle.primary
    )
    return text_screen(f"🪑 {text}", ActionRow(join))


def _commitment(table: TableState) -> str:
    """Return the commitment to the first deal, while that is the present one."""
    if isinstance(table, LobbyTable):
        return table.seal.commitment if table.seal else ""
    return table.game.sealed if table.game and table.game.match.number <= 1 else ""


def _stirrers(table: TableState) -> Sequence[int]:
    """Return the places in the lobby of those whose lines go into the first deal, or went."""
    if isinstance(table, LobbyTable):
        return table.stirrers
    game = table.game
    return (
        [game.places.index(seat) if game.places else seat for seat in game.stirrers] if game else ()
    )


def _sitters(table: TableState) -> list[Sitter]:
    """Return who sits here, after the start too in the order in which they sat in the lobby. Of
    computers the level is named that is not the table's."""
    usual = table.options.get(LEVEL_OPTION, USUAL_LEVEL)
    places = table.game.places if table.game else ()
    return [
        Sitter(
            seated.name,
            None if seated.user is None else mention(seated.user),
            seated.dm_open,
            host=seated.user == table.host,
            level="" if seated.level == usual else seated.level,
        )
        for seated in ([table.seated[seat] for seat in places] or table.seated)
    ]


def _buttons(table: LobbyTable, language: Language) -> list[ActionRow]:
    """Return what most people press, and what goes into the shuffle; all else stands in the
    lobby's menu."""

    def button(label: Term, what: str, style: ButtonStyle = ButtonStyle.secondary) -> Button:
        press = Press(LOBBY, table.id, argument=what)
        return components.button(language.term(label), press, style)

    return [
        ActionRow(
            button(labels.JOIN, "join", ButtonStyle.primary),
            button(labels.OPEN_NOW, "open")
            if isinstance(table, PlannedTable)
            else _start_button(table, language),
            button(labels.MORE, "menu"),
            *_seal_buttons(table, language),
        )
    ]


def _seal_buttons(table: LobbyTable, language: Language) -> list[Button]:
    if table.seal is None:
        return []
    stir = components.stir_button(table.id, table.seal.mark, language)
    seal = components.seal_button(table.id, 1, table.seal.commitment)
    return [seal] if isinstance(table, PlannedTable) else [stir, seal]


def _start_button(table: LobbyTable, language: Language) -> Button:
    """Return the button that starts beside the seal that stands now, once there is room for all."""
    label, what = (labels.PLAY_NOW, "now") if table.lacks_players else (labels.START, "start")
    most, mark = table.variant.most_players, table.seal.mark if table.seal else 0
    return components.button(
        language.term(label), Press(LOBBY, table.id, mark, what), ButtonStyle.success,
        disabled=most is not None and len(table.seated) > most,
    )  # fmt: skip
