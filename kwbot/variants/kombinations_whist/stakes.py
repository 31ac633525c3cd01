"""What a bid wins or loses, in points; what becomes of the game by it counts as some."""

from __future__ import annotations

from kwbot.engine.actions import Bid, Seat
from kwbot.engine.script import DealResult
from kwbot.engine.view import View

from .scoring import LOST, TITLE, TITLE_VALUE, KombinationsSheet, points_of

WINNING = 4.0
"""What winning the game is worth besides the points."""
BARRED = 0.5
"""What it costs not to be allowed to bid in the next deals."""


def gain(seen: View, seat: Seat, bid: Bid) -> float:
    """Return what `seat` wins by making the bid."""
    return _points(bid) + (WINNING if wins(seen, seat, bid) else 0.0)


def _points(bid: Bid) -> int:
    return points_of(bid) + ("girighet" in bid.parts)


def wins(seen: View, seat: Seat, bid: Bid) -> bool:
    """Whether `seat` wins the game by making the bid."""
    won = _points(bid)
    marks = ((TITLE, seat),) if bid.parts[0] == "obesudlat" and won >= TITLE_VALUE else ()
    return _after(seen, seat, won, marks).winners == (seat,)


def loss(seen: View, seat: Seat, *, penalty: bool) -> float:
    """Return what `seat` loses by not making a bid, with Straff or without."""
    lost = LOST * (2 if penalty else 1)
    after = _after(seen, seat, lost)
    if after.winners:  # all but one are put to shame
        return -lost + WINNING
    return -lost + (BARRED if after.barred(seat) else 0.0)


def _after(
    seen: View, seat: Seat, points: int, marks: tuple[tuple[str, Seat], ...] = ()
) -> KombinationsSheet:
    """Return the sheet once `seat` has got this many points."""
    brought = tuple(points if one == seat else 0 for one in range(len(seen.names)))
    result = DealResult(True, brought, (), seat, made=points >= 0, marks=marks)
    after = seen.variant.settle(seen.sheet, seen.dealer or 0, result)
    assert isinstance(after, KombinationsSheet)
    return after
