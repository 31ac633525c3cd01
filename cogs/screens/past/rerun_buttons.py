"""The buttons by which somebody plays a finished deal again by themselves."""

from __future__ import annotations

from cogs.screens.parts.components import RERUN, Press
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import Term

OWN, ANEW = "own", "new"
"""In a press that begins a deal: in the seat of whoever presses, and in a message of its own."""
TRY_FROM_HERE = Term("Try it from here", "button")
PLAY_THIS_DEAL = Term("Play this deal", "button")


def rerun_press(
    table: int, deal: int, start: int, seat: Seat | None, *, anew: bool = False
) -> Press:
    """Return what lets somebody play a deal from its move `start` on; `seat` None: in their own."""
    whose = OWN if seat is None else seat
    return Press(RERUN, table, deal, f"{start} {whose} {ANEW if anew else ''}".rstrip())
