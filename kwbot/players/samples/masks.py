"""Conversion of cards to the kernel's bits and back."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import CARDS, NO_CARDS, Card, CardSet, Rank, Suit
from kwbot.players.kernel import State

SUIT_PLACES = 14
"""As in the kernel, which does not export its constants when compiled."""


class Masks:
    """The bit of every card, within a suit by strength, the strongest first."""

    def __init__(self, strength: Callable[[Card], int], stand_in: tuple[Card, Suit] | None) -> None:
        self.bit = dict(_bits(strength))
        if stand_in:
            card, suit = stand_in
            self.bit[card] = 1 << (SUIT_PLACES * suit + len(Rank))
        self.card = {bit: card for card, bit in self.bit.items()}

    def of(self, cards: CardSet) -> int:
        """Return cards as a mask."""
        mask = 0
        for card in cards:
            mask |= self.bit[card]
        return mask

    def cards(self, mask: int) -> CardSet:
        """Return the cards of a mask."""
        found = 0
        while mask:
            low = mask & -mask
            found |= self.card[low].bit
            mask ^= low
        return CardSet.of_bits(found)


@lru_cache(maxsize=16)
def _bits(strength: Callable[[Card], int]) -> dict[Card, int]:
    bits = {}
    for suit in Suit:
        cards = [card for card in CARDS if card.suit == suit]
        cards.sort(key=strength, reverse=True)
        for place, card in enumerate(cards):
            bits[card] = 1 << (SUIT_PLACES * suit + place)
    for at, card in enumerate(card for card in CARDS if card.suit is None):
        bits[card] = 1 << (4 * SUIT_PLACES + at)
    return bits


class Hands(Sequence[CardSet]):
    """The hands of a position by player number. `looked`: whether any hand has been read."""

    def __init__(self, position: State, masks: Masks, seats: tuple[Seat, ...]) -> None:
        self._position, self._masks = position, masks
        self._place = {seat: at for at, seat in enumerate(seats)}
        self.looked = False

    def __getitem__(self, seat: Seat) -> CardSet:  # type: ignore[override]
        self.looked = True
        place = self._place.get(seat)
        return NO_CARDS if place is None else self._masks.cards(self._position.hand[place])

    def __len__(self) -> int:
        return max(self._place) + 1
