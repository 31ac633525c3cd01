"""The outcome of the tricks if everybody saw all hands and played their best: double dummy."""

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
"""Most cards in a hand for solving a position."""


class OpenValue(NamedTuple):
    """The points of the player in turn, `seat`; `with_declarer`: whether they are on declarer's
    side."""

    seat: Seat
    points: float
    with_declarer: bool


def open_value(match: Match) -> OpenValue | None:
    """Return the value of the position if somebody must play a card; None otherwise, and with too
    many cards, other than two sides, or rules that the kernel does not know."""
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
