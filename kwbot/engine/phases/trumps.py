"""Naming trumps."""

from __future__ import annotations

from kwbot.engine.actions import NameSuit, Seat
from kwbot.engine.cards import Suit
from kwbot.engine.choices import suit_options
from kwbot.engine.script import Steps, ask
from kwbot.engine.table import Table
from kwbot.engine.wording import N_, Sentence

from .base import Purpose
from .choose import Choose, Offer, always

TRUMPS = Purpose("trumps", Sentence(N_("Name trumps.")), N_("{player} makes {what} trumps."))
ANY_SUIT = always(suit_options(Suit))


def name_trumps(table: Table, seat: Seat, suits: Offer = ANY_SUIT) -> Steps[tuple[Table, Suit]]:
    """Ask `seat` for a suit; return the table after that, and the suit."""
    named = yield from ask(Choose(table, seat, suits, TRUMPS))
    return named.table, named.chosen(NameSuit).suit
