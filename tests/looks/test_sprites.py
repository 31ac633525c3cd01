"""Pieces of pictures: letters that the font lacks, colours, edges."""

from __future__ import annotations

import pytest

from kwbot.engine.values.cards import CARDS, Suit
from kwbot.looks.card_sprites import (
    BIG,
    MIDDLE,
    OPEN_HAND,
    SMALL,
    TINY,
    badge,
    card_back,
    card_sprite,
)
from kwbot.looks.palette import CARD, COLOURS, FOUR, TWO, place, ramp
from kwbot.looks.sprites import MEDIUM, SEMIBOLD, cut, drawable, font, portrait, wrap_words
from kwbot.text.deal.seating import Role
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.language import LANGUAGES
from tests.looks.scenes import FACES

STYLES = [CardStyle(code, four_colour=four) for code in LANGUAGES for four in (True, False)]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Åsa Øst", "Åsa Øst"),
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("Bo 🎉", "Bo"),
        ("🎉", "#1"),
        ("龍王", "#1"),
        ("龍 Lee", "… Lee"),
        ("\u202eevil", "evil"),
    ],
)
def test_names_keep_the_letters_that_can_be_drawn(name: str, shown: str) -> None:
    assert drawable(name, "#1") == shown


def test_texts_are_cut_by_width() -> None:
    assert cut("Anna", SEMIBOLD, 28, 200) == "Anna"
    short = cut("W" * 40, SEMIBOLD, 28, 200)
    assert short.endswith("…")
    assert font(SEMIBOLD, 28).getlength(short) <= 200
    lines = wrap_words("Max Trump + Open Hand + Sloth + Penalty", MEDIUM, 28, 300, 2)
    assert len(lines) == 2
    assert all(font(MEDIUM, 28).getlength(line) <= 300 for line in lines)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("Wilhelmina-Christina 2", "Wilhelm… 2"),
        ("Nguye\u0302\u0303n Đặng Quốc", "Nguye\u0302\u0303n Đặn…"),
    ],
)
def test_names_are_cut_between_letters_and_keep_the_number(words: str, shown: str) -> None:
    assert cut(words, MEDIUM, 24, font(MEDIUM, 24).getlength(shown)) == shown


def test_edges_lead_from_one_colour_to_the_other() -> None:
    for ink in (*FOUR.values(), *TWO.values()):
        steps = ramp(ink, CARD)
        assert (steps[0], steps[255]) == (place(CARD), place(ink))
        assert COLOURS[place(ink)] == ink


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.language}{style.four_colour}")
def test_all_cards_differ_in_every_size(style: CardStyle) -> None:
    for form in (BIG, MIDDLE, OPEN_HAND, SMALL, TINY):
        drawn = {card_sprite(card, style, form).image.tobytes() for card in CARDS}
        assert len(drawn) == len(CARDS)
        assert card_back(form).image.tobytes() not in drawn


def test_suits_differ_without_colours() -> None:
    """In shape: a picture in one colour still shows four suits."""
    plain = CardStyle("en", four_colour=False)
    ace = {card.suit: card for card in CARDS if card.rank == 14}
    inks = {place(CARD)}

    def silhouette(suit: Suit) -> bytes:
        image = card_sprite(ace[suit], plain, SMALL).image
        return image.point([0 if at in inks else 255 for at in range(256)]).tobytes()

    assert len({silhouette(suit) for suit in Suit}) == 4


def test_badges_differ_without_colours() -> None:
    def sign(role: Role) -> bytes:
        image = badge(role, 36).image
        ground = image.getpixel((18, 5))
        return image.point([255 * (at != ground) for at in range(256)]).tobytes()

    assert len({sign(role) for role in Role}) == len(Role)


def test_a_portrait_has_few_colours_and_a_broken_one_is_none() -> None:
    drawn = portrait(FACES[0], 64)
    assert drawn is not None
    assert len(drawn.image.getcolors() or ()) <= 12
    assert portrait(b"", 64) is None
    assert portrait(b"\x89PNG\r\n\x1a\n" + b"\0" * 40, 64) is None
