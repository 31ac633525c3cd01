"""A hand in the picture of a result: whatever its cards, its two lines stay within its panel."""

from __future__ import annotations

from random import Random

import pytest

from kwbot.engine.values.cards import CARDS, FULL_DECK, CardSet, Suit
from kwbot.looks.hand_panel import HAND_WIDTH, HandLines, hand_lines
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.language import LANGUAGES

LARGEST = 32


def laid_out(cards: CardSet, language: str) -> HandLines:
    style = CardStyle(language)
    return hand_lines(style.sort(cards), style)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_suit_of_any_length_fits(language: str) -> None:
    suit = CardStyle(language).sort(FULL_DECK.of_suit(Suit.SPADES))
    shown = [laid_out(CardSet(suit[:count]), language) for count in range(1, 14)]
    assert all(one.width <= HAND_WIDTH for one in shown)
    sizes = [one.size for one in shown]
    assert sizes == sorted(sizes, reverse=True), "smaller where they are many"
    assert sizes[0] > sizes[-1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("jokers", [False, True], ids=["52 cards", "with jokers"])
def test_nearly_every_hand_is_in_large_letters(language: str, jokers: bool) -> None:
    deck = list(CARDS) if jokers else list(FULL_DECK)
    rng, sizes = Random(7), []
    for _ in range(2000):
        cards = CardSet(rng.sample(deck, 13))
        shown = laid_out(cards, language)
        assert shown.width <= HAND_WIDTH
        assert CardSet(card for line in shown.lines for run in line for card in run.cards) == cards
        sizes.append(shown.size)
    assert sizes.count(LARGEST) >= (1970 if jokers else 1995)
    assert min(sizes) >= LARGEST - 4


def test_the_majors_are_above_the_minors_and_jokers_end_the_shorter_line() -> None:
    cards = [card for card in FULL_DECK if card.rank is not None and card.rank > 11]
    few = CardSet(card for card in cards if card.suit in {Suit.SPADES, Suit.HEARTS})
    upper, lower = laid_out(few | CardSet(CARDS[-1:]), "en").lines
    assert [run.suit for run in upper] == [Suit.SPADES, Suit.HEARTS]
    assert [run.suit for run in lower] == [Suit.CLUBS, Suit.DIAMONDS, None]
    assert [run.words for run in lower[:2]] == [("–",), ("–",)], "a void is a dash"
