"""The referee of the Danish games: calls, vip and exchange (section 4)."""

import pytest

from tests.independent.danish import ESMAKKER, HUS
from tests.independent.danish_scenes import after, asked, opened, refused, won

# --- Section 4: trumps and the called card ------------------------------------------------------


def test_4_hus_never_the_ace_of_trumps_nor_an_own_one() -> None:
    opening = opened(HUS, {2: "HA"})
    refused(opening, won(HUS, "8", "2 suit S/2 card SA"), "one of DA CA")
    refused(opening, won(HUS, "8", "2 suit S/2 card HA"), "one of DA CA")
    refused(opening, won(HUS, "8", "2 suit S/2 card SK"), "one of DA CA")
    refused(opening, won(HUS, "8", "2 card SA"), "turn (suit)")
    assert after(opening, won(HUS, "8", "2 suit S/2 card DA")).called == "DA"
    refused(opening, won(HUS, "8+gode", "2 card CA"), "one of SA DA")
    assert after(opening, won(HUS, "8+halve", "2 card CA")).called == "CA"


def test_4_hus_a_king_or_queen_is_called_where_no_ace_is_left() -> None:
    def can_call(bid: str, hand: str, then: str = "") -> set[str]:
        course = after(opened(HUS, {2: hand}), won(HUS, bid, then))
        return set(course.callable_cards())

    assert can_call("8+gode", "SA HA DA") == {"SK", "HK", "DK"}
    assert can_call("8+gode", "SAK HA DA") == {"HK", "DK"}
    assert can_call("8+gode", "SAK HAK DAK") == {"SQ", "HQ", "DQ"}
    assert can_call("8+gode", "SAKQJ HAKQJ DAKQJ CA") == {"ST", "HT", "DT"}
    assert can_call("8+halve", "SA HA DA") == {"CA"}
    assert can_call("8+halve", "SA HA DA CA") == {"SK", "HK", "DK", "CK"}
    assert can_call("8", "SA HA DA CA", "2 suit D") == {"SK", "HK", "CK"}
    assert can_call("8", "SA HA DA", "2 suit C") == {"SK", "HK", "DK"}


def test_4_hus_the_only_card_that_can_be_called_may_be_written_or_left_out() -> None:
    opening = opened(HUS, {2: "SA HA"})
    for call in ("", "/2 card DA"):
        course = after(
            opening, won(HUS, "8+gode") + call + "/2 cards/2 undo".removesuffix("/2 undo")
        )
        assert (course.called, course.ask and course.ask.verbs) == ("DA", ("play",))
    refused(opening, won(HUS, "8+gode", "2 card CA"), "one of DA")


def test_4_esmakker_any_ace_may_be_called() -> None:
    opening = opened(ESMAKKER, {1: "SA HA"})
    for bid, suit in (("8", "1 suit S/"), ("8+sans", ""), ("8+staerke", ""), ("8+halve", "")):
        for ace in ("SA", "HA", "DA", "CA"):
            assert after(opening, won(ESMAKKER, bid, f"{suit}1 card {ace}")).called == ace
        refused(opening, won(ESMAKKER, bid, f"{suit}1 card SK"), "must be one of")


@pytest.mark.parametrize("game", [HUS, ESMAKKER])
def test_4_halve_the_partner_names_trumps_but_not_the_called_suit(game: str) -> None:
    me = 2 if game == HUS else 1
    opening = opened(game, {3: "DA"}, kitty="HA J12")
    start = won(game, "9+halve", f"{me} card DA")
    assert asked(opening, start) == (3, ("suit",))
    refused(opening, f"{start}/3 suit D", "may not be the called suit")
    refused(opening, f"{start}/{me} suit S", "player 3's turn")
    assert after(opening, f"{start}/3 suit S").trumps == "S"
    assert asked(opening, f"{start}/3 suit S") == (3, ("cards",))
    alone = won(game, "9+halve", f"{me} card HA")
    assert asked(opening, alone) == (me, ("suit",))
    refused(opening, f"{alone}/{me} suit H", "may not be the called suit")
    assert asked(opening, f"{alone}/{me} suit S") == (me, ("cards",))


def test_4_esmakker_halve_with_an_own_ace_is_selvmakker() -> None:
    opening = opened(ESMAKKER, {1: "DA"})
    assert asked(opening, won(ESMAKKER, "9+halve", "1 card DA")) == (1, ("suit",))


# --- Section 4: vip -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kitty", "turns", "trumps", "turned"),
    [
        ("H5 S5 D5", "accept", "H", 1),
        ("H5 S5 D5", "turn-next accept", "S", 2),
        ("H5 S5 D5", "turn-next turn-next", "D", 3),
        ("H5 S5 D5", "turn-next turn-next accept", "D", 3),
        ("H5 J1 D5", "turn-next accept", "H", 2),
        ("H5 J1 D5", "turn-next turn-next", "D", 3),
        ("H5 S5 J1", "turn-next turn-next", "S", 3),
        ("H5 J12", "turn-next turn-next", "H", 3),
        ("J1 H5 D5", "accept", "H", 2),
        ("J1 H5 D5", "turn-next accept", "H", 2),
        ("J1 H5 D5", "turn-next", "D", 3),
        ("J1 H5 D5", "turn-next turn-next accept", "D", 3),
        ("J1 H5 J2", "turn-next", "H", 3),
        ("J12 H5", "", "H", 3),
        ("J12 H5", "turn-next turn-next accept", "H", 3),
        ("J123", "", "", 3),
    ],
)
def test_4_hus_vip(kitty: str, turns: str, trumps: str, turned: int) -> None:
    """Never the ace of trumps is called, which is known by then."""
    said = "/".join(f"2 {turn}" for turn in turns.split())
    call = "2 card CA/2 cards S2 S3 S4"
    opening = opened(HUS, {3: "CA", 2: "S234"}, kitty=kitty)
    course = after(opening, won(HUS, "9+vip", f"{said}/{call}"))
    assert (course.trumps, course.turned) == (trumps, turned)
    if trumps:
        refused(opening, won(HUS, "9+vip", f"{said}/2 card {trumps}A"), "one of")


def test_4_hus_vip_a_first_joker_cannot_be_accepted_and_three_cards_are_taken() -> None:
    opening = opened(HUS, {3: "CA", 2: "S234"}, kitty="H5 S5 D5")
    refused(opening, won(HUS, "9+vip", "2 card CA"), "turn (accept or turn-next)")
    refused(opening, won(HUS, "9+vip", "2 accept/2 card HA"), "must be one of")
    refused(opening, won(HUS, "9+vip", "2 accept/2 card CA/2 cards"), "exactly 3")
    refused(opening, won(HUS, "9+vip", "2 turn-next/2 turn-next/2 turn-next"), "turn (card)")
    jokers = opened(HUS, {3: "CA"}, kitty="J12 H5")
    refused(jokers, won(HUS, "9+vip", "2 turn-next/2 turn-next/2 turn-next"), "turn (card)")


VIP = "1 bid 9/2 bid 9+vip/1 join/3 join/0 pass/2 card SA"  # asked: 2, 1, 3; 3 sits last of them


@pytest.mark.parametrize(
    ("turns", "declarer", "trumps", "turned"),
    [
        ("2 accept", 2, "H", 1),
        ("2 turn-next/1 accept", 1, "H", 1),
        ("2 turn-next/1 turn-next/3 turn-next/2 turn-next/1 turn-next/3 accept", 3, "", 2),
        ("2 turn-next/1 turn-next/3 turn-next/" * 2 + "2 accept", 2, "D", 3),
        ("2 turn-next/1 turn-next/3 turn-next/" * 2 + "2 turn-next/1 turn-next", 3, "D", 3),
        ("2 turn-next/1 turn-next/3 turn-next/" * 3, 3, "D", 3),
    ],
)
def test_4_esmakker_vip(turns: str, declarer: int, trumps: str, turned: int) -> None:
    opening = opened(ESMAKKER, {}, kitty="H5 J1 D5")
    course = after(opening, f"{VIP}/{turns}/{declarer} cards")
    assert (course.declarer, course.trumps, course.turned) == (declarer, trumps, turned)


def test_4_esmakker_vip_everybody_in_it_is_asked_in_bidding_order() -> None:
    opening = opened(ESMAKKER, {}, kitty="H5 J1 D5")
    refused(opening, "1 bid 9/2 bid 9+vip/1 join/3 join/0 pass/1 card SA", "player 2's turn")
    refused(opening, f"{VIP}/3 accept", "player 2's turn")
    refused(opening, f"{VIP}/2 turn-next/3 accept", "player 1's turn")
    refused(opening, f"{VIP}/2 accept/1 accept", "turn (cards)")
    refused(opening, f"{VIP}/0 accept", "player 2's turn")


def test_4_esmakker_vip_where_another_than_the_last_asked_sits_last() -> None:
    """Asked 3, 1: the refusal of 1 to the third card makes 3 declarer, so it is written."""
    opening = opened(ESMAKKER, {}, kitty="H5 J1 D5")
    start = "1 bid 9/2 pass/3 bid 9+vip/1 join/0 pass/3 card SA" + "/3 turn-next/1 turn-next" * 2
    assert asked(opening, start) == (3, ("accept", "turn-next"))
    refused(opening, f"{start}/3 turn-next/3 cards", "player 1's turn")
    assert after(opening, f"{start}/3 turn-next/1 turn-next/3 cards").declarer == 3
    assert after(opening, f"{start}/3 turn-next/1 accept/1 cards").declarer == 1


def test_4_esmakker_vip_alone_must_take_the_third_card() -> None:
    opening = opened(ESMAKKER, {}, kitty="H5 D5 J1")
    start = won(ESMAKKER, "9+vip", "1 card SA/1 turn-next/1 turn-next")
    for last in ("", "/1 accept", "/1 turn-next"):
        course = after(opening, f"{start}{last}/1 cards")
        assert (course.declarer, course.trumps, course.turned) == (1, "", 3)


# --- Section 4: exchange ------------------------------------------------------------------------


def test_4_hus_exchanges_all_or_none_and_blind() -> None:
    opening = opened(HUS, {2: "S2345"}, kitty="SA HA J1")
    start = won(HUS, "9+gode", "2 card HA")
    for wrong in ("S2", "S2 S3", "S2 S3 S4 S5"):
        refused(opening, f"{start}/2 cards {wrong}", "exactly 0 or 3")
    refused(opening, f"{start}/2 cards S2 S3 HA", "does not hold HA")
    refused(opening, f"{start}/2 cards S2 S3 S3", "stands twice")
    taken = after(opening, f"{start}/2 cards S4 S2 S3")
    assert {"SA", "HA", "J1"} < taken.hands[2]
    assert not {"S2", "S3", "S4"} & taken.hands[2]
    assert taken.partner == taken.declarer == 2
    left = after(opening, f"{start}/2 cards")
    assert (left.partner, left.declarer) == (2, 2)
    refused(opening, f"{start}/2 cards/3 cards", "player 2's turn (play)")


def test_4_hus_nolo_the_bidder_exchanges_first_and_the_next_gets_what_lies_there() -> None:
    opening = opened(HUS, {2: "S234", 3: "H234", 0: "D234"}, kitty="SA HA J1")
    start = "2 bid sol/3 join/0 join/1 pass"
    refused(opening, f"{start}/3 cards", "player 2's turn")
    course = after(opening, f"{start}/2 cards S2 S3 S4/3 cards H2 H3 H4/0 cards")
    assert {"SA", "HA", "J1"} < course.hands[2]
    assert {"S2", "S3", "S4"} < course.hands[3]
    assert sorted(course.kitty) == ["H2", "H3", "H4"]
    assert {"SA", "HA", "J1"} < after(opening, f"{start}/2 cards/3 cards H2 H3 H4").hands[3]
    refused(opening, f"{start}/2 cards S2", "exactly 0 or 3")
    refused(opening, f"{start}/2 cards/3 cards/0 cards/1 cards", "turn (play)")


def test_4_esmakker_exchange_goes_on_to_the_left_once_round() -> None:
    opening = opened(ESMAKKER, {1: "S2345", 2: "H2", 3: "D234", 0: "C2"}, kitty="SA HA J1")
    start = won(ESMAKKER, "9+gode", "1 card SA")
    refused(opening, f"{start}/2 cards", "player 1's turn")
    course = after(opening, f"{start}/1 cards/2 cards H2/3 cards D2/0 cards C2")
    assert {"SA"} < course.hands[2]
    assert {"HA"} < course.hands[3]
    assert {"J1"} < course.hands[0]
    assert course.partner == 2
    refused(opening, f"{start}/1 cards S2/2 cards/3 cards D2 D3 D4", "exactly 0 or 1 or 2")
    refused(opening, f"{start}/1 cards/2 cards/3 cards/0 cards/1 cards", "player 1's turn (play)")
    for rest in ("", "/2 cards", "/2 cards/3 cards/0 cards", "/3 cards"):
        assert after(opening, f"{start}/1 cards S2 S3 S4{rest}/1 play SA").running == [(1, "SA")]
    refused(opening, f"{start}/1 cards S2 S3 S4/2 cards H2", "exactly 0 card(s)")


def test_4_esmakker_halve_the_partner_first_then_on_to_the_left() -> None:
    opening = opened(ESMAKKER, {3: "DA432"}, kitty="SA HA J1")
    start = won(ESMAKKER, "9+halve", "1 card DA/3 suit S")
    refused(opening, f"{start}/1 cards", "player 3's turn")
    assert asked(opening, f"{start}/3 cards") == (0, ("cards",))
    assert asked(opening, f"{start}/3 cards/0 cards") == (1, ("cards",))
    assert asked(opening, f"{start}/3 cards/0 cards/1 cards/2 cards")[1] != ("cards",)
    away = after(opening, f"{start}/3 cards DA/0 cards/1 cards/2 cards")
    assert away.partner == away.declarer == 1


def test_4_esmakker_nolo_the_last_joiner_exchanges_first_and_opponents_never() -> None:
    opening = opened(ESMAKKER, {1: "S23", 2: "H23", 3: "D23"}, kitty="SA HA J1")
    start = "1 bid 9/2 bid sol/1 join/3 join/0 pass"
    refused(opening, f"{start}/2 cards", "player 3's turn")
    course = after(opening, f"{start}/3 cards D2/1 cards S2/2 cards H2")
    assert [course.holder(card) for card in ("SA", "HA", "J1")] == [3, 1, 2]
    assert asked(opening, f"{start}/3 cards/1 cards/2 cards")[1] == ("play",)
    refused(opening, f"{start}/3 cards/1 cards/2 cards/0 cards", "turn (play)")
