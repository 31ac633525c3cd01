"""What a hand can bid, shown in `/bidlab` and while a bid is put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random

from kwbot.engine.actions import Bid
from kwbot.engine.cards import CardSet
from kwbot.engine.choices import CombinationBid
from kwbot.engine.explorer import Explorer
from kwbot.engine.match import Match
from kwbot.engine.variant import Variant
from kwbot.engine.view import View
from kwbot.engine.wording import N_, Sentence

from .bids import BIDS, SPECIAL, STANDARD, Bids
from .proof.counting import open_bids
from .proof.reasons import refusal
from .witness.acted import example


class KombinationsExplorer(Explorer):
    """§7: what a player's own cards make impossible."""

    def __init__(self, game: Variant) -> None:
        self.game = game

    def refusal(self, bid: Bid, hand: CardSet, players: int) -> Sentence | None:
        return refusal(BIDS["forbid"], bid.parts, hand, self.game.deck(players), players)

    def impossible(self, seen: View, chosen: Sequence[str]) -> Mapping[str, Sentence]:
        """Judge the parts that can be added to those chosen or, of the standard bids, take the
        place of the chosen one."""
        choice = seen.choice
        if not isinstance(choice, CombinationBid) or not isinstance(choice.bids, Bids):
            return {}
        deck = self.game.deck(len(seen.names))
        return _struck(choice.bids, tuple(chosen), seen.hand, deck, choice.table_size)

    def open_bids(self, hand: CardSet, players: int) -> tuple[int, int]:
        return open_bids(hand, self.game.deck(players), players)

    def example(
        self, bid: Bid, hand: CardSet, players: int, seconds: float, seed: int
    ) -> Match | None:
        bid = BIDS["forbid"].canonical(bid)
        return example(self.game, hand, players, bid, seconds, Random(seed))  # noqa: S311


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
