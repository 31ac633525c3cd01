"""The application's own emojis: what they are called, what they look like, how a text has them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256

from kwbot.engine.values.cards import Card, Suit
from kwbot.text.words.card_symbols import CardStyle

from .palette import CARDS_FOLDER

EMOJI_PREFIX = "kw_"
NO_EMOJIS: Mapping[str, int] = {}
_TWO_COLOURS = {Suit.CLUBS: "B", Suit.DIAMONDS: "R"}
"""Clubs in black and diamonds in red have pictures of their own."""


@cache
def emojis() -> Mapping[str, bytes]:
    """Return every emoji as PNG by its name, ``kw_sa_1f2e3d4c``: a new picture has a new name."""
    return {name: _pictures()[key] for key, name in _names().items()}


@cache
def _pictures() -> dict[str, bytes]:
    return {
        file.stem: file.read_bytes() for file in sorted((CARDS_FOLDER / "emojis").glob("*.png"))
    }


@cache
def _names() -> dict[str, str]:
    return {
        key: f"{EMOJI_PREFIX}{key.lower()}_{sha256(picture).hexdigest()[:8]}"
        for key, picture in _pictures().items()
    }


def suit_key(suit: Suit, style: CardStyle) -> str:
    """Return the key of a suit's emoji; with two colours several suits look alike."""
    return suit.letter if style.four_colour else _TWO_COLOURS.get(suit, suit.letter)


def card_key(card: Card, style: CardStyle) -> str:
    """Return the key of a card's emoji: suit and rank in the language's indices."""
    if card.suit is None or card.rank is None:
        return card.text
    return suit_key(card.suit, style) + style.rank(card.rank)


@dataclass(frozen=True, slots=True)
class EmojiStyle(CardStyle):
    """Cards as the emojis that are there (`ids` by name), otherwise as symbols."""

    ids: Mapping[str, int] = field(default_factory=dict)

    def card(self, card: Card) -> str:
        """Return a card as an emoji, in symbols where there is none."""
        shown = self._emoji(card_key(card, self)) if self.ids else ""
        return shown or CardStyle.card(self, card)

    def suit(self, suit: Suit) -> str:
        """Return a suit as an emoji, in symbols where there is none."""
        return self.sign(suit) or CardStyle.suit(self, suit)

    def sign(self, of: Card | Suit) -> str:
        """Return the emoji of a suit, or of a card's suit; empty without emojis."""
        if not self.ids:
            return ""
        if isinstance(of, Card):
            if of.suit is None:
                return self._emoji(of.text)
            of = of.suit
        return self._emoji(suit_key(of, self))

    def mark(self, key: str, symbol: str) -> str:
        """Return the emoji of a role, if it has one that is there, or a symbol everybody has."""
        return (self._emoji(key) if key in _names() else "") or symbol

    def plain(self) -> CardStyle:
        """Return the same in symbols."""
        return CardStyle(self.language, self.descending)

    def _emoji(self, key: str) -> str:
        name = _names()[key]
        return f"<:{name}:{self.ids[name]}>" if name in self.ids else ""


def in_emojis(style: CardStyle, ids: Mapping[str, int]) -> EmojiStyle:
    """Return a style with the emojis `ids`."""
    return EmojiStyle(style.language, style.descending, style.four_colour, ids)
