"""The lobby of a table: who sits there, which game, and the buttons to change both."""

from collections.abc import Sequence

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.arguments import MENU, MenuOpening
from cogs.screens.parts.components import (
    LOBBY,
    ActionRow,
    Button,
    Press,
    Screen,
    screen,
    text_screen,
    words,
)
from cogs.screens.table.table_facts import closed_text
from kwbot.engine.values.wording import N_, Term
from kwbot.tables.state.pace import pace_of
from kwbot.tables.state.table_options import LEVEL_OPTION, PRESET_OPTION, USUAL_LEVEL
from kwbot.tables.state.table_state import ClosedTable, LobbyTable, PlannedTable, TableState
from kwbot.tables.state.time_limits import TIME_OPTIONS, time_options
from kwbot.text.table.lobby_text import (
    Manner,
    Sealed,
    Sitter,
    begun_text,
    lobby_notes,
    lobby_text,
    planned_text,
    settings_text,
)
from kwbot.text.words import labels, lines
from kwbot.text.words.language import Language, language_of
from kwbot.text.words.markdown import escape
from kwbot.text.words.mentions import link, mention
from kwbot.variants import games_by_difficulty

_WAITING = N_("A table of {game} is waiting here, with {players}: {table}")


def lobby_screen(table: TableState) -> Screen:
    """Draw the lobby; once the game has begun or the table is closed, only what became of it."""
    language, sitters, commitment = language_of(table.language), _sitters(table), _commitment(table)
    if isinstance(table, ClosedTable) and table.running is None:
        return text_screen(closed_text(table, language))
    sealed = Sealed(commitment, _stirrers(table))
    if isinstance(table, LobbyTable):
        preset = table.options.get(PRESET_OPTION, "")
        notes = lobby_notes(
            table.variant,
            table.options,
            escape(preset) if preset else "",
            sealed.line(sitters, language) if commitment else "",
            language,
        )
        if isinstance(table, PlannedTable):
            head = planned_text(table.variant, sitters, int(table.opens.timestamp()), language)
        else:
            free = table.players - len(sitters) if table.lacks_players else 0
            head = lobby_text(table.variant, sitters, free, language)
        return screen(
            words(head), *_game_menu(table, language), words(notes), _buttons(table, language)
        )
    went = table.parent_channel is not None and not table.notes.lobby_in_thread
    head = begun_text(sitters, f"<#{table.channel}>" if went else "", language)
    seal = components.seal_button(table.id, 1, commitment, language, shows_digits=True)
    row = [ActionRow(seal)] if commitment else []
    return text_screen(lines.together([(head, sealed.stir_line(sitters, language))]), *row)


def manner_of(table: TableState) -> Manner:
    """Return how a table plays apart from its game's options."""
    preset = table.options.get(PRESET_OPTION, "")
    return Manner(
        escape(preset) if preset else "",
        table.options.get(LEVEL_OPTION, USUAL_LEVEL),
        pace_of(table),
        hints=table.gives_hints,
    )


def set_at(table: LobbyTable, language: Language) -> str:
    """Return all settings of a table, in small letters."""
    seconds = {
        key: int(table.options.get(key, TIME_OPTIONS[key])) for key in time_options(table.variant)
    }
    manner = manner_of(table)
    return f"-# {settings_text(table.variant, table.options, seconds, manner, language)}"


def waiting_screen(table: LobbyTable, language: Language) -> Screen:
    """Offer a seat in a lobby to whoever wanted to open a table beside it."""
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
    return table.running.sealed if table.running and table.running.match.number <= 1 else ""


def _stirrers(table: TableState) -> Sequence[int]:
    """Return the lobby places of those whose lines go, or went, into the first deal."""
    if isinstance(table, LobbyTable):
        return table.stirrers
    running = table.running
    return (
        [running.places.index(seat) if running.places else seat for seat in running.stirrers]
        if running
        else ()
    )


def _sitters(table: TableState) -> list[Sitter]:
    """Return who sits here, even after the start in the order of the lobby. A computer's level is
    named where it is not the table's."""
    usual = table.options.get(LEVEL_OPTION, USUAL_LEVEL)
    places = table.running.places if table.running else ()
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


def _game_menu(table: LobbyTable, language: Language) -> list[ActionRow]:
    """Return the menu that shows the game, and lets the host choose another."""
    if isinstance(table, PlannedTable):
        return []
    options = [
        components.option(
            language.term(game.name),
            key,
            language.term(game.summary),
            default=key == table.variant.key,
        )
        for key, game in games_by_difficulty().items()
    ]
    press = Press(LOBBY, table.id, argument="game")
    return [components.menu(language.term(labels.CHOOSE_GAME), press, options)]


def _buttons(table: LobbyTable, language: Language) -> ActionRow:
    """Return the buttons that most people press; all others are in the lobby's menu. *More* says
    the whole commitment to the first deal, as posted."""

    def button(label: Term, what: str, style: ButtonStyle = ButtonStyle.secondary) -> Button:
        press = Press(LOBBY, table.id, argument=what)
        return components.button(language.term(label), press, style)

    return ActionRow(
        *([button(labels.JOIN, "join", ButtonStyle.primary)] if _has_room(table) else []),
        button(labels.OPEN_NOW, "open")
        if isinstance(table, PlannedTable)
        else _start_button(table, language),
        button(labels.MORE, str(MenuOpening(MENU, _commitment(table)))),
    )


def _has_room(table: LobbyTable) -> bool:
    """Whether the game lets one more person sit down; a computer makes room."""
    most = table.variant.most_players
    return most is None or sum(seated.user is not None for seated in table.seated) < most


def _start_button(table: LobbyTable, language: Language) -> Button:
    """Return the button that starts the game with the present seal, once there is room for all."""
    label, what = (labels.PLAY_NOW, "now") if table.lacks_players else (labels.START, "start")
    most, mark = table.variant.most_players, table.seal.mark if table.seal else 0
    return components.button(
        language.term(label), Press(LOBBY, table.id, mark, what), ButtonStyle.success,
        disabled=most is not None and len(table.seated) > most,
    )  # fmt: skip
