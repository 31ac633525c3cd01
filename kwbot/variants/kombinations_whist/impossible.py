"""§7 at the table: what a player is told of bids that their own cards make impossible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from kwbot.engine.actions import Bid
from kwbot.engine.cards import CardSet
from kwbot.engine.choices import CombinationBid
from kwbot.engine.errors import IllegalAction
from kwbot.engine.view import View
from kwbot.engine.wording import N_, Sentence

from .bids import SPECIAL, STANDARD, Bids
from .goal import TRICKS
from .proof.reasons import objection_to


def refusal(
    bids: Bids, parts: Sequence[str], hand: CardSet, deck: CardSet, players: int
) -> Sentence | None:
    """Why these parts cannot be bid with this hand, whatever they are worth; None if they can.

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


def struck(seen: View, chosen: Sequence[str]) -> Mapping[str, Sentence]:
    """The parts that cannot be added to those chosen (or, of the standard bids, take the place of
    the chosen one), and why."""
    choice = seen.choice
    if not isinstance(choice, CombinationBid) or not isinstance(choice.bids, Bids):
        return {}
    deck = seen.variant.deck(len(seen.names))
    return _struck(choice.bids, tuple(chosen), seen.hand, deck, choice.table_size)


@lru_cache(maxsize=1000)  # the same hand is shown again with every call of the others
def _struck(
    bids: Bids, chosen: tuple[str, ...], hand: CardSet, deck: CardSet, players: int
) -> Mapping[str, Sentence]:
    specials = [key for key in chosen if key in SPECIAL]

    def why(standard: str, *more: str) -> Sentence | None:
        return refusal(bids, (standard, *specials, *more), hand, deck, players)

    standards = [key for key in chosen if key in STANDARD]
    found: Mapping[str, Sentence | None] = {
        **{key: why(key) for key in STANDARD if key not in standards},
        **{
            key: why(standards[0], key) if standards else _with_none(why, key)
            for key in SPECIAL
            if key not in specials
        },
    }
    return {key: reason for key, reason in found.items() if reason}


def _with_none(why: Callable[[str, str], Sentence | None], special: str) -> Sentence | None:
    if all(why(standard, special) for standard in STANDARD):
        return Sentence(N_("No standard bid can be made with this."))
    return None
