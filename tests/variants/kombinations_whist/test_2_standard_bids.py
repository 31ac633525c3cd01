"""§2, standard bids: what each needs and what it asks before play."""

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.views.view import view
from tests.engine.playing import acted
from tests.variants.kombinations_whist.conditions import makes, tricks
from tests.variants.kombinations_whist.table import deal_of, legal, play_of, refused, result, table

MIXED = {
    0: "SA SK S5 S4 HA H5 H4 H3 DA D5 D4 D3 CA",
    1: "SQ SJ ST HK HQ HJ HT DK DQ DJ DT C3 C2",
    2: "S9 S8 S7 S6 H9 H8 H7 D9 D8 D7 D6 CK CQ",
    3: "S3 S2 H6 H2 D2 CJ CT C9 C8 C7 C6 C5 C4",
}
CLUB_SHORT = {
    0: "SA HA HK HQ HJ HT H9 H8 H7 H6 H2 D2 CA",
    1: "SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2 C2",
    2: "DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 CK",
    3: "H5 H4 H3 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ",
}


@pytest.mark.parametrize("bid", ["trumf", "grill", "blocktrumf", "spel", "subtrumf", "rangtrumf",
                                 "mastartrumf"])  # fmt: skip
def test_2_these_need_5_tricks(bid: str) -> None:
    assert makes(bid, tricks(5, 8, 0, 0))
    assert not makes(bid, tricks(4, 3, 3, 3))


def test_2_maxtrumf_needs_7() -> None:
    assert makes("maxtrumf", tricks(7, 2, 2, 2))
    assert not makes("maxtrumf", tricks(6, 3, 2, 2))


def test_2_obesudlat_needs_12() -> None:
    assert makes("obesudlat", tricks(12, 1, 0, 0))
    assert not makes("obesudlat", tricks(11, 1, 1, 0))


def test_2_noll_needs_exactly_none() -> None:
    assert makes("noll", tricks(0, 5, 5, 3))
    assert not makes("noll", tricks(1, 5, 5, 2))


def test_2_skambud_neither_most_nor_equal_most() -> None:
    assert makes("skambud", tricks(3, 4, 3, 3))
    assert not makes("skambud", tricks(4, 4, 4, 1))
    assert not makes("skambud", tricks(13, 0, 0, 0))


def test_2_mastarskambud_nobody_takes_fewer() -> None:
    assert makes("mastarskambud", tricks(3, 3, 3, 4))
    assert makes("mastarskambud", tricks(0, 0, 0, 13))
    assert not makes("mastarskambud", tricks(1, 6, 6, 0))


def test_2_mastarspel_strictly_more_than_every_other() -> None:
    assert makes("mastarspel", tricks(4, 3, 3, 3))
    assert not makes("mastarspel", tricks(4, 4, 3, 2))


def test_2_limbo_fewer_of_tricks_1_to_7_than_of_8_to_13() -> None:
    assert makes("limbo", "0001111 000011")
    assert not makes("limbo", "0001111 000111")
    assert not makes("limbo", "1111111 111111")
    assert makes("limbo", "1111111 011111")
    assert not makes("limbo", "1111110 111110")  # trick 7 is still early


def test_2_precis_and_ungefar_need_a_guessed_count() -> None:
    assert makes("precis", tricks(4, 9, 0, 0), 4)
    assert not makes("precis", tricks(4, 9, 0, 0), 5)
    assert makes("ungefar", tricks(4, 9, 0, 0), 0, 4)
    assert makes("ungefar", tricks(0, 9, 4, 0), 0, 4)
    assert not makes("ungefar", tricks(2, 9, 2, 0), 0, 4)


def test_2_precis_declares_one_count_before_play() -> None:
    match = table("1 bid precis/pass*")
    assert legal(match) == ", ".join(f"number {count}" for count in range(14))
    refused(match, "1 number 14")
    assert result(acted(match, "1 number 0/rest")).made


def test_2_ungefar_declares_two_different_counts() -> None:
    match = table("1 bid ungefar/pass*")
    assert len(match.choice(1)) == 91
    assert "2 different" in refused(match, "1 numbers 4")
    refused(match, "1 numbers 4 14")
    assert result(acted(match, "1 numbers 0 13/rest")).made


@pytest.mark.parametrize("bid", ["trumf", "grill", "blocktrumf", "maxtrumf"])
def test_2_declarer_names_trumps(bid: str) -> None:
    match = table(f"1 bid {bid}/pass*")
    assert (match.to_act(), legal(match)) == ((1,), "suit S, suit H, suit D, suit C")
    assert view(acted(match, "1 suit D"), 3).trumps == 2


@pytest.mark.parametrize("bid", ["skambud+straff", "limbo", "spel", "mastarskambud", "mastarspel",
                                 "noll", "obesudlat"])  # fmt: skip
def test_2_no_trumps_and_nothing_to_name(bid: str) -> None:
    match = table(f"1 bid {bid}/pass*")
    assert play_of(match).trumps is None
    assert match.to_act() == (0,)


def test_2_grill_trumps_are_the_suit_led_to_the_trick_before() -> None:
    match = table("1 bid grill/pass*/1 suit H", MIXED)
    match = acted(match, "0 play CA/1 play C2/2 play CQ/3 play C4")
    assert play_of(match).trumps == 3
    match = acted(match, "0 play DA/1 play DT/2 play D6/3 play D2")
    assert play_of(match).trumps == 2
    assert [trick.trumps for trick in play_of(match).tricks] == [1, 3]


def test_2_grill_a_trump_of_the_last_suit_led_takes_the_trick() -> None:
    match = table("1 bid grill/pass*/1 suit H", CLUB_SHORT)
    match = acted(match, "0 play CA/1 play C2/2 play CK/3 play C3")
    assert play_of(acted(match, "0 play SA/1 play S2/2 play DK/3 play C4")).tricks_taken()[3] == 1


def test_2_blocktrumf_no_trumps_before_another_has_played_one() -> None:
    match = table("1 bid blocktrumf+bradska+straff/pass*/1 suit H", MIXED)
    assert "Block Trump" in refused(match, "1 play HK")
    assert "play H" not in legal(match)
    match = acted(match, "1 play C3/2 play CK/3 play CJ/0 play CA/0 play HA")
    assert legal(match).startswith("play HK")  # another has led trumps


def test_2_blocktrumf_no_discard_of_trumps_either_until_lifted_within_the_trick() -> None:
    hands = {
        0: "CA SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3",
        1: "H2 D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK",
        2: "C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK DA",
        3: "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 S2",
    }
    before = table("1 bid blocktrumf/pass*/1 suit H/0 play CA", hands)
    assert "Block Trump" in refused(before, "1 play H2")
    lazy = table("1 bid blocktrumf+lattja+oppenhand/pass*/1 suit H/0 play CA", hands)
    assert "play H2" in legal(acted(lazy, "2 play C2/3 play H3"))


def test_2_blocktrumf_yields_to_a_hand_of_nothing_but_trumps() -> None:
    match = table("1 bid blocktrumf+bradska+straff/pass*/1 suit H")
    assert legal(match).startswith("play HA")


@pytest.mark.parametrize(
    ("hand", "suits"),
    [
        ("SA SK SQ SJ HA HK HQ DA DK DQ CA CK CQ", "suit H, suit D, suit C"),
        ("SA SK SQ SJ HA HK HQ HJ DA DK DQ CA CK", "suit D, suit C"),
        ("SA SK SQ SJ HA HK HQ HJ DA DK DQ DJ CA", "suit C"),
        ("SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2", "suit H, suit D, suit C"),
    ],
)
def test_2_subtrumf_not_the_longest_suit_and_a_shared_most_counts(hand: str, suits: str) -> None:
    match = table("1 bid subtrumf/pass*", {1: hand})
    assert legal(match) == suits
    refused(match, "1 suit S")


def test_2_rangtrumf_declarer_takes_the_highest_and_its_suit_is_trumps() -> None:
    match = table("1 bid rangtrumf/pass*")
    assert match.to_act() == (0, 1, 2, 3)
    match = acted(match, "0 card S2/1 card H2/2 card DK/3 card CQ")
    hands = deal_of(match).layout.hands
    assert "DK" in str(hands[1])
    assert "H2" in str(hands[2])
    assert play_of(match).trumps == 2


def test_2_rangtrumf_the_swap_is_not_optional() -> None:
    match = table("1 bid rangtrumf/pass*/0 card S2/1 card HA/2 card D2/3 card C3")
    assert "HA" in str(deal_of(match).layout.hands[3])
    assert play_of(match).trumps == 3


def test_2_rangtrumf_declarer_picks_among_equals() -> None:
    match = table("1 bid rangtrumf/pass*/0 card SA/1 card H2/2 card DA/3 card CK")
    assert (match.to_act(), legal(match)) == ((1,), "card SA, card DA")
    assert play_of(acted(match, "1 card SA")).trumps == 0


def test_2_rangtrumf_own_card_does_not_compete() -> None:
    match = table("1 bid rangtrumf/pass*/0 card S3/1 card HA/2 card D2/3 card C2")
    assert play_of(match).trumps == 0


def test_2_rangtrumf_aces_are_low_with_jarn() -> None:
    match = table("1 bid rangtrumf+jarn/pass*/0 card SA/1 card H3/2 card D2/3 card CA")
    assert play_of(match).trumps == 2


def test_2_rangtrumf_cards_are_secret_until_all_have_chosen() -> None:
    match = table("1 bid rangtrumf/pass*/3 card CK/0 card S2")
    laid = [said for said in view(match, 1).said if said.purpose.key == "rank-card"]
    assert [(said.seat, said.action) for said in laid] == [(0, None), (3, None)]
    seen = view(acted(match, "1 card H2/2 card D2"), None)
    laid = [said for said in seen.said if said.purpose.key == "rank-card"]
    assert [str(said.action) for said in laid] == ["card S2", "card H2", "card D2", "card CK"]
    assert "turn" in refused(match, "3 card CA")


def test_2_rangtrumf_everybody_knows_who_holds_the_cards_that_were_shown() -> None:
    match = table("1 bid rangtrumf+brev/pass*/0 card S2/1 card H2/2 card DK/3 card CQ")
    assert shown(match) == "0 S2, 1 DK, 2 H2, 3 CQ"
    mailed = "1 direction left/0 cards S3 S4 S5/1 cards H3 H4 H5/2 cards D2 D3 D4/3 cards C2 C3 C4"
    assert shown(acted(match, mailed)) == "", "each may have passed theirs on"


def shown(match: Match) -> str:
    known = view(match, None).known or {}
    return ", ".join(f"{seat} {cards}" for seat, cards in sorted(known.items()))


def test_2_mastartrumf_the_left_names_trumps_after_the_others_may_speak() -> None:
    match = table("1 bid mastartrumf/pass*")
    assert (match.to_act(), len(match.choice(3))) == ((3,), 21)
    match = acted(match, "3 state C 5")
    refused(match, "0 state S 6")
    match = acted(match, "0 state none")
    assert (match.to_act(), legal(match)) == ((2,), "suit S, suit H, suit D, suit C")
    said = [str(entry.action) for entry in view(match, 2).said if entry.purpose.key == "statement"]
    assert said == ["state C 5", "state none"]
    assert play_of(acted(match, "2 suit D")).trumps == 2


def test_2_mastartrumf_of_three_has_one_adviser() -> None:
    match = table("1 bid mastartrumf/pass*", players=3)
    assert match.to_act() == (0,)
    assert acted(match, "0 state H 1").to_act() == (2,)


@pytest.mark.parametrize(("bid", "value"), [("obesudlat", 8), ("obesudlat+oppenhand+jarn", 10)])
def test_2_obesudlat_scores_its_value(bid: str, value: int) -> None:
    match = table(f"1 bid {bid}+bradska+straff/pass*/rest")
    assert result(match).points == (0, value, 0, 0)
