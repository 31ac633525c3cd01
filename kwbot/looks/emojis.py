"""The application's own emojis: their names and pictures, and a style of cards in them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from kwbot.engine.values.cards import Card, Suit
from kwbot.text.words.card_symbols import CardStyle

from .palette import CARDS_FOLDER

_FORMER_PREFIX = "kw_"
_EDITION = 1
"""Raised with every change of a picture, so that the names show which emojis are current."""
NO_EMOJIS: Mapping[str, int] = {}
_TWO_COLOURS = {Suit.CLUBS: "B", Suit.DIAMONDS: "R"}
"""Letters of suits that have other pictures in two colours: black clubs, red diamonds."""
_SUITS = {
    "S": "{}spades", "H": "{}hearts", "C": "{}clubs", "D": "{}diamonds",
    "B": "black_{}clubs", "R": "red_{}diamonds",
}  # fmt: skip
_COURT = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack",
    "E": "ace", "D": "queen", "Kn": "jack", "B": "jack",
}  # fmt: skip
_OTHER_INDICES = ("E", "D", "Kn", "B")
"""Indices of languages other than English, whose emojis have their own names."""


@cache
def emojis() -> Mapping[str, bytes]:
    """Return every emoji as a PNG by its name like ``ace_of_spades``, which screen readers speak,
    the most important first."""
    return {name: _pictures()[key] for key, name in _names().items()}


@cache
def former_emojis() -> Mapping[str, str]:
    """Return the current names of emojis by those of version 1.0, like ``kw_sa_1f2e3d4c``."""
    return {
        f"{_FORMER_PREFIX}{key.lower()}_{sha256(picture).hexdigest()[:8]}": _names()[key]
        for key, picture in _pictures().items()
    }


def is_old_emoji(name: str) -> bool:
    """Whether an application emoji is from an earlier version of the bot."""
    words = re.sub(r"(?<=\D)_\d+$", "", name)
    ours = name.startswith(_FORMER_PREFIX) or words in map(_in_words, _pictures())
    return ours and name not in emojis()


@cache
def _pictures() -> dict[str, bytes]:
    files = sorted((CARDS_FOLDER / "emojis").glob("*.png"), key=lambda file: _order(file.stem))
    return {file.stem: file.read_bytes() for file in files}


def _order(key: str) -> tuple[bool, bool, str]:
    """Return the sort key of an emoji: first suits, which most buttons show, then cards, and last
    the same in two colours."""
    return key[0] in _TWO_COLOURS.values(), len(key) > 1, key


@cache
def _names() -> dict[str, str]:
    edition = f"_{_EDITION}" if _EDITION > 1 else ""
    return {key: _in_words(key) + edition for key in _pictures()}


def _in_words(key: str) -> str:
    """Return words like ``ace_of_spades`` for ``SA``, or ``ace_of_spades_e`` for ``SE``."""
    suit, index = _SUITS.get(key[0]), key[1:]
    if suit is None:
        return f"joker{index}" if key[0] == "J" else key
    if not index:
        return suit.format("")
    other = f"_{index.lower()}" if index in _OTHER_INDICES else ""
    return suit.format(f"{_COURT.get(index, index)}_of_") + other


def suit_key(suit: Suit, style: CardStyle) -> str:
    """Return the key of a suit's emoji, which depends on the number of colours."""
    return suit.letter if style.four_colour else _TWO_COLOURS.get(suit, suit.letter)


def card_key(card: Card, style: CardStyle) -> str:
    """Return the key of a card's emoji: its suit and its index in the style's language."""
    if card.suit is None or card.rank is None:
        return card.text
    return suit_key(card.suit, style) + style.rank(card.rank)


@dataclass(frozen=True, slots=True)
class EmojiStyle(CardStyle):
    """A style with emojis as far as there are any (`ids` by name), otherwise symbols."""

    def card(self, card: Card) -> str:
        """Return a card as an emoji, or in symbols if there is none."""
        return self._emoji(card_key(card, self)) or CardStyle.card(self, card)

    def suit(self, suit: Suit) -> str:
        """Return a suit as an emoji, or as a symbol if there is none."""
        return self.sign(suit) or CardStyle.suit(self, suit)

    def sign(self, of: Card | Suit) -> str:
        """Return the emoji of a suit, of a card's suit or of a joker."""
        if isinstance(of, Card):
            if of.suit is None:
                return self._emoji(of.text)
            of = of.suit
        return self._emoji(suit_key(of, self))

    def mark(self, key: str, symbol: str) -> str:
        """Return the emoji of a role, or the plain `symbol` if there is none."""
        return (self._emoji(key) if key in _names() else "") or symbol

    def plain(self) -> CardStyle:
        """Return the style with symbols in place of emojis."""
        return CardStyle(self.language, self.descending)

    def _emoji(self, key: str) -> str:
        name = _names()[key]
        return f"<:{name}:{self.ids[name]}>" if name in self.ids else ""


def in_emojis(style: CardStyle, ids: Mapping[str, int]) -> CardStyle:
    """Return the style with the emojis `ids`, if there are any."""
    return EmojiStyle(style.language, style.descending, style.four_colour, ids) if ids else style
