"""The buttons by which somebody plays a finished deal again by themselves."""

from dataclasses import dataclass

from cogs.screens.parts.arguments import Argument
from cogs.screens.parts.components import RERUN, Press, number_in
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import Term
from kwbot.ids import TableId

OWN, ANEW = "own", "new"
"""In a press that begins a deal: in the seat of whoever presses, and in a message of its own."""
TRY_FROM_HERE = Term("Try it from here", "button")
PLAY_THIS_DEAL = Term("Play this deal", "button")


@dataclass(frozen=True, slots=True)
class MomentPress(Argument):
    """What leads to a moment of a deal that is over, to look or to play on: its number, in whose
    seat, and a sign that tells apart what leads to the same or asks for more, such as `ANEW`."""

    at: int = 0
    whose: str = ""
    sign: str = ""

    @property
    def seat(self) -> Seat | None:
        """The seat; None: that of whoever presses, or that of nobody."""
        return number_in(self.whose) if self.whose.isdecimal() else None


def rerun_press(
    table_id: TableId, deal: int, start: int, seat: Seat | None, *, anew: bool = False
) -> Press:
    """Return what lets somebody play a deal from its move `start` on; `seat` None: in their own."""
    asked = MomentPress(start, OWN if seat is None else str(seat), ANEW if anew else "")
    return Press(RERUN, table_id, deal, str(asked))
