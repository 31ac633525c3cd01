"""The buttons of a table, on its message in the channel or on a player's hand."""

from dataclasses import dataclass

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.arguments import MENU, Argument, MenuOpening
from cogs.screens.parts.components import (
    AGAIN,
    LEADERBOARD,
    MORE,
    OPEN,
    PANEL,
    REVIEW,
    TABLE,
    ActionRow,
    Button,
    Press,
    Screen,
    button,
)
from cogs.screens.table.table_facts import label_voice, shown_deal
from kwbot.engine.values.wording import Term
from kwbot.ids import TableId
from kwbot.tables.state.table_state import RunningTable, TableState
from kwbot.text.table.vote_texts import ready_label
from kwbot.text.words import labels
from kwbot.text.words.language import Language


@dataclass(frozen=True, slots=True)
class TablePress(Argument):
    """What a press of the area TABLE asks for; to take back: the place of the move."""

    what: str = ""
    back: str = ""
    place: int = 0


def hand_button(table: TableState, language: Language) -> Button:
    return _button(labels.MY_HAND, "hand", ButtonStyle.primary, table, language)


def watch_button(table: TableState, language: Language) -> Button:
    """Return the button for onlookers."""
    return _button(labels.WATCH, "watch", ButtonStyle.secondary, table, language)


def ready_button(table: TableState, language: Language) -> Button:
    return _button(ready_label(shown_deal(table)), "ready", ButtonStyle.success, table, language)


def stir_button(table: TableState, language: Language) -> list[Button]:
    """Return the button for whoever wants to be sure that nobody chose the cards; none where other
    tables get the same cards."""
    if table.is_duplicate:
        return []
    return [components.stir_button(table.id, shown_deal(table), language)]


def back_button(table: TableState, language: Language) -> Button:
    """Return the button for players who are away."""
    return _button(labels.I_AM_BACK, "back", ButtonStyle.success, table, language)


def quick_button(table: RunningTable, language: Language) -> Button:
    """Return the button for whoever is alone with computers, where nobody else needs the pauses."""
    return _button(labels.QUICK, "quick", ButtonStyle.secondary, table, language)


def take_back_button(table: TableState, place: int, language: Language) -> Button:
    """Return the button for whoever is alone with computers; `place`: of their last move, so that
    two presses at once take back one."""
    what = str(TablePress("take", "back", place))
    return _button(labels.TAKE_BACK, what, ButtonStyle.secondary, table, language)


def free_seat_button(table: RunningTable, language: Language) -> list[Button]:
    """Return the button to ask for the seat of somebody absent or silent; none if nobody is, or
    nobody can decide, or they are already deciding on something."""
    gone = table.longest_gone
    if table.is_duplicate or table.vote or not table.answering or gone is None:
        return []
    label = language.term(labels.TAKE_SEAT, player=label_voice(table, language).name(gone))
    return [button(label, Press(TABLE, table.id, shown_deal(table), "seat"))]


def join_button(table: RunningTable, language: Language) -> list[Button]:
    """Return the button to take a computer's seat; none if there is none."""
    if not table.has_room:
        return []
    return [_button(labels.JOIN, "join", ButtonStyle.secondary, table, language)]


def _button(
    label: Term, what: str, style: ButtonStyle, table: TableState, language: Language
) -> Button:
    press = Press(TABLE, table.id, shown_deal(table), what)
    return button(language.term(label), press, style)


def replay_button(table_id: TableId, deal_number: int, language: Language) -> Button:
    """Return the button to look at a finished deal again."""
    return button(language.term(labels.REPLAY), Press(TABLE, table_id, deal_number, "tricks"))


def replay_of_last(table: RunningTable, language: Language) -> list[Button]:
    """Return the button to replay the deal that has just ended; none if no cards were played."""
    if table.match.finished is None or table.match.finished.play is None:
        return []
    return [replay_button(table.id, len(table.match.deals), language)]


def words_button(table: TableState, deal_number: int, language: Language) -> Button:
    """Return the button to read what the picture of a deal or its result shows."""
    return button(language.term(labels.AS_TEXT), Press(TABLE, table.id, deal_number, "text"))


def review_button(table: TableState, language: Language) -> Button:
    """Return the button to review one's own decisions in the finished deal."""
    return button(language.term(labels.REVIEW), Press(REVIEW, table.id))


def looking_back(table: RunningTable, language: Language, *, as_text: bool) -> list[Button]:
    """Return the buttons for a finished deal. `as_text`: whether there is more to read about it."""
    if table.match.finished is None:
        return []
    deal = len(table.match.deals)
    return [
        *replay_of_last(table, language),
        review_button(table, language),
        *([words_button(table, deal, language)] if as_text else []),
    ]


def leaderboard_button(table: TableState, language: Language) -> Button:
    """Return the button to one's place on the server's leaderboard, in private."""
    asked = Press(LEADERBOARD, argument=f"{table.variant.key}/points/ {OPEN}")
    return button(language.term(labels.LEADERBOARD), asked)


def more_button(table: TableState, language: Language, commitment: str = "") -> Button:
    """Return the button to everything else; `commitment`: the whole one to the next deal."""
    asked = Press(MORE, table.id, argument=str(MenuOpening(MENU, commitment)))
    return button(language.term(labels.MORE), asked)


def past_button(table: TableState, deal_number: int, language: Language) -> Button:
    """Return the button to what else can be done once a table is closed."""
    return button(language.term(labels.MORE), Press(MORE, table.id, deal_number, "past"))


def to_hand_press(table_id: TableId) -> Press:
    """Return the press that redraws the hand on a message where it made room for something else."""
    return Press(PANEL, table_id, argument="fold")


def with_way_back(screen: Screen, back: Press, language: Language) -> Screen:
    """Return a screen in the place of a hand, with the button that brings the hand `back`."""
    return Screen(
        [*screen.parts, ActionRow(button(language.term(labels.TO_HAND), back))], screen.pictures
    )


def place_button(table: TableState, language: Language, *, here: bool) -> Button:
    """Return the button that moves a hand to the channel (`here`), or to direct messages."""
    label, place = (labels.TO_CHANNEL, "here") if here else (labels.TO_DMS, "dm")
    return button(language.term(label), Press(PANEL, table.id, argument=place))


def rematch_button(table: TableState, language: Language) -> Button:
    return button(language.term(labels.REMATCH), Press(AGAIN, table.id), ButtonStyle.primary)
