"""§4: the called ace, vip with joiners, halve, exchanges, the void card."""

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.engine.values.actions import ChooseCard
from kwbot.engine.values.cards import CardSet
from kwbot.engine.views.view import as_json, view
from kwbot.variants import games
from tests.engine.playing import act, acted
from tests.variants.danish.table import (
    ESMAKKER,
    cards,
    deal_of,
    legal,
    play_of,
    refused,
    result,
    table,
    tricks,
)

WON = "/2 pass/3 pass/0 pass"
NO_EXCHANGE = "1 cards/2 cards/3 cards/0 cards"
NO_VOID_CARD = "1 card none"
"""What declarer says who holds no card of the called suit."""


def bid(what: str, after: str = "") -> str:
    """Player 1 (forehand) bids and everybody passes."""
    return f"1 bid {what}{WON}{'/' + after if after else ''}"


def partner(match: Match, viewer: int | None = None) -> int | None:
    return ESMAKKER.partner(deal_of(match).phases, viewer)


def test_4_plain_trumps_and_ace_first_then_the_exchange() -> None:
    match = table(ESMAKKER, bid("8"))
    assert legal(match) == "suit S, suit H, suit D, suit C"
    match = acted(match, "1 suit C")
    assert legal(match) == "card SA, card HA, card DA, card CA"
    match = acted(match, "1 card CA/1 cards H2")
    assert match.to_act() == (2,)


@pytest.mark.parametrize(
    ("attachment", "trumps"), [("staerke", "S"), ("gode", "C"), ("sans", "None")]
)
def test_4_trumps_that_the_bid_says(attachment: str, trumps: str) -> None:
    match = table(ESMAKKER, bid(f"8+{attachment}", f"1 card SA/{NO_EXCHANGE}/{NO_VOID_CARD}"))
    assert str(play_of(match).trumps) == trumps


def test_4_an_ace_of_ones_own_makes_a_self_partner() -> None:
    match = table(ESMAKKER, bid("8+gode", f"1 card HA/{NO_EXCHANGE}"))
    assert partner(match, 1) == 1
    assert partner(match, 0) is None
    assert result(acted(match, "rest")).partner == 1


def test_4_partner_is_who_holds_the_ace_when_all_exchanges_are_done() -> None:
    """It lay in the kitty, and the last one to exchange got it."""
    moves = bid("8+gode", f"1 card SA/1 cards/2 cards/3 cards/0 cards S2/{NO_VOID_CARD}")
    match = table(ESMAKKER, moves, {}, "SA J1 J2")
    assert partner(match, 0) == 0
    assert partner(match, 1) is None
    assert result(acted(match, "rest")).partner == 0


def test_4_an_ace_that_stays_in_the_kitty_leaves_declarer_alone() -> None:
    match = table(
        ESMAKKER, bid("8+gode", f"1 card SA/{NO_EXCHANGE}/{NO_VOID_CARD}/rest"), {}, "J1 J2 SA"
    )
    assert result(match).partner == 1


def test_4_who_lays_the_ace_away_leaves_declarer_alone() -> None:
    exchanges = "1 cards/2 cards/3 cards/0 cards SA"
    match = table(ESMAKKER, bid("8+gode", f"1 card SA/{exchanges}/{NO_VOID_CARD}"))
    assert partner(match, 0) == 1
    assert partner(match, 1) is None
    assert partner(match, None) is None
    assert result(acted(match, "rest")).partner == 1


def test_4_declarer_knows_an_ace_that_they_laid_away_themselves() -> None:
    match = table(ESMAKKER, bid("8+gode", "1 card HA/1 cards HA/2 cards/3 cards/0 cards/rest"))
    assert result(match).partner == 1


# --- exchanges -----------------------------------------------------------------------------------


def test_4_cards_not_taken_are_offered_once_round_the_table() -> None:
    match = table(ESMAKKER, bid("8+gode", "1 card SA"))
    assert "0 to 3" in refused(match, "1 cards H2 H3 H4 H5")
    match = acted(match, "1 cards H2")
    assert "0 to 2" in refused(match, "2 cards D2 D3 D4")
    match = acted(match, "2 cards/3 cards C2")
    assert "0 or 1" in refused(match, "0 cards S2 S3")
    match = acted(match, "0 cards S2")
    assert match.to_act() == (1,)
    hands = deal_of(match).layout.hands
    assert [str(hand)[-2:] for hand in hands] == ["J3", "J1", "D2", "J2"]


def test_4_nobody_is_asked_once_the_kitty_is_empty() -> None:
    match = table(ESMAKKER, bid("8+gode", "1 card SA/1 cards H2 H3 H4"))
    assert play_of(acted(match, NO_VOID_CARD)).to_act() == (1,)


def test_4_the_kitty_is_taken_in_its_order() -> None:
    match = table(ESMAKKER, bid("8+gode", "1 card SA/1 cards H2/2 cards D2 D3"), {}, "S2 C2 C3")
    assert "S2" in str(deal_of(match).layout.hands[1])
    assert "C3 C2" in str(deal_of(match).layout.hands[2])


def test_4_others_see_how_many_cards_are_exchanged_and_no_more() -> None:
    match = table(ESMAKKER, bid("8+gode", "1 card SA/1 cards H2 H3"))
    for viewer in (None, 0, 2, 3):
        seen = as_json(view(match, viewer))
        assert seen["said"][-1] == [1, "exchange", "concealed 2"]
        assert (seen["laid"], seen["known"]) == ("", {})
    assert as_json(view(match, 1))["laid"] == "H3 H2"
    assert as_json(view(match, 1))["received"] == "J1 J2"


def test_4_nolo_the_last_joiner_exchanges_first() -> None:
    match = table(ESMAKKER, "1 bid sol/2 join/3 pass/0 join")
    assert match.to_act() == (0,)
    match = acted(match, "0 cards SA")
    assert match.to_act() == (2,)
    match = acted(match, "2 cards")
    assert match.to_act() == (1,)
    assert "0 to 2" in refused(match, "1 cards HA HK HQ")
    match = acted(match, "1 cards HA")
    assert match.to_act() == (1,)
    assert legal(match).startswith("play")
    assert len(deal_of(match).layout.kitty) == 1


# --- vip -----------------------------------------------------------------------------------------


def test_4_vip_the_ace_is_called_before_the_flips() -> None:
    match = table(ESMAKKER, bid("8+vip"))
    assert legal(match) == "card SA, card HA, card DA, card CA"
    assert view(match, None).kitty == ()
    match = acted(match, "1 card SA")
    assert [str(card) for card in view(match, None).kitty] == ["J1"]
    assert legal(match) == "accept, turn-next"


@pytest.mark.parametrize(
    ("kitty", "answers", "declarer", "trumps"),
    [
        ("S2 C2 H2", "1 accept", 1, "S"),
        ("S2 C2 H2", "1 turn-next/3 accept", 3, "S"),
        ("S2 C2 H2", "1 turn-next/3 turn-next/0 accept", 0, "S"),
        ("S2 C2 H2", "1 turn-next/3 turn-next/0 turn-next/1 accept", 1, "C"),
        ("S2 J1 H2", "1 turn-next/3 turn-next/0 turn-next/1 accept", 1, "None"),
        ("J1 S2 H2", "1 turn-next/3 accept", 3, "None"),
    ],
)
def test_4_vip_the_first_to_accept_is_declarer(
    kitty: str, answers: str, declarer: int, trumps: str
) -> None:
    moves = "1 bid 8+vip/2 pass/3 join/0 join/1 card CA"
    match = acted(table(ESMAKKER, moves, {}, kitty), answers)
    assert ESMAKKER.declarer(deal_of(match).phases) == declarer
    assert match.to_act() == (declarer,)
    order = [(declarer + n) % 4 for n in range(4)]
    match = acted(match, "/".join(f"{seat} cards" for seat in order))
    match = match if declarer == 3 else acted(match, f"{declarer} card none")
    assert str(play_of(match).trumps) == trumps


ALL_DECLINE = "1 turn-next/3 turn-next/1 turn-next/3 turn-next"


def test_4_vip_nobody_takes_the_third_the_one_who_sits_last_must() -> None:
    """Counted from forehand, whoever bid it. Nobody is asked who has no choice."""
    moves = f"1 bid 8+vip/2 pass/3 join/0 pass/1 card CA/{ALL_DECLINE}"
    match = table(ESMAKKER, moves, {}, "S2 C2 H2")
    assert match.to_act() == (1,)
    match = acted(match, "1 turn-next")
    assert ESMAKKER.declarer(deal_of(match).phases) == 3
    assert match.to_act() == (3,)


def test_4_vip_the_last_one_may_be_the_bidder_who_is_asked_first() -> None:
    moves = "1 bid 8/2 pass/3 bid 8+vip/1 join/0 pass/3 card CA/3 turn-next/1 turn-next"
    match = table(ESMAKKER, f"{moves}/3 turn-next/1 turn-next/3 turn-next", {}, "S2 C2 J1")
    assert match.to_act() == (1,)
    taken, left = acted(match, "1 accept"), acted(match, "1 turn-next")
    assert ESMAKKER.declarer(deal_of(taken).phases) == 1
    assert ESMAKKER.declarer(deal_of(left).phases) == 3
    left = acted(left, "3 cards/0 cards/1 cards/2 cards")
    assert play_of(left).trumps is None


def test_4_vip_alone_the_third_card_is_not_asked_about() -> None:
    match = table(ESMAKKER, bid("8+vip", "1 card SA/1 turn-next/1 turn-next"), {}, "S2 C2 H2")
    assert len(view(match, None).kitty) == 3
    match = acted(match, NO_EXCHANGE)
    assert str(play_of(match).trumps) == "H"


def test_4_vip_in_order_of_bidding_not_of_seats() -> None:
    moves = "1 bid 8/2 bid 8+vip/1 join/3 join/0 join/2 card SA"
    match = table(ESMAKKER, moves, {}, "S2 C2 H2")
    asked = []
    for _ in range(4):
        asked.append(match.to_act()[0])
        match = acted(match, f"{asked[-1]} turn-next")
    assert asked == [2, 1, 3, 0]


def test_4_vip_the_joiner_who_holds_the_called_ace_plays_alone() -> None:
    moves = "1 bid 8+vip/2 join/3 pass/0 pass/1 card DA/1 turn-next/2 accept"
    match = table(ESMAKKER, f"{moves}/2 cards/3 cards/0 cards/1 cards")
    assert partner(match, 2) == 2
    assert partner(match, 1) is None
    assert result(acted(match, "rest")).partner == 2


def test_4_vip_face_up_cards_are_known_where_they_go() -> None:
    moves = bid("8+vip", "1 card SA/1 turn-next/1 accept/1 cards H3")
    match = table(ESMAKKER, moves, {}, "SA C2 H2")
    assert as_json(view(match, 0))["known"] == {"1": "SA"}
    assert [str(card) for card in view(match, 3).kitty] == ["C2"]
    for viewer in (None, 0, 1, 2, 3):
        assert partner(match, viewer) == 1
    left = table(ESMAKKER, moves.replace("1 cards H3", "1 cards"), {}, "SA C2 H2")
    left = acted(left, "2 cards/3 cards/0 cards")
    for viewer in (None, 0, 1, 2, 3):
        assert partner(left, viewer) == 1


# --- halve ---------------------------------------------------------------------------------------


def test_4_halve_the_partner_names_trumps_and_exchanges_first() -> None:
    match = table(ESMAKKER, bid("8+halve", "1 card CA"))
    assert match.to_act() == (3,)
    assert legal(match) == "suit S, suit H, suit D"
    assert "can't name" in refused(match, "3 suit C")
    match = acted(match, "3 suit D")
    for viewer in (None, 0, 1, 2, 3):
        assert partner(match, viewer) == 3
        assert view(match, viewer).known == {3: CardSet.parse("CA")}
    match = acted(match, "3 cards C2/0 cards/1 cards H2")
    assert view(match, None).known == {}, "they may have left"
    assert match.to_act() == (2,)


def test_4_halve_with_ones_own_ace_one_is_self_partner() -> None:
    match = table(ESMAKKER, bid("8+halve", "1 card HA"))
    assert match.to_act() == (1,)
    assert legal(match) == "suit S, suit D, suit C"
    match = acted(match, "1 suit S/1 cards")
    assert partner(match, None) is None
    match = acted(match, "2 cards/3 cards/0 cards")
    assert partner(match, None) == 1


def test_4_halve_the_ace_in_the_kitty_may_still_find_a_partner() -> None:
    moves = bid("8+halve", "1 card CA/1 suit S/1 cards/2 cards D2")
    match = acted(table(ESMAKKER, moves, {}, "CA J1 J2"), f"3 cards/0 cards/{NO_VOID_CARD}")
    assert partner(match, 2) == 2
    assert partner(match, None) is None
    assert partner(match, 1) is None
    assert result(acted(match, "rest")).partner == 2


def test_4_halve_a_partner_may_leave_secretly() -> None:
    exchanges = "3 cards CA/0 cards/1 cards/2 cards"
    match = table(ESMAKKER, bid("8+halve", f"1 card CA/3 suit S/{exchanges}/{NO_VOID_CARD}"))
    assert partner(match, 3) == 1
    assert partner(match, 0) == 3
    assert view(match, 0).known == {}
    assert result(acted(match, "rest")).partner == 1


# --- the void card -------------------------------------------------------------------------------

VOID = bid("8", f"1 suit H/1 card SA/{NO_EXCHANGE}")


def test_4_declarer_without_the_suit_may_lay_a_card_that_counts_as_it() -> None:
    match = table(ESMAKKER, VOID)
    assert match.to_act() == (1,)
    assert legal(match).endswith("card H2, card none")
    laid = acted(match, "1 card H2")
    assert play_of(laid).rules.stand_in
    for viewer in (None, 0, 2, 3):
        seen = as_json(view(laid, viewer))
        assert seen["said"][-1] == [1, "void-card", "concealed 1"]
        assert view(laid, viewer).stand_in is None
    assert str(view(laid, 1).stand_in[0]) == "H2"  # type: ignore[index]


def test_4_one_need_not() -> None:
    match = acted(table(ESMAKKER, VOID), "1 card none")
    assert play_of(match).rules.stand_in is None
    assert as_json(view(match, 0))["said"][-1][2] == "concealed 0"


def test_4_who_holds_the_suit_is_not_asked() -> None:
    match = table(ESMAKKER, bid("8", f"1 suit S/1 card HA/{NO_EXCHANGE}"))
    assert play_of(match).to_act() == (1,)


def test_4_it_is_decided_after_all_exchanges() -> None:
    match = table(ESMAKKER, bid("8", "1 suit H/1 card SA/1 cards H2"), {}, "S2 J1 J2")
    match = acted(match, "2 cards/3 cards/0 cards")
    assert legal(match).startswith("play")


def test_5_the_void_card_leads_to_the_called_ace() -> None:
    match = acted(table(ESMAKKER, VOID), "1 card HK/1 play HK")
    assert str(play_of(match).led) == "S"
    match = acted(match, "2 play D2/3 play C2")
    assert cards(match) == "SA"
    match = acted(match, "0 play SA")
    assert match.to_act() == (0,)
    assert partner(match) == 0


def test_5_it_is_below_the_2_of_the_called_suit() -> None:
    hands = {0: "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 C2", 2: "S2", 3: "J1 J2 J3"}
    match = acted(table(ESMAKKER, VOID, hands), "1 card H5")
    match = acted(match, tricks("1 HA D3 C5 SK", "1 HK D4 C6 SQ", "1 HQ D5 C7 SJ"))
    match = acted(match, tricks("1 HJ DA CA SA", "1 H2 D6 C8 C2"))
    assert partner(match) == 0
    match = acted(match, "1 play H5/2 play S2/3 play C9")
    assert str(play_of(match).led) == "S"
    assert cards(match) == "ST S9 S8 S7 S6 S5 S4 S3"
    assert play_of(acted(match, "0 play S3")).tricks[-1].winner == 0


FIRST_0 = f"0 pass/1 bid 8/2 pass/3 pass/1 suit C/1 card SA/{NO_EXCHANGE}"


def test_5_it_must_follow_when_the_called_suit_is_led() -> None:
    match = acted(table(ESMAKKER, FIRST_0, dealer=3), "1 card H5/0 play SA")
    assert cards(match) == "H5"
    match = acted(match, "1 play H5/2 play D2/3 play C2")
    assert match.to_act() == (3,)


def test_5_it_loses_its_own_suit() -> None:
    hands = {0: "SA HA", 1: "HK C2"}
    match = acted(table(ESMAKKER, FIRST_0, hands, dealer=3), "1 card HK/0 play HA")
    assert cards(match) == "HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2"


def test_5_a_joker_as_void_card_loses_its_power() -> None:
    match = table(ESMAKKER, VOID, {1: "J1"})
    match = acted(match, "1 card J1/1 play J1")
    assert str(play_of(match).led) == "S"
    match = acted(match, "2 play D2/3 play C2/0 play SA")
    assert match.to_act() == (0,)


def test_4_nobody_learns_whether_declarer_is_void() -> None:
    """Declarer is asked for a void card in any case; where there is no choice, no line tells it."""
    for hearts in ("H9", "S9"):
        hand = f"SA SK SQ SJ ST S8 {hearts} DA DK DQ C4 C3 C2"
        match = table(ESMAKKER, bid("8", "1 suit S/1 card HA"), hands={1: hand})
        for seat in (1, 2, 3, 0):
            match = act(match, f"{seat} cards")
        assert match.to_act() == (1,)
        seen = view(match, None)
        assert seen.purposes
        assert seen.purposes[1].key == "void-card"
        before = deal_of(match).lines()
        after = match.apply(1, ChooseCard(None))
        written = [] if hearts == "H9" else ["1 card none"]
        assert deal_of(after).lines() == before + written
        assert replay(write(after), games()) == after
        assert view(replay(write(after), games()), 1).to_act == after.to_act()
