"""§2, special bids: their effects and how they meet."""

import pytest

from kwbot.engine.cards import CardSet, Suit
from kwbot.engine.match import Match
from kwbot.engine.view import as_json, view
from tests.engine.playing import acted
from tests.variants.kombinations_whist.conditions import makes, tricks
from tests.variants.kombinations_whist.table import (
    deal_of,
    legal,
    play_of,
    refused,
    result,
    sheet_of,
    table,
)

MIXED = {
    0: "SA HK DQ CJ ST H9 D8 C7 S6 H5 D4 C3 S2",
    1: "HA DK CQ SJ HT D9 C8 S7 H6 D5 C4 S3 H2",
    2: "DA CK SQ HJ DT C9 S8 H7 D6 C5 S4 H3 D2",
    3: "CA SK HQ DJ CT S9 H8 D7 C6 S5 H4 D3 C2",
}


def _trick(match: Match) -> Match:
    """The trick under way completed by the first legal cards."""
    while play_of(match).plays:
        match = acted(match, f"{match.to_act()[0]} {legal(match).split(', ')[0]}")
    return match


# --- Rättvisa


def test_2_rattvisa_declarer_decides_who_takes_the_trick_and_leads() -> None:
    match = table("1 bid noll+rattvisa+straff/pass*/1 card C2", MIXED)
    match = acted(match, "0 play CJ/1 play C4/2 play C5/3 play C2")
    assert (match.to_act(), legal(match)) == ((1,), "player 0, player 1, player 2, player 3")
    match = acted(match, "1 player 2")
    assert play_of(match).taken() == (0, 0, 1, 0)
    assert match.to_act() == (2,)


def test_2_rattvisa_names_any_card_of_the_deck_publicly() -> None:
    match = table("1 bid noll+rattvisa+straff/pass*", players=3)
    assert len(match.choice(1)) == 39
    refused(match, "1 card C7")
    refused(match, "1 card none")
    assert "card SA" in [str(said.action) for said in view(acted(match, "1 card SA"), 2).said]


def test_2_rattvisa_offers_only_players_of_the_deal() -> None:
    match = table("1 bid noll+rattvisa+straff/pass*/1 card SA", players=5)
    assert legal(acted(match, "0 play SA/1 play HA/2 play DA/3 play CA")) == (
        "player 0, player 1, player 2, player 3"
    )


# --- Lättja and Brådska


def test_2_lattja_declarer_plays_last_and_the_others_keep_their_order() -> None:
    match = table("1 bid noll+lattja/pass*", MIXED)
    assert play_of(match).order == (0, 2, 3, 1)
    match = acted(match, "0 play HK/2 play HJ/3 play HQ/1 play H2/0 play SA")
    assert match.to_act() == (2,)


def test_2_lattja_declarer_leads_what_they_win() -> None:
    match = table("1 bid noll+lattja/pass*/0 play HK/2 play HJ/3 play HQ/1 play HA", MIXED)
    assert play_of(match).order == (1, 2, 3, 0)


def test_2_lattja_of_three() -> None:
    match = table("1 bid noll+lattja/pass*", players=3)
    assert play_of(match).order == (0, 2, 1)
    assert play_of(table("0 bid noll+lattja/pass*", players=3, dealer=2)).order == (2, 1, 0)


def test_2_bradska_declarer_leads_to_trick_1() -> None:
    assert play_of(table("1 bid noll+bradska/pass*")).order == (1, 2, 3, 0)
    both = "1 bid noll+bradska+lattja+oppenhand/pass*"
    match = table(both, MIXED)
    assert play_of(match).order == (1, 2, 3, 0)
    match = acted(match, "1 play H2/2 play H3/3 play HQ/0 play HK")
    assert play_of(match).order == (0, 2, 3, 1)


# --- Potential, Järn, Girighet, Straff


def test_2_potential_is_gained_when_made_and_kept() -> None:
    match = table("1 bid noll+potential/pass*/rest/score")
    assert sheet_of(match).potentials == (0, 1, 0, 0)
    failed = table("1 bid spel+potential+straff/pass*/rest/score", potentials=(0, 2, 0, 0))
    assert sheet_of(failed).potentials == (0, 2, 0, 0)


def test_2_straff_costs_two_more_points() -> None:
    assert result(table("1 bid spel/pass*/rest")).points == (0, -2, 0, 0)
    assert result(table("1 bid spel+straff/pass*/rest")).points == (0, -4, 0, 0)


def test_2_girighet_scores_1_extra_when_made() -> None:
    match = table("1 bid spel+girighet+bradska+straff/pass*/rest")
    assert result(match).points == (0, 3, 0, 0)


@pytest.mark.parametrize(
    ("bid", "made", "not_made"),
    [
        ("skambud", tricks(3, 5, 5, 0), tricks(4, 5, 4, 0)),
        ("trumf", tricks(6, 7, 0, 0), tricks(5, 8, 0, 0)),
        ("spel", tricks(6, 7, 0, 0), tricks(5, 8, 0, 0)),
        ("maxtrumf", tricks(8, 5, 0, 0), tricks(7, 6, 0, 0)),
        ("mastarskambud", tricks(2, 3, 4, 4), tricks(3, 3, 3, 4)),
        ("mastarskambud", tricks(0, 1, 6, 6), tricks(0, 0, 6, 7)),
        ("mastarspel", tricks(5, 3, 3, 2), tricks(4, 3, 3, 3)),
        ("obesudlat", tricks(13, 0, 0, 0), tricks(12, 1, 0, 0)),
        ("limbo", "0011111 000011", "0001111 000011"),
        ("limbo", "1111111 011110", "1111111 111110"),
    ],
)
def test_2_girighet_adds_or_takes_what_hurts(bid: str, made: str, not_made: str) -> None:
    assert makes(f"{bid}+girighet", made)
    assert not makes(f"{bid}+girighet", not_made)
    assert makes(bid, made)


def test_2_girighet_with_ungefar_needs_both_neighbours_guessed() -> None:
    assert makes("ungefar+girighet", tricks(4, 9, 0, 0), 3, 5)
    assert not makes("ungefar+girighet", tricks(4, 9, 0, 0), 4, 5)
    assert not makes("ungefar+girighet", tricks(0, 13, 0, 0), 0, 1)
    assert not makes("ungefar+girighet", tricks(13, 0, 0, 0), 12, 13)


def test_2_girighet_leaves_las_and_slut_hund_to_real_tricks() -> None:
    assert makes("spel+girighet+las+sluthund", "111000000111 1")
    assert not makes("spel+girighet+las", "1101000000111")
    assert not makes("spel+girighet+sluthund", "1110000001110")


# --- Lås, Slut-Hund


def test_2_las_declarer_takes_none_of_tricks_1_to_3() -> None:
    assert makes("spel+las", "1230000000000")
    for broken in ("0120000000000", "1020000000000", "1200000000000"):
        assert not makes("spel+las", broken)


def test_2_slut_hund_declarer_does_not_take_the_last_trick() -> None:
    assert makes("spel+sluthund", "0000000000001")
    assert not makes("spel+sluthund", "1000000000000")


# --- Brev and Mästarbrev


@pytest.mark.parametrize(("way", "receiver"), [("left", 2), ("right", 0), ("across", 3)])
def test_2_brev_all_pass_three_cards_that_way(way: str, receiver: int) -> None:
    match = table(f"1 bid spel+brev/pass*/1 direction {way}")
    assert match.to_act() == (0, 1, 2, 3)
    match = acted(match, "0 cards SA S2 S3/1 cards HA H2 H3/2 cards DA D2 D3/3 cards CA C2 C3")
    hands = deal_of(match).table.hands
    assert CardSet.parse("HA H2 H3") <= hands[receiver]
    assert [len(hand) for hand in hands] == [13] * 4


def test_2_brev_of_three_is_refused_across() -> None:
    match = table("1 bid spel+brev/pass*", players=3)
    assert legal(match) == "direction left, direction right"
    assert "Nobody" in refused(match, "1 direction across")
    match = acted(match, "1 direction left/0 cards SA SK SQ/2 cards C2 C3 C4/1 cards H2 H3 H4")
    assert CardSet.parse("C2 C3 C4") <= deal_of(match).table.hands[0]


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
    hands = deal_of(match).table.hands
    assert CardSet.parse("SA SK SQ") <= hands[3]
    assert CardSet.parse("DA DK DQ") <= hands[0]  # past declarer
    assert CardSet.parse("CA CK CQ") <= hands[2]
    assert len(hands[1].of_suit(Suit.HEARTS)) == 13


def test_2_mastarbrev_of_three_is_an_exchange() -> None:
    match = table("1 bid spel+mastarbrev/pass*/0 cards SA SK SQ/2 cards C2 C3 C4", players=3)
    hands = deal_of(match).table.hands
    assert CardSet.parse("SA SK SQ") <= hands[2]
    assert CardSet.parse("C2 C3 C4") <= hands[0]


# --- Ateljé, Öppen Trumf, Öppen Hand


def shown(lines: str) -> str:
    """What a spectator sees of declarer's hand."""
    return str((view(table(lines, MIXED), None).open_cards or {})[1])


def test_2_atelje_four_cards_of_choice_lie_open() -> None:
    match = table("1 bid noll+atelje/pass*", MIXED)
    assert (match.to_act(), len(match.choice(1))) == ((1,), 715)
    assert "exactly 4" in refused(match, "1 cards HA DK CQ")
    refused(match, "1 cards HA DK CQ SA")
    assert shown("1 bid noll+atelje/pass*/1 cards HA DK CQ SJ") == "SJ HA DK CQ"


def test_2_atelje_is_refilled_before_anything_else_in_the_trick() -> None:
    match = table("1 bid noll+atelje/pass*/1 cards HA DK CQ SJ/0 play ST/1 play SJ", MIXED)
    assert (match.to_act(), len(match.choice(1))) == ((1,), 9)
    assert "turn" in refused(match, "2 play SQ")
    assert acted(match, "1 cards H2").to_act() == (2,)


def test_2_atelje_a_card_from_the_hand_needs_no_refill() -> None:
    match = table("1 bid noll+atelje/pass*/1 cards HA DK CQ SJ/0 play ST/1 play S7", MIXED)
    assert match.to_act() == (2,)


def test_2_atelje_holds_what_is_left_when_cards_run_out() -> None:
    match = table("1 bid noll+atelje/pass*/1 cards H5 H4 H3 H2", early_stop="off")
    cards = [f"{rank}" for rank in "AKQJT98765432"]
    for rank in cards:
        while match.to_act() != (1,):
            match = acted(match, f"{match.to_act()[0]} {legal(match).split(', ')[0]}")
        match = acted(match, f"1 play H{rank}")
    assert result(acted(match, "rest")).tricks == (13, 0, 0, 0)


def test_2_atelje_rattvisa_refills_before_the_taker_is_asked() -> None:
    lines = "1 bid noll+atelje+rattvisa/pass*/1 card C4/1 cards C4 DK CQ SJ"
    match = table(f"{lines}/0 play CJ/1 play C4", MIXED)
    assert legal(match).startswith("cards")
    match = acted(match, "1 cards H2/2 play C5/3 play C2")
    assert legal(match).startswith("player")


def test_2_atelje_rattvisa_with_declarers_card_completing_the_trick() -> None:
    lines = "1 bid obesudlat+atelje+rattvisa+lattja/pass*/1 card C4/1 cards C4 DK CQ SJ"
    match = table(f"{lines}/0 play CJ/2 play C5/3 play C2/1 play C4", MIXED)
    assert (match.to_act(), legal(match).split()[0]) == ((1,), "cards")
    match = acted(match, "1 cards H2")
    assert (match.to_act(), legal(match).split()[0]) == ((1,), "player")


def test_2_oppen_trumf_trumps_lie_open_and_shrink_as_they_are_played() -> None:
    lines = "1 bid trumf+oppentrumf/pass*/1 suit S"
    assert shown(lines) == "SJ S7 S3"
    assert shown(f"{lines}/0 play ST/1 play SJ") == "S7 S3"


def test_2_oppen_hand_everything_lies_open_to_spectators_too() -> None:
    lines = "1 bid spel+oppenhand/pass*"
    assert shown(lines) == "SJ S7 S3 HA HT H6 H2 DK D9 D5 CQ C8 C4"
    assert "SJ" not in shown(f"{lines}/0 play ST/1 play SJ")
    seen = as_json(view(table(lines, MIXED), 3))
    assert seen["open"] == {"1": shown(lines)}


def test_2_atelje_with_oppen_trumf_holds_no_trumps() -> None:
    lines = "1 bid trumf+atelje+oppentrumf/pass*/1 suit S"
    match = table(lines, MIXED)
    assert len(match.choice(1)) == 210  # 4 of the 10 cards that are no trumps
    refused(match, "1 cards SJ HA DK CQ")
    assert shown(f"{lines}/1 cards HT HA DK CQ") == "SJ S7 S3 HA HT DK CQ"


def test_2_atelje_with_oppen_trumf_and_few_other_cards() -> None:
    hand = "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 H2 H3"
    match = table("1 bid trumf+atelje+oppentrumf/pass*/1 suit S", {1: hand})
    assert legal(match) == "cards H3 H2"
    nothing = table("1 bid trumf+atelje+oppentrumf/pass*/1 suit H")
    assert nothing.to_act() == (0,)
    assert play_of(nothing).laid == CardSet()


# --- Pest


def test_2_pest_declarer_names_the_suit() -> None:
    match = table("1 bid spel+pest/pass*")
    assert legal(match) == "suit S, suit H, suit D, suit C"


def test_2_pest_declarer_does_not_lead_it_first() -> None:
    match = table("1 bid spel+pest+bradska/pass*/1 suit H", MIXED)
    assert "Plague" in refused(match, "1 play H2")
    assert "play H" not in legal(match)


def test_2_pest_may_be_led_after_an_own_discard() -> None:
    hands = {1: "HA HK HQ HJ HT H9 H8 C2 C3 C4 C5 C6 S2", 0: "SA SK SQ"}
    match = table("1 bid spel+pest+bradska/pass*/1 suit H/1 play S2", hands)
    match = _trick(match)
    assert match.to_act() == (0,)
    match = acted(match, "0 play SK/1 play HA")
    assert play_of(match).rules.bans[0].cards(play_of(_trick(match)), 1) == CardSet()


def test_2_pest_following_with_the_plague_is_no_lead() -> None:
    match = table("1 bid spel+pest/pass*/1 suit C/0 play CJ", MIXED)
    assert legal(match) == "play CQ, play C8, play C4"
    match = acted(match, "1 play CQ/2 play C5/3 play C2")
    assert "play C8" in legal(match)


def test_2_pest_may_be_led_by_who_holds_nothing_else() -> None:
    assert legal(table("1 bid spel+pest+bradska/pass*/1 suit H")).startswith("play HA")


PLAGUED = {1: "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 D2", 2: "H2"}
LOSES_A_HEART = "1 play D2/2 play DA/3 play C2/0 play S2/2 play DK/3 play C3/0 play S3/1 play H3"


def test_2_pest_plagued_with_most_cards_but_not_all() -> None:
    match = table(f"1 bid spel+pest+bradska/pass*/1 suit H/{LOSES_A_HEART}/rest", PLAGUED)
    assert (result(match).made, result(match).points) == (False, (0, -2, 0, 0))
    assert result(match).tricks == (0, 11, 2, 0)


SPADE_A_TRICK = {
    1: "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 D2",
    2: "DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 C2",
    3: "CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 H2",
}


@pytest.mark.parametrize(("mine", "made"), [(5, True), (6, True), (7, False)])
def test_2_pest_plagued_only_by_strictly_more_cards(mine: int, made: bool) -> None:
    """Declarer leads hearts, then 2 diamonds, and 3 takes the last trick; 0 follows with spades."""
    match = table("1 bid spel+pest+bradska/pass*/1 suit S", SPADE_A_TRICK)
    for _ in range(mine):
        match = _trick(acted(match, f"1 {legal(match).split(', ')[0]}"))
    match = acted(match, "1 play D2/rest")
    assert result(match).tricks == (0, mine, 12 - mine, 1)
    assert result(match).made is made


def test_2_pest_with_every_plague_card_is_honourable() -> None:
    match = table("1 bid spel+pest+bradska+straff/pass*/1 suit D/rest")
    assert result(match).made is True
    assert result(match).points == (0, 3, 0, 0)


def test_2_pest_honourable_needs_everything_else_met() -> None:
    match = table("1 bid spel+pest+bradska+sluthund/pass*/1 suit D/rest")
    assert (result(match).made, result(match).points) == (False, (0, -2, 0, 0))


def test_2_pest_girighet_and_honour_score_one_each() -> None:
    match = table("1 bid maxtrumf+pest+girighet+bradska/pass*/1 suit H/1 suit S/rest")
    assert result(match).points == (0, 5, 0, 0)


def test_2_pest_yields_before_blocktrumf() -> None:
    hand = "HA HK HQ HJ HT H9 H8 DA DK DQ DJ DT D9"
    match = table("1 bid blocktrumf+pest+bradska/pass*/1 suit H/1 suit D", {1: hand})
    assert legal(match) == "play DA, play DK, play DQ, play DJ, play DT, play D9"
    assert "Block Trump" in refused(match, "1 play HA")


def test_2_pest_and_blocktrumf_both_yield_to_one_suit() -> None:
    match = table("1 bid blocktrumf+pest+bradska/pass*/1 suit H/1 suit H")
    assert len(match.choice(1)) == 13


def test_2_pest_and_blocktrumf_leave_a_third_suit_to_be_led() -> None:
    hand = "HA HK HQ HJ HT H9 H8 DA DK DQ DJ DT C2"
    match = table("1 bid blocktrumf+pest+bradska/pass*/1 suit H/1 suit D", {1: hand})
    assert legal(match) == "play C2"


# --- what comes before play, in order


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
    hands = deal_of(match).table.hands
    assert CardSet.parse("C2 C3 C4") <= hands[3]
    assert CardSet.parse("H2 H3 H4") <= hands[0]
    assert CardSet.parse("D2 D3 D4") <= hands[2]
    assert str(view(match, 3).received) == "C4 C3 C2"


def test_2_open_cards_show_only_when_play_begins() -> None:
    match = table("1 bid precis+oppenhand/pass*")
    assert view(match, 0).open_cards == {}
    assert view(acted(match, "1 number 3"), 0).open_cards
