"""§7 at the table: what a player is told of bids that their own cards make impossible."""

from __future__ import annotations

from collections.abc import Sequence

from kwbot.engine.actions import Bid
from kwbot.engine.cards import CardSet
from kwbot.engine.errors import IllegalAction
from kwbot.engine.wording import Sentence

from .bids import STANDARD, Bids
from .goal import TRICKS
from .proof.reasons import objection_to


def refusal(
    bids: Bids, parts: Sequence[str], hand: CardSet, deck: CardSet, players: int
) -> Sentence | None:
    """Return why this hand cannot bid these parts, whatever their value; None if it can.

    `players` is how many are in the deal.
    """
    try:
        bid = bids.canonical(Bid(tuple(parts)))
        bids.check(bid, players)
    except IllegalAction as refused:
        return refused.sentence
    if not bids.forbid_impossible or len(hand) != TRICKS:
        return None
    standard, *specials = bid.parts
    return objection_to(STANDARD[standard], frozenset(specials), hand, deck, players)
