"""§7: on small decks, where everything that can happen is known, the proof is never wrong."""

import pytest

from tests.variants.kombinations_whist.proof.small_decks import DECKS, NINE, Deck, compare


@pytest.mark.slow
def test_7_no_bid_that_can_be_made_is_forbidden() -> None:
    findings = compare(NINE, extras=("",))
    assert findings.wrong == []
    assert findings.share > 0.95


@pytest.mark.heavy
@pytest.mark.parametrize("deck", DECKS)
def test_7_with_every_special_that_moves_no_cards(deck: Deck) -> None:
    findings = compare(deck, DECKS[deck])
    assert findings.wrong == []
    assert findings.share > 0.95
