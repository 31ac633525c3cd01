"""§4: trumps, the called card, vip, exchanges."""

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.engine.views.view import as_json, view
from kwbot.variants import games
from tests.engine.playing import acted
from tests.variants.danish.table import HUS, cards, deal_of, legal, play_of, refused, result, table

WON = "/3 pass/0 pass/1 pass"


def bid(what: str, after: str = "") -> str:
    """Player 2 (forehand) bids and everybody passes."""
    return f"2 bid {what}{WON}{'/' + after if after else ''}"


def calls(match: Match) -> str:
    return legal(match).replace("card ", "").replace(",", "")


def test_4_trumps_then_the_ace_then_the_exchange() -> None:
    match = table(HUS, bid("8"))
    assert legal(match) == "suit S, suit H, suit D, suit C"
    match = acted(match, "2 suit H")
    assert calls(match) == "SA CA"
    match = acted(match, "2 card SA")
    assert "Choose 0 or 3 cards." in refused(match, "2 cards D2")
    assert "Choose 0 or 3 cards." in refused(match, "2 cards D2 D3")
    match = acted(match, "2 cards D2 D3 D4")
    assert match.to_act() == (2,)
    assert str(play_of(match).trumps) == "H"


def test_4_clubs_may_be_named_as_trumps_in_plain() -> None:
    match = table(HUS, bid("8", "2 suit C/2 card SA/2 cards"))
    assert str(play_of(match).trumps) == "C"


def test_4_never_the_ace_of_trumps_nor_ones_own() -> None:
    match = table(HUS, bid("8", "2 suit S"))
    assert calls(match) == "HA CA"
    assert "offered" in refused(match, "2 card SA")
    assert "offered" in refused(match, "2 card DA")
    assert calls(table(HUS, bid("8", "2 suit D"))) == "SA HA CA"
    assert calls(table(HUS, bid("8+gode"))) == "SA HA"


@pytest.mark.parametrize(
    ("hand", "trumps", "expected"),
    [
        ("SA HA DA CA", "S", "HK DK CK"),
        ("HA DA CA", "S", "HK DK CK"),
        ("HA DA CA", "H", "SA"),
        ("SA HA DA CA HK", "S", "DK CK"),
        ("SA HA DA CA HK DK CK", "S", "HQ DQ CQ"),
        ("HA HK HQ CA CK CQ DA DK DQ", "S", "HJ DJ CJ"),
        ("HA HK HQ CA CK CQ DA DK DQ", "D", "SA"),
    ],
)
def test_4_who_holds_the_aces_calls_a_king_and_so_on(hand: str, trumps: str, expected: str) -> None:
    low = ["SJ", "S9", "S8", "S7", "S6", "S5", "S4", "S3", "S2", "ST"]
    whole = " ".join([*hand.split(), *low][:13])
    assert calls(table(HUS, bid("8", f"2 suit {trumps}"), {2: whole})) == expected


def test_4_the_only_card_that_can_be_called() -> None:
    """It is asked for all the same, so that nobody sees that there was no choice."""
    hand = "SA HA DA S2 S3 S4 S5 S6 S7 S8 S9 ST SJ"
    match = table(HUS, bid("8", "2 suit S"), {2: hand})
    assert legal(match) == "card CA"
    asked = acted(match, "2 card CA/2 cards/2 play S2")
    text = write(asked)
    assert deal_of(replay(text.replace("2 card CA\n", ""), games())).layout == deal_of(asked).layout
    assert replay(text, games()) == asked


def test_4_in_halve_a_king_is_called_only_with_all_four_aces() -> None:
    assert calls(table(HUS, bid("8+halve"), {2: "SA HA DA"})) == "CA"
    hand = "SA HA DA CA D9 D8 D7 D6 D5 D4 D3 D2 DT"
    assert calls(table(HUS, bid("8+halve"), {2: hand})) == "SK HK DK CK"


def test_4_in_halve_the_partner_names_trumps_and_exchanges() -> None:
    match = table(HUS, bid("8+halve", "2 card SA"))
    assert match.to_act() == (0,)
    assert legal(match) == "suit H, suit D, suit C"
    for viewer in (None, 0, 1, 2, 3):
        assert HUS.partner(deal_of(match).phases, viewer) in (None, 0)
    match = acted(match, "0 suit H")
    for viewer in (None, 0, 1, 2, 3):
        assert HUS.partner(deal_of(match).phases, viewer) == 0
    assert match.to_act() == (0,)
    match = acted(match, "0 cards S2 S3 S4")
    assert match.to_act() == (2,)
    assert str(deal_of(match).layout.hands[0])[-8:] == "J1 J2 J3"


def test_4_in_halve_with_the_ace_in_the_kitty_declarer_names_trumps() -> None:
    match = table(HUS, bid("8+halve", "2 card CA"), kitty="CA J1 J2")
    assert match.to_act() == (2,)
    assert legal(match) == "suit S, suit H, suit D"
    match = acted(match, "2 suit D/2 cards")
    assert HUS.partner(deal_of(match).phases, None) == 2
    assert result(acted(match, "rest")).partner == 2


def test_4_an_ace_in_the_kitty_makes_a_self_partner() -> None:
    left = table(HUS, bid("8", "2 suit D/2 card CA/2 cards/rest"), kitty="CA J1 J2")
    taken = table(HUS, bid("8", "2 suit D/2 card CA/2 cards D2 D3 D4/rest"), kitty="CA J1 J2")
    for match in (left, taken):
        assert result(match).partner == 2
        each = {abs(points) for seat, points in enumerate(result(match).points) if seat != 2}
        assert abs(result(match).points[2]) == 3 * each.pop()


def test_4_who_lays_the_called_card_away_leaves_declarer_alone() -> None:
    match = table(HUS, bid("8+halve", "2 card SA/0 suit H/0 cards SA SK SQ/rest"))
    assert result(match).partner == 2


# --- vip -----------------------------------------------------------------------------------------


def shown(match: Match) -> list[str]:
    return [str(card) for card in view(match, None).kitty]


def test_4_vip_turns_one_card_at_a_time() -> None:
    match = table(HUS, bid("8+vip"), kitty="H2 C2 J1")
    assert shown(match) == ["H2"]
    assert legal(match) == "accept, turn-next"
    match = acted(match, "2 turn-next")
    assert shown(match) == ["H2", "C2"]
    match = acted(match, "2 accept")
    assert "CA" not in calls(match)


def test_4_vip_accepted_at_once() -> None:
    match = table(HUS, bid("8+vip", "2 accept"), kitty="H2 C2 J1")
    assert shown(match) == ["H2"]
    assert "HA" not in calls(match)
    assert "CA" in calls(match)


@pytest.mark.parametrize(
    ("kitty", "answers", "trumps", "turned"),
    [
        ("H2 C2 S3", "accept", "H", 1),
        ("H2 C2 S3", "turn-next accept", "C", 2),
        ("H2 C2 S3", "turn-next turn-next", "S", 3),
        ("H2 J1 S3", "turn-next accept", "H", 2),
        ("H2 J1 S3", "turn-next turn-next", "S", 3),
        ("H2 J1 J2", "turn-next accept", "H", 2),
        ("H2 J1 J2", "turn-next turn-next", "H", 3),
        ("H2 C2 J2", "turn-next turn-next", "C", 3),
        ("J1 H2 C2", "accept", "H", 2),
        ("J1 H2 C2", "turn-next", "C", 3),
        ("J1 H2 J2", "turn-next", "H", 3),
        ("J1 J2 C2", "", "C", 3),
        ("J1 J2 J3", "", "None", 3),
    ],
)
def test_4_vip_decides_trumps(kitty: str, answers: str, trumps: str, turned: int) -> None:
    moves = "/".join(f"2 {answer}" for answer in answers.split())
    match = table(HUS, bid("8+vip", moves), kitty=kitty)
    assert len(shown(match)) == turned
    card = legal(match).split(", ")[0]
    match = acted(match, f"2 {card}/2 cards D3 D4 D5")
    assert str(play_of(match).trumps) == trumps


def test_4_vip_the_ace_is_called_after_the_flips_and_all_three_are_taken() -> None:
    match = table(HUS, bid("8+vip", "2 turn-next/2 accept/2 card SA"), kitty="H2 C2 J1")
    assert "exactly 3" in refused(match, "2 cards")
    match = acted(match, "2 cards D3 D4 D5")
    hand = deal_of(match).layout.hands[2]
    assert "H2" in str(hand)
    assert "J1" in str(hand)
    assert as_json(view(match, 0))["known"] == {"2": "H2 C2"}


def test_4_vip_an_ace_that_lies_open_in_the_kitty_may_be_called() -> None:
    match = table(HUS, bid("8+vip", "2 turn-next/2 accept"), kitty="HA C2 J1")
    match = acted(match, "2 card HA/2 cards D3 D4 D5")
    for viewer in (None, 0, 1, 2, 3):
        assert HUS.partner(deal_of(match).phases, viewer) == 2


def test_6_the_price_of_vip_goes_by_the_cards_turned() -> None:
    match = table(
        HUS, bid("7+vip", "2 accept/2 card SA/2 cards D3 D4 D5/rest"), kitty="J1 H2 C2",
        vip_price="3-4-6",
    )  # fmt: skip
    assert "1 × 4 ×" in str(result(match).notes[-1])


# --- exchanges -----------------------------------------------------------------------------------


def test_4_one_cannot_lay_away_what_one_just_took() -> None:
    match = table(HUS, bid("8", "2 suit D/2 card SA"))
    assert "offered" in refused(match, "2 cards J1 J2 J3")
    match = acted(match, "2 cards D3 D4 D5")
    assert str(deal_of(match).layout.laid[2]) == "D5 D4 D3"
    assert deal_of(match).layout.kitty == ()


def test_4_nolo_the_first_bidder_exchanges_first_then_the_others() -> None:
    match = table(HUS, "2 bid sol/3 join/0 join/1 pass")
    assert match.to_act() == (2,)
    assert "0 or 3" in refused(match, "2 cards D2")
    match = acted(match, "2 cards DA DK DQ")
    assert str(deal_of(match).layout.hands[2])[-8:] == "J1 J2 J3"
    match = acted(match, "3 cards CA CK CQ")
    assert str(deal_of(match).layout.hands[3]).startswith("DA DK DQ CJ")
    assert str(deal_of(match).layout.laid[2]) == ""
    match = acted(match, "0 cards SA SK SQ")
    assert str(deal_of(match).layout.hands[0]).endswith("CA CK CQ")
    assert match.to_act() == (2,)
    assert legal(match).startswith("play DJ")


def test_4_nolo_who_declines_leaves_what_lies_there() -> None:
    match = table(HUS, "2 bid sol/3 join/0 join/1 pass/2 cards/3 cards CA CK CQ/0 cards")
    assert [str(cards) for cards in deal_of(match).layout.laid] == ["", "", "", "CA CK CQ"]
    match = table(HUS, "2 bid sol/3 join/0 join/1 pass/2 cards DA DK DQ/3 cards/0 cards SA SK SQ")
    table_ = deal_of(match).layout
    assert [str(cards) for cards in table_.laid] == ["SA SK SQ", "", "", ""]
    assert "DA DK DQ" in str(table_.hands[0])


def test_4_nolo_what_a_soloist_may_see_of_the_cards_that_go_round() -> None:
    match = table(HUS, "2 bid sol/3 join/0 pass/1 pass/2 cards DA DK DQ")
    assert as_json(view(match, 2))["laid"] == "DA DK DQ"
    match = acted(match, "3 cards CA CK CQ")
    assert as_json(view(match, 2))["laid"] == ""
    assert as_json(view(match, 3))["laid"] == "CA CK CQ"
    assert as_json(view(match, 3))["received"] == "DA DK DQ"
    assert as_json(view(match, 0))["known"] == {}
    assert "DA" not in str(as_json(view(match, 0)))


def test_4_only_declarer_exchanges() -> None:
    match = table(HUS, bid("8", "2 suit D/2 card SA/2 cards"))
    assert "J1" not in cards(match)
    assert match.to_act() == (2,)
    assert len(deal_of(match).layout.kitty) == 3
