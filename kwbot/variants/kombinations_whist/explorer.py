"""The explorer of a hand's bids, for `/bidlab` and for composing a bid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.values.wording import N_, Sentence
from kwbot.engine.views.explorer import Explorer
from kwbot.engine.views.view import View

from .bids import Bids
from .printed_bids import SPECIAL
from .proof.counting import open_bids
from .proof.refusal_reasons import refusal, refusals


class KombinationsExplorer(Explorer):
    """§7: the explorer of bids that a player's own cards make impossible."""

    def __init__(self, game: Variant, edition: str = "1.4") -> None:
        self.game, self.bids = game, Bids(edition)
        self.option = next(option for option in game.options if option.key == "edition")

    def under(self, value: str) -> KombinationsExplorer:
        """Return the explorer of another edition."""
        return KombinationsExplorer(self.game, self.option.accept(value))

    def options(self) -> Mapping[str, str]:
        """Return the table options under which hands are explored."""
        return {"edition": self.bids.edition, "impossible_bids": "forbid"}

    def refusal(self, bid: Bid, hand: CardSet, players: int) -> Sentence | None:
        """Return why a hand can never make a bid; None if it might."""
        return refusal(self.bids, bid.parts, hand, self.game.deck(players), players)

    def impossible(self, seen: View, chosen: Sequence[str]) -> Mapping[str, Sentence]:
        """Return the impossible parts among those that could be added to the chosen ones or replace
        the standard bid, with the reasons."""
        choice = seen.choice
        if not isinstance(choice, CombinationBid) or not isinstance(choice.bids, Bids):
            return {}
        deck = self.game.deck(len(seen.names))
        return _struck(choice.bids, tuple(chosen), seen.hand, deck, choice.table_size)

    def open_bids(self, hand: CardSet, players: int) -> tuple[int, int]:
        """Return the number of bids that a hand might make, and the number of all bids."""
        return open_bids(hand, self.game.deck(players), players, self.bids.edition)


@lru_cache(maxsize=200)  # the same hand is drawn again after every call of the others
def _struck(
    bids: Bids, chosen: tuple[str, ...], hand: CardSet, deck: CardSet, players: int
) -> Mapping[str, Sentence]:
    specials = [key for key in chosen if key in SPECIAL]
    refused = refusals(bids, hand, deck, players)

    def why(standard: str, *more: str) -> Sentence | None:
        return refused((standard, *specials, *more))

    standards = [key for key in chosen if key in bids.standard]
    found: Mapping[str, Sentence | None] = {
        **{key: why(key) for key in bids.standard if key not in standards},
        **{
            key: why(standards[0], key) if standards else _with_none(bids, why, key)
            for key in SPECIAL
            if key not in specials
        },
    }
    return {key: reason for key, reason in found.items() if reason}


def _with_none(
    bids: Bids, why: Callable[[str, str], Sentence | None], special: str
) -> Sentence | None:
    if all(why(standard, special) for standard in bids.standard):
        return Sentence(N_("No standard bid can be made with this."))
    return None
