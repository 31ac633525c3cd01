"""Cards, suits, ranks and sets of cards.

A card's text form is suit letter and rank, ``SA`` (ace of spades) to ``C2``; jokers are
``J1``–``J3``. Cards are interned: there is one `Card` object for each text, so identity is
equality. `CardSet` is a set backed by a bitmask; it iterates by suit (spades, hearts, diamonds,
clubs, jokers) and from high to low, the order in which records write hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from enum import IntEnum
from functools import reduce
from itertools import chain
from operator import getitem, or_
from typing import Any


class Suit(IntEnum):
    """The four suits in record order; `letter` is the text form."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """The letter of the suit in records."""
        return "SHDC"[self]

    def __str__(self) -> str:
        return self.letter

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Return the suit of a letter S, H, D or C; raise ValueError for anything else."""
        if len(text) != 1 or text not in "SHDC":
            raise ValueError(f"no suit: {text!r}")
        return cls("SHDC".index(text))


class Rank(IntEnum):
    """2–14 as printed, ace high; which rank beats which is a rule of the deal, not of the card."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The character of the rank in records."""
        return "23456789TJQKA"[self - 2]


class Card:
    """One card. `suit` and `rank` are None for a joker; `index` is its place in a `CardSet`."""

    __slots__ = ("bit", "index", "rank", "suit", "text")
    index: int
    suit: Suit | None
    rank: Rank | None
    bit: int
    text: str

    def __init__(self, index: int, suit: Suit | None, rank: Rank | None, text: str) -> None:
        for name, value in zip(
            ("index", "suit", "rank", "bit", "text"),
            (index, suit, rank, 1 << index, text),
            strict=True,
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("cards are immutable")

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card of a text like ``SA`` or ``J1``; raise ValueError if there is none."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise ValueError(f"no card: {text!r}") from None

    def __repr__(self) -> str:
        return f"Card.parse({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        return Card.parse, (self.text,)  # copies and pickles stay the one interned object


CARDS: tuple[Card, ...] = tuple(
    Card(13 * suit + 14 - rank, suit, rank, suit.letter + rank.letter)
    for suit in Suit
    for rank in reversed(Rank)
) + tuple(Card(51 + n, None, None, f"J{n}") for n in (1, 2, 3))
_BY_TEXT = {card.text: card for card in CARDS}
_SUIT_BITS = tuple(((1 << 13) - 1) << (13 * suit) for suit in Suit)
_JOKER_BITS = 0b111 << 52
_ALL_BITS = (1 << 55) - 1
_EIGHTS = tuple(
    tuple(tuple(c for c in CARDS[at : at + 8] if bits << at & c.bit) for bits in range(256))
    for at in range(0, len(CARDS), 8)
)
"""The cards of each possible byte of a `CardSet`, by byte and value, for fast iteration."""
_blank = object.__new__


class CardSet(Set[Card]):
    """An immutable set of cards.

    >>> hand = CardSet.parse("C2 SA S5")
    >>> str(hand), len(hand), Card.parse("SA") in hand
    ('SA S5 C2', 3, True)
    >>> str(hand - CardSet.parse("S5"))
    'SA C2'
    """

    __slots__ = ("bits",)
    bits: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        bits = 0
        for card in cards:
            bits |= card.bit
        self.bits = bits

    @staticmethod
    def of_bits(bits: int) -> CardSet:
        """Return the set of the cards with these bits."""
        return _of_bits(bits)

    @staticmethod
    def union(sets: Iterable[CardSet]) -> CardSet:
        """Return the cards of all these sets together."""
        return _of_bits(reduce(or_, [one.bits for one in sets], 0))

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> CardSet:  # type: ignore[override]
        return cls(it)

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """Return the set of a text like ``SA SK H2``; raise ValueError if it is malformed."""
        cards = [Card.parse(word) for word in text.split()]
        made = cls(cards)
        if len(made) != len(cards):
            raise ValueError("a card stands twice")
        return made

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self.bits & card.bit != 0

    def __iter__(self) -> Iterator[Card]:
        eights = map(getitem, _EIGHTS, self.bits.to_bytes(len(_EIGHTS), "little"))
        return chain.from_iterable(eights)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __eq__(self, other: object) -> bool:
        return self.bits == other.bits if isinstance(other, CardSet) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.bits)

    def __or__(self, other: Iterable[Any]) -> CardSet:
        return _of_bits(self.bits | _bits(other))

    def __and__(self, other: Iterable[Any]) -> CardSet:
        return _of_bits(self.bits & _bits(other))

    def __sub__(self, other: Iterable[Any]) -> CardSet:
        return _of_bits(self.bits & ~_bits(other))

    def __le__(self, other: Set[Any]) -> bool:
        return not self.bits & ~_bits(other)

    def nth(self, place: int) -> Card:
        """Return the card at `place`, from 0, in the order of iteration."""
        bits = self.bits
        while place:
            bits &= bits - 1
            place -= 1
        return CARDS[(bits & -bits).bit_length() - 1]

    def of_suit(self, suit: Suit) -> CardSet:
        return _of_bits(self.bits & _SUIT_BITS[suit])

    def jokers(self) -> CardSet:
        """Return the jokers of the set."""
        bits = self.bits & _JOKER_BITS
        return _of_bits(bits) if bits else NO_CARDS

    def with_card(self, card: Card) -> CardSet:
        """Return the set with one more card."""
        return _of_bits(self.bits | card.bit)

    def without(self, card: Card) -> CardSet:
        return _of_bits(self.bits & ~card.bit)

    def __str__(self) -> str:
        return " ".join([card.text for card in self])

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"


def _of_bits(bits: int) -> CardSet:
    made: CardSet = _blank(CardSet)
    made.bits = bits
    return made


def _bits(cards: Iterable[Any]) -> int:
    return cards.bits if isinstance(cards, CardSet) else CardSet(cards).bits


NO_CARDS = CardSet()
FULL_DECK = _of_bits(_ALL_BITS & ~_JOKER_BITS)
JOKERS = _of_bits(_JOKER_BITS)
