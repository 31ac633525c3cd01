"""§2, Brev and Mästarbrev: cards are passed before play."""

import pytest

from kwbot.engine.values.cards import CardSet, Suit
from kwbot.engine.views.view import view
from tests.engine.playing import acted
from tests.variants.kombinations_whist.table import deal_of, legal, refused, table


@pytest.mark.parametrize(("way", "receiver"), [("left", 2), ("right", 0), ("across", 3)])
def test_2_brev_all_pass_three_cards_that_way(way: str, receiver: int) -> None:
    match = table(f"1 bid spel+brev/pass*/1 direction {way}")
    assert match.to_act() == (0, 1, 2, 3)
    match = acted(match, "0 cards SA S2 S3/1 cards HA H2 H3/2 cards DA D2 D3/3 cards CA C2 C3")
    hands = deal_of(match).layout.hands
    assert CardSet.parse("HA H2 H3") <= hands[receiver]
    assert [len(hand) for hand in hands] == [13] * 4


def test_2_brev_of_three_is_refused_across() -> None:
    match = table("1 bid spel+brev/pass*", players=3)
    assert legal(match) == "direction left, direction right"
    assert "Nobody" in refused(match, "1 direction across")
    match = acted(match, "1 direction left/0 cards SA SK SQ/2 cards C2 C3 C4/1 cards H2 H3 H4")
    assert CardSet.parse("C2 C3 C4") <= deal_of(match).layout.hands[0]


def test_2_brev_exactly_three_of_ones_own_cards() -> None:
    match = table("1 bid spel+brev/pass*/1 direction left")
    assert "exactly 3" in refused(match, "0 cards SA SK")
    assert "exactly 3" in refused(match, "0 cards SA SK SQ SJ")
    refused(match, "0 cards SA SK HA")


def test_2_brev_is_seen_by_giver_and_receiver_only() -> None:
    match = table("1 bid spel+brev/pass*/1 direction left/0 cards SA S2 S3/2 cards DA D2 D3")
    seen = [str(said.action) for said in view(match, 1).said if said.purpose.key == "mail"]
    assert seen == ["None", "None"]  # chosen, but 1 has not chosen yet
    match = acted(match, "1 cards HA H2 H3/3 cards CA C2 C3")
    passed = {
        viewer: [
            str(said.action) for said in view(match, viewer).said if said.purpose.key == "mail"
        ]
        for viewer in (0, 1, None)
    }
    assert passed[0] == ["cards SA S3 S2", "None", "None", "cards CA C3 C2"]
    assert passed[1] == ["cards SA S3 S2", "cards HA H3 H2", "None", "None"]
    assert passed[None] == ["None"] * 4
    assert str(view(match, 1).received) == "SA S3 S2"


def test_2_mastarbrev_to_the_right_skipping_declarer() -> None:
    match = table("1 bid spel+mastarbrev/pass*")
    assert match.to_act() == (0, 2, 3)
    match = acted(match, "0 cards SA SK SQ/2 cards DA DK DQ/3 cards CA CK CQ")
    hands = deal_of(match).layout.hands
    assert CardSet.parse("SA SK SQ") <= hands[3]
    assert CardSet.parse("DA DK DQ") <= hands[0]  # past declarer
    assert CardSet.parse("CA CK CQ") <= hands[2]
    assert len(hands[1].of_suit(Suit.HEARTS)) == 13


def test_2_mastarbrev_of_three_is_an_exchange() -> None:
    match = table("1 bid spel+mastarbrev/pass*/0 cards SA SK SQ/2 cards C2 C3 C4", players=3)
    hands = deal_of(match).layout.hands
    assert CardSet.parse("SA SK SQ") <= hands[2]
    assert CardSet.parse("C2 C3 C4") <= hands[0]
