"""Examples of bids that can be made, dealt and played by the engine."""

from itertools import islice

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Bid, parse_action
from kwbot.engine.values.cards import CardSet
from kwbot.variants.kombinations_whist import EXPLORER
from kwbot.variants.kombinations_whist.bids import Bids
from kwbot.variants.kombinations_whist.printed_bids import SPECIALS, STANDARDS
from tests.variants.kombinations_whist.forced import singles
from tests.variants.kombinations_whist.witness.acted import example

HAND = CardSet.parse("SA SJ S7 S3 HK HT H6 DQ D9 D8 C5 C4 C2")
HAND_OF_39 = CardSet.parse("SA SJ S7 S3 HK HJ H6 DQ D6 D5 CK C5 C4")
PATIENCE = 60.0


def made(bid: str, hand: CardSet = HAND, players: int = 4, seed: int = 1) -> Match:
    parsed = parse_action(f"bid {bid}")
    assert isinstance(parsed, Bid)
    assert EXPLORER.refusal(parsed, hand, players) is None
    match = example(parsed, hand, players, PATIENCE, seed)
    assert match is not None, bid
    assert match.deal
    assert match.deal.result
    assert match.deal.result.made
    assert match.deal.finished[0].layout.hands[0] == hand
    return match


@pytest.mark.parametrize("standard", [part.key for part in STANDARDS])
def test_every_standard_bid_has_an_example(standard: str) -> None:
    made(f"{standard}+straff")


@pytest.mark.parametrize("special", [part.key for part in SPECIALS])
def test_every_special_has_an_example(special: str) -> None:
    standard = "trumf" if special == "oppentrumf" else "spel"
    parts = dict.fromkeys((standard, special, "straff", "mastarbrev", "sluthund"))
    made("+".join(parts))


def test_cards_that_move_in_every_way() -> None:
    made("rangtrumf+brev+mastarbrev+pest")
    made("rangtrumf+brev+mastarbrev+pest", HAND_OF_39, 3)


def test_a_hand_that_cannot_has_none() -> None:
    spades = CardSet.parse("SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2")
    assert example(Bid(("spel",)), spades, 4, 0.01, 1) is None
    assert EXPLORER.refusal(Bid(("spel",)), spades, 4) is not None


@pytest.mark.heavy
@pytest.mark.parametrize("players", [3, 4])
def test_every_pair_of_bids_has_an_example(players: int) -> None:
    hand = HAND if players == 4 else HAND_OF_39
    for bid in singles(players):
        made(bid, hand, players)


def test_the_search_gives_up_in_time() -> None:
    bids = islice(Bids().all(1, 4), 3)
    assert all(example(bid, HAND, 4, 0.0, 1) is None for bid in bids)
