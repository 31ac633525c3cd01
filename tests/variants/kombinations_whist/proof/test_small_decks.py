"""§7: on small decks, where everything that can happen is known, the proof is never wrong."""

import pytest

from tests.variants.kombinations_whist.proof.small_decks import (
    FOURS,
    FOURS_OF_16,
    THREES,
    THREES_OF_15,
    Deck,
    compare,
)


def test_7_no_bid_that_can_be_made_is_forbidden() -> None:
    findings = compare(THREES, extras=("",))
    assert findings.wrong == []
    assert findings.share > 0.95


@pytest.mark.heavy
@pytest.mark.parametrize("deck", [FOURS, THREES, THREES_OF_15, FOURS_OF_16])
def test_7_with_every_special_that_moves_no_cards(deck: Deck) -> None:
    findings = compare(deck)
    assert findings.wrong == []
    assert findings.share > 0.95
