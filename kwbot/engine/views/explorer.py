"""The explorer of a game's bids, for `/bidlab` and for whoever bids."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import Sentence

from .view import View


class Explorer(ABC):
    """An explorer of the bids that a hand can make. `players` is how many are in the deal; the
    auction is open."""

    option: Option
    """The option of a table that decides which bids there are."""

    @abstractmethod
    def under(self, value: str) -> Explorer:
        """Return the explorer of the bids with this value of `option`."""

    @abstractmethod
    def options(self) -> Mapping[str, str]:
        """Return the options of a table where hands are explored."""

    @abstractmethod
    def refusal(self, bid: Bid, hand: CardSet, players: int) -> Sentence | None:
        """Return why `hand` cannot bid this; None if it can."""

    @abstractmethod
    def impossible(self, seen: View, chosen: Sequence[str]) -> Mapping[str, Sentence]:
        """Return which parts cannot stand in the viewer's bid next to those `chosen` (keys), and
        why. Drawn from what the viewer sees; for their own screen alone."""

    @abstractmethod
    def open_bids(self, hand: CardSet, players: int) -> tuple[int, int]:
        """Return how many bids `hand` may be able to make, and of how many."""
