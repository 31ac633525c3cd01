"""The characters of computer players in real auctions."""

import pytest

from benches.character_bids import KINDS, calls, recognized, shares
from kwbot.players.characters import CHARACTERS

DEALS = 80


@pytest.mark.heavy
def test_eight_characters_are_told_apart_by_what_they_bid_with_the_same_hands() -> None:
    dealt = [calls(number) for number in range(DEALS)]
    assert recognized(dealt) == list(CHARACTERS)
    passes = {name: shares(dealt, name)[KINDS.index("pass")] for name in CHARACTERS}
    assert passes["Ada"] - passes["Brage"] > 0.12
