"""A hand in the picture of a result: whatever its suits, they stay within its panel."""

from __future__ import annotations

import pytest

from kwbot.engine.values.cards import FULL_DECK, Suit
from kwbot.looks.hand_panel import RANKS_WIDTH, fitting_size, ranks_length
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.language import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_suit_of_any_length_fits(language: str) -> None:
    style = CardStyle(language)
    suit = style.sort(FULL_DECK.of_suit(Suit.SPADES))
    ranks = [style.rank(card.rank) for card in suit if card.rank is not None]
    sizes = [fitting_size(ranks[:count]) for count in range(1, 14)]
    for count, fit in enumerate(sizes, start=1):
        assert ranks_length(ranks[:count], *fit) <= RANKS_WIDTH, count
    assert sizes == sorted(sizes, reverse=True), "smaller where they are many"
    assert sizes[0] > sizes[-1]
