"""The application's emojis: names and pictures as Discord wants them, and one for every card."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from kwbot.engine.values.cards import CARDS, Card, Suit
from kwbot.looks.emojis import emojis, in_emojis
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.language import LANGUAGES

STYLES = [CardStyle(code, four_colour=four) for code in LANGUAGES for four in (True, False)]
IDS = {name: 1000 + number for number, name in enumerate(emojis())}


def test_names_and_pictures_are_as_discord_wants_them() -> None:
    for name, png in emojis().items():
        assert re.fullmatch(r"kw_[a-z0-9]+_[0-9a-f]{8}", name)
        assert len(name) <= 32
        assert len(png) <= 4096
        with Image.open(io.BytesIO(png)) as image:
            assert (image.format, image.size) == ("PNG", (128, 128))
    assert len({name.casefold() for name in emojis()}) == len(emojis()) == 114


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.language}{style.four_colour}")
def test_every_card_suit_and_role_has_its_own(style: CardStyle) -> None:
    signs = in_emojis(style, IDS)
    shown = [*map(signs.card, CARDS), *map(signs.suit, Suit)]
    shown += [signs.mark(role, "") for role in ("declarer", "partner", "back")]
    assert len(set(shown)) == 55 + 4 + 3
    assert all(re.fullmatch(r"<:kw_\w+:\d+>", one) for one in shown)
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
