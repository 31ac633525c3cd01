"""§3: play."""

import pytest

from tests.engine.playing import acted
from tests.variants.kombinations_whist.table import legal, play_of, refused, table

CARDS = {
    0: "SA SK S2 HA HK H2 DA DK D2 CA CK CQ CJ",
    1: "SQ SJ S3 HQ HJ H3 DQ DJ D3 CT C9 C8 C7",
    2: "ST S9 S4 HT H9 H4 DT D9 D8 D7 D6 D5 D4",
    3: "S8 S7 S6 S5 H8 H7 H6 H5 C6 C5 C4 C3 C2",
}


@pytest.mark.parametrize(("declarer", "leader"), [(1, 0), (2, 1), (3, 2), (0, 3)])
def test_3_declarers_right_leads(declarer: int, leader: int) -> None:
    assert table(f"{declarer} bid noll/pass*", dealer=(declarer - 1) % 4).to_act() == (leader,)


def test_3_declarers_right_among_the_players_of_the_deal() -> None:
    assert table("2 bid noll/pass*", players=6, dealer=1).to_act() == (1,)
    assert table("1 bid noll/pass*", players=3, dealer=0).to_act() == (0,)


def test_3_play_goes_clockwise_and_the_winner_leads() -> None:
    match = table("1 bid spel/pass*/0 play S2/1 play SQ/2 play S4/3 play S8", CARDS)
    assert play_of(match).tricks[0].winner == 1
    assert play_of(match).order == (1, 2, 3, 0)


def test_3_follow_suit_if_you_can() -> None:
    match = table("1 bid spel/pass*/0 play S2", CARDS)
    assert legal(match) == "play SQ, play SJ, play S3"
    assert "Follow suit" in refused(match, "1 play HQ")
    assert "don't hold" in refused(match, "1 play SA")


def test_3_without_the_suit_any_card_and_no_duty_to_trump() -> None:
    match = table("1 bid trumf/pass*/1 suit S/0 play CA/1 play CT", CARDS)
    assert len(match.choice(2)) == 13
    acted(match, "2 play D4")


def test_3_the_highest_trump_wins() -> None:
    lines = "1 bid trumf/pass*/1 suit S/0 play DA/1 play D3/2 play D4"
    assert play_of(table(f"{lines}/3 play S5", CARDS)).tricks[0].winner == 3
    lines = "1 bid trumf/pass*/1 suit D/0 play CA/1 play C7/2 play D4/3 play C2"
    assert play_of(table(lines, CARDS)).tricks[0].winner == 2


def test_3_else_the_highest_card_of_the_suit_led() -> None:
    lines = "1 bid trumf/pass*/1 suit H/0 play CQ/1 play CT/2 play DT/3 play C2"
    assert play_of(table(lines, CARDS)).tricks[0].winner == 0


def test_3_a_higher_card_of_another_suit_wins_nothing() -> None:
    match = table("1 bid spel/pass*/0 play S2/1 play S3/2 play S4/3 play S5", CARDS)
    match = acted(match, "3 play C2/0 play CJ/1 play CT/2 play DT")
    assert [trick.winner for trick in play_of(match).tricks] == [3, 0]


def test_3_every_card_is_played_even_the_last() -> None:
    match = table("1 bid noll/pass*/rest", early_stop="off")
    assert len(play_of(match).tricks) == 13
    assert not any(play_of(match).layout.hands)


def test_3_blocktrumf_never_excuses_from_following() -> None:
    lines = "1 bid blocktrumf/pass*/1 suit S/0 play SA"
    assert legal(table(lines, CARDS)) == "play SQ, play SJ, play S3"
