"""§5: what differs from `hus` in the tricks."""

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.views.view import as_json, view
from tests.engine.playing import acted
from tests.variants.danish.table import ESMAKKER, cards, play_of, refused, result, table, tricks

LOW = {
    1: "D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK DA J1",
    2: "C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA D2",
    3: "S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA H2",
    0: "H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA S2",
}


def nolo(bid: str, joined: str = "2 pass", nolo_ace: str = "high") -> Match:
    exchanges = "2 cards/1 cards" if "join" in joined else "1 cards"
    return table(
        ESMAKKER, f"1 bid {bid}/{joined}/3 pass/0 pass/{exchanges}", LOW, nolo_ace=nolo_ace
    )  # fmt: skip


def test_5_forehand_leads_whoever_is_declarer() -> None:
    match = table(ESMAKKER, "1 pass/2 pass/3 bid 8/0 pass/3 suit C/3 card CA/3 cards C2 C3 C4")
    assert match.to_act() == (1,)


def test_5_a_joker_may_be_led_to_trick_1() -> None:
    match = nolo("sol")
    assert "J1" in cards(match)
    match = acted(match, tricks("1 J1 CA SA HA"))
    assert play_of(match).tricks_taken() == (0, 1, 0, 0)


@pytest.mark.parametrize(("ace", "winner"), [("high", 1), ("low", 2)])
def test_5_the_ace_in_nolo_is_high_unless_the_table_says_low(ace: str, winner: int) -> None:
    match = acted(nolo("sol", nolo_ace=ace), tricks("1 DA D2 H2 S2"))
    assert play_of(match).tricks[0].winner == winner


@pytest.mark.parametrize(
    ("bid", "limit"), [("sol", 1), ("ren-sol", 0), ("bordlaegger", 1), ("ren-bordlaegger", 0)]
)
def test_5_a_soloist_over_the_limit_ends_the_deal(bid: str, limit: int) -> None:
    leads = ["1 DK D2 H2 S2", "1 DQ C3 S3 H3"]
    match = acted(nolo(bid), tricks(*leads[:limit]))
    assert match.to_act() == (1,)
    match = acted(match, tricks(leads[limit]))
    assert result(match).made is False
    assert result(match).soloists == ((1, False),)


def opened(match: Match) -> set[str]:
    return set(as_json(view(match, None))["open"])


@pytest.mark.parametrize("bid", ["bordlaegger", "ren-bordlaegger"])
def test_5_spreads_lie_open_after_the_first_lead_all_at_once(bid: str) -> None:
    for joined, hands in (("2 pass", {"1"}), ("2 join", {"1", "2"})):
        match = nolo(bid, joined)
        assert opened(match) == set()
        assert opened(acted(match, "1 play D3")) == hands


@pytest.mark.parametrize("bid", ["sol", "ren-sol"])
def test_5_other_nolos_lie_closed(bid: str) -> None:
    assert opened(acted(nolo(bid), "1 play D3")) == set()


def test_5_a_self_partner_is_bound_like_everybody() -> None:
    moves = "1 bid 8/2 pass/3 pass/0 pass/1 suit S/1 card HA/1 cards/2 cards/3 cards/0 cards"
    match = table(ESMAKKER, moves)
    assert cards(match) == "HA"
    assert "no other card" in refused(match, "1 play HK")


def test_5_the_trump_ace_may_be_called_and_falls_when_trumps_are_led() -> None:
    moves = "1 bid 8/2 pass/3 pass/0 pass/1 suit S/1 card SA/1 cards/2 cards/3 cards/0 cards"
    match = table(ESMAKKER, moves, {1: "S2", 0: "SA SK H2"})
    match = acted(match, "1 play S2")
    match = acted(match, f"2 play {cards(match).split()[0]}")
    match = acted(match, f"3 play {cards(match).split()[0]}")
    assert cards(match) == "SA"
