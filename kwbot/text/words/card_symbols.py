"""Cards as a player reads them: suit symbols, indices of a language, order in a hand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from kwbot.engine.values.cards import CARDS, Card, Rank, Suit

SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""Black and red in turns, so that neighbours in a hand are told apart."""

# Discord colours emoji and nothing else. Black emoji drown in its dark theme, so spades, and
# clubs stay plain characters in the colour of the text: a green one would be a clover.
_SUIT_SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥️", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦️"}
_JOKER_SYMBOL = "🃏"
CARD_SEPARATOR = "\u00a0· "
"""Between suits: where a line breaks there, the dot stays behind."""
_JOINED, _CLOSE = "\u00a0", "\u202f"
"""Blanks at which no line breaks, a usual one and a narrow one."""
_LINE, _SMALL_LINE = 36, 38
"""Letters of a hand for which a phone has room beside each other, as text and in small print."""
_EMOJI = re.compile(r"<:\w+:\d+>|.\ufe0f|[\U0001f000-\U0001ffff]")

_COURT = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
_SPOTS = {rank: str(int(rank)) for rank in Rank if rank not in _COURT}
_INDICES = {
    "en": {**dict(zip(_COURT, ("A", "K", "Q", "J"), strict=True)), **_SPOTS},
    "sv": {**dict(zip(_COURT, ("E", "K", "D", "Kn"), strict=True)), **_SPOTS},
    "da": {**dict(zip(_COURT, ("E", "K", "D", "B"), strict=True)), **_SPOTS},
}


def _place(card: Card, *, descending: bool) -> tuple[int, int]:
    """Return what grows along a hand: by suit, jokers last."""
    if card.suit is None or card.rank is None:
        return len(SUIT_ORDER), card.index
    return SUIT_ORDER.index(card.suit), -card.rank if descending else card.rank


_PLACES = {
    descending: {card: _place(card, descending=descending) for card in CARDS}
    for descending in (True, False)
}


def letters(line: str) -> int:
    """Return how wide a line is, in letters; an emoji is as wide as three."""
    return len(_EMOJI.sub("###", line))


@dataclass(frozen=True, slots=True)
class CardStyle:
    """A style in which one player wants cards shown. `language` is a language's code;
    `four_colour`: of what is drawn; `ids`: the emojis by name in which cards are shown."""

    language: str = "en"
    descending: bool = True
    four_colour: bool = True
    ids: Mapping[str, int] = field(default_factory=dict, hash=False)

    def suit(self, suit: Suit) -> str:
        return _SUIT_SYMBOLS[suit]

    def rank(self, rank: Rank) -> str:
        return _INDICES[self.language][rank]

    def card(self, card: Card) -> str:
        """``♠A``; jokers are numbered."""
        if card.suit is None or card.rank is None:
            return f"{_JOKER_SYMBOL}{card.text[1:]}"
        return self.suit(card.suit) + _INDICES[self.language][card.rank]

    def sign(self, of: Card | Suit) -> str:
        """Return the emoji of a suit or joker for a button; empty where words hold a symbol."""
        return ""

    def mark(self, key: str, symbol: str) -> str:
        """Return the emoji of a role, or a symbol everybody has."""
        return symbol

    def plain(self) -> CardStyle:
        """Return the same for labels, which can hold symbols but no emojis of an application."""
        return self

    def for_drawing(self) -> CardStyle:
        """Return what drawings know of it: they have no symbols."""
        return CardStyle(self.language, self.descending, self.four_colour)

    def sort(self, cards: Iterable[Card]) -> list[Card]:
        """Sort cards by suit, high to low or low to high; jokers last."""
        return sorted(cards, key=_PLACES[self.descending].__getitem__)

    def row(self, cards: Iterable[Card]) -> str:
        """Return all in a row: ``♠A ♠K ♥9``."""
        return " ".join(map(self.card, self.sort(cards)))

    def line(self, cards: Iterable[Card]) -> str:
        """Return all in a line that breaks between suits alone, at the dot: ``♠ A K 9 · ♥ Q``."""
        return CARD_SEPARATOR.join(self._unbroken_lines(cards))

    def fold(self, cards: Iterable[Card], before: str = "") -> str:
        """Return cards in a line behind the words `before`; where a phone has no room for it, in
        two that are about equal. Left to a browser the line would break after any emoji, whatever
        comes behind it."""
        suits = self._unbroken_lines(cards)
        whole = before + CARD_SEPARATOR.join(suits)
        if len(suits) < 2 or letters(whole) <= _LINE:
            return whole
        halves = [
            (before + CARD_SEPARATOR.join(suits[:at]), CARD_SEPARATOR.join(suits[at:]))
            for at in range(1, len(suits))
        ]
        return "\n".join(min(halves, key=lambda both: max(map(letters, both))))

    def small(self, cards: Iterable[Card]) -> str:
        """Return cards for small print, of which a phone has room for twelve in one line: they
        stand close where they have to."""
        held, line = [*cards], ""
        for apart, blank in ((CARD_SEPARATOR, _JOINED), (" ", _JOINED), (" ", _CLOSE)):
            line = apart.join(self._unbroken_lines(held, blank))
            if letters(line) <= _SMALL_LINE:
                break
        return line

    def _unbroken_lines(self, cards: Iterable[Card], blank: str = _JOINED) -> list[str]:
        return [line.replace(" ", blank) for line in self.lines(cards)]

    def lines(self, cards: Iterable[Card], strong: Collection[Card] = ()) -> list[str]:
        """One line a suit, the suit's symbol once: ``♠ A K 9``. Suits without cards have none.
        Cards in `strong` are bold, with their symbol if the whole suit is."""
        suits = groupby(self.sort(cards), attrgetter("suit"))
        return [self._line(suit, [*held], strong) for suit, held in suits]

    def _line(self, suit: Suit | None, held: list[Card], strong: Collection[Card]) -> str:
        symbol = () if suit is None else (self.suit(suit),)
        indices = [self.card(card) if card.rank is None else self.rank(card.rank) for card in held]
        if not strong:
            return " ".join((*symbol, *indices))
        if all(card in strong for card in held):
            return f"**{' '.join((*symbol, *indices))}**"
        shown = (
            f"**{index}**" if card in strong else index
            for card, index in zip(held, indices, strict=True)
        )
        return " ".join((*symbol, *shown))
