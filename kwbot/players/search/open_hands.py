"""What the tricks would bring if everybody saw all hands and played their best: double dummy."""

from __future__ import annotations

from typing import NamedTuple

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import view
from kwbot.players.kernel import ACCELERATED, DoubleDummy
from kwbot.players.samples.kernel_input import KernelInput, Unsupported

from .card_search import has_two_sides

MAX_OPEN_CARDS = 5 if ACCELERATED else 3
"""So many cards in each hand are played out by all."""


class OpenValue(NamedTuple):
    """What the player in turn gets, `seat`, in points; `with_declarer`: whether they play with
    whoever plays a contract."""

    seat: Seat
    points: float
    with_declarer: bool


def open_value(match: Match) -> OpenValue | None:
    """Return what the cards bear between two tricks; None where there are too many of them, more
    sides than two, or rules that the kernel does not know."""
    seat = next(iter(match.to_act()), None)
    if seat is None or match.deal is None:
        return None
    seen, hands = view(match, seat), match.deal.layout.hands
    if not isinstance(seen.choice, PlayCard) or len(hands[seat]) > MAX_OPEN_CARDS:
        return None
    try:
        known = KernelInput(seen)
        start = known.deal(hands)
    except Unsupported:
        return None
    if not has_two_sides(start.rules):
        return None
    solver, side = DoubleDummy(), start.rules.side
    points = max(solver.try_card(start, known.masks.bit[card]) for card in seen.choice.cards)
    declarer = seen.declarer
    alike = declarer is not None and side[known.place[declarer]] == side[known.place[seat]]
    return OpenValue(seat, points, alike)
