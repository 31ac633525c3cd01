"""Honours in short and long whist; American whist has none."""

import pytest

from kwbot.engine.values.actions import Seat
from tests.engine.playing import acted
from tests.variants.whist.table import GAME, after, deal_result, rubber, running, sheet, side, table

ALL: dict[Seat, str] = {0: "AK", 2: "QJ"}
THREE: dict[Seat, str] = {0: "AK", 2: "Q", 1: "J"}
TWO: dict[Seat, str] = {0: "AK", 1: "Q", 3: "J"}
THEIRS: dict[Seat, str] = {1: "AKQJ"}


@pytest.mark.parametrize(
    ("honours", "points"), [(ALL, (5, 0)), (THREE, (3, 0)), (TWO, (1, 0)), (THEIRS, (1, 4))]
)
def test_all_four_honours_are_4_trick_points_and_three_are_2(
    honours: dict[Seat, str], points: tuple[int, int]
) -> None:
    """Beside 7 tricks, in long whist, where that is no game."""
    assert running(after(sheet("long"), side(7), honours)) == points


def test_the_ten_is_no_honour_but_a_la_guerre() -> None:
    assert running(after(sheet(), side(7), {0: "AKT"})) == (1, 0)


def test_honours_are_those_dealt_not_those_taken() -> None:
    """Player 0 is dealt all honours in spades and loses every trick: a grand slam against."""
    hands = {1: "S2 HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3", 0: "SA SK SQ SJ"}
    match = acted(table("", hands, turned="S2", form="long"), "2 play DA/rest")
    assert match.deal
    assert match.deal.result
    notes = list(map(str, match.deal.result.notes))
    assert any("player 0, player 2 got 4 honours" in note for note in notes)


def test_honours_may_be_left_out() -> None:
    assert running(after(sheet(honours="off"), side(7), ALL)) == (1, 0)


def test_american_whist_has_no_honours() -> None:
    assert running(after(sheet("american", honours="on"), side(7), ALL)) == (1, 0)


def test_who_makes_game_by_tricks_scores_no_honours() -> None:
    found = deal_result(sheet(trick_points=(4, 0)), side(7), ALL)
    assert found.points == (1, 0, 1, 0)
    assert "they don't count" in str(found.notes[1])


def test_when_a_side_makes_game_by_tricks_the_others_honours_count_nothing() -> None:
    before = sheet(trick_points=(4, 0))
    found = after(before, side(7), THEIRS)
    assert deal_result(before, side(7), THEIRS).points == (1, 0, 1, 0)
    assert found.scores == (3, 0, 3, 0)  # the others stand at 0, not at 4


@pytest.mark.parametrize(
    ("form", "stands", "given"),
    [
        ("short", 0, 4), ("short", 1, 3), ("short", 3, 1), ("short", 4, 0),
        ("long", 5, 4), ("long", 6, 3), ("long", 9, 0),
    ],
)  # fmt: skip
def test_honours_alone_stop_one_short_of_game(form: str, stands: int, given: int) -> None:
    """At 4 in short whist, at 9 in long whist."""
    before = sheet(form, trick_points=(0, stands))
    assert running(after(before, side(7), THEIRS)) == (1, stands + given)


def test_honours_stop_is_told() -> None:
    found = deal_result(sheet(trick_points=(0, 3)), side(7), THEIRS)
    assert str(found.notes[1]) == (
        "player 1, player 3 got 4 honours: +1. With no trick points this deal, honours stop at 4."
    )


def test_who_won_trick_points_may_reach_game_with_honours() -> None:
    """The rulebook's example: 2 + 1 + 2 = 5."""
    found = after(sheet(trick_points=(2, 0)), side(7), THREE)
    assert rubber(found).games == (1, 0)
    assert found.scores == (3, 0, 3, 0)


def test_the_other_side_of_such_a_game_keeps_what_it_had() -> None:
    assert after(sheet(trick_points=(2, 3)), side(7), THREE).scores == (1, 0, 1, 0)


def test_six_tricks_and_all_honours_from_3_stop_at_4() -> None:
    assert running(after(sheet(trick_points=(3, 0)), side(6), ALL)) == (4, 1)


def test_honours_are_of_the_trump_suit_only() -> None:
    match = acted(table("", {2: "DA DK DQ"}, turned="H2"), "2 play DA/rest")
    assert match.deal
    assert match.deal.result
    assert not any("3 honours" in str(note) for note in match.deal.result.notes)


def test_in_sattrumf_honours_are_of_the_suit_of_the_first_lead() -> None:
    match = acted(table(trumps="sattrumf", form="long"), "2 play D2/rest")
    assert match.deal
    assert match.deal.result
    assert match.deal.result.points == (7 + 4, 0, 7 + 4, 0)
    assert GAME.settle(match.sheet, 1, match.deal.result).scores == (3, 0, 3, 0)
