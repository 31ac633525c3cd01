"""Cards as a player reads them: suit symbols, indices of a language, order in a hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kwbot.engine.cards import Card, Rank, Suit

SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""Black and red in turns, so that neighbours in a hand are told apart."""

# Discord colours emoji and nothing else. Black emoji drown in its dark theme, so spades, and
# clubs where two colours do, stay plain characters in the colour of the text.
TWO_COLOURS = {Suit.SPADES: "♠", Suit.HEARTS: "♥️", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦️"}
FOUR_COLOURS = {Suit.SPADES: "♠", Suit.HEARTS: "♥️", Suit.CLUBS: "🍀", Suit.DIAMONDS: "🔷"}
JOKER = "🃏"

_COURT = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
_INDICES = {
    "en": dict(zip(_COURT, ("A", "K", "Q", "J"), strict=True)),
    "sv": dict(zip(_COURT, ("E", "K", "D", "Kn"), strict=True)),
    "da": dict(zip(_COURT, ("E", "K", "D", "B"), strict=True)),
}


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How one player wants cards shown. `language` is a language's code."""

    language: str = "en"
    descending: bool = True
    four_colour: bool = False

    def suit(self, suit: Suit) -> str:
        return (FOUR_COLOURS if self.four_colour else TWO_COLOURS)[suit]

    def rank(self, rank: Rank) -> str:
        return _INDICES[self.language].get(rank, str(int(rank)))

    def card(self, card: Card) -> str:
        """``♠A``; jokers are numbered."""
        if card.suit is None or card.rank is None:
            return f"{JOKER}{card.text[1:]}"
        return self.suit(card.suit) + self.rank(card.rank)

    def sorted(self, cards: Iterable[Card]) -> list[Card]:
        """By suit, high to low or low to high; jokers last."""
        return sorted(cards, key=self._place)

    def row(self, cards: Iterable[Card]) -> str:
        """All in a row: ``♠A ♠K ♥9``."""
        return " ".join(map(self.card, self.sorted(cards)))

    def lines(self, cards: Iterable[Card]) -> list[str]:
        """One line a suit, the suit's symbol once: ``♠ A K 9``. Suits without cards have none."""
        ordered = self.sorted(cards)
        lines = [
            " ".join((self.suit(suit), *self._ranks(card for card in ordered if card.suit is suit)))
            for suit in SUIT_ORDER
            if any(card.suit is suit for card in ordered)
        ]
        jokers = [self.card(card) for card in ordered if card.suit is None]
        return [*lines, " ".join(jokers)] if jokers else lines

    def _ranks(self, cards: Iterable[Card]) -> list[str]:
        return [self.rank(card.rank) for card in cards if card.rank is not None]

    def _place(self, card: Card) -> tuple[int, int]:
        if card.suit is None or card.rank is None:
            return len(SUIT_ORDER), card.index
        return SUIT_ORDER.index(card.suit), -card.rank if self.descending else card.rank
