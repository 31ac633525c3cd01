"""The referee of the Danish games: ladders and auction (sections 1 to 3)."""

import pytest

from tests.independent.checker import check
from tests.independent.danish import ESMAKKER, HUS, ladder
from tests.independent.danish_scenes import after, asked, opened, refused, split

# --- Section 2: the ladders ---------------------------------------------------------------------


def test_2_the_ladder_of_hus() -> None:
    bids = ladder(HUS)
    assert bids[:8] == ("7", "7+vip", "7+gode", "7+halve", "8", "8+vip", "8+gode", "8+halve")
    assert bids[8:13] == ("9", "sol", "9+vip", "9+gode", "9+halve")
    assert bids[13:23:5] == ("10", "11")
    assert bids[14:24:5] == ("ren-sol", "bordlaegger")
    assert bids[23:] == (
        *("12", "super-bordlaegger", "12+vip", "12+gode", "12+halve"),
        *("13", "13+vip", "13+gode", "13+halve"),
    )


def test_2_the_ladder_of_esmakker() -> None:
    bids = ladder(ESMAKKER, 8, ("sans", "vip", "halve"))
    assert bids[:6] == ("8", "8+sans", "8+staerke", "8+gode", "8+vip", "8+halve")
    assert bids[6:9] == ("9", "sol", "9+sans")
    assert bids[13:15] == ("10", "ren-sol")
    assert bids[20:22] == ("11", "bordlaegger")
    assert bids[27:29] == ("12", "ren-bordlaegger")
    assert bids[34:] == ("13", "13+sans", "13+staerke", "13+gode", "13+vip", "13+halve")
    assert ladder(ESMAKKER, 7)[:6] == ("7", "7+vip", "7+staerke", "7+gode", "7+halve", "7+sans")


@pytest.mark.parametrize(
    ("order", "low", "high"),
    [
        ("sans vip halve", "9+sans", "9+staerke"),
        ("sans vip halve", "9+gode", "9+vip"),
        ("sans vip halve", "9+vip", "9+halve"),
        ("halve sans vip", "9+sans", "9+vip"),
        ("halve sans vip", "sol", "9+halve"),
    ],
)
def test_2_the_order_drawn_decides_what_beats_what(order: str, low: str, high: str) -> None:
    opening = opened(ESMAKKER, {}, order=order)
    assert after(opening, f"1 bid {low}/2 bid {high}").bid == high
    refused(opening, f"1 bid {high}/2 bid {low}", "does not beat")


def test_2_the_fixed_order_needs_no_line() -> None:
    opening = opened(ESMAKKER, {}, attachments="fixed")
    assert after(opening, "1 bid 8+vip/2 bid 8+staerke/1 bid 8+halve/2 bid 8+sans").bid == "8+sans"
    refused(opening, "1 bid 8+sans/2 bid 8+halve", "does not beat")


def test_2_what_each_game_does_not_know() -> None:
    for bid in ("7+sans", "7+staerke", "6", "14", "ren-bordlaegger", "gode", "9+vip+gode"):
        refused(opened(HUS, {}), f"2 bid {bid}", "there is no bid")
    for bid in ("7", "7+gode", "super-bordlaegger"):
        refused(opened(ESMAKKER, {}), f"1 bid {bid}", "there is no bid")
    assert after(opened(ESMAKKER, {}, lowest="7"), "1 bid 7+gode").bid == "7+gode"


# --- Section 1 and 3: the auction ---------------------------------------------------------------


def test_3_first_example_the_beaten_soloist_speaks_again_and_the_joiner_may_not() -> None:
    opening = opened(ESMAKKER, {})
    start = "1 bid ren-sol/2 join/3 bid 10+gode"
    assert asked(opening, start) == (1, ("pass", "bid"))
    refused(opening, f"{start}/2 bid 11", "player 1's turn")
    course = after(opening, f"{start}/1 pass/0 pass")
    assert (course.declarer, course.joiners) == (3, [])


def test_3_second_example_the_vip_bidder_speaks_again_and_both_joiners_are_out() -> None:
    opening = opened(ESMAKKER, {})
    start = "1 bid 9/2 bid 9+vip/1 join/3 join/0 bid 10"
    assert asked(opening, start) == (2, ("pass", "bid"))
    for wrong in ("1 pass", "3 pass"):
        refused(opening, f"{start}/{wrong}", "player 2's turn")
    assert asked(opening, f"{start}/2 bid 10+gode") == (0, ("pass", "bid"))
    assert asked(opening, f"{start}/2 pass") == (0, ("suit",))


def test_3_back_not_round() -> None:
    opening = opened(HUS, {})
    assert asked(opening, "2 bid 7/3 bid 8")[0] == 2
    assert asked(opening, "2 bid 7/3 bid 8/2 bid 8+vip")[0] == 3
    assert asked(opening, "2 bid 7/3 bid 8/2 pass")[0] == 0
    assert asked(opening, "2 bid 7/3 bid 8/2 pass/0 bid 9")[0] == 3
    refused(opening, "2 bid 7/3 bid 8/2 pass/0 bid 9/3 pass/0 pass", "player 1's turn")
    refused(opening, "2 bid 7/3 bid 7", "does not beat")
    refused(opening, "2 bid 7/3 bid 8/0 bid 9", "player 2's turn")
    assert asked(opening, "2 pass")[0] == 3
    assert asked(opening, "2 pass/3 bid 7/0 pass/1 pass") == (3, ("suit",))


def test_3_joining_a_nolo_or_in_esmakker_a_vip() -> None:
    hus, esmakker = opened(HUS, {}), opened(ESMAKKER, {})
    refused(hus, "2 join", "player 2's turn")
    refused(hus, "2 bid 9+vip/3 join", "player 3's turn")
    refused(esmakker, "1 bid 9+halve/2 join", "player 2's turn")
    assert after(hus, "2 bid sol/3 join/0 join/1 pass").joiners == [3, 0]
    assert after(esmakker, "1 bid 9/2 bid sol/1 join/3 join/0 pass").joiners == [1, 3]
    beaten = after(hus, "2 bid sol/3 join/0 bid ren-sol/2 join/1 join")
    assert (beaten.bidder, beaten.joiners) == (0, [2, 1])


def test_3_the_highest_bid_is_still_passed_by_all() -> None:
    opening = opened(HUS, {})
    assert asked(opening, "2 bid 13+halve/3 pass")[0] == 0
    refused(opening, "2 bid 13+halve/2 card SA", "player 3's turn")
    refused(opening, "2 bid 13+halve/3 bid 13+gode", "does not beat")


IRON = {1: "ST98 HT98 DT98 CT987", 2: "S765 H765 D765 C6543", 3: "S432 HA432 D43 CAKQJ"}


def test_1_jernhand_at_the_first_turn_also_over_a_standing_bid() -> None:
    opening = opened(ESMAKKER, IRON)
    assert asked(opening, "") == (1, ("pass", "bid", "jernhand"))
    for claim in ("1 jernhand", "1 bid 8/2 jernhand"):
        deal = check("\n".join([*opening, *split(claim), "deal 2 dealer=0"])).deals[0]
        assert (deal["contract"], deal["points"], deal["notes"]) == (None, [0] * 4, ["jernhånd"])
    assert asked(opening, "1 bid 8/2 bid 9") == (1, ("pass", "bid"))
    refused(opening, "1 pass/2 pass/3 jernhand", "player 3's turn")
    refused(opening, "1 jernhand/2 pass", "the deal is over")
    refused(opening, "1 jernhand/deal 2 dealer=1", "dealer must be player 0")
    joker = opened(ESMAKKER, {1: "ST98 HT98 DT98 CT98 J1"}, kitty="J23 SA")
    assert asked(joker, "") == (1, ("pass", "bid"))
    assert asked(opened(HUS, {2: IRON[1]}), "") == (2, ("pass", "bid"))


def test_1_all_pass_the_same_deals_again_and_it_does_not_count() -> None:
    passes = "2 pass/3 pass/0 pass/1 pass"
    text = "\n".join([*opened(HUS, {}, deals="1"), *split(passes)])
    game = check(text)
    assert game.winners is None
    assert game.deals[0]["notes"] == ["all pass"]
    refused(opened(HUS, {}), f"{passes}/deal 2 dealer=2", "dealer must be player 1")
    assert check(f"{text}\ndeal 2 dealer=1").deal
