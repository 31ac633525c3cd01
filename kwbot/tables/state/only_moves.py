"""Only moves of a person alone with computers, which can be made for them."""

from kwbot.engine.deals.deal import Move
from kwbot.engine.values.actions import PLAYS, Cut
from kwbot.engine.values.choices import CutDeck
from kwbot.tables.state.table_state import RunningTable


def only_move(table: RunningTable) -> Move | None:
    """Return the only move of a person alone with computers: their only legal card, or a cut of no
    cards, since nobody else is there who might care. None if they have a choice."""
    waiting, deal = table.to_act(), table.match.deal
    if len(waiting) != 1 or deal is None or table.vote is not None or not table.is_attended:
        return None
    (seat,) = waiting
    if table.is_played_by_computer(seat) or not table.is_alone(seat):
        return None
    if deal.play is None:
        return (seat, Cut(0)) if isinstance(table.match.choice(seat), CutDeck) else None
    cards = () if deal.play.asking else deal.play.legal_cards()
    return (seat, PLAYS[next(iter(cards))]) if len(cards) == 1 else None
