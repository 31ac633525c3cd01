"""Whist à la guerre: everybody for themselves, to 9 points."""

import pytest

from kwbot.engine.values.actions import Seat
from kwbot.engine.views.view import view
from tests.variants.whist.table import after, deal_result, sheet, table


def test_everybody_plays_for_themselves_with_turned_up_trumps() -> None:
    match = table(form="guerre", trumps="sattrumf")
    assert view(match, 0).sides == ()
    assert view(match, 0).turned


def test_tricks_beyond_four_score_1_each() -> None:
    assert deal_result(sheet("guerre"), (6, 4, 3, 0)).points == (2, 0, 0, 0)
    assert deal_result(sheet("guerre"), (5, 8, 0, 0)).points == (1, 4, 0, 0)


def test_nobody_scores_with_four_tricks_and_less() -> None:
    found = deal_result(sheet("guerre"), (4, 3, 3, 3))
    assert found.points == (0, 0, 0, 0)
    assert [str(note) for note in found.notes] == ["Nobody took more than 4 tricks."]


@pytest.mark.parametrize(
    ("ranks", "points"), [("AK", 0), ("AKQ", 2), ("KQT", 2), ("AKQJ", 4), ("AKQT", 4), ("AKQJT", 5)]
)
def test_three_honours_are_2_four_are_4_five_are_5_the_ten_counts(ranks: str, points: int) -> None:
    assert deal_result(sheet("guerre"), (5, 4, 4, 0), {3: ranks}).points == (1, 0, 0, points)


def test_honours_of_different_players_are_not_added_up() -> None:
    assert deal_result(sheet("guerre"), (5, 4, 4, 0), {0: "AK", 2: "QJ"}).points == (1, 0, 0, 0)


def test_honours_may_be_left_out() -> None:
    before = sheet("guerre", honours="off")
    assert deal_result(before, (5, 4, 4, 0), {3: "AKQJT"}).points == (1, 0, 0, 0)


@pytest.mark.parametrize(("stands", "won"), [(7, False), (8, True)])
def test_first_to_9_wins_the_match(stands: int, won: bool) -> None:
    found = after(sheet("guerre", scores=(stands, 0, 0, 0)), (5, 4, 4, 0))
    assert found.scores == (stands + 1, 0, 0, 0)
    assert found.winners == ((0,) if won else None)


def test_it_is_one_game_whatever_the_rubbers() -> None:
    found = after(sheet("guerre", rubbers=3, scores=(8, 0, 0, 0)), (5, 4, 4, 0))
    assert found.winners == (0,)
    assert found.entry() == {}


@pytest.mark.parametrize(("stands", "after_it"), [(0, 4), (5, 8), (7, 8), (8, 8), (10, 10)])
def test_honours_alone_stop_at_8_and_never_below_what_one_had(stands: int, after_it: int) -> None:
    before = sheet("guerre", scores=(stands, 10, 0, 0))
    assert after(before, (0, 5, 4, 4), {0: "AKQJ"}).scores[0] == after_it


def test_with_a_trick_point_honours_make_game() -> None:
    assert after(sheet("guerre", scores=(4, 0, 0, 0)), (5, 4, 4, 0), {0: "AKQJ"}).winners == (0,)


def test_nobodys_trick_points_cancel_anothers_honours() -> None:
    """Player 1 makes game by tricks; player 0's honours count all the same, and so do their own."""
    before = sheet("guerre", scores=(3, 8, 0, 0))
    assert after(before, (0, 5, 4, 4), {0: "AKQJ"}).scores == (7, 9, 0, 0)
    assert after(before, (0, 5, 4, 4), {1: "AKQJ"}).scores == (3, 13, 0, 0)


@pytest.mark.parametrize(
    ("scores", "tricks", "honours", "winner"),
    [
        ((8, 6, 0, 0), (5, 8, 0, 0), {}, 1),  # 9 and 10: the higher total
        ((8, 8, 0, 0), (7, 6, 0, 0), {}, 0),
        ((8, 6, 0, 0), (5, 7, 1, 0), {}, 1),  # 9 and 9: more tricks
        ((8, 8, 0, 0), (5, 5, 3, 0), {}, None),  # equal in both: another deal
        ((8, 5, 0, 0), (6, 5, 2, 0), {1: "AKQJ"}, 0),
    ],
)
def test_two_reach_9_in_the_same_deal(
    scores: tuple[int, ...], tricks: tuple[int, ...], honours: dict[Seat, str], winner: int | None
) -> None:
    found = after(sheet("guerre", scores=scores), tricks, honours)
    assert found.winners == (None if winner is None else (winner,))


def test_still_equal_another_deal_is_played_and_decides() -> None:
    before = sheet("guerre", scores=(8, 8, 0, 0))
    equal = after(before, (5, 5, 3, 0))
    assert equal.scores == (9, 9, 0, 0)
    assert "another deal" in str(deal_result(before, (5, 5, 3, 0)).notes[-1])
    assert equal.dealer == 1
    assert after(equal, (4, 5, 4, 0)).winners == (1,)
    assert after(equal, (4, 3, 3, 3)).winners == (0,)  # both at 9 still: more tricks
    assert after(equal, (4, 4, 3, 2)).winners is None


def test_remarks_tell_the_target() -> None:
    assert [str(one) for one in sheet("guerre").remarks()] == ["First to 9 points"]
