"""The pace of a table: how long computer players take, and how long a full trick lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kwbot.players.tastes.characters import CHARACTERS
from kwbot.tables.state.table_options import PACE_OPTION
from kwbot.tables.state.table_state import BaseTable, RunningTable


@dataclass(frozen=True, slots=True)
class Pace:
    """A table's pace, in pauses of a computer player as the program is set: before what a
    computer does, and while a full trick lies before a computer leads to the next.
    """

    turn: float
    full_trick: float


USUAL_PACE, QUICK = "normal", "quick"
CALM_AT_FIRST = "first"
"""Calm in the first deal, then as usual."""
PACE_PAUSES: Mapping[str, Pace] = {
    "calm": Pace(turn=2, full_trick=4),
    USUAL_PACE: Pace(turn=1, full_trick=2),
    QUICK: Pace(turn=0.4, full_trick=0.8),
}
PACES = ("calm", CALM_AT_FIRST, USUAL_PACE, QUICK)
"""What a table can have."""


def pace_of(table: BaseTable) -> str:
    """Return the key of a table's pace."""
    return table.options.get(PACE_OPTION, USUAL_PACE)


def pauses_of(table: RunningTable) -> Pace:
    """Return the pauses that a table makes in the running deal."""
    pace = pace_of(table)
    if pace == CALM_AT_FIRST:
        pace = "calm" if not table.match.deals else USUAL_PACE
    return PACE_PAUSES[pace]


def slowness(table: RunningTable) -> float:
    """Return how long the computer player in turn takes, in the turns of the table's pace."""
    seat = table.computer_in_turn()
    character = None if seat is None else CHARACTERS.get(table.names[seat])
    return 1.0 if character is None else character.pause
