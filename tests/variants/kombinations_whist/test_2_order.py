"""§2: how special bids meet, and in which order they ask before play."""

from kwbot.engine.values.cards import CardSet
from kwbot.engine.views.view import view
from tests.engine.playing import acted
from tests.variants.kombinations_whist.table import deal_of, legal, table


def asked(match_lines: str, answers: str) -> list[str]:
    """The keys of what was asked before play."""
    match = table(f"{match_lines}/pass*/{answers}")
    said = view(match, 1).said
    return list(dict.fromkeys(entry.purpose.key for entry in said if entry.purpose.key != "bid"))


def test_2_order_standard_pest_rattvisa_brev_mastarbrev_atelje() -> None:
    found = asked(
        "1 bid maxtrumf+pest+rattvisa+brev+mastarbrev+atelje+straff",
        "1 suit S/1 suit H/1 card DA/1 direction left/0 cards S2 S3 S4/1 cards H2 H3 H4"
        "/2 cards D2 D3 D4/3 cards C2 C3 C4/0 cards SA SK SQ/2 cards DA DK DQ/3 cards CA CK CQ"
        "/1 cards HA HK HQ HJ",
    )
    assert found == ["trumps", "plague", "justice", "direction", "mail", "masters-mail", "atelier"]


def test_2_order_0_comes_before_the_mail() -> None:
    longest = table("1 bid subtrumf+brev/pass*", {1: "SA SK SQ SJ HA HK HQ DA DK DQ CA CK CQ"})
    assert legal(longest) == "suit H, suit D, suit C"
    swap = table("1 bid rangtrumf+brev/pass*")
    assert swap.to_act() == (0, 1, 2, 3)
    guess = table("1 bid precis+brev/pass*/1 number 3")
    assert legal(guess).startswith("direction")


def test_2_mastarbrev_passes_what_brev_brought() -> None:
    match = table(
        "1 bid spel+brev+mastarbrev/pass*/1 direction left/0 cards S2 S3 S4/1 cards H2 H3 H4"
        "/2 cards D2 D3 D4/3 cards C2 C3 C4/0 cards C2 C3 C4/2 cards H2 H3 H4/3 cards D2 D3 D4"
    )
    hands = deal_of(match).layout.hands
    assert CardSet.parse("C2 C3 C4") <= hands[3]
    assert CardSet.parse("H2 H3 H4") <= hands[0]
    assert CardSet.parse("D2 D3 D4") <= hands[2]
    assert str(view(match, 3).received) == "C4 C3 C2"


def test_2_open_cards_show_only_when_play_begins() -> None:
    match = table("1 bid precis+oppenhand/pass*")
    assert view(match, 0).open_cards == {}
    assert view(acted(match, "1 number 3"), 0).open_cards
