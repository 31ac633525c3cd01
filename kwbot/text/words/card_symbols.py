"""Cards as players read them: suit symbols, indices by language, order in a hand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from kwbot.engine.values.cards import CARDS, Card, Rank, Suit

SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""Suits with alternating colours, so that neighbours in a hand are easy to distinguish."""

# Discord colours only emoji. Black emoji are hard to see in its dark theme, so spades and clubs
# are plain characters in the text's colour: a green club emoji would be a clover.
_SUIT_SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥️", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦️"}
_JOKER_SYMBOL = "🃏"
CARD_SEPARATOR = "\u00a0· "
"""Separator of suits: a line breaks only after the dot."""
_JOINED, _CLOSE = "\u00a0", "\u202f"
"""Blanks at which no line breaks, a normal one and a narrow one."""
_LINE, _SMALL_LINE = 36, 38
"""Letters of a hand that fit on a phone's line, as text and in small print."""
_EMOJI = re.compile(r"<:\w+:\d+>|.\ufe0f|[\U0001f000-\U0001ffff]")

_COURT = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
_SPOTS = {rank: str(int(rank)) for rank in Rank if rank not in _COURT}
_INDICES = {
    "en": {**dict(zip(_COURT, ("A", "K", "Q", "J"), strict=True)), **_SPOTS},
    "sv": {**dict(zip(_COURT, ("E", "K", "D", "Kn"), strict=True)), **_SPOTS},
    "da": {**dict(zip(_COURT, ("E", "K", "D", "B"), strict=True)), **_SPOTS},
}


def _place(card: Card, *, descending: bool) -> tuple[int, int]:
    """Return the sort key of a card in a hand: by suit, jokers last."""
    if card.suit is None or card.rank is None:
        return len(SUIT_ORDER), card.index
    return SUIT_ORDER.index(card.suit), -card.rank if descending else card.rank


_PLACES = {
    descending: {card: _place(card, descending=descending) for card in CARDS}
    for descending in (True, False)
}


def letters(line: str) -> int:
    """Return the width of a line in letters; an emoji counts as three."""
    return len(_EMOJI.sub("###", line))


@dataclass(frozen=True, slots=True)
class CardStyle:
    """A player's style of cards. `language`: its code; `four_colour`: of drawn cards; `ids`: the
    emojis of cards by name."""

    language: str = "en"
    descending: bool = True
    four_colour: bool = True
    ids: Mapping[str, int] = field(default_factory=dict, hash=False)

    def suit(self, suit: Suit) -> str:
        return _SUIT_SYMBOLS[suit]

    def rank(self, rank: Rank) -> str:
        return _INDICES[self.language][rank]

    def card(self, card: Card) -> str:
        """Return a card like ``♠A``; jokers are numbered."""
        if card.suit is None or card.rank is None:
            return f"{_JOKER_SYMBOL}{card.text[1:]}"
        return self.suit(card.suit) + _INDICES[self.language][card.rank]

    def sign(self, of: Card | Suit) -> str:
        """Return the emoji of a suit or joker for a button; "" if the words have a symbol."""
        return ""

    def mark(self, key: str, symbol: str) -> str:
        """Return the emoji of a role; in this style the plain `symbol`."""
        return symbol

    def plain(self) -> CardStyle:
        """Return the style for labels, which can have symbols but no application emojis."""
        return self

    def for_drawing(self) -> CardStyle:
        """Return the style for drawings, which have no symbols."""
        return CardStyle(self.language, self.descending, self.four_colour)

    def sort(self, cards: Iterable[Card]) -> list[Card]:
        """Return cards sorted by suit, high to low or low to high, jokers last."""
        return sorted(cards, key=_PLACES[self.descending].__getitem__)

    def row(self, cards: Iterable[Card]) -> str:
        """Return cards in a row like ``♠A ♠K ♥9``."""
        return " ".join(map(self.card, self.sort(cards)))

    def line(self, cards: Iterable[Card]) -> str:
        """Return cards in a line like ``♠ A K 9 · ♥ Q``, which breaks only between suits."""
        return CARD_SEPARATOR.join(self._unbroken_lines(cards))

    def fold(self, cards: Iterable[Card], before: str = "") -> str:
        """Return cards in a line after the words `before`; if a phone has no room for it, in two
        lines of about equal length. A browser would break the line after any emoji."""
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
        """Return cards for small print, closer together if twelve do not fit on a line."""
        held, line = [*cards], ""
        for apart, blank in ((CARD_SEPARATOR, _JOINED), (" ", _JOINED), (" ", _CLOSE)):
            line = apart.join(self._unbroken_lines(held, blank))
            if letters(line) <= _SMALL_LINE:
                break
        return line

    def _unbroken_lines(self, cards: Iterable[Card], blank: str = _JOINED) -> list[str]:
        return [line.replace(" ", blank) for line in self.lines(cards)]

    def lines(self, cards: Iterable[Card], strong: Collection[Card] = ()) -> list[str]:
        """Return a line for each suit held, like ``♠ A K 9``. Cards in `strong` are bold, with
        their symbol if the whole suit is."""
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
