"""§5: the called card, jokers, nolos."""

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.views.view import as_json, view
from tests.engine.playing import acted
from tests.variants.danish.table import HUS, cards, deal_of, play_of, refused, result, table, tricks

WON = "/3 pass/0 pass/1 pass"
CALLED = f"2 bid 8{WON}/2 suit D/2 card HA/2 cards/"
HANDS = {
    2: "DA DK DQ DJ D8 D7 D6 D5 H2 S2 S3 C2 C3",
    3: "HA HK H3 J1 CA CK CQ S4 S5 S6 S7 C4 C5",
    0: "HQ HJ HT H4 SA SK SQ SJ ST S9 S8 C6 C7",
    1: "H5 H6 H7 H8 H9 D2 D3 D4 C8 C9 CT CJ J2",
}
"""Player 2 plays diamonds with player 3, who holds the ace of hearts and a joker."""


def test_5_forehand_leads_whoever_is_declarer() -> None:
    match = table(HUS, "2 pass/3 bid 8/0 pass/1 pass/3 suit C/3 card SA/3 cards")
    assert match.to_act() == (2,)


def test_5_no_joker_is_led_to_trick_1() -> None:
    hands = {**HANDS, 2: "DA DK DQ DJ D8 D7 D6 D5 H2 S2 S3 C2 J3"}
    match = table(HUS, CALLED, hands)
    assert "J3" not in cards(match)
    assert refused(match, "2 play J3") == "A joker can't be led to the first trick."
    match = acted(match, tricks("2 DA C4 C6 D2"))
    assert "J3" in cards(match)


def test_5_no_joker_is_led_to_trick_1_of_a_nolo_but_it_may_be_played() -> None:
    hands = {2: "J1 D2", 3: "J2 D3"}
    match = table(HUS, f"2 bid sol{WON}/2 cards", hands)
    assert "J1" not in cards(match)
    assert "J2" in cards(acted(match, "2 play D2"))


def test_5_the_called_ace_falls_the_first_time_its_suit_is_led() -> None:
    match = acted(table(HUS, CALLED, HANDS), "2 play H2")
    assert cards(match) == "HA"
    sentence = refused(match, "3 play HK")
    assert sentence == "You hold HA, the called card: play it the first time its suit is led."
    assert refused(match, "3 play J1") == sentence
    assert "Follow suit" in refused(match, "3 play S4")


def test_5_nobody_else_is_bound() -> None:
    match = acted(table(HUS, CALLED, HANDS), "2 play H2/3 play HA")
    assert cards(match) == "HQ HJ HT H4"
    match = acted(match, "0 play H4")
    assert cards(match) == "H9 H8 H7 H6 H5 J2"


def test_5_its_holder_leads_no_other_card_of_the_suit_before_it() -> None:
    match = acted(table(HUS, CALLED, HANDS), tricks("2 C2 CA C6 C8"))
    assert match.to_act() == (3,)
    assert "HA" in cards(match)
    assert "HK" not in cards(match)
    assert refused(match, "3 play H3") == (
        "You hold HA, the called card: lead no other card of its suit before it."
    )


def test_5_after_it_has_fallen_the_suit_is_free() -> None:
    match = acted(table(HUS, CALLED, HANDS), tricks("2 H2 HA H4 H5"))
    assert "HK" in cards(match)
    assert "H3" in cards(match)


def test_5_it_may_be_trumped() -> None:
    hands = {**HANDS, 0: "SA SK SQ SJ ST S9 S8 C6 C7 D2 D3 D4 CJ"}
    hands[1] = "H5 H6 H7 H8 H9 HQ HJ HT H4 C8 C9 CT J2"
    match = acted(table(HUS, CALLED, hands), tricks("2 H2 HA D2 H4"))
    assert match.to_act() == (0,)
    assert HUS.partner(deal_of(match).phases, None) == 3


def test_5_it_may_be_discarded_earlier_on_another_suit() -> None:
    hands = {**HANDS, 3: "HA HK H3 J1 CA CK CQ CJ CT C9 C8 C4 C5"}
    hands[1] = "H5 H6 H7 H8 H9 D2 D3 D4 S4 S5 S6 S7 J2"
    match = acted(table(HUS, CALLED, hands), "2 play S2")
    assert "HA" in cards(match)
    match = acted(match, "3 play HA/0 play SA/1 play S4/0 play HQ/1 play H5/2 play H2")
    assert cards(match) == "HK H3 J1"
    assert HUS.partner(deal_of(match).phases, None) == 3


def test_5_a_called_king_must_fall_before_ones_own_ace() -> None:
    """Only where declarer took the king from the kitty: a self-partner is bound likewise."""
    hands = {2: "SA HA DA CA D9 D8 D7 D6 H2 S2 S3 C2 C3"}
    moves = f"2 bid 8{WON}/2 suit D/2 card HK/2 cards S2 S3 C2"
    match = table(HUS, moves, hands, "HK J1 J2")
    assert "HK" in cards(match)
    assert "HA" not in cards(match)
    assert "H2" not in cards(match)
    assert "no other card" in refused(match, "2 play HA")


def test_5_a_joker_wins_when_it_is_led_and_a_second_one_does_not_beat_it() -> None:
    match = acted(table(HUS, CALLED, HANDS), tricks("2 C2 CA C6 C8", "3 J1 HQ J2 DA"))
    assert match.to_act() == (3,)
    assert play_of(match).tricks_taken() == (0, 0, 0, 2)


def test_5_a_joker_may_be_played_to_any_suit_and_wins_nothing() -> None:
    match = acted(table(HUS, CALLED, HANDS), "2 play C2/3 play J1/0 play C6")
    assert "J2" in cards(match)
    match = acted(match, "1 play J2")
    assert match.to_act() == (0,)


def test_5_to_a_joker_any_card_may_be_played() -> None:
    match = acted(table(HUS, CALLED, HANDS), tricks("2 C2 CA C6 C8") + "/3 play J1")
    assert len(cards(match).split()) == 12


def test_4_it_lies_away_if_its_suit_was_led_and_it_did_not_fall() -> None:
    match = table(HUS, f"2 bid 8{WON}/2 suit D/2 card HA/2 cards", {2: HANDS[2]}, "HA J1 J2")
    assert HUS.partner(deal_of(match).phases, 2) is None
    match = acted(match, "2 play H2")
    card = cards(match).split()[0]
    match = acted(match, f"3 play {card}/0 play {cards(acted(match, f'3 play {card}')).split()[0]}")
    assert HUS.partner(deal_of(match).phases, None) is None
    match = acted(match, f"1 play {cards(match).split()[0]}")
    assert HUS.partner(deal_of(match).phases, None) == 2


# --- nolos ---------------------------------------------------------------------------------------

LOW = {
    2: "D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK DA J1",
    3: "C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA D2",
    0: "S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA H2",
    1: "H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA S2",
}


def nolo(bid: str, after: str = "") -> str:
    return f"2 bid {bid}{WON}/2 cards" + (f"/{after}" if after else "")


def test_5_in_nolo_the_ace_is_low() -> None:
    match = acted(table(HUS, nolo("sol"), LOW), tricks("2 DA D2 H2 S2"))
    assert play_of(match).tricks_taken() == (0, 0, 0, 1)


def test_5_there_are_no_trumps_in_nolo() -> None:
    assert play_of(table(HUS, nolo("sol"), LOW)).trumps is None


@pytest.mark.parametrize(
    ("bid", "limit"), [("sol", 1), ("ren-sol", 0), ("bordlaegger", 0), ("super-bordlaegger", 0)]
)
def test_5_a_soloist_over_the_limit_ends_the_deal(bid: str, limit: int) -> None:
    leads = ["2 DK D2 H2 S2", "2 DQ C3 S3 H3"]
    match = acted(table(HUS, nolo(bid), LOW), tricks(*leads[: limit + 1]))
    assert result(match).made is False
    assert sum(result(match).tricks) == limit + 1
    if limit:
        assert acted(table(HUS, nolo(bid), LOW), tricks(leads[0])).to_act() == (2,)


def test_5_the_deal_goes_on_until_every_soloist_is_finished() -> None:
    joined = "2 bid ren-sol/3 join/0 pass/1 pass/2 cards/3 cards"
    match = acted(table(HUS, joined, LOW), tricks("2 DK D2 H2 S2"))
    assert match.to_act() == (2,)
    match = acted(match, tricks("2 DA C3 S3 H3", "2 J1 CA SA HA", "2 DQ CK S4 H4"))
    assert match.to_act() == (2,)
    ended = acted(match, "rest")
    assert result(ended).soloists[0] == (2, False)


def opened(match: Match) -> set[str]:
    return set(as_json(view(match, None))["open"])


def test_5_spread_lies_open_after_the_first_trick() -> None:
    match = acted(table(HUS, nolo("bordlaegger"), LOW), "2 play DA/3 play D2/0 play H2")
    assert opened(match) == set()
    match = acted(match, "1 play S2")
    assert opened(match) == {"2"}
    assert as_json(view(match, 0))["open"]["2"].startswith("DK")


def test_5_in_super_spread_all_hands_lie_open_before_the_first_lead() -> None:
    assert opened(table(HUS, nolo("super-bordlaegger"), LOW)) == {"0", "1", "2", "3"}
    assert opened(table(HUS, f"2 bid super-bordlaegger{WON}", LOW)) == set()


@pytest.mark.parametrize("bid", ["sol", "ren-sol"])
def test_5_other_nolos_lie_closed(bid: str) -> None:
    assert opened(acted(table(HUS, nolo(bid), LOW), tricks("2 DA D2 H2 S2"))) == set()
