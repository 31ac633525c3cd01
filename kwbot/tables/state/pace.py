"""The pace of a table: how long computer players take and a full trick is shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from kwbot.players.tastes.characters import CHARACTERS
from kwbot.tables.state.table_options import PACE_OPTION
from kwbot.tables.state.table_state import BaseTable, RunningTable


@dataclass(frozen=True, slots=True)
class Pace:
    """The pauses at a table, as multiples of the program's own: before each `turn` of a computer
    player, and before it leads to the next trick while a `full_trick` is shown."""

    turn: float
    full_trick: float


USUAL_PACE, QUICK = "normal", "quick"
CALM_AT_FIRST = "first"
"""A pace that is calm in the first deal and usual after it."""
PACE_PAUSES: Mapping[str, Pace] = {
    "calm": Pace(turn=2, full_trick=4),
    USUAL_PACE: Pace(turn=1, full_trick=2),
    QUICK: Pace(turn=0.4, full_trick=0.8),
}
PACES = ("calm", CALM_AT_FIRST, USUAL_PACE, QUICK)
"""The paces that people can choose for a table."""


def pace_of(table: BaseTable) -> str:
    """Return the key of a table's pace."""
    return table.options.get(PACE_OPTION, USUAL_PACE)


def pauses_of(table: RunningTable) -> Pace:
    """Return the pauses of a table in the running deal."""
    pace = pace_of(table)
    if pace == CALM_AT_FIRST:
        pace = "calm" if not table.match.deals else USUAL_PACE
    return PACE_PAUSES[pace]


def slowness(table: RunningTable) -> float:
    """Return the slowness of the computer in turn by its character, as a multiple of a turn."""
    seat = table.computer_in_turn()
    character = None if seat is None else CHARACTERS.get(table.names[seat])
    return 1.0 if character is None else character.pause
