"""The application's emojis: names and pictures as Discord wants them, and one for every card."""

from __future__ import annotations

import io
import re
from hashlib import sha256

import pytest
from PIL import Image

from kwbot.engine.values.cards import CARDS, Card, Rank, Suit
from kwbot.looks.emojis import emojis, in_emojis, is_old_emoji
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.language import LANGUAGES

STYLES = [CardStyle(code, four_colour=four) for code in LANGUAGES for four in (True, False)]
IDS = {name: 1000 + number for number, name in enumerate(emojis())}


def test_names_and_pictures_are_as_discord_wants_them() -> None:
    for name, png in emojis().items():
        assert re.fullmatch(r"\w{2,32}", name)
        assert len(png) <= 4096
        with Image.open(io.BytesIO(png)) as image:
            assert (image.format, image.size) == ("PNG", (128, 128))
    assert len({name.casefold() for name in emojis()}) == len(emojis()) == 114


def test_a_name_is_what_a_screen_reader_says() -> None:
    """Of an index that is not English, the letter after it tells its picture apart."""
    ranks = {Rank.ACE: "ace", Rank.KING: "king", Rank.QUEEN: "queen", Rank.JACK: "jack"}
    letters = {"E": "_e", "D": "_d", "Kn": "_kn", "B": "_b"}
    for style in STYLES:
        signs = in_emojis(style, IDS)
        for card in CARDS:
            if card.suit is None or card.rank is None:
                assert signs.card(card).startswith(f"<:joker{card.text[1:]}:")
                continue
            suit = card.suit.name.lower()
            colour = "" if style.four_colour else {"clubs": "black_", "diamonds": "red_"}.get(suit)
            rank = ranks.get(card.rank, str(int(card.rank)))
            name = f"{colour or ''}{rank}_of_{suit}{letters.get(style.rank(card.rank), '')}"
            assert signs.card(card).startswith(f"<:{name}:")
            assert signs.suit(card.suit).startswith(f"<:{colour or ''}{suit}:")
    names = set(emojis())
    assert {"ace_of_spades", "10_of_hearts", "black_jack_of_clubs_kn", "red_diamonds"} <= names


def test_other_pictures_have_other_names() -> None:
    """An application keeps the picture of a name that it has: raise `_EDITION`, then this."""
    drawn = sha256(b"".join(emojis()[name] for name in sorted(emojis()))).hexdigest()
    assert drawn[:16] == "943c669dd1bfc846"
    assert not any(map(is_old_emoji, emojis()))
    assert is_old_emoji("kw_sa_1f2e3d4c")
    assert is_old_emoji("ace_of_spades_2"), "of a later version, if that was tried"
    assert not any(map(is_old_emoji, ("theirs", "theirs_2", "my_ace_of_spades")))


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.language}{style.four_colour}")
def test_every_card_suit_and_role_has_its_own(style: CardStyle) -> None:
    signs = in_emojis(style, IDS)
    shown = [*map(signs.card, CARDS), *map(signs.suit, Suit)]
    shown += [signs.mark(role, "") for role in ("declarer", "partner", "back")]
    assert len(set(shown)) == 55 + 4 + 3
    assert all(re.fullmatch(r"<:\w+:\d+>", one) for one in shown)
    assert {signs.sign(card) for card in CARDS} <= set(shown)
    assert signs.plain() == CardStyle(style.language)
    assert signs.for_drawing() == style


def test_what_is_not_uploaded_is_a_symbol() -> None:
    signs = in_emojis(CardStyle("sv"), {})
    assert signs.card(Card.parse("SA")) == "♠E"
    assert signs.suit(Suit.SPADES) == "♠"
    assert signs.mark("declarer", "🎯") == "🎯"


def test_a_role_without_an_emoji_has_a_symbol() -> None:
    assert in_emojis(CardStyle("en"), IDS).mark("dealer", "(D)") == "(D)"
