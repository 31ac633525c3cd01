"""The buttons to play a finished deal again by oneself."""

from dataclasses import dataclass

from cogs.screens.parts.arguments import Argument
from cogs.screens.parts.components import RERUN, Press, number_in
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import Term
from kwbot.ids import TableId

OWN, ANEW = "own", "new"
"""In a press that begins a deal: in the presser's own seat, and in a new message."""
TRY_FROM_HERE = Term("Try it from here", "button")
PLAY_THIS_DEAL = Term("Play this deal", "button")


@dataclass(frozen=True, slots=True)
class MomentPress(Argument):
    """What leads to a moment of a finished deal, to look or to play on: its number, the seat, and a
    sign that distinguishes presses that lead to the same, or asks for more, such as `ANEW`."""

    at: int = 0
    whose: str = ""
    sign: str = ""

    @property
    def seat(self) -> Seat | None:
        """The seat; None: the presser's, or nobody's."""
        return number_in(self.whose) if self.whose.isdecimal() else None


def rerun_press(
    table_id: TableId, deal_number: int, start: int, seat: Seat | None, *, anew: bool = False
) -> Press:
    """Return the press to play a deal from its move `start` on; `seat` None: in one's own seat."""
    asked = MomentPress(start, OWN if seat is None else str(seat), ANEW if anew else "")
    return Press(RERUN, table_id, deal_number, str(asked))
