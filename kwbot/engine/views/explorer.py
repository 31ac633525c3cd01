"""The explorer of a game's bids, for `/bidlab` and for the player who bids."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import Sentence

from .view import View


class Explorer(ABC):
    """An explorer of the bids that a hand can make before anyone has bid. `players`: number of
    players in the deal."""

    option: Option
    """The table option that decides which bids exist."""

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
        """Return the parts that the viewer cannot add to those `chosen` (keys), with the reasons.
        It follows from their own cards, so only they may see it."""

    @abstractmethod
    def open_bids(self, hand: CardSet, players: int) -> tuple[int, int]:
        """Return the number of bids that `hand` might make, and the number of all bids."""
