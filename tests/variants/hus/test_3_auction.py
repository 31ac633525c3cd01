"""§3: joining in `hus`, and the source's example where the ladder allows it."""

from tests.engine.playing import acted
from tests.variants.danish.table import HUS, deal_of, legal, refused, table

OUT_OF_ALL = "bid 13+halve"


def test_3_one_bids_pure_sun_two_joins_three_beats_it_and_one_speaks_again() -> None:
    match = table(HUS, "2 bid ren-sol/3 join/0 bid 10+vip")
    assert match.to_act() == (2,)
    match = acted(match, "2 pass")
    assert match.to_act() == (1,)
    match = acted(match, "1 pass")
    assert HUS.declarer(deal_of(match).phases) == 0
    assert HUS.soloists(deal_of(match).phases) == ()


def test_3_nolos_may_be_joined_and_vip_may_not() -> None:
    for bid in ("sol", "ren-sol", "bordlaegger", "super-bordlaegger"):
        assert "join" in legal(table(HUS, f"2 bid {bid}"))
    for bid in ("7", "9+vip", "9+gode", "9+halve"):
        assert "join" not in legal(table(HUS, f"2 bid {bid}"))


def test_3_several_soloists() -> None:
    match = table(HUS, "2 bid 9/3 bid sol/2 join/0 pass/1 join")
    phases = deal_of(match).phases
    assert HUS.soloists(phases) == (3, 2, 1)
    assert HUS.declarer(phases) == 3
    assert HUS.partner(phases, 3) is None


def test_3_the_highest_bid_leaves_nothing_but_to_pass() -> None:
    assert legal(table(HUS, f"2 {OUT_OF_ALL}")) == "pass"
    assert "higher than" in refused(table(HUS, f"2 {OUT_OF_ALL}"), "3 bid 13")


def test_1_there_is_no_iron_hand_in_hus() -> None:
    weak = "S9 S8 S7 S6 H9 H8 H7 D9 D8 D7 C9 C8 C7"
    assert "jernhand" not in legal(table(HUS, hands={2: weak}))
