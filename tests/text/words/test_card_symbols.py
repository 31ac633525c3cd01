"""Cards as players read them."""

from __future__ import annotations

import re

import pytest

from kwbot.engine.values.cards import CARDS, FULL_DECK, Card, CardSet
from kwbot.looks.emojis import emojis, in_emojis
from kwbot.text.words.card_symbols import CardStyle

HAND = CardSet.parse("SA ST S2 HK CQ CJ D9")


@pytest.mark.parametrize(
    ("language", "cards"),
    [
        ("en", "♠A ♠10 ♠2 ♥️K ♣Q ♣J ♦️9"),
        ("sv", "♠E ♠10 ♠2 ♥️K ♣D ♣Kn ♦️9"),
        ("da", "♠E ♠10 ♠2 ♥️K ♣D ♣B ♦️9"),
    ],
)
def test_indices_follow_the_language(language: str, cards: str) -> None:
    assert CardStyle(language).row(HAND) == cards


def test_a_hand_is_sorted_black_red_black_red() -> None:
    assert CardStyle().lines(HAND) == ["♠ A 10 2", "♥️ K", "♣ Q J", "♦️ 9"]


def test_a_hand_can_be_sorted_from_low_to_high() -> None:
    assert CardStyle(descending=False).lines(HAND)[0] == "♠ 2 10 A"


@pytest.mark.parametrize("four_colour", [False, True])
def test_symbols_are_the_suits_own_whatever_is_drawn(*, four_colour: bool) -> None:
    """A clover is read aloud as one, and a hand looks like the channel."""
    row = CardStyle(four_colour=four_colour).row(CardSet.parse("SA HA CA DA"))
    assert row == "♠A ♥️A ♣A ♦️A"


def test_jokers_come_last_and_are_told_apart() -> None:
    style = CardStyle("sv")
    assert style.lines(CardSet.parse("J1 J2 D2")) == ["♦️ 2", "🃏1 🃏2"]
    assert style.sort(CardSet.parse("J1 C2"))[-1] is Card.parse("J1")


@pytest.mark.parametrize("language", ["en", "sv", "da"])
@pytest.mark.parametrize("four_colour", [False, True])
def test_no_two_cards_look_alike(language: str, *, four_colour: bool) -> None:
    style = CardStyle(language, four_colour=four_colour)
    assert len({style.card(card) for card in CARDS}) == len(CARDS)
    assert len(style.sort(FULL_DECK)) == 52


EMOJI_STYLE = in_emojis(CardStyle("sv"), dict.fromkeys(emojis(), 10**18))


def _starred(shown: str) -> str:
    """With a star for each emoji."""
    return re.sub("<:[^>]+>", "*", shown.replace("\u00a0", " "))


def _folded(cards: str) -> str:
    return _starred(EMOJI_STYLE.fold(CardSet.parse(cards)))


def test_a_hand_that_a_phone_has_no_room_for_breaks_between_suits() -> None:
    shown = _folded("SA S4 HA HK HQ HJ H9 H7 CA C5 DK DQ D3")
    assert shown == "* E 4 · * E K D Kn 9 7\n* E 5 · * K D 3"


def test_words_before_a_hand_take_room_from_its_first_line() -> None:
    cards = CardSet.parse("SA S4 HA HK HQ H9 C5 C4")
    assert "\n" not in EMOJI_STYLE.fold(cards)
    assert _starred(EMOJI_STYLE.fold(cards, "Anna: ")) == "Anna: * E 4\n* E K D 9 · * 5 4"


def test_a_short_hand_and_a_single_suit_are_one_line() -> None:
    assert "\n" not in _folded("HA HK HQ HJ H9 H7 C5 DK DQ D3")
    assert "\n" not in _folded("HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2")
    assert _folded("") == ""


def test_small_print_is_one_line_and_closes_up_where_it_must() -> None:
    def small(cards: str) -> str:
        return _starred(EMOJI_STYLE.small(CardSet.parse(cards))).replace("\u202f", "_")

    assert small("SA S4 HA HK HQ H8 H9 CA C5") == "* E 4 · * E K D 9 8 · * E 5"
    assert small("SA S4 HA HK HQ HJ H9 CA C5 DK") == "* E 4 * E K D Kn 9 * E 5 * K"
    close = "*_K_D_Kn_10 *_K_D_Kn_10 *_K_D_Kn_10"
    assert small("HT HK HQ HJ CT CK CQ CJ DT DK DQ DJ") == close
    assert small("") == ""


def test_where_a_line_breaks_between_suits_the_dot_stays_behind() -> None:
    shown = CardStyle().line(CardSet.parse("SA SK HQ C5"))
    assert re.split(" ", shown) == ["♠\u00a0A\u00a0K\u00a0·", "♥️\u00a0Q\u00a0·", "♣\u00a05"]
