"""§8: a settled deal is stopped early."""

import pytest

from tests.engine.playing import acted
from tests.variants.kombinations_whist.table import play_of, result, table

# Declarer (1) leads and takes every trick with hearts; without Brådska 0 takes them all.


@pytest.mark.parametrize(
    ("bid", "answer", "tricks"),
    [
        ("noll+bradska+straff", "", 1),  # not made by the first trick
        ("spel+bradska+straff", "", 5),
        ("spel+girighet+bradska+straff", "", 6),
        ("maxtrumf+bradska", "1 suit H", 7),
        ("mastarspel+bradska", "", 7),
        ("obesudlat+bradska", "", 12),
        ("obesudlat", "", 2),
        ("spel+sluthund+bradska+straff", "", 13),
        ("spel+las+bradska", "", 1),
        ("noll", "", 13),
        ("skambud+sluthund", "", 13),
        ("skambud+straff", "", 7),
        ("mastarskambud", "", 13),
        ("limbo+bradska+straff", "", 6),
        ("spel", "", 9),
        ("precis", "1 number 13", 1),
        ("precis+bradska+straff", "1 number 5", 6),
        ("ungefar", "1 numbers 12 13", 2),
    ],
)
def test_8_it_stops_at_the_first_moment_at_which_nothing_can_change(
    bid: str, answer: str, tricks: int
) -> None:
    match = table(f"1 bid {bid}/pass*/{answer}/rest")
    assert len(play_of(match).tricks) == tricks


def test_8_early_stop_off_plays_every_card() -> None:
    match = table("1 bid noll+bradska+straff/pass*/rest", early_stop="off")
    assert len(play_of(match).tricks) == 13


def test_8_the_result_is_the_same_either_way() -> None:
    results = [
        result(table("1 bid spel+straff/pass*/rest", early_stop=way)) for way in ("on", "off")
    ]
    assert results[0].points == results[1].points
    assert results[0].made is results[1].made is False


def test_8_pest_is_settled_early_only_by_failing() -> None:
    made = table("1 bid spel+pest+bradska/pass*/1 suit S/rest")
    assert len(play_of(made).tricks) == 13
    failed = table("1 bid spel+pest/pass*/1 suit S/rest")
    assert len(play_of(failed).tricks) == 9


def test_8_pest_does_not_fail_early_by_cards() -> None:
    hands = {1: "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 D2"}
    lines = "1 bid precis+pest+bradska/pass*/1 number 12/1 suit S"
    match = table(f"{lines}/rest", hands)
    assert (len(play_of(match).tricks), result(match).made) == (13, False)


FAIL = "foul 1 by=0 ruling=fail"


def test_8_a_foul_by_declarer_settles_at_the_end_of_the_trick_under_way() -> None:
    match = table(f"1 bid noll/pass*/0 play SA/1 play HA/{FAIL}/2 play DA")
    assert match.to_act() == (3,)
    assert len(play_of(acted(match, "3 play CA")).tricks) == 1
    assert result(acted(match, "3 play CA")).made is False


def test_8_a_foul_between_two_tricks_settles_at_once() -> None:
    match = table(f"1 bid noll/pass*/0 play SA/1 play HA/2 play DA/3 play CA/{FAIL}")
    assert result(match).made is False


def test_8_never_before_the_first_trick() -> None:
    match = table(f"1 bid noll/pass*/{FAIL}")
    assert match.to_act() == (0,)
    match = acted(match, "0 play SA/1 play HA/2 play DA")
    assert match.to_act() == (3,)
    assert result(acted(match, "3 play CA")).made is False


def test_8_a_foul_by_declarer_with_early_stop_off_is_played_out() -> None:
    match = table(f"1 bid noll/pass*/{FAIL}/rest", early_stop="off")
    assert len(play_of(match).tricks) == 13
    assert result(match).made is False


def test_8_undo_of_a_settled_trick_plays_on() -> None:
    match = table("1 bid spel/pass*/rest/undo 1")
    assert match.to_act() == (3,)
    assert len(play_of(match).tricks) == 8
